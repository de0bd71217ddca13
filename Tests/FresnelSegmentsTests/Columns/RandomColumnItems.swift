import FresnelModel
import FresnelQuery
import FresnelTestSupport

/// Items over few attributes with values of every kind, and comparisons that some of them pass.
struct RandomColumnItems {
  var generator: SeededGenerator
  /// For each attribute, out of 16 items how many have it.
  private var shares: [Int]

  static let keys: [AttributeKey] = [
    .builtIn(.fileSize), .builtIn(.pageCount), .builtIn(.contentCreationDate), .builtIn(.allDay),
    .builtIn(.kind), .builtIn(.keywords), .builtIn(.authors), .builtIn(.title),
    .builtIn(.htmlContentData), .builtIn(.domainIdentifier), .builtIn(AttributeID(rawValue: 900)),
    .custom(CustomAttributeKey(name: "stars")), .custom(CustomAttributeKey(name: "tag")),
  ]

  static let names = [
    "fileSize", "pageCount", "contentCreationDate", "allDay", "kind", "keywords", "authors",
    "title",
    "htmlContentData", "domainIdentifier", "expirationDate", "uniqueIdentifier", "stars", "tag",
    "unheardOf", "kMDItemKind",
  ]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    shares = []
    for _ in Self.keys { shares.append(pick([0, 1, 4, 12, 16])) }
  }

  // MARK: - Items

  mutating func item(_ number: Int) throws -> EncodedItem {
    var attributes = Attributes()
    for (key, share) in zip(Self.keys, shares) where below(16) < share {
      var key = key
      if case .custom(var custom) = key {
        custom.isSearchable = below(8) > 0
        key = .custom(custom)
      }
      attributes[key] = value(of: key, depth: 0)
    }
    let item = Item(
      uniqueIdentifier: "item-\(number)",
      domainIdentifier: below(3) == 0 ? nil : pick(["mail", "mail.inbox", "Notes", ""]),
      expiration: below(4) > 0 ? nil : date(), attributes: attributes)
    return try EncodedItem(validating: ItemCodec.encode(item))
  }

  /// Mostly a value of one kind for each attribute, sometimes one of any kind.
  private mutating func value(of key: AttributeKey, depth: Int) -> AttributeValue {
    if below(20) == 0 { return anyValue(depth: depth) }
    switch key {
    case .builtIn(.fileSize): return .integer(Int64(below(100)) * 1024)
    case .builtIn(.pageCount): return .integer(integer())
    case .builtIn(.contentCreationDate): return .date(date())
    case .builtIn(.allDay): return .boolean(below(2) == 0)
    case .builtIn(.kind), .builtIn(.domainIdentifier): return .string(text())
    case .builtIn(.keywords), .custom(CustomAttributeKey(name: "tag")):
      return .array((0..<below(4)).map { _ in .string(text()) })
    case .custom: return .double(double())
    default: return anyValue(depth: depth)
    }
  }

  private mutating func anyValue(depth: Int) -> AttributeValue {
    switch below(depth < 2 ? 11 : 7) {
    case 0: return .integer(integer())
    case 1: return .double(double())
    case 2: return .boolean(below(2) == 0)
    case 3: return .date(date())
    case 4: return .string(text())
    case 5: return .url("https://example.org/" + text())
    case 6: return .data([1, 2, 3])
    case 7:
      return .person(
        Person(
          displayName: below(2) == 0 ? nil : text(), handles: (0..<below(3)).map { _ in text() },
          handleIdentifier: "emailAddresses"))
    case 8: return .localizedString(["en": text(), "de": text()])
    case 9: return .array((0..<below(5)).map { _ in anyValue(depth: depth + 1) })
    default: return .dictionary(["a": anyValue(depth: depth + 1), "b": anyValue(depth: depth + 1)])
    }
  }

  private mutating func text() -> String {
    pick(["", "a", "A", "ab", "Ab c", "b c", "é", "e\u{301}", "Straße", "日本", "a*b", "long word"])
  }

  private mutating func integer() -> Int64 {
    switch below(8) {
    case 0: Int64.random(in: .min ... .max, using: &generator)
    case 1: pick([.min, .max, 1 << 53, 1 << 53 + 1, -1 << 53 - 1])
    default: Int64(below(9)) - 4
    }
  }

  private mutating func double() -> Double {
    switch below(8) {
    case 0:
      {
        let double = Double(bitPattern: $0)
        return double.isNaN ? 0.1 : double
      }(generator.next())
    case 1: pick([.infinity, -.infinity, 0x1p63, -0x1p63, -0x1p63.nextDown, 0x1p53, 0x1p53 + 2])
    case 2: Double(below(9)) - 4
    default: Double(below(40)) / 8 - 2
    }
  }

  private mutating func date() -> Timestamp {
    switch below(4) {
    case 0: Timestamp(secondsSinceReferenceDate: double())
    case 1: Timestamp(secondsSinceReferenceDate: 800_000_000 + Double(below(900_000)) / 8)
    default: Timestamp(secondsSinceReferenceDate: 800_000_000 + Double(below(90)) * 86_400)
    }
  }

  // MARK: - Comparisons

  mutating func query() -> Query {
    let attribute = AttributeReference.named(pick(Self.names))
    switch below(10) {
    case 0:
      return .inRange(attribute, lower: quantity(), upper: quantity())
    case 1...4:
      return .comparison(
        Comparison(
          attribute: attribute, comparator: pick([.equal, .notEqual]), value: .pattern(pattern()),
          modifiers: MatchModifiers(rawValue: UInt8(below(16)))))
    default:
      return .comparison(
        Comparison(
          attribute: below(30) == 0 ? .metadata : attribute, comparator: pick(Comparator.allCases),
          value: quantity()))
    }
  }

  private mutating func pattern() -> Pattern {
    if below(4) == 0 { return Pattern([.anySequence]) }
    return Pattern(
      (0..<1 + below(3)).map { _ in
        switch below(5) {
        case 0: .anySequence
        case 1: .anyCharacter
        default: .text(text())
        }
      })
  }

  private mutating func quantity() -> Literal {
    switch below(8) {
    case 0...2: .integer(integer())
    case 3: .integer(Int64(below(100)) * 1024)
    case 4:
      {
        .double($0.isFinite ? $0 : 0.5)
      }(double())
    case 5: .double(date().secondsSinceReferenceDate.magnitude.clamped)
    case 6: .time(.now(offset: pick([0, -86_400, 40 * 86_400, 0.125, 1e18])))
    default:
      .time(.start(of: pick(TimeExpression.Period.allCases), offset: below(5) - 2))
    }
  }

  // MARK: - Choices

  mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &generator)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}

extension Double {
  fileprivate var clamped: Double { isFinite ? self : 1 }
}
