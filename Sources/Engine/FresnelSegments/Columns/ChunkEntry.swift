import FresnelStorage

/// What a column's directory tells of a chunk, in 64 bytes.
struct ChunkEntry: BitwiseCopyable {
  /// The documents of a chunk.
  static let documentsPerChunk = 512
  /// The shift from a document's number to its chunk's.
  static let documentShift: UInt32 = 9
  /// The length of an entry.
  static let byteCount = 64
  /// The entries that lie together in one block of a file.
  static let entriesPerGroup = 64

  /// How a payload says which documents have a value.
  enum Presence: UInt8 {
    case all = 0
    case bitmap = 1
    case list = 2
  }

  var chunk: UInt32 = 0
  var payloadByteCount: UInt32 = 0
  var payloadOffset: UInt64 = 0
  var least: UInt64 = 0
  var greatest: UInt64 = 0
  var divisor: UInt64 = 1
  var valueCount: UInt32 = 0
  var documentCount: UInt16 = 0
  var presence = Presence.all
  var isMultiValued = false
  var isFloating = false
  var valueWidth: UInt8 = 0
  var endWidth: UInt8 = 0
  var ordinalMask: UInt64 = 0

  /// Where the packed ends begin in the payload.
  var endsOffset: Int {
    switch presence {
    case .all: 0
    case .bitmap: 64
    case .list: 2 * Int(documentCount)
    }
  }

  /// Where the packed values begin in the payload.
  var valuesOffset: Int {
    endsOffset + BitPacking.byteCount(Int(documentCount), width: Int(endWidth))
  }

  /// The length of the payload.
  var neededByteCount: Int {
    let byteCount =
      valuesOffset + BitPacking.byteCount(Int(valueCount), width: Int(valueWidth))
    return byteCount == 0 ? 0 : byteCount + BitPacking.slackByteCount
  }
}

extension ChunkEntry {
  private static let multiValuedFlag: UInt8 = 4
  private static let floatingFlag: UInt8 = 8

  /// Appends the entry.
  func encode(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: chunk)
    bytes.append(littleEndian: payloadByteCount)
    bytes.append(littleEndian: payloadOffset)
    bytes.append(littleEndian: least)
    bytes.append(littleEndian: greatest)
    bytes.append(littleEndian: divisor)
    bytes.append(littleEndian: valueCount)
    bytes.append(littleEndian: documentCount)
    bytes.append(
      presence.rawValue | (isMultiValued ? Self.multiValuedFlag : 0)
        | (isFloating ? Self.floatingFlag : 0))
    bytes.append(valueWidth)
    bytes.append(endWidth)
    bytes.append(contentsOf: repeatElement(0, count: 7))
    bytes.append(littleEndian: ordinalMask)
  }

  /// Reads an entry of 64 bytes and proves that it is possible in a segment of `documentCount`
  /// documents; `nil` if it is not.
  init?(_ bytes: UnsafeRawPointer, documentCount segmentCount: UInt32) {
    func number<Value: FixedWidthInteger & BitwiseCopyable>(
      _ type: Value.Type, at offset: Int
    ) -> Value {
      Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
    chunk = number(UInt32.self, at: 0)
    payloadByteCount = number(UInt32.self, at: 4)
    payloadOffset = number(UInt64.self, at: 8)
    least = number(UInt64.self, at: 16)
    greatest = number(UInt64.self, at: 24)
    divisor = number(UInt64.self, at: 32)
    valueCount = number(UInt32.self, at: 40)
    documentCount = number(UInt16.self, at: 44)
    let flags = number(UInt8.self, at: 46)
    valueWidth = number(UInt8.self, at: 47)
    endWidth = number(UInt8.self, at: 48)
    ordinalMask = number(UInt64.self, at: 56)
    guard let presence = Presence(rawValue: flags & 3), flags < 16 else { return nil }
    self.presence = presence
    isMultiValued = flags & Self.multiValuedFlag != 0
    isFloating = flags & Self.floatingFlag != 0
    guard let documents = Self.documentCount(inChunk: chunk, of: segmentCount),
      presence == .all ? documentCount == documents : 1...documents ~= Int(documentCount)
    else { return nil }
    guard isMultiValued ? valueCount >= documentCount : valueCount == documentCount,
      valueCount <= ColumnLimits.valuesPerChunk, divisor > 0, least <= greatest,
      BitPacking.isAllowed(width: Int(valueWidth)), endWidth <= 32, isMultiValued || endWidth == 0,
      Int(payloadByteCount) == neededByteCount
    else { return nil }
  }

  /// The number of chunks of a segment.
  static func chunkCount(of segmentCount: UInt32) -> UInt32 {
    UInt32((UInt64(segmentCount) + UInt64(documentsPerChunk - 1)) >> UInt64(documentShift))
  }

  /// The number of documents of a chunk of a segment; `nil` if the segment has no such chunk.
  static func documentCount(inChunk chunk: UInt32, of segmentCount: UInt32) -> Int? {
    let first = UInt64(chunk) << UInt64(documentShift)
    guard first < segmentCount else { return nil }
    return min(documentsPerChunk, Int(UInt64(segmentCount) - first))
  }
}
