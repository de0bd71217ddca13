import FresnelModel
import FresnelPlatform
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

/// Segments of given items, in memory and in files.
enum SegmentFixture {
  static func builder(_ entries: [SegmentModel.Entry]) -> SegmentBuilder {
    var builder = SegmentBuilder()
    for entry in entries { builder.add(entry.item, scope: entry.scope) }
    return builder
  }

  static func image(_ entries: [SegmentModel.Entry]) throws -> Segment {
    try Segment.open(try #require(try builder(entries).finish(to: ByteSink.memory())))
  }

  static func file(
    _ entries: [SegmentModel.Entry], storage: FaultyStorage, key: EncryptionKey? = nil
  ) throws -> Segment {
    try storage.createDirectory("store")
    let sink = try ByteSink.file("store/segment", storage: storage, key: key)
    _ = try builder(entries).finish(to: sink)
    return try open("store/segment", storage: storage, key: key)
  }

  static func open(
    _ path: String, storage: FaultyStorage, key: EncryptionKey? = nil
  ) throws -> Segment {
    try Segment.open(
      try ByteSource.open(
        path, storage: storage, cache: BlockCache(byteCount: 1 << 20), key: key))
  }

  /// Compares part by part, so that a failure does not print everything.
  static func expectEqual(
    _ found: SegmentContent, _ expected: SegmentContent, _ comment: Comment,
    location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(found.scopes == expected.scopes, comment, sourceLocation: location)
    try #require(
      found.documents.map(\.identifier) == expected.documents.map(\.identifier), comment,
      sourceLocation: location)
    for (left, right) in zip(found.documents, expected.documents) {
      try #require(left == right, comment, sourceLocation: location)
    }
    for (name, left, right) in [
      ("terms", found.terms, expected.terms), ("prefixes", found.prefixes, expected.prefixes),
      ("keys", found.keys, expected.keys),
    ] {
      let leftNames = left.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
      let rightNames = right.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
      try #require(leftNames == rightNames, "\(name), \(comment)", sourceLocation: location)
      for (term, lists) in left {
        try #require(
          lists == right[term], "\(name), \(String(decoding: term, as: UTF8.self)), \(comment)",
          sourceLocation: location)
      }
    }
    #expect(found.termCount == expected.termCount, comment, sourceLocation: location)
    #expect(found.postingCount == expected.postingCount, comment, sourceLocation: location)
  }
}

extension SegmentFixture {
  static func bytes(of segment: Segment) throws -> [UInt8] {
    let pin = try segment.source.pin(0, Int(segment.source.byteCount))
    return Array(pin.bytes)
  }

  /// Replaces the format version, in the four bytes after the footer's length.
  static func setFooterVersion(_ version: UInt8, in bytes: inout [UInt8]) {
    bytes[bytes.count - 12] = version
    mendFooterChecksum(in: &bytes)
  }

  /// Makes the footer's checksum right, if its length may be.
  static func mendFooterChecksum(in bytes: inout [UInt8]) {
    let end = bytes.count
    let length = (0..<4).reduce(0) { $0 | Int(bytes[end - 16 + $1]) << (8 * $1) }
    guard length <= end - 16 else { return }
    let checksum = CRC32C.checksum(of: bytes[(end - 16 - length)..<(end - 4)])
    for place in 0..<4 {
      bytes[end - 4 + place] = UInt8(truncatingIfNeeded: checksum >> (8 * place))
    }
  }
}
