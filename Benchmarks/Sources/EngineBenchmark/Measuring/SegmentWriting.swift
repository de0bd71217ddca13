/// What writing items costs in bytes of segments, those included that merges wrote and that are gone.
struct SegmentWriting {
  private let directory: String
  /// The bytes of every segment file that was ever seen. A file has its name for itself for ever.
  private var byteCounts: [String: Int] = [:]
  private var remainingByteCount = 0

  /// Watches a store's directory.
  init(_ directory: String) {
    self.directory = directory
  }

  /// Looks what files there are. A segment lives much longer than the few milliseconds between two
  /// looks: until it is merged with others.
  mutating func look() throws {
    let segments = try StoreFiles(directory).segments
    remainingByteCount = segments.reduce(0) { $0 + $1.byteCount }
    for segment in segments {
      byteCounts[segment.path] = max(segment.byteCount, byteCounts[segment.path] ?? 0)
    }
  }

  /// The bytes written.
  var writtenByteCount: Int { byteCounts.values.reduce(0, +) }

  /// The bytes written for each byte that the last look saw; zero where there was none.
  var amplification: Double {
    remainingByteCount == 0 ? 0 : Double(writtenByteCount) / Double(remainingByteCount)
  }
}
