extension EncodedItem {
  /// The item with some of its attributes; identifiers and expiry stay. Values are copied as bytes, without
  /// being decoded.
  ///
  /// - Parameter keys: The attributes, in any order; those that the item does not have are passed over.
  /// - Returns: An item with bytes of its own.
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  /// - Complexity: O(*k* log *n*) in the numbers of keys and of attributes, and the bytes copied.
  package func projection(of keys: [AttributeKey]) throws(ModelError) -> EncodedItem {
    var attributes: [EncodedAttribute] = []
    for key in keys {
      if let attribute = try attribute(for: key) { attributes.append(attribute) }
    }
    attributes.sort { $0.key.precedes($1.key) }
    var last: AttributeKey?
    attributes.removeAll { attribute in
      defer { last = attribute.key }
      return attribute.key == last
    }
    return try EncodedItem(
      opening: try Self.assemble(
        attributes,
        into: ItemEncoder(
          identifier: Array(uniqueIdentifierBytes),
          domain: domainIdentifierBytes.map { Array($0) }, expiration: expiration,
          isUpdate: isUpdate)))
  }
}
