extension EncodedItem {
  /// The encoding of this item after a partial update: what the update sets replaces what is here,
  /// what it sets to nil goes away, and a domain or an expiry that it names replaces this item's.
  ///
  /// Merging two partial updates gives the partial update that does both. When `update` is a whole
  /// item, it replaces this one. The bytes of values are copied without being decoded.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/tooLarge`` or ``ModelError/Code/damaged``.
  /// - Complexity: O(*b*) in the number of bytes of both.
  public func merged(with update: EncodedItem) throws(ModelError) -> [UInt8] {
    guard update.isUpdate else { return Array(update.bytes) }
    return try merged(with: update, expiration: update.expiration ?? expiration)
  }

  /// The item that a partial update makes of this one when its expiry is that of the result, none
  /// included.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/tooLarge`` or ``ModelError/Code/damaged``.
  /// - Complexity: O(*b*) in the number of bytes of both.
  package func patched(with changes: EncodedItem) throws(ModelError) -> EncodedItem {
    try EncodedItem(opening: try merged(with: changes, expiration: changes.expiration))
  }

  private func merged(
    with update: EncodedItem, expiration: Timestamp?
  ) throws(ModelError) -> [UInt8] {
    var attributes: [EncodedAttribute] = []
    var index = 0
    try update.forEachEncodedAttribute { replacement throws(ModelError) in
      while index < attributeCount {
        let attribute = try attribute(at: index)
        if replacement.key.precedes(attribute.key) { break }
        index += 1
        if attribute.key == replacement.key { break }
        attributes.append(attribute)
      }
      if isUpdate || !replacement.isNull { attributes.append(replacement) }
    }
    while index < attributeCount {
      attributes.append(try attribute(at: index))
      index += 1
    }
    let domain = update.hasDomain ? update.buffer[update.domainRange] : buffer[domainRange]
    return try Self.assemble(
      attributes,
      into: ItemEncoder(
        identifier: Array(uniqueIdentifierBytes),
        domain: update.hasDomain || hasDomain ? Array(domain) : nil,
        expiration: expiration, isUpdate: isUpdate))
  }

  /// The encoding of the whole item that a partial update makes when there is none to merge into:
  /// what it sets to nil is left out.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  public func wholeItem() throws(ModelError) -> [UInt8] {
    guard isUpdate else { return Array(bytes) }
    var attributes: [EncodedAttribute] = []
    try forEachEncodedAttribute { if !$0.isNull { attributes.append($0) } }
    return try Self.assemble(
      attributes,
      into: ItemEncoder(
        identifier: Array(uniqueIdentifierBytes),
        domain: hasDomain ? Array(buffer[domainRange]) : nil, expiration: expiration,
        isUpdate: false))
  }

  /// The encoding of the whole item that partial updates make, one after another: of each attribute, domain and expiry
  /// the last one counts.
  ///
  /// - Parameters:
  ///   - updates: Partial updates, one or more.
  ///   - stored: The whole item that they change; `nil` where there is none.
  /// - Returns: The bytes of the whole item.
  /// - Throws: ``ModelError`` with ``ModelError/Code/tooLarge`` or ``ModelError/Code/damaged``.
  /// - Complexity: O(*b* + *n* log *n*) in the number of bytes of all, and the number of attributes that are left.
  package static func merging(
    _ updates: ArraySlice<EncodedItem>, into stored: EncodedItem?
  ) throws(ModelError) -> [UInt8] {
    guard let first = stored ?? updates.first, let last = updates.last else {
      throw ModelError(code: .damaged, message: "There is no update to merge.")
    }
    if updates.count == 1 {
      guard let stored else { return try last.wholeItem() }
      return try stored.merged(with: last)
    }
    var attributes: [AttributeKey: EncodedAttribute] = [:]
    var domain = first.hasDomain ? first.buffer[first.domainRange] : nil
    var expiration = first.expiration
    try stored?.forEachEncodedAttribute { attributes[$0.key] = $0 }
    for update in updates {
      try update.forEachEncodedAttribute { attributes[$0.key] = $0.isNull ? nil : $0 }
      if update.hasDomain { domain = update.buffer[update.domainRange] }
      expiration = update.expiration ?? expiration
    }
    return try assemble(
      attributes.values.sorted { $0.key.precedes($1.key) },
      into: ItemEncoder(
        identifier: Array(first.uniqueIdentifierBytes), domain: domain.map { Array($0) },
        expiration: expiration, isUpdate: false))
  }

  /// Writes attributes that were read from items, so that their names were checked then.
  static func assemble(
    _ attributes: [EncodedAttribute], into encoder: ItemEncoder
  ) throws(ModelError) -> [UInt8] {
    var encoder = encoder
    try encoder.begin(attributeCount: attributes.count)
    for attribute in attributes {
      try encoder.append(
        raw: attribute.item.buffer[attribute.range], tag: attribute.tag, for: attribute.key)
    }
    return encoder.finish()
  }
}
