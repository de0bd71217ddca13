import FresnelModel
import FresnelTestSupport
import Testing

@testable import PublicIndex

struct ItemCacheTests {
  private static func item(_ name: String, byteCount: Int = 0) throws -> EncodedItem {
    var attributes = Attributes()
    attributes[.textContent] = .string(String(repeating: "x", count: byteCount))
    return try EncodedItem(
      opening: ItemCodec.encode(Item(uniqueIdentifier: name, attributes: attributes)))
  }

  @Test func anItemIsReadOnce() throws {
    let cache = ItemCache()
    let item = try Self.item("a")
    var readCount = 0
    for _ in 0..<3 {
      let found = cache.item(Array("a".utf8)) {
        readCount += 1
        return item
      }
      #expect(found?.uniqueIdentifier == "a")
    }
    #expect(readCount == 1)
  }

  @Test func whatIsNotThereIsLookedForAgain() throws {
    let cache = ItemCache()
    let item = try Self.item("a")
    #expect(cache.item(Array("a".utf8)) { nil } == nil)
    #expect(cache.item(Array("a".utf8)) { item }?.uniqueIdentifier == "a")
  }

  @Test("never holds more than it may, nor another item", arguments: 0..<8 as Range<UInt64>)
  func staysWithinItsBound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let limit = 40_000
    let cache = ItemCache(byteCount: limit)
    var readCount = 0
    for _ in 0..<2_000 {
      let name = "\(Int.random(in: 0..<60, using: &random))"
      let item = try Self.item(name, byteCount: Int.random(in: 0..<3_000, using: &random))
      let found = cache.item(Array(name.utf8)) {
        readCount += 1
        return item
      }
      try #require(found?.uniqueIdentifier == name, "seed \(seed)")
      try #require(cache.size <= limit, "seed \(seed)")
    }
    #expect(readCount < 2_000, "seed \(seed)")
  }

  @Test func whatIsAskedForAgainStays() throws {
    let cache = ItemCache(byteCount: 40_000)
    let wanted = try Self.item("wanted")
    _ = cache.item(Array("wanted".utf8)) { wanted }
    for number in 0..<1_000 {
      let other = try Self.item("\(number)", byteCount: 100)
      _ = cache.item(Array("\(number)".utf8)) { other }
      let found = cache.item(Array("wanted".utf8)) { nil }
      try #require(found != nil, "\(number)")
    }
  }
}
