extension ItemJSON {
  /// The JSON value of an attribute's value, written plainly where the attribute's type says what
  /// it means.
  public static func json(of value: AttributeValue, for key: AttributeKey) -> JSONValue {
    json(of: value, kind: kind(of: key), isElement: false)
  }

  /// The type that an attribute's plain values have; `nil` for a custom attribute.
  static func kind(of key: AttributeKey) -> AttributeKind? {
    guard case .builtIn(let id) = key else { return nil }
    return AttributeTable.definition(for: id)?.kind
  }

  /// What a plain text is under a type of attribute.
  enum TextMeaning {
    case string, date, url, data, person
  }

  static func meaning(of kind: AttributeKind?) -> TextMeaning {
    switch kind {
    case .date, .dates: .date
    case .url: .url
    case .data: .data
    case .people: .person
    default: .string
    }
  }

  private static func json(
    of value: AttributeValue, kind: AttributeKind?, isElement: Bool
  ) -> JSONValue {
    let meaning = meaning(of: kind)
    switch value {
    case .null: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return .integer(integer)
    case .double(let double):
      return double.isFinite ? .double(double) : tagged("$double", .string(double.description))
    case .string(let text):
      // A single text of a list is told apart from the list with one text.
      let isPlain = meaning == .string && (kind != .strings || isElement)
      return isPlain ? .string(text) : tagged("$string", .string(text))
    case .date(let date):
      guard meaning == .date, let plain = plainDate(date) else { return tagged(date) }
      return plain
    case .url(let text): return meaning == .url ? .string(text) : tagged("$url", .string(text))
    case .data(let bytes):
      let text = JSONValue.string(Base64.encode(bytes))
      return meaning == .data ? text : tagged("$data", text)
    case .person(let person):
      let object = json(of: person)
      return meaning == .person ? object : tagged("$person", object)
    case .localizedString(let texts):
      return tagged(
        "$localized",
        .object(texts.sortedByKeyBytes().map { JSONMember($0.key, .string($0.value)) }))
    case .array(let values):
      return .array(values.map { json(of: $0, kind: kind, isElement: true) })
    case .dictionary(let values):
      let members = values.sortedByKeyBytes().map {
        JSONMember($0.key, json(of: $0.value, kind: nil, isElement: true))
      }
      // A dictionary that could be taken for something else says that it is one.
      let isPlain = meaning != .person && !(members.count == 1 && members[0].name.hasPrefix("$"))
      return isPlain ? .object(members) : tagged("$dictionary", .object(members))
    }
  }

  /// A date as ISO 8601; `nil` when that does not give it exactly.
  static func plainDate(_ date: Timestamp) -> JSONValue? {
    date.iso8601.map { .string($0) }
  }

  /// A date that says its type: as ISO 8601 or, where that is not exact, in seconds since 2001.
  static func tagged(_ date: Timestamp) -> JSONValue {
    let seconds = date.secondsSinceReferenceDate
    return tagged(
      "$date",
      plainDate(date) ?? (seconds.isFinite ? .double(seconds) : .string(seconds.description)))
  }

  private static func tagged(_ type: String, _ value: JSONValue) -> JSONValue {
    .object([JSONMember(type, value)])
  }

  private static func json(of person: Person) -> JSONValue {
    var members: [JSONMember] = []
    if let name = person.displayName { members.append(JSONMember("name", .string(name))) }
    members.append(JSONMember("handles", .array(person.handles.map { .string($0) })))
    members.append(JSONMember("handleIdentifier", .string(person.handleIdentifier)))
    if let identifier = person.contactIdentifier {
      members.append(JSONMember("contactIdentifier", .string(identifier)))
    }
    return .object(members)
  }
}
