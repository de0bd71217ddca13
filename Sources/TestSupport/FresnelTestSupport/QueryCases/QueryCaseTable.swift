import FresnelModel

/// Collects rows: first an item, then queries that match it and queries that do not.
struct QueryCaseTable {
  private(set) var cases: [QueryCase] = []
  private var current = Item(uniqueIdentifier: "item-42")
  private var locale = ""

  /// Begins the rows of an item.
  mutating func item(
    _ attributes: KeyValuePairs<String, FixtureValue>,
    custom: [(CustomAttributeKey, FixtureValue)] = [], domain: String? = nil,
    expiration: Timestamp? = nil, locale: String = ""
  ) {
    var values: [AttributeKey: AttributeValue] = [:]
    for (name, fixture) in attributes {
      let key: AttributeKey =
        AttributeTable.id(named: name).map { .builtIn($0) }
        ?? .custom(CustomAttributeKey(name: name))
      values[key] = fixture.value
    }
    for (key, fixture) in custom { values[.custom(key)] = fixture.value }
    current = Item(
      uniqueIdentifier: "item-42", domainIdentifier: domain, expiration: expiration,
      attributes: Attributes(values))
    self.locale = locale
  }

  /// Adds a query that the current item matches.
  mutating func match(_ query: String, file: String = #fileID, line: Int = #line) {
    add(query, true, file, line)
  }

  /// Adds a query that the current item does not match.
  mutating func miss(_ query: String, file: String = #fileID, line: Int = #line) {
    add(query, false, file, line)
  }

  private mutating func add(_ query: String, _ isMatch: Bool, _ file: String, _ line: Int) {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    cases.append(
      QueryCase(
        item: current, query: query, isMatch: isMatch, locale: locale, place: "\(name):\(line)"))
  }
}
