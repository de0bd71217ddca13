import FresnelModel
import FresnelPlatform

/// The memory that this process has, as the kernel counts it.
struct MemoryUse {
  /// Mebibytes resident now.
  let resident: Double
  /// The most mebibytes ever resident since the last reset.
  let peak: Double
  /// Of the resident ones, those that no file stands behind.
  let anonymous: Double

  /// Reads the figures of this moment.
  static var now: MemoryUse {
    MemoryUse(
      resident: mebibytes("VmRSS"), peak: mebibytes("VmHWM"), anonymous: mebibytes("RssAnon"))
  }

  /// Makes the peak begin again from what is resident now, where the kernel allows it.
  static func resetPeak() {
    guard let file = try? FileDescriptor(opening: "/proc/self/clear_refs", for: .writing) else {
      return
    }
    try? file.write("5")
  }

  private static func mebibytes(_ name: String) -> Double {
    let words = SystemFile.value(of: name, in: "/proc/self/status")?.split(separator: " ")
    return (words?.first.flatMap { Double($0) } ?? 0) / 1024
  }

  /// The figures under the kernel's names, as the peers' harness gives them.
  var json: JSONValue {
    .object([
      JSONMember("VmRSS", .rounded(resident, digits: 1)),
      JSONMember("VmHWM", .rounded(peak, digits: 1)),
      JSONMember("RssAnon", .rounded(anonymous, digits: 1)),
    ])
  }
}

/// Files of the kernel that hold a name and a value on each line.
enum SystemFile {
  /// The value after a name and a colon; `nil` where there is none.
  static func value(of name: String, in path: String) -> String? {
    guard let line = lines(path).first(where: { $0.hasPrefix(name) }),
      let colon = line.firstIndex(of: ":")
    else { return nil }
    return String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
  }

  /// All lines; none when the file cannot be read.
  static func lines(_ path: String) -> [Substring] {
    let bytes = (try? FileSystem.contents(of: path)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
