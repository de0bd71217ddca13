/// An item in its binary form, read in place: only the attributes asked for are decoded.
///
/// The bytes are a part of a buffer that other items may share; copying an `EncodedItem` copies
/// none of them. `Documentation/formats/item.md` describes the format.
public struct EncodedItem: Sendable {
  let buffer: [UInt8]
  let start: Int
  let end: Int

  /// Makes an item of bytes from anywhere, after checking every one of them.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged`` or
  ///   ``ModelError/Code/unsupportedVersion``.
  /// - Complexity: O(*b*) in the number of bytes.
  public init(validating bytes: [UInt8]) throws(ModelError) {
    try self.init(opening: bytes)
    try validate()
  }

  /// Makes an item of bytes that a checksum vouches for: the header is checked now, each attribute
  /// when it is read.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged`` or
  ///   ``ModelError/Code/unsupportedVersion``.
  /// - Complexity: O(*i*) in the length of the identifiers; nothing is copied.
  public init(opening buffer: [UInt8]) throws(ModelError) {
    try self.init(opening: buffer, in: 0..<buffer.count)
  }

  /// Makes an item of a part of a shared buffer that a checksum vouches for.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged`` or
  ///   ``ModelError/Code/unsupportedVersion``.
  /// - Complexity: O(*i*) in the length of the identifiers; nothing is copied.
  public init(opening buffer: [UInt8], in range: Range<Int>) throws(ModelError) {
    guard range.lowerBound >= 0, range.upperBound <= buffer.count else {
      throw .damaged("it runs past its buffer", at: 0)
    }
    self.buffer = buffer
    self.start = range.lowerBound
    self.end = range.upperBound
    try checkHeader()
  }

  /// The length of the encoding in bytes.
  public var byteCount: Int { end - start }

  /// The encoding; shares the buffer's storage.
  public var bytes: ArraySlice<UInt8> { buffer[start..<end] }

  /// The app's name for the item.
  public var uniqueIdentifier: String { String(decoding: buffer[identifierRange], as: UTF8.self) }

  /// The UTF-8 bytes of the unique identifier; shares the buffer's storage.
  public var uniqueIdentifierBytes: ArraySlice<UInt8> { buffer[identifierRange] }

  /// The group that the item belongs to.
  public var domainIdentifier: String? {
    hasDomain ? String(decoding: buffer[domainRange], as: UTF8.self) : nil
  }

  /// When the item leaves the index.
  public var expiration: Timestamp? {
    guard flags & ItemLayout.expirationFlag != 0 else { return nil }
    var bits: UInt64 = 0
    for index in 0..<8 {
      bits |= UInt64(buffer[start + ItemLayout.expirationOffset + index]) << UInt64(8 * index)
    }
    return Timestamp(secondsSinceReferenceDate: Double(bitPattern: bits))
  }

  /// Whether the item merges into the stored one instead of replacing it.
  public var isUpdate: Bool { flags & ItemLayout.updateFlag != 0 }

  /// The number of attributes.
  public var attributeCount: Int { word(at: ItemLayout.attributeCountOffset) }

  /// The whole item, decoded.
  ///
  /// - Throws: ``ModelError`` with ``ModelError/Code/damaged``.
  public func item() throws(ModelError) -> Item {
    var values: [AttributeKey: AttributeValue] = [:]
    values.reserveCapacity(attributeCount)
    try forEachAttribute { key, value in values[key] = value }
    return Item(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier,
      expiration: expiration, attributes: Attributes(values), isUpdate: isUpdate)
  }

  // MARK: - Header

  var flags: UInt8 { buffer[start + ItemLayout.flagsOffset] }
  var hasDomain: Bool { flags & ItemLayout.domainFlag != 0 }
  var tableStart: Int { start + ItemLayout.headerByteCount }

  var identifierRange: Range<Int> {
    let lower = tableStart + attributeCount * ItemLayout.tableEntryByteCount
    return lower..<lower + word(at: ItemLayout.identifierLengthOffset)
  }

