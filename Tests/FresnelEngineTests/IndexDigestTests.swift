import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("The digest of an index")
struct IndexDigestTests {
  @Test("it is the sum of the items' hashes, as the documentation's example says")
  func example() {
    var sum = DigestSum()
    for bytes: [UInt8] in [[1], [2, 3]] { bytes.withUnsafeBytes { sum.add($0) } }
    let digits = sum.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    #expect(
      digits.joined() == "4fe2723432d6ed94fffff434af9f9a48e3941ff9b30c9966a6de80585ea7fbce")
    #expect(IndexDigest().hexadecimal == String(repeating: "0", count: 64))
  }

  @Test("it depends on the items and on neither their order nor their segments", arguments: 0..<8)
  func order(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let items = (0..<30).map { RandomText.item("\($0)", &generator) }
    let clock = ManualClock()
    func digest(_ flushByteCount: Int, _ batches: [[Item]]) async throws -> IndexDigest? {
      let options = StoreOptions(
        clock: { clock.now }, mergesInBackground: false, flushByteCount: flushByteCount)
      let store = try Store.open(at: "/store", storage: FaultyStorage(), options: options)
      for batch in batches { try await store.put(batch) }
      try await store.put([items[0]], into: .mail)
      defer { store.close() }
      let digests = store.snapshot().digests()
      #expect(digests[.mail]?.itemCount == 1)
      #expect(store.snapshot().digests(in: .scope(.notes)).count == 1)
      return digests[.notes]
    }
    let shuffled = items.shuffled(using: &generator)
    let expected = try await digest(1 << 24, [items])
    #expect(expected?.itemCount == 30)
    #expect(try await digest(1, shuffled.map { [$0] }) == expected, "seed \(seed)")
    #expect(try await digest(1, [shuffled, Array(items.prefix(9))]) == expected, "seed \(seed)")
    #expect(try await digest(1, [Array(items.dropFirst())]) != expected, "seed \(seed)")
    var changed = items
    changed[3].attributes[.title] = .string("Another")
    #expect(try await digest(1, [changed]) != expected, "seed \(seed)")
  }
}
