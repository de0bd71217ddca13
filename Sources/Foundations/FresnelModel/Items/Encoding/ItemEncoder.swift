/// Writes one encoded item: the header, then attribute after attribute in key order.
///
/// `ItemLayout.swift` has the layout.
struct ItemEncoder {
  /// What most items take; the buffer grows from there.
  private static let usualByteCount = 512

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
    writer.reserve(Self.usualByteCount)
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
    try check(key)
    try beginEntry(key, ValueTag(of: value))
    valueCount = 1
    try append(value, depth: 0, of: key)
    try reserve(0, of: key)
  }

  /// Writes the next attribute with a value copied from another encoded item, whose key was checked when it was read.
  mutating func append(
    raw value: ArraySlice<UInt8>, tag: ValueTag, for key: AttributeKey
  ) throws(ModelError) {
    try beginEntry(key, tag)
    try reserve(value.count, of: key)
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

  private func check(_ key: AttributeKey) throws(ModelError) {
    switch key {
    case .builtIn(let id):
      guard 1..<ItemLayout.customAttributeNumber ~= id.rawValue else {
        throw ModelError(
          code: .invalidName, message: "There can be no built-in attribute \(id.rawValue).")
      }
    case .custom(let custom):
      guard CustomAttributeKey.isValid(name: custom.name) else {
        throw ModelError(
          code: .invalidName,
          message: "A custom attribute's name has 1 to \(ItemLimits.attributeNameByteCount) ASCII "
            + "letters, digits and underscores, unlike \"\(custom.name.prefix(80))\".")
      }
    }
  }

  /// Fills the next row of the table, and writes the name of a custom attribute.
  private mutating func beginEntry(_ key: AttributeKey, _ tag: ValueTag) throws(ModelError) {
    let start = UInt32(writer.bytes.count)
    var number = ItemLayout.customAttributeNumber
    var flags: UInt8 = 0
    switch key {
    case .builtIn(let id): number = id.rawValue
    case .custom(let custom):
      flags = ItemLayout.flags(of: custom)
      try append(text: custom.name, of: key)
    }
    writer.patch(UInt32(number) | UInt32(tag.rawValue) << 16 | UInt32(flags) << 24, at: nextEntry)
    writer.patch(start, at: nextEntry + 4)
    nextEntry += ItemLayout.tableEntryByteCount
  }

  /// Checks that some more bytes fit before they are copied.
  private func reserve(_ count: Int, of key: AttributeKey) throws(ModelError) {
    guard count <= ItemLimits.itemByteCount - writer.bytes.count else {
      throw ModelError(
        code: .tooLarge,
        message: "The item reaches its limit of \(ItemLimits.itemByteCount >> 20) MiB in the "
          + "attribute \"\(key.name)\".", attribute: key.name)
    }
  }

  private mutating func append(text: String, of key: AttributeKey) throws(ModelError) {
    try reserve(text.utf8.count, of: key)
    writer.append(varint: UInt64(text.utf8.count))
    writer.append(raw: text.utf8)
  }

  private mutating func append(number: Double, of key: AttributeKey) throws(ModelError) {
    guard !number.isNaN else {
      throw ModelError(
        code: .invalidValue,
        message: "The attribute \"\(key.name)\" holds a value that is not a number.",
        attribute: key.name)
    }
    writer.append(double: number)
  }

  private mutating func append(
    _ value: AttributeValue, depth: Int, of key: AttributeKey
  ) throws(ModelError) {
    switch value {
    case .null, .boolean: break
    case .integer(let integer): writer.append(integer: integer)
    case .double(let double): try append(number: double, of: key)
    case .date(let date): try append(number: date.secondsSinceReferenceDate, of: key)
    case .string(let text), .url(let text): try append(text: text, of: key)
    case .data(let data):
      try reserve(data.count, of: key)
      writer.append(varint: UInt64(data.count))
      writer.append(raw: data)
    case .person(let person): try append(person, of: key)
    case .localizedString(let texts):
      try beginCollection(texts.count, depth: 0, of: key)
      for (language, text) in texts.sortedByKeyBytes() {
        try append(text: language, of: key)
        try append(text: text, of: key)
      }
    case .array(let values):
      try beginCollection(values.count, depth: depth + 1, of: key)
      for value in values {
        writer.append(byte: ValueTag(of: value).rawValue)
        try append(value, depth: depth + 1, of: key)
      }
    case .dictionary(let values):
      try beginCollection(values.count, depth: depth + 1, of: key)
      for (name, value) in values.sortedByKeyBytes() {
        try append(text: name, of: key)
        writer.append(byte: ValueTag(of: value).rawValue)
        try append(value, depth: depth + 1, of: key)
      }
    }
  }

  private mutating func append(_ person: Person, of key: AttributeKey) throws(ModelError) {
    writer.append(
      byte: (person.displayName != nil ? 1 : 0) | (person.contactIdentifier != nil ? 2 : 0))
    if let displayName = person.displayName { try append(text: displayName, of: key) }
    try append(text: person.handleIdentifier, of: key)
    if let identifier = person.contactIdentifier { try append(text: identifier, of: key) }
    try beginCollection(person.handles.count, depth: 0, of: key)
    for handle in person.handles { try append(text: handle, of: key) }
  }

  private mutating func beginCollection(
    _ count: Int, depth: Int, of key: AttributeKey
  ) throws(ModelError) {
    guard depth <= ItemLimits.depth else {
      throw ModelError(
        code: .invalidValue,
        message: "The attribute \"\(key.name)\" nests collections deeper than \(ItemLimits.depth).",
        attribute: key.name)
    }
    valueCount += count
    guard valueCount <= ItemLimits.valueCount else {
      throw ModelError(
        code: .tooLarge,
        message: "The attribute \"\(key.name)\" holds more than \(ItemLimits.valueCount) values.",
        attribute: key.name)
    }
    try reserve(count, of: key)
    writer.append(varint: UInt64(count))
  }
}

extension Dictionary where Key == String {
  /// The pairs in the order of the UTF-8 bytes of their keys.
  func sortedByKeyBytes() -> [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
