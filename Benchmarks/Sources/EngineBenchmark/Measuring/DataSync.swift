import FresnelPlatform

/// What the disk takes for the least that a durable commit can do.
enum DataSync {
  /// Overwrites blocks that are already allocated and syncs their data, many times; each round
  /// writes the next blocks of a file that was filled with zeros before.
  ///
  /// - Parameters:
  ///   - byteCount: How much each round writes.
  ///   - directory: Where the file is made; it is removed again.
  /// - Returns: How long each round took.
  /// - Throws: `SystemError`.
  static func overwriting(_ byteCount: Int, in directory: String) throws -> Latencies {
    let rounds = 200
    let path = directory + "/sync-measurement"
    defer { try? FileSystem.removeFile(path) }
    let file = try FileDescriptor(
      opening: path, for: .readingAndWriting, creation: .ifMissingElseEmpty)
    for _ in 0..<rounds { try file.write([UInt8](repeating: 0, count: byteCount)) }
    try file.synchronizeData()
    let bytes = [UInt8](repeating: 0x5A, count: byteCount)
    var latencies = Latencies()
    for round in 0..<rounds {
      try latencies.measure {
        try bytes.withUnsafeBytes { try file.write($0, at: UInt64(round * byteCount)) }
        try file.synchronizeData()
      }
    }
    return latencies
  }
}
