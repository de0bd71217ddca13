/// Writes one encoded item: the header, then attribute after attribute in key order.
///
/// `ItemLayout.swift` has the layout.
struct ItemEncoder {
  private var writer = ByteWriter()
  private let identifier: [UInt8]
  private let domain: [UInt8]?
  private let expiration: Timestamp?
  private let isUpdate: Bool
  private var nextEntry = ItemLayout.headerByteCount
  private var valueCount = 0

  init(identifier: [UInt8], domain: [UInt8]?, expiration: Timestamp?, isUpdate: Bool) {
    self.identifier = identifier
    self.domain = domain
    self.expiration = expiration
    self.isUpdate = isUpdate
  }

  /// Writes the header, an empty table and the identifiers.
  mutating func begin(attributeCount: Int) throws(ModelError) {
    try check(identifier, "unique identifier")
    try check(domain ?? [], "domain identifier")
    guard attributeCount <= ItemLimits.attributeCount else {
      throw ModelError(
        code: .tooLarge,
        message: "The item has \(attributeCount) attributes; the limit is "
          + "\(ItemLimits.attributeCount).")
    }
    writer.append(byte: ItemLayout.magic.0)
    writer.append(byte: ItemLayout.magic.1)
    writer.append(byte: ItemLayout.version)
    writer.append(
      byte: (isUpdate ? ItemLayout.updateFlag : 0) | (domain != nil ? ItemLayout.domainFlag : 0)
        | (expiration != nil ? ItemLayout.expirationFlag : 0))
    writer.append(littleEndian: UInt32(0))
    writer.append(littleEndian: UInt32(identifier.count))
    writer.append(littleEndian: UInt32(domain?.count ?? 0))
    writer.append(littleEndian: UInt32(attributeCount))
    writer.append(double: expiration?.secondsSinceReferenceDate ?? 0)
    for _ in 0..<attributeCount { writer.append(littleEndian: UInt64(0)) }
    writer.append(raw: identifier)
    writer.append(raw: domain ?? [])
  }

  /// Writes the next attribute; keys come in ascending order.
  mutating func append(_ value: AttributeValue, for key: AttributeKey) throws(ModelError) {
    try beginEntry(key, ValueTag(of: value))
    valueCount = 1
    try append(value, depth: 0, of: key.name)
    try reserve(0, of: key.name)
  }

  /// Writes the next attribute with a value copied from another encoded item.
  mutating func append(
    raw value: ArraySlice<UInt8>, tag: ValueTag, for key: AttributeKey
  ) throws(ModelError) {
    try beginEntry(key, tag)
    try reserve(value.count, of: key.name)
    writer.append(raw: value)
  }

  /// The finished encoding.
  mutating func finish() -> [UInt8] {
    writer.patch(UInt32(writer.bytes.count), at: ItemLayout.byteCountOffset)
    return writer.bytes
  }

  // MARK: - Parts

  private func check(_ identifier: [UInt8], _ what: String) throws(ModelError) {
    guard identifier.count <= ItemLimits.identifierByteCount else {
      throw ModelError(
        code: .tooLarge,
        message: "The \(what) has \(identifier.count) bytes; the limit is "
          + "\(ItemLimits.identifierByteCount).")
    }
  }

  /// Fills the next row of the table, and writes the name of a custom attribute.
  private mutating func beginEntry(_ key: AttributeKey, _ tag: ValueTag) throws(ModelError) {
    let start = UInt32(writer.bytes.count)
    var number = ItemLayout.customAttributeNumber
    var flags: UInt8 = 0
    switch key {
    case .builtIn(let id):
      guard 1..<ItemLayout.customAttributeNumber ~= id.rawValue else {
        throw ModelError(
          code: .invalidName, message: "There can be no built-in attribute \(id.rawValue).")
      }
      number = id.rawValue
    case .custom(let key):
      guard CustomAttributeKey.isValid(name: key.name) else {
        throw ModelError(
          code: .invalidName,
          message: "A custom attribute's name has 1 to \(ItemLimits.attributeNameByteCount) ASCII "
            + "letters, digits and underscores, unlike \"\(key.name.prefix(80))\".")
      }
      flags = ItemLayout.flags(of: key)
      try append(text: key.name, of: key.name)
    }
    writer.patch(UInt32(number) | UInt32(tag.rawValue) << 16 | UInt32(flags) << 24, at: nextEntry)
    writer.patch(start, at: nextEntry + 4)
    nextEntry += ItemLayout.tableEntryByteCount
  }

