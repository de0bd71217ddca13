package import FresnelModel
internal import SpotlightWire

/// The attributes that a query fetches.
package struct FetchedAttributes: Sendable {
  private let keys: [AttributeKey]

  /// Chooses attributes by name; names that no built-in attribute has are those of custom ones.
  package init(names: [String]) {
    keys = names.map { AttributeKey(queryName: $0) }
  }

  /// The item with these attributes, as far as it has them, and no others.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  package func item(of encoded: EncodedItem) throws(ModelError) -> Item {
    var attributes = Attributes()
    for key in keys {
      // The stored key, unlike one made from a name, knows its flags.
      guard let found = try encoded.attribute(for: key) else { continue }
      attributes[found.key] = try found.value()
    }
    return Item(
      uniqueIdentifier: encoded.uniqueIdentifier, domainIdentifier: encoded.domainIdentifier,
      expiration: encoded.expiration, attributes: attributes)
  }
}
