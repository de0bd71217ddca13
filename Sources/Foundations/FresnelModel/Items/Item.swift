/// Attributes of an item: at most one value per key.
public struct Attributes: Hashable, Sendable {
  /// The values by key. ``AttributeValue/null`` records that a key was set to nil.
  public private(set) var values: [AttributeKey: AttributeValue]

  /// Makes a set of attributes.
  public init(_ values: [AttributeKey: AttributeValue] = [:]) {
    self.values = values
  }

  /// The value under a key; `nil` when the key was never set. Setting a value keeps the flags of the
  /// custom key it is set with.
  public subscript(key: AttributeKey) -> AttributeValue? {
    get { values[key] }
    set {
      // A dictionary keeps the key it has; equal custom keys may differ in their flags.
      if case .custom = key { values[key] = nil }
      values[key] = newValue
    }
  }

  /// The value of a built-in attribute.
  public subscript(id: AttributeID) -> AttributeValue? {
    get { values[.builtIn(id)] }
    set { values[.builtIn(id)] = newValue }
  }

  /// Applies a partial update: its values replace those here, its nulls delete.
  ///
  /// - Parameters:
  ///   - update: The attributes to set.
  ///   - keepingNulls: Whether nulls are recorded instead, because these attributes are themselves
  ///     those of a partial update.
  public mutating func merge(update: Attributes, keepingNulls: Bool = false) {
    for (key, value) in update.values {
      self[key] = value == .null && !keepingNulls ? nil : value
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
  ///
  /// Merging two partial updates gives the partial update that does both. When `update` is a whole
  /// item, it replaces this one.
  public func merged(with update: Item) -> Item {
    guard update.isUpdate else { return update }
    var result = self
    result.attributes.merge(update: update.attributes, keepingNulls: isUpdate)
    if let domain = update.domainIdentifier { result.domainIdentifier = domain }
    if let expiration = update.expiration { result.expiration = expiration }
    return result
  }
}
