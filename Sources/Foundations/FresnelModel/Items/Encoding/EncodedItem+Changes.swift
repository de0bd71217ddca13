extension EncodedItem {
  /// The partial update by which an item becomes this one, as ``patched(with:)`` applies it: it sets
  /// what is new or different, sets to nil what is gone, and has this item's expiry.
  ///
  /// - Parameters:
  ///   - old: The item as it was; a whole one, like this one.
  ///   - keepsIdentifier: Whether the update has this item's unique identifier; else it has none.
  ///   - isAllowed: Told each attribute that is set or goes away; returns whether it may be.
  /// - Returns: `nil` when the items differ in more than what is allowed, as in the domain.
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``, and what `isAllowed` throws.
  /// - Complexity: O(*b*) in the number of bytes of both, up to the first that may not differ.
  package func changes(
    from old: EncodedItem, keepsIdentifier: Bool,
    where isAllowed: (EncodedAttribute) throws(ModelError) -> Bool
  ) throws(ModelError) -> EncodedItem? {
    guard !isUpdate, !old.isUpdate, hasDomain == old.hasDomain,
      buffer[domainRange] == old.buffer[old.domainRange],
      uniqueIdentifierBytes == old.uniqueIdentifierBytes
    else { return nil }
    var changes: [(attribute: EncodedAttribute, isRemoved: Bool)] = []
    var (index, oldIndex) = (0, 0)
    while index < attributeCount || oldIndex < old.attributeCount {
      let new = index < attributeCount ? try attribute(at: index) : nil
      let former = oldIndex < old.attributeCount ? try old.attribute(at: oldIndex) : nil
      let isNewFirst = former.map { new?.key.precedes($0.key) ?? false } ?? true
      let isFormerFirst = new.map { former?.key.precedes($0.key) ?? false } ?? true
      if !isFormerFirst { index += 1 }
      if !isNewFirst { oldIndex += 1 }
      if let new, let former, !isNewFirst, !isFormerFirst, new.isSame(as: former) { continue }
      if let former, !isNewFirst {
        guard try isAllowed(former) else { return nil }
        if isFormerFirst { changes.append((former, true)) }
      }
      if let new, !isFormerFirst {
        guard try isAllowed(new) else { return nil }
        changes.append((new, false))
      }
    }
    var encoder = ItemEncoder(
      identifier: keepsIdentifier ? Array(uniqueIdentifierBytes) : [], domain: nil,
      expiration: expiration, isUpdate: true)
    try encoder.begin(attributeCount: changes.count)
    for (attribute, isRemoved) in changes {
      if isRemoved {
        try encoder.append(raw: [], tag: .null, for: attribute.key)
      } else {
        try encoder.append(
          raw: attribute.item.buffer[attribute.range], tag: attribute.tag, for: attribute.key)
      }
    }
    return try EncodedItem(opening: encoder.finish())
  }
}

extension EncodedAttribute {
  /// Whether another item's attribute has the same key, flags included, and the same value.
  fileprivate func isSame(as other: EncodedAttribute) -> Bool {
    guard key == other.key, tag == other.tag else { return false }
    // Keys are equal by their names alone.
    if case .custom(let custom) = key, case .custom(let otherCustom) = other.key,
      ItemLayout.flags(of: custom) != ItemLayout.flags(of: otherCustom)
    {
      return false
    }
    return item.buffer[range] == other.item.buffer[other.range]
  }
}
