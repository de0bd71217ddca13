import FresnelModel
import FresnelPlatform
import FresnelStorage

extension SegmentFooter {
  /// The last bytes of a segment: length and checksum of the footer before them, version, magic.
  private static let trailerByteCount = 16
  private static let magic = UInt32(littleEndian: 0x4753_5246)  // "FRSG"
  /// More than the footer of any number of scopes that a segment could have.
  private static let maximumByteCount: UInt32 = 1 << 28

  /// Writes the footer, the last thing of a segment.
  func write(to sink: inout ByteSink) throws(StorageError) {
    var bytes: [UInt8] = []
    encode(to: &bytes)
    let byteCount = UInt32(bytes.count)
    bytes.append(littleEndian: byteCount)
    bytes.append(littleEndian: Self.version)
    bytes.append(littleEndian: Self.magic)
    bytes.append(littleEndian: CRC32C.checksum(of: bytes))
    sink.beginCopiedBytes()
    try sink.append(bytes)
    sink.endCopiedBytes()
  }

  /// Reads the footer of a segment.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` or `newerFormat`, or that of a failed read.
  static func read(_ source: ByteSource) throws(StorageError) -> SegmentFooter {
    let trailerByteCount = UInt64(Self.trailerByteCount)
    guard source.byteCount >= trailerByteCount else {
      throw corrupted("A segment is too short to have a footer.", source, 0)
    }
    let trailerOffset = source.byteCount - trailerByteCount
    let byteCount: UInt32
    do {
      let trailer = try source.pin(trailerOffset, Self.trailerByteCount)
      byteCount = trailer.bytes.word(at: 0)
      guard trailer.bytes.word(at: 8) == magic, UInt64(byteCount) <= trailerOffset,
        byteCount <= maximumByteCount
      else { throw corrupted("The end of a segment is not that of one.", source, trailerOffset) }
    }
    let start = trailerOffset - UInt64(byteCount)
    let pin = try source.pin(start, Int(byteCount) + Self.trailerByteCount)
    let checked = UnsafeRawBufferPointer(rebasing: pin.bytes.dropLast(4))
    guard CRC32C.checksum(of: checked) == pin.bytes.word(at: checked.count) else {
      throw corrupted("A segment's footer fails its checksum.", source, start)
    }
    let version = pin.bytes.word(at: Int(byteCount) + 4)
    guard version <= Self.version else {
      throw StorageError(
        .newerFormat, "A segment has format version \(version), which this version cannot read.",
        path: source.path)
    }
    guard version >= Self.firstVersion else {
      throw corrupted(
        "A segment has format version \(version), which is read no more; its items have to be indexed again.",
        source, start)
    }
    do throws(StorageError) {
      return try decode(
        UnsafeRawBufferPointer(rebasing: pin.bytes.prefix(Int(byteCount))), version: version)
    } catch {
      throw corrupted(error.message, source, start)
    }
  }

  private static func corrupted(
    _ message: String, _ source: ByteSource, _ offset: UInt64
  ) -> StorageError {
    StorageError(.corrupted, message, path: source.path, offset: offset)
  }
}

