import FresnelPlatform

/// What the process has used so far, all threads together, as the system counts it.
struct ProcessCosts {
  /// Processor time in seconds, to a hundredth.
  let processorSeconds: Double
  /// Bytes handed to the system to be written.
  let writtenByteCount: Int

  /// The costs up to now; 0 where the system does not tell.
  static var now: ProcessCosts {
    // After the name in brackets the state is the first field, user and system time the 12th and 13th.
    let status = SystemFile.lines("/proc/self/stat").first?.split(separator: ")").last ?? ""
    let fields = status.split(separator: " ").dropFirst(11).prefix(2).compactMap { Double($0) }
    let written = SystemFile.value(of: "wchar", in: "/proc/self/io").flatMap { Int($0) }
    return ProcessCosts(
      processorSeconds: fields.reduce(0, +) / 100, writtenByteCount: written ?? 0)
  }

  /// The part of these costs that came after others.
  func since(_ earlier: ProcessCosts) -> ProcessCosts {
    ProcessCosts(
      processorSeconds: processorSeconds - earlier.processorSeconds,
      writtenByteCount: writtenByteCount - earlier.writtenByteCount)
  }
}
