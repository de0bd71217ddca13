extension ItemJSON {
  /// Whether a custom attribute can stand beside the built-in ones: its name means nothing else and
  /// its flags are the usual ones.
  static func isPlain(_ key: CustomAttributeKey) -> Bool {
    let usual = CustomAttributeKey(name: key.name)
    return AttributeTable.id(named: key.name) == nil && !Member.all.contains(key.name)
      && CustomKeyFlag.allCases.allSatisfy { key[$0] == usual[$0] }
  }

  /// The member of `$custom` for an attribute: its value and the flags that are not the usual ones.
  static func json(of value: AttributeValue, under key: CustomAttributeKey) -> JSONValue {
    let usual = CustomAttributeKey(name: key.name)
    var members = [JSONMember("value", json(of: value, for: .custom(key)))]
    for flag in CustomKeyFlag.allCases where key[flag] != usual[flag] {
      members.append(JSONMember(flag.rawValue, .boolean(key[flag])))
    }
    return .object(members)
  }

  /// The attributes of the member `$custom`.
  static func flaggedAttributes(
    from json: JSONValue
  ) throws(ModelError) -> [(AttributeKey, AttributeValue)] {
    guard case .object(let members) = json else {
      throw invalid("The member \"\(Member.custom)\" is an object of custom attributes.")
    }
    var attributes: [(AttributeKey, AttributeValue)] = []
    for member in members {
      attributes.append(try flaggedAttribute(named: member.name, from: member.value))
    }
    return attributes
  }

  private static func flaggedAttribute(
    named name: String, from json: JSONValue
  ) throws(ModelError) -> (AttributeKey, AttributeValue) {
    guard CustomAttributeKey.isValid(name: name) else {
      throw ModelError(
        code: .invalidName,
        message: "The name \"\(name.prefix(80))\" is not made of ASCII letters, digits and "
          + "underscores.", attribute: name)
    }
    guard case .object(let members) = json, let value = json["value"] else {
      throw invalid(
        "The custom attribute \"\(name)\" is an object with the member \"value\".", attribute: name)
    }
    var key = CustomAttributeKey(name: name)
    for member in members where member.name != "value" {
      guard let flag = CustomKeyFlag(rawValue: member.name),
        case .boolean(let isSet) = member.value
      else {
        throw invalid(
          "The custom attribute \"\(name)\" has no flag \"\(member.name)\".", attribute: name)
      }
      key[flag] = isSet
    }
    return (.custom(key), try self.value(from: value, for: .custom(key)))
  }
}

/// A flag of a custom key, by the name of its JSON member.
private enum CustomKeyFlag: String, CaseIterable {
  case searchable, searchableByDefault, unique, multiValued
}

extension CustomAttributeKey {
  fileprivate subscript(flag: CustomKeyFlag) -> Bool {
    get {
      switch flag {
      case .searchable: isSearchable
      case .searchableByDefault: isSearchableByDefault
      case .unique: isUnique
      case .multiValued: isMultiValued
      }
    }
    set {
      switch flag {
      case .searchable: isSearchable = newValue
      case .searchableByDefault: isSearchableByDefault = newValue
      case .unique: isUnique = newValue
      case .multiValued: isMultiValued = newValue
      }
    }
  }
}
