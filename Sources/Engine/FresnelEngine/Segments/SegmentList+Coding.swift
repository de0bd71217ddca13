import FresnelModel

// The content of an engine's manifest, little-endian; `Documentation/formats/segment-list.md` describes
// it. No bytes at all are a list without segments.
//
//   offset  bytes  field
//        0      4  version, 1
//        4      4  number of indexes, i
//        8      4  number of segments, s
//       12      4  0
//       16      8  number of the next segment
//       24      .  i indexes: app and index name, each 4 bytes of length, then UTF-8
//        .      .  s segments:
//                    0   8  number
//                    8   8  byte count of the file
//                   16   8  number of the live-document file; 0 without one
//                   24   4  documents, d
//                   28   4  documents not deleted
//                   32   4  number of indexes that they belong to, m
//                   36   4  0
//                   40  8m  for each its number in the list of indexes (4), its documents (4)

extension SegmentList {
  private static let version: UInt32 = 1
  private static let subject = "The list of segments in the manifest"

  /// The bytes to keep in the manifest.
  func encode() -> [UInt8] {
    var numbers: [IndexScope: UInt32] = [:]
    var scopes: [IndexScope] = []
    for count in segments.lazy.flatMap(\.scopes) where numbers[count.scope] == nil {
      numbers[count.scope] = UInt32(scopes.count)
      scopes.append(count.scope)
    }
    var writer = ByteFieldWriter()
    writer.append(Self.version)
    writer.append(UInt32(scopes.count))
    writer.append(UInt32(segments.count))
    writer.append(UInt32(0))
    writer.append(nextNumber)
    for scope in scopes { writer.append(scope) }
    for segment in segments {
      writer.append(segment.number)
      writer.append(segment.byteCount)
      writer.append(segment.liveFileNumber)
      writer.append(segment.documentCount)
      writer.append(segment.liveCount)
      writer.append(UInt32(segment.scopes.count))
      writer.append(UInt32(0))
      for count in segment.scopes {
        writer.append(numbers[count.scope] ?? 0)
        writer.append(count.documentCount)
      }
    }
    return writer.bytes
  }

  /// Reads what ``encode()`` wrote.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Code/unreadable`` for any bytes that are no list.
  /// - Complexity: O(*n*) in the number of bytes, memory too.
  init(decoding bytes: [UInt8]) throws(StoreError) {
    self.init()
    if bytes.isEmpty { return }
    var reader = ByteFieldReader(bytes[...], of: Self.subject)
    let version = try reader.integer(UInt32.self)
    guard version <= Self.version else {
      throw StoreError(.unreadable, "The store was written by a newer version of this software.")
    }
    let scopeCount = try reader.integer(UInt32.self)
    let segmentCount = try reader.integer(UInt32.self)
    guard version == Self.version, try reader.integer(UInt32.self) == 0 else {
      throw reader.malformed("its version is unknown")
    }
    nextNumber = try reader.integer(UInt64.self)
    var scopes: [IndexScope] = []
    for _ in 0..<scopeCount { scopes.append(try reader.scope()) }
    guard Set(scopes).count == scopes.count else {
      throw reader.malformed("an index comes twice")
    }
    var numbers: Set<UInt64> = []
    for _ in 0..<segmentCount {
      let entry = try Self.entry(&reader, scopes)
      guard entry.number > 0, entry.number < nextNumber, numbers.insert(entry.number).inserted
      else { throw reader.malformed("a segment's number is wrong") }
      segments.append(entry)
    }
    guard reader.isAtEnd else { throw reader.malformed("something follows it") }
  }

  private static func entry(
    _ reader: inout ByteFieldReader, _ scopes: [IndexScope]
  ) throws(StoreError) -> Entry {
    var entry = Entry(
      number: try reader.integer(UInt64.self), byteCount: try reader.integer(UInt64.self),
      documentCount: 0, liveCount: 0, liveFileNumber: try reader.integer(UInt64.self), scopes: [])
    entry.documentCount = try reader.integer(UInt32.self)
    entry.liveCount = try reader.integer(UInt32.self)
    let scopeCount = try reader.integer(UInt32.self)
    guard try reader.integer(UInt32.self) == 0 else {
      throw reader.malformed("a segment has a field that is unknown")
    }
    var documentCount: UInt64 = 0
    var seen: Set<UInt32> = []
    for _ in 0..<scopeCount {
      let number = try reader.integer(UInt32.self)
      let count = try reader.integer(UInt32.self)
      guard Int(number) < scopes.count, count > 0, seen.insert(number).inserted else {
        throw reader.malformed("a segment's indexes are wrong")
      }
      documentCount += UInt64(count)
      entry.scopes.append(ScopeCount(scope: scopes[Int(number)], documentCount: count))
    }
    guard documentCount == UInt64(entry.documentCount), entry.liveCount <= entry.documentCount,
      entry.liveFileNumber > 0 || entry.liveCount == entry.documentCount
    else { throw reader.malformed("a segment's documents are counted wrongly") }
    return entry
  }
}
