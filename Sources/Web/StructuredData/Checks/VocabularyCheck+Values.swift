internal import WebAddresses
internal import WebDocuments

extension VocabularyCheck {
  /// Compares a value with what a property expects.
  mutating func check(
    _ value: GraphValue, of property: SchemaTerm, _ range: [SchemaTerm], _ expected: ExpectedKinds,
    _ subject: Subject
  ) {
    switch value.content {
    case .item(let place): check(place, value, range, subject)
    case .boolean, .number, .text, .url:
      guard let text = value.text else { return }
      check(text, value, expected, property, subject)
    }
  }

  /// Compares the types of an item with those that are expected.
  private mutating func check(
    _ place: Int, _ value: GraphValue, _ range: [SchemaTerm], _ subject: Subject
  ) {
    // What has no type, or types of others, is not judged by it.
    guard !range.isEmpty, let types = schemaTypes(of: place), let first = types.first else {
      return
    }
    let fits = types.contains { type in
      Self.isRole(type) || range.contains(where: type.isSubtype)
        || type.name == "QuantitativeValue" && range.contains(where: ExpectedKinds.isQuantity)
    }
    // An address that happens to be that of a thing of the page is an address all the same.
    let isAddress = graph[place].identifier != nil && range.contains { $0.name == "URL" }
    guard !fits, !isAddress else { return }
    report(
      .propertyValueType,
      "The value is a thing of type “\(first)”; expected is \(Self.list(range)).",
      at: value.location, subject: subject.text)
  }

  /// Compares a text, or what can be read as one, with what is expected.
  private mutating func check(
    _ text: String, _ value: GraphValue, _ expected: ExpectedKinds, _ property: SchemaTerm,
    _ subject: Subject
  ) {
    let location = value.location
    if expected.isNumber || expected.mayBeNumber && Self.measures.contains(property.name) {
      if case .number = value.content { return }
      if let number = NumberReading(text) {
        if let oddity = number.oddities.first {
          report(
            .numberFormat, "“\(Diagnostic.excerpt(text))” has \(oddity.description).", at: location,
            subject: subject.text
          )
        }
      } else if expected.isNumber {
        report(
          .propertyValueType, "“\(Diagnostic.excerpt(text))” is no number.", at: location,
          subject: subject.text)
      }
    } else if expected.isBoolean {
      if BooleanReading(text) == nil {
        report(
          .propertyValueType, "“\(Diagnostic.excerpt(text))” is neither true nor false.",
          at: location,
          subject: subject.text)
      }
    } else if expected.isDate {
      checkDate(text, location, expected, subject)
    } else if expected.isDuration {
      let duration = DurationReading(text)
      if duration == nil || duration?.oddities.isEmpty == false {
        let reason =
          duration == nil ? "is no length of time of ISO 8601" : "should be in capital letters"
        report(
          .durationInvalid, "“\(Diagnostic.excerpt(text))” \(reason).", at: location,
          subject: subject.text)
      }
    } else if let enumeration = expected.enumeration {
      checkMember(text, location, enumeration, subject)
    } else if expected.isAddress, !Self.isAddress(text) {
      report(
        .urlInvalid, "“\(Diagnostic.excerpt(text))” is no whole address.", at: location,
        subject: subject.text)
    }
  }

  /// Properties that expect a number or a text, but are no use unless they are numbers.
  private static let measures: Set<String> = [
    "bestRating", "highPrice", "lowPrice", "maxPrice", "minPrice", "price", "ratingValue",
    "worstRating",
  ]

  private mutating func checkDate(
    _ text: String, _ location: SourceLocation?, _ expected: ExpectedKinds, _ subject: Subject
  ) {
    if let date = DateReading(text) {
      guard date.lacksZone else { return }
      report(
        .dateNoTimezone, "“\(Diagnostic.excerpt(text))” doesn't say in which zone.", at: location,
        subject: subject.text)
    } else if !expected.mayBeTime || TimeReading(text) == nil {
      report(
        .dateInvalid,
        "“\(Diagnostic.excerpt(text))” is no \(expected.isTime ? "time" : "date") of ISO 8601.",
        at: location,
        subject: subject.text)
    }
  }

  private mutating func checkMember(
    _ text: String, _ location: SourceLocation?, _ enumeration: SchemaTerm, _ subject: Subject
  ) {
    if let reading = MemberReading(text, of: enumeration), reading.oddities.isEmpty { return }
    let folded = foldingSpace(String(text.prefix(1_000)))
    let name = SchemaNamespace.localName(of: folded)
    // Other vocabularies have members of their own, and types are members of what is above them.
    if name == nil, IRIParts.hasScheme(folded) { return }
    if let type = SchemaTerm(.type, named: name ?? folded), type.isSubtype(of: enumeration) {
      return
    }
    var near: SchemaTerm? {
      SchemaTerm.differingByCase(.member, from: name ?? folded)
        ?? SchemaTerm.nearest(.member, to: name ?? folded)
    }
    report(
      .enumerationUnknown,
      "“\(Diagnostic.excerpt(text))” is no member of “\(enumeration)”\(Self.hint(near)).",
      at: location, subject: subject.text)
  }

  private static func isAddress(_ text: String) -> Bool {
    let trimmed = foldingSpace(text)
    return !trimmed.utf8.contains(UInt8(ascii: " ")) && WebURL(trimmed) != nil
  }
}
