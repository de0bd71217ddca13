import FresnelModel
import Testing

/// The rules of `Documentation/formats/item.md`, each broken by hand.
@Suite("Damaged items")
struct EncodedItemDamageTests {
  /// The encoding of an item with one attribute whose value is then replaced byte by byte.
  private func encoded(
    _ value: AttributeValue, replacingValueWith bytes: [UInt8]? = nil
  ) throws -> [UInt8] {
    let item = Item(uniqueIdentifier: "a", attributes: Attributes([.builtIn(.title): value]))
    var encoding = try ItemCodec.encode(item)
    // Header, one row of the table, an identifier of one byte.
    let valueStart = 28 + 8 + 1
    if let bytes { encoding.replaceSubrange(valueStart..., with: bytes) }
    encoding[4] = UInt8(encoding.count)
    return encoding
  }

  /// Expects that neither the check of the whole nor reading the one value takes the bytes.
  private func expectDamage(
    _ bytes: [UInt8], _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: ModelError.self, comment, sourceLocation: sourceLocation) {
      try EncodedItem(validating: bytes)
    }
    #expect(error?.code == .damaged, comment, sourceLocation: sourceLocation)
    #expect(throws: ModelError.self, comment, sourceLocation: sourceLocation) {
      try EncodedItem(opening: bytes).item()
    }
  }

  private let all: UInt8 = 0xff

  @Test func `a number has one form and 64 bits`() throws {
    let integer = AttributeValue.integer(1)
    #expect(throws: Never.self) {
      try EncodedItem(validating: encoded(integer, replacingValueWith: [2]))
    }
    expectDamage(try encoded(integer, replacingValueWith: [0x82, 0x00]), "longer than need be")
    let most = Array(repeating: all, count: 9)
    #expect(throws: Never.self) {
      try EncodedItem(validating: encoded(integer, replacingValueWith: most + [1]))
    }
    expectDamage(try encoded(integer, replacingValueWith: most + [2]), "65 bits")
    expectDamage(try encoded(integer, replacingValueWith: most + [0x81, 0]), "a byte more")
    expectDamage(try encoded(integer, replacingValueWith: [0x80]), "cut short")
    expectDamage(try encoded(integer, replacingValueWith: []), "nothing")
    expectDamage(try encoded(integer, replacingValueWith: [2, 2]), "something behind it")
  }

  @Test func `a floating-point number is one, and zero has no sign`() throws {
    for double: Double in [.nan, -.nan, .signalingNaN, -0.0] {
      let bits = (0..<8).map { UInt8(truncatingIfNeeded: double.bitPattern >> (8 * $0)) }
      expectDamage(try encoded(.double(1), replacingValueWith: bits), "\(double)")
      let date = AttributeValue.date(Timestamp(secondsSinceReferenceDate: 1))
      expectDamage(try encoded(date, replacingValueWith: bits), "\(double)")
    }
  }

  @Test func `keys of a dictionary ascend and differ as text`() throws {
    func dictionary(_ keys: [String]) throws -> [UInt8] {
      // Each value is `true`, a type byte without bytes.
      let pairs = keys.map { [UInt8($0.utf8.count)] + Array($0.utf8) + [2 as UInt8] }.joined()
      return try encoded(.dictionary([:]), replacingValueWith: [UInt8(keys.count)] + pairs)
    }
    func localized(_ keys: [String]) throws -> [UInt8] {
      let pairs = keys.map { [UInt8($0.utf8.count)] + Array($0.utf8) + [0 as UInt8] }.joined()
      return try encoded(.localizedString([:]), replacingValueWith: [UInt8(keys.count)] + pairs)
    }
    for make in [dictionary, localized] {
      #expect(throws: Never.self) { try EncodedItem(validating: make(["", "a", "ab", "b", "é"])) }
      expectDamage(try make(["b", "a"]), "out of order")
      expectDamage(try make(["a", "a"]), "repeated")
      expectDamage(try make(["e\u{301}", "\u{e9}"]), "canonically equivalent")
    }
  }

  @Test func `flags that mean nothing are not set`() throws {
    let person = Person(displayName: nil, handles: [], handleIdentifier: "")
    var bytes = try encoded(.person(person))
    bytes[37] = 4
    expectDamage(bytes, "a person's")
    bytes = try encoded(.integer(1))
    bytes[3] = 8
    expectDamage(bytes, "the item's")
    bytes = try encoded(.integer(1))
    bytes[31] = 1
    expectDamage(bytes, "a built-in attribute's")
  }

  @Test func `what has no flag is empty`() throws {
    var bytes = try ItemCodec.encode(
      Item(uniqueIdentifier: "a", domainIdentifier: "d", expiration: .distantFuture))
    bytes[3] = 4
    expectDamage(bytes, "a domain")
    bytes[3] = 2
    expectDamage(bytes, "an expiry")
  }

  @Test func `an attribute lies behind the identifiers and before the next one`() throws {
    let bytes = try ItemCodec.encode(
      Item(
        uniqueIdentifier: "a",
        attributes: Attributes([.builtIn(.title): .boolean(true), .builtIn(.city): .integer(1)])))
    // The second row's offset, 45, is moved into the header, the table and beyond the end.
    for offset: UInt8 in [0, 8, 30, 44, 47, 255] {
      var damaged = bytes
      #expect(damaged[40] == 45)
      damaged[40] = offset
      expectDamage(damaged, "at \(offset)")
      #expect(throws: ModelError.self) {
        try EncodedItem(opening: damaged).decodedValue(for: .builtIn(.city))
      }
    }
  }

  @Test func `an attribute cannot be read out of the identifier`() throws {
    // The identifier and the city together look like a text of one byte.
    var bytes = try ItemCodec.encode(
      Item(
        uniqueIdentifier: "\u{1}",
        attributes: Attributes([.builtIn(.title): .boolean(true), .builtIn(.city): .string("")])))
    bytes[40] = 44
    #expect(throws: ModelError.self) {
      try EncodedItem(opening: bytes).decodedValue(for: .builtIn(.city))
    }
  }

  @Test func `attributes ascend and come once`() throws {
    let bytes = try ItemCodec.encode(
      Item(
        uniqueIdentifier: "a",
        attributes: Attributes([
          .builtIn(.title): .boolean(true), .builtIn(.city): .boolean(true),
          .custom(CustomAttributeKey(name: "a")): .boolean(true),
          .custom(CustomAttributeKey(name: "b")): .boolean(true),
        ])))
    var damaged = bytes
    damaged[28] = bytes[36]
    #expect(throws: ModelError.self, "one number twice") { try EncodedItem(validating: damaged) }
    damaged[28] = bytes[36] + 1
    #expect(throws: ModelError.self, "numbers descend") { try EncodedItem(validating: damaged) }
    damaged = bytes
    damaged[damaged.count - 1] = UInt8(ascii: "a")
    #expect(throws: ModelError.self, "one name twice") { try EncodedItem(validating: damaged) }
    damaged[damaged.count - 1] = UInt8(ascii: "A")
    #expect(throws: ModelError.self, "names descend") { try EncodedItem(validating: damaged) }
    damaged[damaged.count - 1] = UInt8(ascii: "-")
    expectDamage(damaged, "no name")
  }

  @Test func `values nest and multiply within the limits`() throws {
    // Each level: one element, which is an array.
    let levels = Array(repeating: [1, 11] as [UInt8], count: 15).flatMap { $0 }
    #expect(throws: Never.self) {
      try EncodedItem(validating: encoded(.array([]), replacingValueWith: levels + [0]))
    }
    expectDamage(
      try encoded(.array([]), replacingValueWith: levels + [1, 11, 0]), "seventeen levels")
  }
}
