import FresnelModel

/// An attribute value that can be written as a literal in a table of fixtures.
struct FixtureValue {
  let value: AttributeValue

  init(_ value: AttributeValue) {
    self.value = value
  }

  static func url(_ text: String) -> FixtureValue { FixtureValue(.url(text)) }
  static func bytes(_ text: String) -> FixtureValue { FixtureValue(.data(Array(text.utf8))) }
  static func date(_ text: String) -> FixtureValue { FixtureValue(.date(Timestamp(fixture: text))) }
  static func seconds(_ seconds: Double) -> FixtureValue {
    FixtureValue(.date(Timestamp(secondsSinceReferenceDate: seconds)))
  }
  static func localized(_ texts: [String: String]) -> FixtureValue {
    FixtureValue(.localizedString(texts))
  }
  static func person(_ name: String?, _ handles: String...) -> FixtureValue {
    FixtureValue(
      .person(
        Person(
          displayName: name, handles: handles, handleIdentifier: "emailAddresses",
          contactIdentifier: "contact-7")))
  }
}

extension FixtureValue: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(.string(text)) }
}

extension FixtureValue: ExpressibleByIntegerLiteral {
  init(integerLiteral integer: Int64) { self.init(.integer(integer)) }
}

extension FixtureValue: ExpressibleByFloatLiteral {
  init(floatLiteral double: Double) { self.init(.double(double)) }
}

extension FixtureValue: ExpressibleByBooleanLiteral {
  init(booleanLiteral boolean: Bool) { self.init(.boolean(boolean)) }
}

extension FixtureValue: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: FixtureValue...) { self.init(.array(elements.map(\.value))) }
}

extension FixtureValue: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, FixtureValue)...) {
    self.init(
      .dictionary(Dictionary(elements.map { ($0, $1.value) }, uniquingKeysWith: { _, new in new })))
  }
}
