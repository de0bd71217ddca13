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
  /// Lengths of time and no other texts.
  let isDuration: Bool
  /// Addresses and no other texts.
  let isAddress: Bool
  /// Members of an enumeration and no other texts.
  let enumeration: SchemaTerm?

  init(_ range: [SchemaTerm]) {
    let names = Set(range.map(\.name))
    let texts = range.filter(\.isDatatype).map(\.name)
    let dates: Set = ["Date", "DateTime", "Time"]
    mayBeNumber = !names.isDisjoint(with: Self.numbers)
    isNumber = mayBeNumber && texts.allSatisfy(Self.numbers.contains)
    isBoolean = texts == ["Boolean"]
    isDate = !texts.isEmpty && texts.allSatisfy(dates.contains)
    mayBeTime = names.contains("Time")
    isDuration = texts.isEmpty && names.contains("Duration")
    isAddress = texts == ["URL"]
    let enumerations = range.filter { $0.ancestors.contains { $0.name == "Enumeration" } }
    enumeration = enumerations.count == 1 && range.count == 1 ? enumerations.first : nil
  }

  private static let numbers: Set = ["Number", "Integer", "Float"]

  /// Whether a type is one of amounts, which are texts such as `5 cm` or objects.
  static func isQuantity(_ type: SchemaTerm) -> Bool {
    type.ancestors.contains { $0.name == "Quantity" }
  }
}
