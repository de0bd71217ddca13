/// Attributes of an item: at most one value per key.
public struct Attributes: Hashable, Sendable {
  /// The values by key. ``AttributeValue/null`` records that a key was set to nil.
  public private(set) var values: [AttributeKey: AttributeValue]

  /// Makes a set of attributes.
  public init(_ values: [AttributeKey: AttributeValue] = [:]) {
    self.values = values
  }

  /// The value under a key; `nil` when the key was never set.
  public subscript(key: AttributeKey) -> AttributeValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// The value of a built-in attribute.
  public subscript(id: AttributeID) -> AttributeValue? {
    get { values[.builtIn(id)] }
    set { values[.builtIn(id)] = newValue }
  }

  /// Applies a partial update: its values replace those here, its nulls delete.
  public mutating func merge(update: Attributes) {
    for (key, value) in update.values {
      values[key] = value == .null ? nil : value
    }
  }
}

/// A searchable item: what an app indexes.
public struct Item: Hashable, Sendable {
  /// The app's name for the item, unique within the app's named index.
  public var uniqueIdentifier: String
  /// The group that the item belongs to; dots separate levels.
  public var domainIdentifier: String?
  /// When the item leaves the index. `nil` in a partial update keeps the stored date.
  public var expiration: Timestamp?
  /// What is known about the item.
  public var attributes: Attributes
  /// Whether the item merges into the stored one instead of replacing it.
  public var isUpdate: Bool

  /// Makes an item.
  public init(
    uniqueIdentifier: String, domainIdentifier: String? = nil, expiration: Timestamp? = nil,
    attributes: Attributes = Attributes(), isUpdate: Bool = false
  ) {
    self.uniqueIdentifier = uniqueIdentifier
    self.domainIdentifier = domainIdentifier
    self.expiration = expiration
    self.attributes = attributes
    self.isUpdate = isUpdate
  }

  /// The item after a partial update: attributes merge, a domain or an expiry that the update names
  /// replaces the stored one.
  public func merged(with update: Item) -> Item {
    var result = self
    result.attributes.merge(update: update.attributes)
    if let domain = update.domainIdentifier { result.domainIdentifier = domain }
    if let expiration = update.expiration { result.expiration = expiration }
    return result
  }
}
