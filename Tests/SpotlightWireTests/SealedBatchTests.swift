import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("SealedBatch")
struct SealedBatchTests {
  private let batch = SealedBatch(
    index: "main", clientState: [1, 2],
    operations: [.put(SampleMessages.items), .deleteIdentifiers(["note-3"])])

  @Test("Who has the secret key reads what was sealed, and nobody else")
  func opening() throws {
    let keys = try SealingKeyPair.random()
    let sealed = try batch.sealed(to: keys.publicKey)
    #expect(try SealedBatch(opening: sealed, with: keys) == batch)
    let other = try SealingKeyPair.random()
    #expect(throws: WireError.self) { try SealedBatch(opening: sealed, with: other) }
  }

  @Test("Sealed bytes show nothing of what is in them, not even that two are alike")
  func secrecy() throws {
    let keys = try SealingKeyPair.random()
    let first = try batch.sealed(to: keys.publicKey)
    let second = try batch.sealed(to: keys.publicKey)
    #expect(first != second)
    let identifier = Array("note-1".utf8)
    #expect(!first.indices.contains { first[$0...].starts(with: identifier) })
  }

  @Test("A key that was kept opens what was sealed before")
  func keeping() throws {
    let keys = try SealingKeyPair.random()
    let sealed = try batch.sealed(to: keys.publicKey)
    let kept = keys.withSecretKey { Array($0) }
    let again = try SealingKeyPair(secretKey: kept.span.bytes)
    #expect(again.publicKey == keys.publicKey)
    #expect(try SealedBatch(opening: sealed, with: again) == batch)
    #expect("\(keys) \(String(reflecting: keys))" == "SealingKeyPair SealingKeyPair")
  }

  @Test("Damaged bytes and keys that are none are refused")
  func damage() throws {
    let keys = try SealingKeyPair.random()
    let sealed = try batch.sealed(to: keys.publicKey)
    for index in sealed.indices {
      var damaged = sealed
      damaged[index] ^= 1
      #expect(throws: WireError.self) { try SealedBatch(opening: damaged, with: keys) }
    }
    for count in [0, 1, 47, 48, sealed.count - 1] {
      #expect(throws: WireError.self) {
        try SealedBatch(opening: Array(sealed.prefix(count)), with: keys)
      }
    }
    for key in [[], [UInt8](repeating: 1, count: 31), [UInt8](repeating: 0, count: 32)] {
      #expect(throws: WireError.self) { try batch.sealed(to: key) }
    }
  }
}
