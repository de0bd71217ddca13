import FresnelModel

/// Items for seeds: together they use every kind of value.
enum SampleItems {
  static let items: [Item] = [
    Item(uniqueIdentifier: "a"),
    Item(
      uniqueIdentifier: "note-1", domainIdentifier: "notes.work",
      expiration: Timestamp(secondsSinceReferenceDate: 8e8),
      attributes: [
        .builtIn(.title): .string("Grocery list"),
        .builtIn(.displayName): .localizedString(["en": "Groceries", "de": "Einkäufe"]),
        .builtIn(.keywords): .array([.string("food"), .string("Café")]),
        .builtIn(.contentType): .string("public.plain-text"),
        .builtIn(.contentCreationDate): .date(Timestamp(secondsSinceReferenceDate: 7e8)),
        .builtIn(.textContent): .string("apples, bread and 3 kg of potatoes"),
      ]),
    Item(
      uniqueIdentifier: "mail-1", domainIdentifier: "mail",
      attributes: [
        .builtIn(.title): .string("Re: 東京 trip"),
        .builtIn(.authors): .array([
          .person(
            Person(
              displayName: "Ann", handles: ["ann@example.org"], handleIdentifier: "emailAddresses"))
        ]),
        .builtIn(.contentURL): .url("https://example.org/a?b=c"),
        .builtIn(.thumbnailData): .data([1, 2, 3]),
        .builtIn(.rating): .double(3.5),
        .builtIn(.fileSize): .integer(1 << 40),
        .custom(CustomAttributeKey(name: "app_flag")): .boolean(true),
        .custom(CustomAttributeKey(name: "app_headers")):
          .dictionary(["To": .string("bob"), "Nested": .array([.integer(1), .double(2)])]),
      ]),
    Item(
      uniqueIdentifier: "note-1",
      attributes: [.builtIn(.title): .null, .builtIn(.rating): .integer(5)], isUpdate: true),
  ]
}

extension Item {
  fileprivate init(
    uniqueIdentifier: String, domainIdentifier: String? = nil, expiration: Timestamp? = nil,
    attributes: [AttributeKey: AttributeValue], isUpdate: Bool = false
  ) {
    self.init(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier,
      expiration: expiration, attributes: Attributes(attributes), isUpdate: isUpdate)
  }
}
