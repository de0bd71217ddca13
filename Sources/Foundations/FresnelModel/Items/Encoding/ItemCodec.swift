/// The binary form of items, the one that is sent, stored and searched.
public enum ItemCodec {
  /// Encodes an item.
  ///
  /// One item has one encoding. In a whole item an attribute set to ``AttributeValue/null`` is left
  /// out; in a partial update it is kept, since it deletes.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/tooLarge``, ``ModelError/Code/invalidValue`` or
  ///   ``ModelError/Code/invalidName``, naming the attribute.
  /// - Complexity: O(*n* log *n* + *b*), where *n* is the number of attributes, *b* of bytes.
  public static func encode(_ item: Item) throws(ModelError) -> [UInt8] {
    var encoder = ItemEncoder(
      identifier: Array(item.uniqueIdentifier.utf8),
      domain: item.domainIdentifier.map { Array($0.utf8) },
      expiration: item.expiration, isUpdate: item.isUpdate)
    let attributes = item.attributes.sorted(includingNulls: item.isUpdate)
    try encoder.begin(attributeCount: attributes.count)
    for (key, value) in attributes {
      do throws(ModelError) {
        try encoder.append(value, for: key)
      } catch {
        throw error.naming(key.name)
      }
    }
    return encoder.finish()
  }
}

extension Attributes {
  /// The attributes in the order of the encoding: built-in ones by number, then custom ones by name.
  func sorted(includingNulls: Bool) -> [(AttributeKey, AttributeValue)] {
    var sorted: [(AttributeKey, AttributeValue)] = []
    sorted.reserveCapacity(values.count)
    for (key, value) in values where includingNulls || value != .null {
      sorted.append((key, value))
    }
    sorted.sort { $0.0.precedes($1.0) }
    return sorted
  }
}
