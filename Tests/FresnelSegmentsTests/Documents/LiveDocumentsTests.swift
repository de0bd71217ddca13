import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("LiveDocuments")
struct LiveDocumentsTests {
  @Test("a document that is removed is not live, and the others are")
  func removes() {
    for count in [0, 1, 63, 64, 65, 1000] {
      var live = LiveDocuments(count: count)
      var model = Set(0..<count)
      var generator = SeededGenerator(seed: UInt64(count))
      for _ in 0..<count {
        let document = generator.below(count)
        #expect(live.remove(document) == (model.remove(document) != nil))
        #expect(live.count == model.count)
      }
      var found: [Int] = []
      live.forEach {
        found.append($0)
        return true
      }
      #expect(found == model.sorted())
      #expect((0..<count).allSatisfy { live[$0] == model.contains($0) })
    }
  }

  @Test("a file says again what was live, however many were deleted")
  func roundTrips() throws {
    for count in [0, 1, 64, 100, 5000] {
      for deletions in [0, 1, count / 100, count / 2, count] {
        let live = Self.live(count: count, deletions: deletions, seed: 1)
        let bytes = live.encoded(segment: 77)
        #expect(try LiveDocuments(decoding: bytes, segment: 77, documentCount: count) == live)
        #expect(bytes.count <= 36 + (count + 63) / 64 * 8)
      }
    }
  }

  @Test("few deletions take few bytes")
  func staysShort() {
    let live = Self.live(count: 1_000_000, deletions: 3, seed: 2)
    #expect(live.encoded(segment: 1).count <= 36 + 9)
  }

  @Test("a file of another segment is refused")
  func refusesOtherSegment() {
    let bytes = LiveDocuments(count: 10).encoded(segment: 1)
    #expect(throws: StorageError.self) {
      try LiveDocuments(decoding: bytes, segment: 2, documentCount: 10)
    }
    #expect(throws: StorageError.self) {
      try LiveDocuments(decoding: bytes, segment: 1, documentCount: 11)
    }
  }

  @Test("a newer file is refused by its own code")
  func refusesNewerVersion() {
    var bytes = LiveDocuments(count: 10).encoded(segment: 1)
    bytes[8] = 2
    let error = #expect(throws: StorageError.self) {
      try LiveDocuments(decoding: bytes, segment: 1, documentCount: 10)
    }
    #expect(error?.code == .newerFormat)
  }

  @Test("every flipped bit and every cut is found")
  func findsDamage() {
    for deletions in [3, 400] {
      let bytes = Self.live(count: 700, deletions: deletions, seed: 3).encoded(segment: 5)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1 << UInt8(index % 8)
        #expect(throws: StorageError.self) {
          try LiveDocuments(decoding: changed, segment: 5, documentCount: 700)
        }
        #expect(throws: StorageError.self) {
          try LiveDocuments(
            decoding: Array(bytes[..<index]), segment: 5, documentCount: 700)
        }
      }
    }
  }

  @Test("content that breaks the format is refused even with the right checksum")
  func refusesBrokenContent() {
    for seed in 0..<2000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let live = Self.live(count: 300, deletions: generator.below(300), seed: seed)
      let bytes = live.encoded(segment: 5)
      let content = generator.mutate(Array(bytes.dropLast(4)), changes: 1)
      let changed = LiveDocuments.sealed(content)
      // A different list of as many documents is no broken one.
      if let read = try? LiveDocuments(decoding: changed, segment: 5, documentCount: 300) {
        #expect(read.count == live.count, "seed \(seed)")
        #expect((0..<300).count { read[$0] } == read.count, "seed \(seed)")
      }
    }
  }

  private static func live(count: Int, deletions: Int, seed: UInt64) -> LiveDocuments {
    var live = LiveDocuments(count: count)
    var generator = SeededGenerator(seed: seed)
    for document in (0..<count).shuffled(using: &generator).prefix(deletions) {
      _ = live.remove(document)
    }
    return live
  }
}
