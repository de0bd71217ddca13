public import FresnelModel

/// Items of every shape, from a seed.
public struct RandomItems {
  /// Where the choices come from.
  public var generator: SeededGenerator

  /// Items that repeat with the seed.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// An item; one in three is a partial update where nothing is said of that.
  public mutating func item(isUpdate: Bool? = nil) -> Item {
    let isUpdate = isUpdate ?? generator.once(in: 3)
    var attributes = Attributes()
    for _ in 0..<generator.below(12) {
      attributes[key()] = isUpdate && generator.once(in: 4) ? .null : value(depth: 0)
    }
    return Item(
      uniqueIdentifier: text(), domainIdentifier: generator.once(in: 2) ? nil : text(),
      expiration: generator.once(in: 2) ? nil : Timestamp(secondsSinceReferenceDate: double()),
      attributes: attributes, isUpdate: isUpdate)
  }

  /// One of few keys, so that items share some; also a built-in one that no table knows.
  public mutating func key() -> AttributeKey {
    if generator.once(in: 3) {
      let names = ["a", "A", "b", "ab", "a_b", "title", "id", "com_example_long_name", "0"]
      return .custom(
        CustomAttributeKey(
          name: names[generator.below(names.count)], isSearchable: !generator.once(in: 4),
          isSearchableByDefault: generator.once(in: 4), isUnique: generator.once(in: 4),
          isMultiValued: generator.once(in: 4)))
    }
    let numbers: [UInt16] = [1, 2, 6, 10, 13, 14, 22, 48, 52, 124, 145, 149, 161, 190, 191, 0xfffe]
    return .builtIn(AttributeID(rawValue: numbers[generator.below(numbers.count)]))
  }

  /// Any value but null at depth 0, of any type whatever the key.
  public mutating func value(depth: Int) -> AttributeValue {
    switch generator.below(depth < 3 ? 13 : 9) + (depth == 0 ? 1 : 0) {
    case 0: .null
    case 1: .boolean(generator.once(in: 2))
    case 2: .integer(integer())
    case 3: .double(double())
    case 4: .date(Timestamp(secondsSinceReferenceDate: double()))
    case 5, 6: .string(text())
    case 7: .url("https://example.org/" + text())
    case 8:
      .data((0..<generator.below(20)).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
    case 9:
      .person(
        Person(
          displayName: generator.once(in: 3) ? nil : text(),
          handles: (0..<generator.below(3)).map { _ in text() }, handleIdentifier: text(),
          contactIdentifier: generator.once(in: 2) ? nil : text()))
    case 10:
      .localizedString(
        Dictionary(
          (0..<generator.below(4)).map { _ in (text(), text()) }, uniquingKeysWith: { $1 }))
    case 11: .array((0..<generator.below(4)).map { _ in value(depth: depth + 1) })
    default:
      .dictionary(
        Dictionary(
          (0..<generator.below(4)).map { _ in (text(), value(depth: depth + 1)) },
          uniquingKeysWith: { $1 }))
    }
  }

  /// A text of a few pieces that tend to make trouble; it may be empty.
  public mutating func text() -> String {
    let pieces = [
      "a", "B", "word", " ", "é", "e\u{301}", "ß", "京都", "🏳️‍🌈", "\0", "\"", "\\", "\n", "\u{7f}",
      "$date",
      "10", "שלום",
    ]
    return (0..<generator.below(4)).map { _ in pieces[generator.below(pieces.count)] }.joined()
  }

  /// A whole number, often an extreme one.
  public mutating func integer() -> Int64 {
    switch generator.below(4) {
    case 0: Int64(generator.below(200)) - 100
    case 1: .min
    case 2: .max
    default: Int64(bitPattern: generator.next())
    }
  }

  /// A number, often an extreme one.
  public mutating func double() -> Double {
    switch generator.below(6) {
    case 0: Double(generator.below(2_000_000_000)) - 1_000_000_000
    case 1: Double(generator.below(2_000_000_000)) / 1024
    case 2: .infinity
    case 3: -0.0
    case 4: .leastNonzeroMagnitude
    default:
      {
        let double = Double(bitPattern: $0)
        return double.isNaN ? 1e-7 : double
      }(generator.next())
    }
  }
}
