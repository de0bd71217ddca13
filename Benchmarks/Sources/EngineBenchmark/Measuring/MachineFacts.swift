import FresnelPlatform

/// What the figures depend on: processor, cores, memory and how busy the machine is.
struct MachineFacts: CustomStringConvertible {
  /// How many programs wanted a core in the last minute.
  static var load: Double {
    SystemFile.lines("/proc/loadavg").first?.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  var description: String {
    let cores = SystemFile.lines("/proc/cpuinfo").count { $0.hasPrefix("processor") }
    let model = SystemFile.value(of: "model name", in: "/proc/cpuinfo") ?? "unknown processor"
    let memory = SystemFile.value(of: "MemTotal", in: "/proc/meminfo")?.split(separator: " ").first
    let gibibytes = (memory.flatMap { Double($0) } ?? 0) / 1_048_576
    let kernel = SystemFile.lines("/proc/sys/kernel/osrelease").first ?? "unknown"
    let load = Self.load
    return """
      Machine: \(cores) cores, \(model), \(Int(gibibytes.rounded())) GiB of memory, Linux \(kernel)
      Load: \(load)\(load > 0.5 ? " (the figures suffer from other work)" : "")
      """
  }
}
