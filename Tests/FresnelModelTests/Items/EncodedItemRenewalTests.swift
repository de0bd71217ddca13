import FresnelModel
import FresnelTestSupport
import Testing

@Suite("EncodedItem that is renewed")
struct EncodedItemRenewalTests {
  private static func expirations(_ random: inout SeededGenerator) -> [Timestamp?] {
    [nil]
      + [0, -0.0, Double.random(in: -1e9...1e9, using: &random)].map {
        Timestamp(secondsSinceReferenceDate: $0)
      }
  }

  @Test(
    "the bytes are those of the item with the other expiry, and nothing else tells the two apart",
    arguments: 0..<40 as Range<UInt64>)
  func renewed(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var item = Item(uniqueIdentifier: "a\(seed)", domainIdentifier: seed % 2 == 0 ? "d" : nil)
    item.attributes[.title] = .string("title \(seed)")
    for before in Self.expirations(&random) {
      item.expiration = before
      let stored = try EncodedItem(validating: ItemCodec.encode(item))
      for after in Self.expirations(&random) {
        var other = item
        other.expiration = after
        let expected = try ItemCodec.encode(other)
        #expect(stored.renewed(until: after) == expected, "seed \(seed)")
        let renewed = try EncodedItem(validating: expected)
        #expect(renewed.isEqual(toRenewalOf: stored), "seed \(seed)")
      }
    }
  }

  @Test("items that differ in a byte besides the expiry are told apart")
  func different() throws {
    var item = Item(uniqueIdentifier: "a", domainIdentifier: "d")
    item.attributes[.title] = .string("title")
    let bytes = try ItemCodec.encode(item)
    let stored = try EncodedItem(validating: bytes)
    for index in 4..<bytes.count where !(20..<28).contains(index) {
      var changed = bytes
      changed[index] ^= 1
      guard let other = try? EncodedItem(opening: changed) else { continue }
      #expect(!other.isEqual(toRenewalOf: stored), "byte \(index)")
    }
    item.isUpdate = true
    let update = try EncodedItem(validating: ItemCodec.encode(item))
    #expect(!update.isEqual(toRenewalOf: stored))
  }
}
