import FresnelModel
import FresnelTestSupport
import Testing

@Suite("Encoded items from anywhere")
struct EncodedItemFuzzTests {
  /// Reads bytes in every way there is. Whatever passes the check must be the one encoding of what
  /// it holds, and whatever is the one encoding of something must pass.
  private func examine(_ bytes: [UInt8], _ seed: UInt64) {
    let isValid = (try? EncodedItem(validating: bytes)) != nil
    guard let encoded = try? EncodedItem(opening: bytes) else {
      #expect(!isValid, "seed \(seed)")
      return
    }
    _ = (encoded.uniqueIdentifier, encoded.domainIdentifier, encoded.expiration)
    try? encoded.forEachText { _, text in _ = text.count }
    for key in [AttributeKey.builtIn(.title), .custom(CustomAttributeKey(name: "a"))] {
      _ = try? encoded.decodedValue(for: key)
    }
    _ = try? encoded.merged(with: encoded)
    _ = try? encoded.wholeItem()
    let item = try? encoded.item()
    let isCanonical = item.flatMap { try? ItemCodec.encode($0) } == bytes
    #expect(isValid == isCanonical, "seed \(seed), bytes \(bytes)")
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `every byte flipped and every truncation is read without a trap`(seed: UInt64) throws {
    var items = RandomItems(seed: seed)
    let bytes = try ItemCodec.encode(items.item())
    for index in bytes.indices {
      for bit: UInt8 in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
        var damaged = bytes
        damaged[index] ^= bit
        examine(damaged, seed)
      }
      examine(Array(bytes[..<index]), seed)
      examine(Array(bytes[index...]), seed)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `mutated items are read without a trap`(seed: UInt64) throws {
    var items = RandomItems(seed: 100 + seed)
    let bytes = try ItemCodec.encode(items.item())
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var damaged = bytes
      for _ in 0...generator.below(4) where !damaged.isEmpty {
        let index = generator.below(damaged.count)
        switch generator.below(4) {
        case 0: damaged[index] = UInt8(truncatingIfNeeded: generator.next())
        case 1: damaged.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
        case 2: damaged.remove(at: index)
        default: damaged[index] = [0, 1, 0x7f, 0x80, 0xff][generator.below(5)]
        }
      }
      // Mutations behind the header are reached only when the length is right.
      if damaged.count >= 8, generator.once(in: 2) {
        for byte in 0..<4 {
          damaged[4 + byte] = UInt8(truncatingIfNeeded: damaged.count >> (8 * byte))
        }
      }
      examine(damaged, seed)
    }
  }

  @Test func `lengths and counts that the bytes do not back cost nothing`() throws {
    let item = Item(
      uniqueIdentifier: "a", attributes: Attributes([.builtIn(.keywords): .array([])]))
    let bytes = try ItemCodec.encode(item)
    for count: [UInt8] in [
      [0xff, 0xff, 0xff, 0xff, 0x0f], Array(repeating: 0xff, count: 9) + [1],
      Array(repeating: 0xff, count: 12),
    ] {
      var damaged = Array(bytes.dropLast()) + count
      damaged[4] = UInt8(damaged.count)
      #expect(throws: ModelError.self) { try EncodedItem(validating: damaged) }
    }
    for offset in [8, 12, 16] {
      var damaged = bytes
      for byte in 0..<4 { damaged[offset + byte] = 0xff }
      #expect(throws: ModelError.self) { try EncodedItem(opening: damaged) }
    }
  }

  @Test func `random bytes are no items`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let bytes = (0..<generator.below(120)).map { _ in UInt8(truncatingIfNeeded: generator.next())
      }
      #expect(throws: ModelError.self) { try EncodedItem(validating: bytes) }
    }
  }
}
