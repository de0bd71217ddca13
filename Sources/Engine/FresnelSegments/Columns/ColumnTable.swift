import FresnelModel
import FresnelQuery
import FresnelStorage

/// The columns of a segment by attribute.
struct ColumnTable: Equatable {
  /// The number of documents of the segment.
  var documentCount: UInt32
  /// Whether every attribute that occurs in the documents is named.
  var isComplete: Bool
  /// The columns of each attribute; those of `*` and of the unique identifier are not there.
  var attributes: [AttributeTarget: AttributeColumns]
}

extension ColumnTable {
  private static let builtInTag: UInt8 = 0
  private static let customTag: UInt8 = 1
  private static let domainTag: UInt8 = 2
  private static let expirationTag: UInt8 = 3

  /// The encoding; attributes without a column and without a refusal are left out.
  var bytes: [UInt8] {
    let named = attributes.filter { $0.value != AttributeColumns() }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: documentCount)
    bytes.append(littleEndian: UInt32(named.count))
    bytes.append(littleEndian: UInt32(isComplete ? 1 : 0))
    let rows = named.map { (sortKey: Self.sortKey(of: $0.key), target: $0.key, columns: $0.value) }
    for row in rows.sorted(by: { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }) {
      bytes += Self.name(of: row.target)
      Self.append(row.columns, to: &bytes)
    }
    return bytes
  }

  private static func name(of target: AttributeTarget) -> [UInt8] {
    switch target {
    case .builtIn(let id):
      return [builtInTag, UInt8(truncatingIfNeeded: id.rawValue), UInt8(id.rawValue >> 8)]
    case .custom(let name): return [customTag, UInt8(name.utf8.count)] + Array(name.utf8)
    case .domainIdentifier: return [domainTag]
    case .expirationDate: return [expirationTag]
    case .metadata, .metadataAndText, .uniqueIdentifier: return []
    }
  }

  /// Bytes in the order of the attributes: built-in ones by number, custom ones by name.
  private static func sortKey(of target: AttributeTarget) -> [UInt8] {
    switch target {
    case .builtIn(let id):
      [builtInTag, UInt8(id.rawValue >> 8), UInt8(truncatingIfNeeded: id.rawValue)]
    case .custom(let name): [customTag] + Array(name.utf8)
    default: Self.name(of: target)
    }
  }

  private static func append(_ columns: AttributeColumns, to bytes: inout [UInt8]) {
    let states = [columns.numbers, columns.dates, columns.texts]
    var flags: UInt8 = 0
    for (index, state) in states.enumerated() {
      switch state {
      case .absent: break
      case .present: flags |= 1 << UInt8(index)
      case .refused: flags |= 16 << UInt8(index)
      }
    }
    bytes.append(flags)
    for (index, state) in states.enumerated() {
      guard case .present(let column) = state else { continue }
      bytes.append(littleEndian: column.directoryOffset)
      bytes.append(littleEndian: column.chunkCount)
      bytes.append(littleEndian: column.documentCount)
      bytes.append(littleEndian: column.estimateOffset)
      bytes.append(littleEndian: column.estimateCount)
      guard index == 2 else { continue }
      bytes.append(littleEndian: column.textCount)
      bytes.append(littleEndian: column.textsOffset)
    }
  }
}

extension ColumnTable {
  /// Reads an encoding of any bytes.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`.
  init(decoding bytes: UnsafeRawBufferPointer) throws(StorageError) {
    var reader = ColumnTableReader(bytes)
    documentCount = try reader.number()
    let count: UInt32 = try reader.number()
    let completeness: UInt32 = try reader.number()
    guard completeness <= 1, count <= ColumnLimits.attributeCount else { throw reader.damaged }
    isComplete = completeness == 1
    attributes = [:]
    for _ in 0..<count {
      let target = try reader.target()
      let columns = try reader.columns(documentCount: documentCount)
      guard attributes.updateValue(columns, forKey: target) == nil else { throw reader.damaged }
    }
    guard reader.isAtEnd else { throw reader.damaged }
  }

  /// Reads the parts of a table.
  private struct ColumnTableReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }
    var damaged: StorageError {
      StorageError(.corrupted, "The table of a segment's columns is damaged at byte \(position).")
    }

    mutating func number<Value: FixedWidthInteger & BitwiseCopyable>() throws(StorageError) -> Value
    {
      guard bytes.count - position >= MemoryLayout<Value>.size else { throw damaged }
      defer { position += MemoryLayout<Value>.size }
      return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
    }

    mutating func target() throws(StorageError) -> AttributeTarget {
      switch try number() as UInt8 {
      case builtInTag: return .builtIn(AttributeID(rawValue: try number()))
      case customTag:
        let length = Int(try number() as UInt8)
        guard length <= bytes.count - position else { throw damaged }
        let name = bytes[position..<position + length]
        guard let name = String(validating: name, as: UTF8.self) else { throw damaged }
        position += length
        return .custom(name)
      case domainTag: return .domainIdentifier
      case expirationTag: return .expirationDate
      default: throw damaged
      }
    }

    mutating func columns(documentCount: UInt32) throws(StorageError) -> AttributeColumns {
      let flags: UInt8 = try number()
      guard flags & 0x88 == 0, flags & (flags >> 4) == 0 else { throw damaged }
      return AttributeColumns(
        numbers: try state(flags, 0, documentCount), dates: try state(flags, 1, documentCount),
        texts: try state(flags, 2, documentCount))
    }

    private mutating func state(
      _ flags: UInt8, _ index: UInt8, _ documentCount: UInt32
    ) throws(StorageError) -> AttributeColumns.State {
      if flags & (16 << index) != 0 { return .refused }
      guard flags & (1 << index) != 0 else { return .absent }
      var column = ColumnDescription(
        directoryOffset: try number(), chunkCount: try number(), documentCount: try number(),
        estimateOffset: try number(), estimateCount: try number())
      if index == 2 {
        column.textCount = try number()
        column.textsOffset = try number()
      }
      let chunks = ChunkEntry.chunkCount(of: documentCount)
      guard column.chunkCount > 0, column.chunkCount <= chunks, column.documentCount > 0,
        column.documentCount <= documentCount, column.estimateCount <= 64,
        column.textCount <= ColumnLimits.distinctTexts,
        index < 2 || column.textCount > 0
      else { throw damaged }
      return .present(column)
    }
  }
}
