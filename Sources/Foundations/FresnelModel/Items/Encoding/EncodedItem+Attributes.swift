extension EncodedItem {
  /// The value under a key; `nil` when the item has none. Custom keys are compared by name.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  /// - Complexity: O(log *n*) in the number of attributes, and the decoding of this one.
  public func decodedValue(for key: AttributeKey) throws(ModelError) -> AttributeValue? {
    try attribute(for: key)?.value()
  }

  /// The attribute under a key, not yet decoded; `nil` when the item has none. Custom keys are
  /// compared by name; the result's key has the flags that were stored.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  /// - Complexity: O(log *n*) in the number of attributes.
  public func attribute(for key: AttributeKey) throws(ModelError) -> EncodedAttribute? {
    switch key {
    case .builtIn(let id):
      // The number of custom keys is nobody's identifier.
      guard id.rawValue != ItemLayout.customAttributeNumber else { return nil }
      let index = firstIndex { entryNumber(at: $0) >= id.rawValue }
      guard index < attributeCount, entryNumber(at: index) == id.rawValue else { return nil }
      return try attribute(at: index)
    case .custom(let key):
      let name = Array(key.name.utf8)
      let index = try firstIndex { index throws(ModelError) in
        guard entryNumber(at: index) == ItemLayout.customAttributeNumber else { return false }
        return !buffer[try nameRange(at: index)].lexicographicallyPrecedes(name)
      }
      guard index < attributeCount else { return nil }
      let found = buffer[try nameRange(at: index)]
      return found == name[...] ? try attribute(at: index) : nil
    }
  }

  /// Calls `body` with each attribute and its value: built-in ones by number, then custom ones by
  /// name.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``, and what `body` throws.
  public func forEachAttribute(
    _ body: (AttributeKey, AttributeValue) throws(ModelError) -> Void
  ) throws(ModelError) {
    for index in 0..<attributeCount {
      let attribute = try attribute(at: index)
      try body(attribute.key, try attribute.value())
    }
  }

  /// Calls `body` with each attribute, not yet decoded: built-in ones by number, then custom ones by
  /// name.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``, and what `body` throws.
  public func forEachEncodedAttribute(
    _ body: (EncodedAttribute) throws(ModelError) -> Void
  ) throws(ModelError) {
    for index in 0..<attributeCount { try body(try attribute(at: index)) }
  }

  /// Calls `body` with the key and the UTF-8 bytes of every text that a text query looks at; the
  /// bytes are valid only during the call.
  ///
  /// - Parameters:
  ///   - isIncluded: Says which attributes are visited.
  ///   - body: Receives each text; nothing is copied for it.
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  public func forEachText(
    where isIncluded: (AttributeKey) -> Bool = { _ in true },
    _ body: (AttributeKey, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(ModelError) {
    try forEachEncodedAttribute { attribute throws(ModelError) in
      guard isIncluded(attribute.key) else { return }
      try attribute.forEachText { body(attribute.key, $0) }
    }
  }

  /// Checks every byte: the order of the attributes, and each value.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  public func validate() throws(ModelError) {
    var last: EncodedAttribute?
    try forEachEncodedAttribute { attribute throws(ModelError) in
      if let last, !last.key.precedes(attribute.key) {
        throw .damaged(
          "attributes are out of order or repeated", at: attribute.range.lowerBound - start)
      }
      if attribute.isNull, !isUpdate {
        throw .damaged("a whole item deletes an attribute", at: attribute.range.lowerBound - start)
      }
      try attribute.forEachText { _ in }
      last = attribute
    }
  }

  // MARK: - Table

  /// The number of the table's entry: a built-in attribute's or the one of all custom ones.
  func entryNumber(at index: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: word(at: entryOffset(at: index)))
  }

  func entryTag(at index: Int) -> UInt8 { buffer[start + entryOffset(at: index) + 2] }
  func entryFlags(at index: Int) -> UInt8 { buffer[start + entryOffset(at: index) + 3] }

  /// Where an attribute's bytes begin in the buffer, or so the table says.
  func entryStart(at index: Int) -> Int { start + word(at: entryOffset(at: index) + 4) }

  private func entryOffset(at index: Int) -> Int {
    ItemLayout.headerByteCount + index * ItemLayout.tableEntryByteCount
  }

  /// The place of an attribute's bytes in the buffer: the name, if it is custom, and the value.
  func entryRange(at index: Int) throws(ModelError) -> Range<Int> {
    let lower = entryStart(at: index)
    let upper = index + 1 < attributeCount ? entryStart(at: index + 1) : end
    guard valuesStart <= lower, lower <= upper, upper <= end else {
      throw .damaged("an attribute lies outside the item", at: entryOffset(at: index))
    }
    return lower..<upper
  }

  /// The place of a custom attribute's name in the buffer.
  func nameRange(at index: Int) throws(ModelError) -> Range<Int> {
    let range = try entryRange(at: index)
    var reader = ByteReader(
      buffer, from: range.lowerBound, to: range.upperBound, origin: start)
    return try reader.run()
  }

  /// The attribute at a place in the order of the encoding, from 0; it is not yet decoded.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  /// - Complexity: O(1).
  public func attribute(at index: Int) throws(ModelError) -> EncodedAttribute {
    let number = entryNumber(at: index)
    let flags = entryFlags(at: index)
    guard let tag = ValueTag(rawValue: entryTag(at: index)) else {
      throw .damaged("unknown type of value", at: entryOffset(at: index) + 2)
    }
    let range = try entryRange(at: index)
    guard number == ItemLayout.customAttributeNumber else {
      guard number > 0, flags == 0 else {
        throw .damaged("no such built-in attribute", at: entryOffset(at: index))
      }
      return EncodedAttribute(
        key: .builtIn(AttributeID(rawValue: number)), item: self, tag: tag, range: range)
    }
    let nameRange = try nameRange(at: index)
    guard flags <= 15, CustomAttributeKey.isValid(name: buffer[nameRange]) else {
      throw .damaged("no such custom attribute", at: entryOffset(at: index))
    }
    let name = String(decoding: buffer[nameRange], as: UTF8.self)
    return EncodedAttribute(
      key: .custom(ItemLayout.customKey(name: name, flags: flags)), item: self, tag: tag,
      range: nameRange.upperBound..<range.upperBound)
  }

  /// The first row that satisfies a condition which, once true, stays true.
  private func firstIndex<Failure>(
    where condition: (Int) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var lower = 0
    var upper = attributeCount
    while lower < upper {
      let middle = (lower + upper) / 2
      if try condition(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}

extension AttributeKey {
  /// Whether the key stands before another one in an encoded item.
  func precedes(_ other: AttributeKey) -> Bool {
    switch (self, other) {
    case (.builtIn(let left), .builtIn(let right)): left < right
    case (.builtIn, .custom): true
    case (.custom, .builtIn): false
    case (.custom(let left), .custom(let right)):
      left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
  }
}
