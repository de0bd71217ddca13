public import FresnelModel

/// Something a query can be asked of: an item, decoded or not.
public protocol AttributeSource {
  /// The item's name; queries call it `uniqueIdentifier`.
  var uniqueIdentifier: String { get }
  /// The item's group; queries call it `domainIdentifier`.
  var domainIdentifier: String? { get }
  /// When the item expires; queries call it `expirationDate`.
  var expiration: Timestamp? { get }

  /// The value under a key, or `nil`.
  func value(for key: AttributeKey) -> AttributeValue?

  /// The app's own attribute of a name, with the key it was stored under, or `nil`.
  func customAttribute(named name: String) -> (key: CustomAttributeKey, value: AttributeValue)?

  /// Calls a closure with the attributes whose keys are wanted, until the closure returns false.
  ///
  /// - Parameters:
  ///   - isWanted: Asked of every key, so that a lazy source decodes no other value.
  ///   - body: Receives each wanted attribute; returns whether to go on.
  func forEachAttribute(
    where isWanted: (AttributeKey) -> Bool, _ body: (AttributeKey, AttributeValue) -> Bool)
}

extension AttributeSource {
  /// Looks through all keys; a source with a faster way has its own.
  public func customAttribute(
    named name: String
  ) -> (key: CustomAttributeKey, value: AttributeValue)? {
    var found: (key: CustomAttributeKey, value: AttributeValue)?
    let wanted = AttributeKey.custom(CustomAttributeKey(name: name))
    forEachAttribute(where: { $0 == wanted }) { key, value in
      if case .custom(let custom) = key { found = (custom, value) }
      return false
    }
    return found
  }
}

extension Item: AttributeSource {
  /// The value under a key, or `nil`.
  public func value(for key: AttributeKey) -> AttributeValue? {
    attributes[key]
  }

  /// The app's own attribute of a name, with the key it was stored under, or `nil`.
  public func customAttribute(
    named name: String
  ) -> (key: CustomAttributeKey, value: AttributeValue)? {
    let values = attributes.values
    guard let index = values.index(forKey: .custom(CustomAttributeKey(name: name))),
      case .custom(let key) = values[index].key
    else { return nil }
    return (key, values[index].value)
  }

  /// Calls a closure with the attributes whose keys are wanted, until the closure returns false.
  public func forEachAttribute(
    where isWanted: (AttributeKey) -> Bool, _ body: (AttributeKey, AttributeValue) -> Bool
  ) {
    for (key, value) in attributes.values where isWanted(key) {
      guard body(key, value) else { return }
    }
  }
}
