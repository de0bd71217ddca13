import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("SegmentChanges")
struct SegmentChangesTests {
  @Test("a file says again what was live and patched, however much it was")
  func roundTrips() throws {
    for count in [0, 1, 64, 100, 5000] {
      for deletions in [0, 1, count / 100, count / 2, count] {
        for patches in [0, 1, count / 8, count] {
          let changes = Self.changes(count: count, deletions: deletions, patches: patches, seed: 1)
          let bytes = changes.encoded(segment: 77)
          let read = try SegmentChanges(decoding: bytes, segment: 77, documentCount: count)
          #expect(read == changes)
          #expect(read.patches.count == changes.patches.count)
          #expect(read.patches.byteCount == changes.patches.byteCount)
          if patches == 0 { #expect(bytes.count <= 36 + (count + 63) / 64 * 8) }
        }
      }
    }
  }

  @Test("few deletions and renewals take few bytes")
  func staysShort() {
    let changes = Self.changes(count: 1_000_000, deletions: 3, patches: 0, seed: 2)
    #expect(changes.encoded(segment: 1).count <= 36 + 9)
    var renewed = SegmentChanges(live: LiveDocuments(count: 1_000_000))
    renewed.patches.set(
      DocumentPatch(expiration: Timestamp(secondsSinceReferenceDate: 9), itemByteCount: 600),
      of: 999_999)
    #expect(renewed.encoded(segment: 1).count <= 44 + 14)
  }

  @Test("a file without patches is as it was before there were any")
  func firstVersion() {
    let changes = SegmentChanges(live: LiveDocuments(count: 10))
    #expect(Array(changes.encoded(segment: 1)[8..<12]) == [1, 0, 0, 0])
  }

  @Test("a file of another segment is refused")
  func refusesOtherSegment() {
    let bytes = Self.changes(count: 10, deletions: 1, patches: 2, seed: 1).encoded(segment: 1)
    #expect(throws: StorageError.self) {
      try SegmentChanges(decoding: bytes, segment: 2, documentCount: 10)
    }
    #expect(throws: StorageError.self) {
      try SegmentChanges(decoding: bytes, segment: 1, documentCount: 11)
    }
  }

  @Test("a newer file is refused by its own code")
  func refusesNewerVersion() {
    var bytes = SegmentChanges(live: LiveDocuments(count: 10)).encoded(segment: 1)
    bytes[8] = 3
    let error = #expect(throws: StorageError.self) {
      try SegmentChanges(decoding: bytes, segment: 1, documentCount: 10)
    }
    #expect(error?.code == .newerFormat)
  }

  @Test("every flipped bit and every cut is found", arguments: [0, 20])
  func findsDamage(patches: Int) {
    for deletions in [3, 400] {
      let changes = Self.changes(count: 700, deletions: deletions, patches: patches, seed: 3)
      let bytes = changes.encoded(segment: 5)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1 << UInt8(index % 8)
        #expect(throws: StorageError.self) {
          try SegmentChanges(decoding: changed, segment: 5, documentCount: 700)
        }
        #expect(throws: StorageError.self) {
          try SegmentChanges(decoding: Array(bytes[..<index]), segment: 5, documentCount: 700)
        }
      }
    }
  }

  @Test("content that breaks the format is refused even with the right checksum")
  func refusesBrokenContent() {
    for seed in 0..<2000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let changes = Self.changes(
        count: 300, deletions: generator.below(300), patches: generator.below(12), seed: seed)
      let content = generator.mutate(Array(changes.encoded(segment: 5).dropLast(4)), changes: 1)
      let changed = SegmentChanges.sealed(content)
      // Other changes of as many documents are no broken ones.
      guard let read = try? SegmentChanges(decoding: changed, segment: 5, documentCount: 300) else {
        continue
      }
      #expect((0..<300).count { read.live[$0] } == read.live.count, "seed \(seed)")
      var count = 0
      read.patches.forEach { document, patch in
        count += 1
        #expect(read.live[Int(document)], "seed \(seed)")
        #expect(throws: Never.self, "seed \(seed)") { try patch.changes?.validate() }
      }
      #expect(count == read.patches.count, "seed \(seed)")
    }
  }

  @Test("an example of a file has the bytes that its format says")
  func example() throws {
    var changes = SegmentChanges(live: LiveDocuments(count: 3))
    _ = changes.live.remove(1)
    changes.patches.set(DocumentPatch(expiration: nil, itemByteCount: 64), of: 0)
    var item = Item(uniqueIdentifier: "")
    item.isUpdate = true
    item.attributes[.pageCount] = .integer(7)
    let update = try EncodedItem(validating: ItemCodec.encode(item))
    changes.patches.set(
      DocumentPatch(expiration: nil, itemByteCount: 200, changes: update), of: 2)
    let bytes = changes.encoded(segment: 1)
    let expected: [UInt8] = [
      0x46, 0x52, 0x53, 0x4e, 0x4c, 0x4c, 0x49, 0x56, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00,
      0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x00,
      0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x40, 0x00, 0x02,
      0xc8, 0x01, 0x02, 0x25, 0x46, 0x49, 0x01, 0x01, 0x25, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x28, 0x00, 0x03, 0x00, 0x24, 0x00, 0x00, 0x00, 0x0e, 0xb1, 0xba, 0x20, 0x3d,
    ]
    #expect(bytes == expected)
    #expect(try SegmentChanges(decoding: expected, segment: 1, documentCount: 3) == changes)
  }

  // MARK: - Samples

  private static func changes(
    count: Int, deletions: Int, patches: Int, seed: UInt64
  ) -> SegmentChanges {
    var changes = SegmentChanges(live: LiveDocuments(count: count))
    var generator = SeededGenerator(seed: seed)
    for document in (0..<count).shuffled(using: &generator).prefix(deletions) {
      _ = changes.live.remove(document)
    }
    for document in (0..<count).shuffled(using: &generator).prefix(patches)
    where changes.live[document] {
      changes.patches.set(patch(&generator), of: UInt32(document))
    }
    return changes
  }

  private static func patch(_ generator: inout SeededGenerator) -> DocumentPatch {
    let expiration =
      generator.once(in: 2)
      ? Timestamp(secondsSinceReferenceDate: Double(generator.below(99))) : nil
    var update: EncodedItem?
    if generator.once(in: 2) {
      var item = Item(uniqueIdentifier: "", expiration: expiration)
      item.isUpdate = true
      item.attributes[.pageCount] = .integer(Int64(generator.below(999)))
      if generator.once(in: 2) { item.attributes[.fileSize] = .null }
      update = (try? ItemCodec.encode(item)).flatMap { try? EncodedItem(validating: $0) }
    }
    return DocumentPatch(
      expiration: expiration, itemByteCount: generator.below(9999), changes: update)
  }
}
