/// What texts a property expects, by its range.
struct ExpectedKinds {
  /// Numbers and no other texts.
  let isNumber: Bool
  /// Numbers among other things.
  let mayBeNumber: Bool
  /// Truth values and no other texts.
  let isBoolean: Bool
  /// Dates or times and no other texts.
  let isDate: Bool
  /// Times of the day among these.
  let mayBeTime: Bool
  /// Times of the day and no other texts.
  let isTime: Bool
  /// Lengths of time and no other texts.
  let isDuration: Bool
  /// Addresses and no other texts, nor things that a text may name.
  let isAddress: Bool
  /// Members of an enumeration and no other texts.
  let enumeration: SchemaTerm?

  init(_ range: [SchemaTerm]) {
    let texts = range.filter(\.isDatatype)
    mayBeNumber = range.contains(where: Self.numbers.contains)
    isNumber = mayBeNumber && texts.allSatisfy(Self.numbers.contains)
    isBoolean = texts == Self.boolean
    isDate = !texts.isEmpty && texts.allSatisfy(Self.dates.contains)
    mayBeTime = range.contains(where: Self.time.contains)
    isDuration = texts.isEmpty && range.contains(where: Self.duration.contains)
    isTime = texts == Self.time
    isAddress =
      texts == Self.address
      && !range.contains { type in
        Self.named.contains(where: type.isSubtype)
      }
    enumeration =
      range.count == 1 && Self.isBelow(Self.enumerations, range[0]) ? range[0] : nil
  }

  // Terms are compared by their places in the table, so that no name is put together for a value.
  private static let numbers = terms("Number", "Integer", "Float")
  private static let boolean = terms("Boolean")
  private static let dates = terms("Date", "DateTime", "Time")
  private static let time = terms("Time")
  private static let duration = terms("Duration")
  private static let address = terms("URL")
  private static let named = terms("Place", "Product", "ContactPoint")
  private static let enumerations = terms("Enumeration")
  private static let quantities = terms("Quantity")

  private static func terms(_ names: String...) -> [SchemaTerm] {
    names.compactMap { SchemaTerm(.type, named: $0) }
  }

  private static func isBelow(_ others: [SchemaTerm], _ type: SchemaTerm) -> Bool {
    others.contains { $0 != type && type.isSubtype(of: $0) }
  }

  /// Whether a type is one of amounts, which are texts such as `5 cm` or objects.
  static func isQuantity(_ type: SchemaTerm) -> Bool {
    isBelow(quantities, type)
  }
}
