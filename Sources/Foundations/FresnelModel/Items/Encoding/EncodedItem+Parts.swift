extension EncodedItem {
  /// The UTF-8 bytes of the domain identifier; shares the buffer's storage. `nil` without one.
  package var domainIdentifierBytes: ArraySlice<UInt8>? { hasDomain ? buffer[domainRange] : nil }

  /// Appends each attribute, packed, to one of two lists, from which ``init(_:attributes:_:)`` makes
  /// the same item again. Values are copied as bytes.
  ///
  /// - Parameters:
  ///   - selected: Takes the built-in attributes that the predicate selects.
  ///   - rest: Takes the others.
  ///   - isSelected: Told the attribute and the number of its bytes.
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  /// - Complexity: O(*b*) in the number of bytes.
  package func split(
    into selected: inout [UInt8], and rest: inout [UInt8],
    where isSelected: (AttributeID, Int) -> Bool
  ) throws(ModelError) {
    var lastNumber: UInt16 = 0
    for index in 0..<attributeCount {
      let number = entryNumber(at: index)
      let range = try entryRange(at: index)
      let isCustom = number == ItemLayout.customAttributeNumber
      // The order is what putting the parts together goes by.
      guard isCustom || (number > lastNumber && entryFlags(at: index) == 0) else {
        throw .damaged("attributes are out of order or repeated", at: range.lowerBound - start)
      }
      lastNumber = number
      let isFirst = !isCustom && isSelected(AttributeID(rawValue: number), range.count)
      buffer.withUnsafeBytes { buffer in
        let value = UnsafeRawBufferPointer(rebasing: buffer[range])
        if isFirst {
          selected.appendPacked(number: number, tag: entryTag(at: index), flags: 0, value)
        } else {
          rest.appendPacked(
            number: number, tag: entryTag(at: index), flags: entryFlags(at: index), value)
        }
      }
    }
  }

  /// What an item has besides its attributes; the bytes are UTF-8 and only borrowed.
  package struct Frame {
    /// The unique identifier.
    package var identifier: UnsafeRawBufferPointer
    /// The domain identifier; `nil` without one.
    package var domain: UnsafeRawBufferPointer?
    /// The expiry in seconds since 2001; `nil` without one.
    package var expiration: Double?
    /// Whether the item is a partial update.
    package var isUpdate: Bool

    /// Puts the parts together.
    package init(
      identifier: UnsafeRawBufferPointer, domain: UnsafeRawBufferPointer?, expiration: Double?,
      isUpdate: Bool
    ) {
      self.identifier = identifier
      self.domain = domain
      self.expiration = expiration
      self.isUpdate = isUpdate
    }
  }

  /// Puts an item together from what ``split(into:and:where:)`` made of it; from one list alone an
  /// item with only the attributes of that list.
  ///
  /// The bytes may be anything; values are copied and not looked at.
  ///
  /// - Parameters:
  ///   - frame: What the item has besides its attributes.
  ///   - selected: Packed attributes, all built in.
  ///   - rest: Packed attributes, none of which is in `selected`.
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  /// - Complexity: O(*b*) in the number of bytes.
  package init(
    _ frame: Frame, attributes selected: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer
  ) throws(ModelError) {
    var bytes: [UInt8] = []
    _ = try Self.append(frame, attributes: selected, rest, to: &bytes)
    try self.init(opening: bytes)
  }

  /// Appends an item to others in a buffer, put together as ``init(_:attributes:_:)`` does.
  ///
  /// - Returns: The item's place; ``init(opening:in:)`` makes the item of it.
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``; the buffer is then of no more use.
  /// - Complexity: O(*b*) in the number of bytes.
  package static func append(
    _ frame: Frame, attributes selected: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer,
    to buffer: inout [UInt8]
  ) throws(ModelError) -> Range<Int> {
    var attributeCount = 0
    var byteCount = ItemLayout.headerByteCount + frame.identifier.count + (frame.domain?.count ?? 0)
    func measure(_ list: UnsafeRawBufferPointer) throws(ModelError) {
      var reader = PackedAttributeReader(list)
      while let entry = try reader.next() {
        attributeCount += 1
        byteCount += ItemLayout.tableEntryByteCount + entry.bytes.count
      }
    }
    try measure(selected)
    if !rest.isEmpty { try measure(rest) }
    guard attributeCount <= ItemLimits.attributeCount, byteCount <= ItemLimits.itemByteCount else {
      throw .damaged("it is too long", at: byteCount)
    }
    let start = buffer.count
    var failure: ModelError?
    withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 8) { bytes in
      do throws(ModelError) {
        var writer = ItemWriter(bytes, frame, attributeCount: attributeCount)
        try writer.merge(selected, rest)
        // Both passes read the same bytes, so all of the item has been written.
        buffer.append(contentsOf: bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return start..<buffer.count
  }

  /// The UTF-8 bytes of an attribute among packed ones, without their length; `nil` when it is not
  /// there, is not of the type text, or the bytes before it are damaged.
  package static func text(
    of id: AttributeID, inPacked bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    var reader = PackedAttributeReader(bytes)
    while let entry = try? reader.next() {
      guard entry.number == id.rawValue else { continue }
      return entry.tag == ValueTag.string.rawValue ? entry.bytes.plainText : nil
    }
    return nil
  }
}

/// Writes an item into memory that is as long as the item.
private struct ItemWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private var nextEntry = ItemLayout.headerByteCount
  private var nextValue: Int

  init(
    _ buffer: UnsafeMutableRawBufferPointer, _ frame: EncodedItem.Frame, attributeCount: Int
  ) {
    self.buffer = buffer
    buffer[0] = ItemLayout.magic.0
    buffer[1] = ItemLayout.magic.1
    buffer[2] = ItemLayout.version
    buffer[ItemLayout.flagsOffset] =
      (frame.isUpdate ? ItemLayout.updateFlag : 0)
      | (frame.domain != nil ? ItemLayout.domainFlag : 0)
      | (frame.expiration != nil ? ItemLayout.expirationFlag : 0)
    nextValue = ItemLayout.headerByteCount + attributeCount * ItemLayout.tableEntryByteCount
    store(UInt32(buffer.count), at: ItemLayout.byteCountOffset)
    store(UInt32(frame.identifier.count), at: ItemLayout.identifierLengthOffset)
    store(UInt32(frame.domain?.count ?? 0), at: ItemLayout.domainLengthOffset)
    store(UInt32(attributeCount), at: ItemLayout.attributeCountOffset)
    store((frame.expiration ?? 0).bitPattern, at: ItemLayout.expirationOffset)
    append(frame.identifier)
    if let domain = frame.domain { append(domain) }
  }

  /// Writes the attributes of both lists in the order of the encoding.
  mutating func merge(
    _ selected: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer
  ) throws(ModelError) {
    var selectedReader = PackedAttributeReader(selected)
    if rest.isEmpty {
      while let entry = try selectedReader.next() {
        guard entry.number != ItemLayout.customAttributeNumber else {
          throw .damaged("a custom attribute is out of place", at: nextValue)
        }
        append(entry)
      }
      return
    }
    var restReader = PackedAttributeReader(rest)
    var first = try selectedReader.next()
    var second = try restReader.next()
    while true {
      if let entry = first, entry.number < second?.number ?? .max {
        append(entry)
        first = try selectedReader.next()
      } else if let entry = second {
        // A key that both lists have, or a custom attribute of the first list, whose place is not known.
        guard first == nil || first?.number != entry.number else {
          throw .damaged("an attribute is repeated", at: nextValue)
        }
        append(entry)
        second = try restReader.next()
      } else if first != nil {
        throw .damaged("a custom attribute is out of place", at: nextValue)
      } else {
        return
      }
    }
  }

  private mutating func append(_ entry: PackedAttributeReader.Entry) {
    store(
      UInt32(entry.number) | UInt32(entry.tag) << 16 | UInt32(entry.flags) << 24, at: nextEntry)
    store(UInt32(nextValue), at: nextEntry + 4)
    nextEntry += ItemLayout.tableEntryByteCount
    append(entry.bytes)
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: buffer[nextValue...]).copyMemory(from: bytes)
    nextValue += bytes.count
  }

  private func store(_ value: some FixedWidthInteger, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) {
      UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: $0)
    }
  }
}
