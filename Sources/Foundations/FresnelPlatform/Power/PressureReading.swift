/// How long work has waited for the processors, as the kernel measures it: pressure stall information.
///
/// Each number is the share of time, in percent, in which at least one task was ready and had to wait.
package struct PressureReading: Equatable, Sendable {
  /// Over the last ten seconds.
  package var average10: Double
  /// Over the last minute.
  package var average60: Double
  /// Over the last five minutes.
  package var average300: Double

  /// Where the kernel tells of the processors.
  package static let processors = "/proc/pressure/cpu"

  /// Reads the pressure now.
  ///
  /// - Parameter path: The kernel's file.
  /// - Returns: The pressure; `nil` where the kernel does not measure it.
  package static func now(at path: String = processors) -> PressureReading? {
    guard let bytes = try? FileSystem.contents(of: path, maximumByteCount: 4096) else { return nil }
    return PressureReading(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads the line that begins with `some` (Documentation/accounting/psi.rst of the kernel).
  init?(_ text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") })
    else { return nil }
    var values: [Substring: Double] = [:]
    for field in line.split(separator: " ") {
      let parts = field.split(separator: "=")
      if parts.count == 2 { values[parts[0]] = Double(parts[1]) }
    }
    guard let average10 = values["avg10"], let average60 = values["avg60"],
      let average300 = values["avg300"]
    else { return nil }
    self.average10 = average10
    self.average60 = average60
    self.average300 = average300
  }
}
