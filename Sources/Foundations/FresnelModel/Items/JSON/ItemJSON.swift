/// The JSON form of items, for people and for exchange.
///
/// An item is one object. `id` is the unique identifier, `domain` the domain, `expires` the expiry,
/// and `update` is true for a partial update. Every other member is an attribute: a built-in one by
/// its Swift name, a custom one by its own name. The same item always gives the same text.
///
///     {"id":"note-1","domain":"notes","expires":"2026-12-21T08:00:00Z",
///      "title":"Shopping","keywords":["list","food"],"dueDate":"2026-11-22T00:00:00Z"}
///
/// A value is written plainly where the attribute's type says what it means: dates of date
/// attributes as ISO 8601 in UTC, data as base64, URLs as text, people as objects. Any other value
/// whose type JSON cannot show is an object with one member that names the type, such as
/// `{"$date":"2026-11-22T00:00:00Z"}`. Custom attributes with flags other than the usual ones, or with
/// a name that means something else here, are members of the object `$custom`.
public enum ItemJSON {
  /// The JSON value of an item.
  public static func json(of item: Item) -> JSONValue {
    var members = [JSONMember(Member.identifier, .string(item.uniqueIdentifier))]
    if let domain = item.domainIdentifier {
      members.append(JSONMember(Member.domain, .string(domain)))
    }
    if let expiration = item.expiration {
      members.append(JSONMember(Member.expires, plainDate(expiration) ?? tagged(expiration)))
    }
    if item.isUpdate { members.append(JSONMember(Member.update, .boolean(true))) }
    var flagged: [JSONMember] = []
    for (key, value) in item.attributes.sorted(includingNulls: item.isUpdate) {
      if case .custom(let custom) = key, !isPlain(custom) {
        flagged.append(JSONMember(custom.name, json(of: value, under: custom)))
      } else {
        members.append(JSONMember(key.name, json(of: value, for: key)))
      }
    }
    if !flagged.isEmpty { members.append(JSONMember(Member.custom, .object(flagged))) }
    return .object(members)
  }

  /// The JSON text of an item, on one line or indented.
  public static func text(of item: Item, indented: Bool = false) -> String {
    json(of: item).text(indented: indented)
  }

  /// Makes an item of its JSON form.
  ///
  /// Names of built-in attributes may also be Objective-C or `kMDItem` names. An unknown name is a
  /// custom attribute.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/invalidJSON`` or
  ///   ``ModelError/Code/invalidName``, naming the member.
  public static func item(from json: JSONValue) throws(ModelError) -> Item {
    guard case .object(let members) = json else { throw invalid("An item is a JSON object.") }
    var item: Item?
    if case .string(let identifier)? = json[Member.identifier] {
      item = Item(uniqueIdentifier: identifier)
    }
    guard var item else {
      throw invalid("An item needs the member \"\(Member.identifier)\" with a text.")
    }
    var values: [AttributeKey: AttributeValue] = [:]
    for member in members {
      switch member.name {
      case Member.identifier: break
      case Member.domain: item.domainIdentifier = try domain(from: member.value)
      case Member.expires: item.expiration = try expiration(from: member.value)
      case Member.update: item.isUpdate = try update(from: member.value)
      case Member.custom:
        for (key, value) in try flaggedAttributes(from: member.value) {
          try add(value, for: key, to: &values)
        }
      default:
        let key = try self.key(named: member.name)
        try add(try value(from: member.value, for: key), for: key, to: &values)
      }
    }
    if !item.isUpdate { values = values.filter { $0.value != .null } }
    item.attributes = Attributes(values)
    return item
  }

  /// The attribute that a member's name stands for: a built-in one by any of its names or, as `#`
  /// and digits, by its number; else a custom one with the usual flags.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/invalidName`` when the name can be neither.
  public static func key(named name: String) throws(ModelError) -> AttributeKey {
    if let id = AttributeTable.id(named: name) { return .builtIn(id) }
    if name.hasPrefix("#"), let number = UInt16(name.dropFirst()),
      1..<ItemLayout.customAttributeNumber ~= number
    {
      return .builtIn(AttributeID(rawValue: number))
    }
    guard CustomAttributeKey.isValid(name: name) else {
      throw ModelError(
        code: .invalidName,
        message: "The name \"\(name.prefix(80))\" is neither an attribute's nor made of ASCII "
          + "letters, digits and underscores.", attribute: name)
    }
    return .custom(CustomAttributeKey(name: name))
  }

  // MARK: - Members

  enum Member {
    static let identifier = "id"
    static let domain = "domain"
    static let expires = "expires"
    static let update = "update"
    static let custom = "$custom"
    static let all = [identifier, domain, expires, update, custom]
  }

  static func invalid(_ message: String, attribute: String? = nil) -> ModelError {
    ModelError(code: .invalidJSON, message: message, attribute: attribute)
  }

  private static func add(
    _ value: AttributeValue, for key: AttributeKey, to values: inout [AttributeKey: AttributeValue]
  ) throws(ModelError) {
    guard values.updateValue(value, forKey: key) == nil else {
      throw invalid("The attribute \"\(key.name)\" comes twice.", attribute: key.name)
    }
  }

  private static func domain(from json: JSONValue) throws(ModelError) -> String? {
    switch json {
    case .string(let domain): return domain
    case .null: return nil
    default: throw invalid("The member \"\(Member.domain)\" is a text.")
    }
  }

  private static func expiration(from json: JSONValue) throws(ModelError) -> Timestamp? {
    switch json {
    case .null: return nil
    case .string(let text):
      if let date = Timestamp(iso8601: text) { return date }
    default:
      if case .date(let date)? = try taggedValue(from: json, attribute: Member.expires, depth: 0) {
        return date
      }
    }
    throw invalid("The member \"\(Member.expires)\" is a date as ISO 8601.")
  }

  private static func update(from json: JSONValue) throws(ModelError) -> Bool {
    guard case .boolean(let isUpdate) = json else {
      throw invalid("The member \"\(Member.update)\" is true or false.")
    }
    return isUpdate
  }
}