extension SegmentFooter {
  private func encode(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: fingerprint.rules)
    bytes.append(littleEndian: fingerprint.characterClasses)
    Self.append(fingerprint.library, to: &bytes)
    Varint.append(UInt64(certainties.rawValue), to: &bytes)
    Varint.append(UInt64(scopes.count), to: &bytes)
    for scope in scopes {
      Self.append(scope.scope.app, to: &bytes)
      Self.append(scope.scope.index, to: &bytes)
      Varint.append(UInt64(scope.documentCount), to: &bytes)
      Varint.append(scope.itemByteCount, to: &bytes)
    }
    Varint.append(termCount, to: &bytes)
    Varint.append(postingCount, to: &bytes)
    for size in sizes.all { Varint.append(size, to: &bytes) }
    documents.encode(to: &bytes)
    identifiers.encode(to: &bytes)
    columns.encode(to: &bytes)
    Varint.append(putOrderOffset, to: &bytes)
    positions.encode(to: &bytes)
    terms.encode(to: &bytes)
    prefixes.encode(to: &bytes)
    keys.encode(to: &bytes)
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, version: UInt32
  ) throws(StorageError) -> SegmentFooter {
    guard bytes.count >= 8 else { throw damaged("A segment's footer is too short.") }
    var position = 8
    let fingerprint = AnalyzerFingerprint(
      rules: bytes.word(at: 0), characterClasses: bytes.word(at: 4),
      library: try text(bytes, at: &position))
    let certainties =
      version == firstVersion ? .old : try decodeCertainties(bytes, at: &position)
    let scopes = try decodeScopes(bytes, at: &position)
    let termCount = try number(bytes, at: &position)
    let postingCount = try number(bytes, at: &position)
    var sizes = InlineArray<8, UInt64>(repeating: 0)
    for place in sizes.indices { sizes[place] = try number(bytes, at: &position) }
    let documents = try DocumentStoreLocation.decode(bytes, at: &position)
    let identifiers = try IdentifierIndexLocation.decode(bytes, at: &position)
    let columns = try ColumnsLocation.decode(bytes, at: &position)
    let putOrderOffset = try number(bytes, at: &position)
    let positions = try PositionsLocation.decode(bytes, at: &position)
    let terms = try TermDictionaryLocation.decode(bytes, at: &position)
    let prefixes = try TermDictionaryLocation.decode(bytes, at: &position)
    let keys = try TermDictionaryLocation.decode(bytes, at: &position)
    guard position == bytes.count else { throw damaged("A segment's footer goes on too long.") }
    let footer = SegmentFooter(
      fingerprint: fingerprint, certainties: certainties, scopes: scopes, termCount: termCount,
      postingCount: postingCount,
      sizes: SegmentSizes(sizes), documents: documents, identifiers: identifiers,
      columns: columns, putOrderOffset: putOrderOffset, positions: positions, terms: terms,
      prefixes: prefixes, keys: keys)
    var documentCount: UInt64 = 0
    for scope in scopes { documentCount += UInt64(scope.documentCount) }
    guard documentCount == UInt64(documents.documentCount) else {
      throw damaged("The scopes of a segment do not have its documents.")
    }
    return footer
  }

  private static func decodeCertainties(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> CertaintyRules {
    switch try number(bytes, at: &position) {
    case UInt64(CertaintyRules.mixed.rawValue): .mixed
    case UInt64(CertaintyRules.exact.rawValue): .exact
    default: throw damaged("A segment's footer does not tell what certainties mean.")
    }
  }

  private static func decodeScopes(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> [SegmentScope] {
    let count = try number(bytes, at: &position)
    // Each takes four bytes at least.
    guard count <= UInt64((bytes.count - position) / 4) else {
      throw damaged("A segment's footer ends inside its scopes.")
    }
    var scopes: [SegmentScope] = []
    scopes.reserveCapacity(Int(count))
    for _ in 0..<count {
      let app = try text(bytes, at: &position)
      let index = try text(bytes, at: &position)
      guard let documentCount = UInt32(exactly: try number(bytes, at: &position)) else {
        throw damaged("A scope of a segment has too many documents.")
      }
      let scope = SegmentScope(
        scope: IndexScope(app: app, index: index), documentCount: documentCount,
        itemByteCount: try number(bytes, at: &position))
      if let last = scopes.last, !(last.scope < scope.scope) {
        throw damaged("The scopes of a segment do not ascend.")
      }
      scopes.append(scope)
    }
    return scopes
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    Varint.append(UInt64(text.utf8.count), to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }

  private static func text(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> String {
    let count = try number(bytes, at: &position)
    guard count <= UInt64(bytes.count - position),
      let text = String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
    else { throw damaged("A text in a segment's footer is damaged.") }
    position += Int(count)
    return text
  }

  private static func number(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int
  ) throws(StorageError) -> UInt64 {
    guard let number = Varint.read(bytes, at: &position) else {
      throw damaged("A number in a segment's footer is damaged.")
    }
    return number
  }

  private static func damaged(_ message: String) -> StorageError {
    StorageError(.corrupted, message)
  }
}

extension UnsafeRawBufferPointer {
  /// Four bytes as a number; they must be there.
  fileprivate func word(at offset: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
