extension ItemJSON {
  /// The attribute value of a JSON value.
  ///
  /// A plain text is what the attribute's type says: a date, a URL, data as base64, a person by
  /// name, one text of a list; else a text. A custom attribute has the type of its JSON value.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/invalidJSON``, naming the attribute.
  public static func value(
    from json: JSONValue, for key: AttributeKey
  ) throws(ModelError) -> AttributeValue {
    let kind = kind(of: key)
    let value = try value(from: json, meaning: meaning(of: kind), attribute: key.name, depth: 0)
    if kind == .strings, case .string = json { return .array([value]) }
    return value
  }

  private static func value(
    from json: JSONValue, meaning: TextMeaning, attribute: String, depth: Int
  ) throws(ModelError) -> AttributeValue {
    switch json {
    case .null: return .null
    case .boolean(let boolean): return .boolean(boolean)
    case .integer(let integer): return .integer(integer)
    case .double(let double): return .double(double)
    case .string(let text): return try value(of: text, meaning: meaning, attribute: attribute)
    case .array(let elements):
      try check(depth + 1, attribute)
      var values: [AttributeValue] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        values.append(
          try value(from: element, meaning: meaning, attribute: attribute, depth: depth + 1))
      }
      return .array(values)
    case .object(let members):
      if let value = try taggedValue(from: json, attribute: attribute, depth: depth) {
        return value
      }
      if meaning == .person { return .person(try person(from: json, attribute: attribute)) }
      return try dictionary(members, attribute: attribute, depth: depth)
    }
  }

  /// The value of an object that names a type; `nil` when it is no such object.
  static func taggedValue(
    from json: JSONValue, attribute: String, depth: Int
  ) throws(ModelError) -> AttributeValue? {
    guard case .object(let members) = json, members.count == 1, let member = members.first,
      member.name.hasPrefix("$")
    else { return nil }
    switch (member.name, member.value) {
    case ("$string", .string(let text)): return .string(text)
    case ("$date", .double(let seconds)):
      return .date(Timestamp(secondsSinceReferenceDate: seconds))
    case ("$date", .integer(let seconds)):
      return .date(Timestamp(secondsSinceReferenceDate: Double(seconds)))
    case ("$date", .string(let text)):
      if let infinity = infinity(text) {
        return .date(Timestamp(secondsSinceReferenceDate: infinity))
      }
      return try value(of: text, meaning: .date, attribute: attribute)
    case ("$double", .string(let text)):
      if let infinity = infinity(text) { return .double(infinity) }
    case ("$url", .string(let text)): return .url(text)
    case ("$data", .string(let text)):
      return try value(of: text, meaning: .data, attribute: attribute)
    case ("$person", .object): return .person(try person(from: member.value, attribute: attribute))
    case ("$localized", .object(let members)):
      var texts: [String: String] = [:]
      for member in members { texts[member.name] = try text(member.value, attribute: attribute) }
      return .localizedString(texts)
    case ("$dictionary", .object(let members)):
      return try dictionary(members, attribute: attribute, depth: depth)
    default: break
    }
    throw invalid(
      "The attribute \"\(attribute)\" holds an object \"\(member.name)\" that is no value.",
      attribute: attribute)
  }

  // MARK: - Parts

  private static func value(
    of text: String, meaning: TextMeaning, attribute: String
  ) throws(ModelError) -> AttributeValue {
    switch meaning {
    case .string: return .string(text)
    case .url: return .url(text)
    case .date:
      guard let date = Timestamp(iso8601: text) else {
        throw invalid(
          "The attribute \"\(attribute)\" needs a date as ISO 8601, unlike \"\(text.prefix(80))\".",
          attribute: attribute)
      }
      return .date(date)
    case .data:
      guard let bytes = Base64.decode(text.utf8) else {
        throw invalid("The attribute \"\(attribute)\" needs data as base64.", attribute: attribute)
      }
      return .data(bytes)
    case .person: return .person(Person(displayName: text, handles: [], handleIdentifier: ""))
    }
  }

  private static func dictionary(
    _ members: [JSONMember], attribute: String, depth: Int
  ) throws(ModelError) -> AttributeValue {
    try check(depth + 1, attribute)
    var values: [String: AttributeValue] = [:]
    values.reserveCapacity(members.count)
    for member in members {
      values[member.name] = try value(
        from: member.value, meaning: .string, attribute: attribute, depth: depth + 1)
    }
    return .dictionary(values)
  }

  private static func person(
    from json: JSONValue, attribute: String
  ) throws(ModelError) -> Person {
    guard case .object(let members) = json else {
      throw invalid("The attribute \"\(attribute)\" needs a person.", attribute: attribute)
    }
    var person = Person(displayName: nil, handles: [], handleIdentifier: "")
    for member in members {
      switch (member.name, member.value) {
      case ("name", let value): person.displayName = try text(value, attribute: attribute)
      case ("handles", .array(let handles)):
        for handle in handles { person.handles.append(try text(handle, attribute: attribute)) }
      case ("handleIdentifier", let value):
        person.handleIdentifier = try text(value, attribute: attribute)
      case ("contactIdentifier", let value):
        person.contactIdentifier = try text(value, attribute: attribute)
      default:
        throw invalid(
          "The attribute \"\(attribute)\" holds a person with an unknown member "
            + "\"\(member.name.prefix(80))\".", attribute: attribute)
      }
    }
    return person
  }

  private static func text(_ json: JSONValue, attribute: String) throws(ModelError) -> String {
    guard case .string(let text) = json else {
      throw invalid(
        "The attribute \"\(attribute)\" holds something else where a text belongs.",
        attribute: attribute)
    }
    return text
  }

  private static func infinity(_ text: String) -> Double? {
    switch text {
    case "inf": .infinity
    case "-inf": -.infinity
    default: nil
    }
  }

  private static func check(_ depth: Int, _ attribute: String) throws(ModelError) {
    guard depth <= ItemLimits.depth else {
      throw invalid(
        "The attribute \"\(attribute)\" nests deeper than \(ItemLimits.depth).",
        attribute: attribute)
    }
  }
}
