import FresnelPlatform

/// What the figures depend on: processor, cores, memory and how busy the machine is.
struct MachineFacts: CustomStringConvertible {
  private static func lines(_ path: String) -> [Substring] {
    let bytes = (try? FileSystem.contents(of: path)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private static func value(_ name: String, in path: String) -> String? {
    guard let line = lines(path).first(where: { $0.hasPrefix(name) }),
      let colon = line.firstIndex(of: ":")
    else { return nil }
    return String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
  }

  /// Bytes of memory that the process has now, in mebibytes.
  static var residentMebibytes: Double {
    let kibibytes = value("VmRSS", in: "/proc/self/status")?.split(separator: " ").first
    return Double(kibibytes.flatMap { Int($0) } ?? 0) / 1024
  }

  var description: String {
    let cores = Self.lines("/proc/cpuinfo").count { $0.hasPrefix("processor") }
    let model = Self.value("model name", in: "/proc/cpuinfo") ?? "unknown processor"
    let memory = Self.value("MemTotal", in: "/proc/meminfo")?.split(separator: " ").first
    let gibibytes = Double(memory.flatMap { Int($0) } ?? 0) / 1_048_576
    let load = Self.lines("/proc/loadavg").first?.split(separator: " ").first ?? "unknown"
    let kernel = Self.lines("/proc/sys/kernel/osrelease").first ?? "unknown"
    return """
      Machine: \(cores) cores, \(model), \(oneDecimal(gibibytes)) GiB of memory, Linux \(kernel)
      Load before: \(load)\(Double(load) ?? 0 > 0.5 ? " (the figures suffer from other work)" : "")

      """
  }
}