  /// Checks that some more bytes fit before they are copied.
  private func reserve(_ count: Int, of name: String) throws(ModelError) {
    guard count <= ItemLimits.itemByteCount - writer.bytes.count else {
      throw ModelError(
        code: .tooLarge,
        message: "The item reaches its limit of \(ItemLimits.itemByteCount >> 20) MiB in the "
          + "attribute \"\(name)\".", attribute: name)
    }
  }

  private mutating func append(text: String, of name: String) throws(ModelError) {
    try reserve(text.utf8.count, of: name)
    writer.append(varint: UInt64(text.utf8.count))
    writer.append(raw: text.utf8)
  }

  private mutating func append(number: Double, of name: String) throws(ModelError) {
    guard !number.isNaN else {
      throw ModelError(
        code: .invalidValue,
        message: "The attribute \"\(name)\" holds a value that is not a number.", attribute: name)
    }
    writer.append(double: number)
  }

  private mutating func append(
    _ value: AttributeValue, depth: Int, of name: String
  ) throws(ModelError) {
    switch value {
    case .null, .boolean: break
    case .integer(let integer): writer.append(integer: integer)
    case .double(let double): try append(number: double, of: name)
    case .date(let date): try append(number: date.secondsSinceReferenceDate, of: name)
    case .string(let text), .url(let text): try append(text: text, of: name)
    case .data(let data):
      try reserve(data.count, of: name)
      writer.append(varint: UInt64(data.count))
      writer.append(raw: data)
    case .person(let person): try append(person, of: name)
    case .localizedString(let texts):
      try beginCollection(texts.count, depth: 0, of: name)
      for (language, text) in texts.sortedByKeyBytes() {
        try append(text: language, of: name)
        try append(text: text, of: name)
      }
    case .array(let values):
      try beginCollection(values.count, depth: depth + 1, of: name)
      for value in values {
        writer.append(byte: ValueTag(of: value).rawValue)
        try append(value, depth: depth + 1, of: name)
      }
    case .dictionary(let values):
      try beginCollection(values.count, depth: depth + 1, of: name)
      for (key, value) in values.sortedByKeyBytes() {
        try append(text: key, of: name)
        writer.append(byte: ValueTag(of: value).rawValue)
        try append(value, depth: depth + 1, of: name)
      }
    }
  }

  private mutating func append(_ person: Person, of name: String) throws(ModelError) {
    writer.append(
      byte: (person.displayName != nil ? 1 : 0) | (person.contactIdentifier != nil ? 2 : 0))
    if let displayName = person.displayName { try append(text: displayName, of: name) }
    try append(text: person.handleIdentifier, of: name)
    if let identifier = person.contactIdentifier { try append(text: identifier, of: name) }
    try beginCollection(person.handles.count, depth: 0, of: name)
    for handle in person.handles { try append(text: handle, of: name) }
  }

  private mutating func beginCollection(
    _ count: Int, depth: Int, of name: String
  ) throws(ModelError) {
    guard depth <= ItemLimits.depth else {
      throw ModelError(
        code: .invalidValue,
        message: "The attribute \"\(name)\" nests collections deeper than \(ItemLimits.depth).",
        attribute: name)
    }
    valueCount += count
    guard valueCount <= ItemLimits.valueCount else {
      throw ModelError(
        code: .tooLarge,
        message: "The attribute \"\(name)\" holds more than \(ItemLimits.valueCount) values.",
        attribute: name)
    }
    try reserve(count, of: name)
    writer.append(varint: UInt64(count))
  }
}

extension Dictionary where Key == String {
  /// The pairs in the order of the UTF-8 bytes of their keys.
  func sortedByKeyBytes() -> [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