  var domainRange: Range<Int> {
    let lower = identifierRange.upperBound
    return lower..<lower + word(at: ItemLayout.domainLengthOffset)
  }

  /// Where the bytes of the first attribute begin.
  var valuesStart: Int { domainRange.upperBound }

  /// A 32-bit number of the header or the table, at an offset from the start of the item.
  @inline(__always)
  func word(at offset: Int) -> Int {
    let index = start + offset
    return buffer.withUnsafeBytes { bytes in
      // The load itself is not checked.
      precondition(index >= 0 && index <= bytes.count - 4, "A word lies outside its buffer")
      return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
    }
  }

  /// Proves what the properties above rely on: the header is there, the table and the identifiers
  /// lie inside the item, and the identifiers are UTF-8.
  private func checkHeader() throws(ModelError) {
    guard byteCount >= ItemLayout.headerByteCount else {
      throw .damaged("the header is cut short", at: byteCount)
    }
    guard (buffer[start], buffer[start + 1]) == ItemLayout.magic else {
      throw .damaged("it does not begin as an item does", at: 0)
    }
    guard buffer[start + 2] == ItemLayout.version else {
      throw ModelError(
        code: .unsupportedVersion,
        message: "The encoded item has version \(buffer[start + 2]); this software reads version "
          + "\(ItemLayout.version).", offset: 2)
    }
    guard flags <= 7 else { throw .damaged("unknown flags", at: ItemLayout.flagsOffset) }
    guard word(at: ItemLayout.byteCountOffset) == byteCount, byteCount <= ItemLimits.itemByteCount
    else { throw .damaged("its length is not what it says", at: ItemLayout.byteCountOffset) }
    let identifierCount = word(at: ItemLayout.identifierLengthOffset)
    let domainCount = word(at: ItemLayout.domainLengthOffset)
    guard identifierCount <= ItemLimits.identifierByteCount,
      domainCount <= ItemLimits.identifierByteCount, hasDomain || domainCount == 0
    else { throw .damaged("an identifier is too long", at: ItemLayout.identifierLengthOffset) }
    let attributeCount = attributeCount
    guard attributeCount <= ItemLimits.attributeCount else {
      throw .damaged("too many attributes", at: ItemLayout.attributeCountOffset)
    }
    // The limits above keep these sums far from overflow.
    let identifierStart = tableStart + attributeCount * ItemLayout.tableEntryByteCount
    let domainStart = identifierStart + identifierCount
    let valuesStart = domainStart + domainCount
    guard valuesStart <= end,
      attributeCount == 0 ? valuesStart == end : entryStart(at: 0) == valuesStart
    else { throw .damaged("the values do not follow the identifiers", at: tableStart - start) }
    // Most items have no expiry, all of whose bytes are 0 then.
    if word(at: ItemLayout.expirationOffset) | word(at: ItemLayout.expirationOffset + 4) != 0 {
      var reader = ByteReader(
        buffer, from: start + ItemLayout.expirationOffset, to: tableStart, origin: start)
      let expiration = try reader.double()
      guard flags & ItemLayout.expirationFlag != 0 || expiration == 0 else {
        throw .damaged("an expiry without its flag", at: ItemLayout.expirationOffset)
      }
    }
    try checkUTF8(identifierStart..<domainStart)
    if domainCount > 0 { try checkUTF8(domainStart..<valuesStart) }
  }

  private func checkUTF8(_ range: Range<Int>) throws(ModelError) {
    guard (try? UTF8Span(validating: buffer.span.extracting(range))) != nil else {
      throw .damaged("an identifier is not UTF-8", at: range.lowerBound - start)
    }
  }
}

extension EncodedItem: Hashable {
  /// Compares the bytes.
  public static func == (left: EncodedItem, right: EncodedItem) -> Bool {
    left.bytes == right.bytes
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}
