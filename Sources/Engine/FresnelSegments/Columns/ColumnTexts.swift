import FresnelStorage

/// Reads the texts of a column by ordinal.
struct ColumnTexts: ~Copyable {
  /// The number of texts.
  let count: Int
  private let offset: UInt64
  private var ends: PinnedWindow
  private var texts: PinnedWindow

  init(_ source: ByteSource, _ column: ColumnDescription) {
    count = Int(column.textCount)
    offset = column.textsOffset
    ends = PinnedWindow(source)
    texts = PinnedWindow(source)
  }

  /// The text of an ordinal.
  ///
  /// - Throws: ``StorageError`` with code `corrupted` when there is none.
  mutating func text(_ ordinal: UInt64) throws(StorageError) -> String {
    guard ordinal < UInt64(count) else { throw damaged(ordinal) }
    let start = ordinal == 0 ? 0 : try end(ordinal - 1)
    let end = try end(ordinal)
    guard start <= end, end - start <= ColumnLimits.textByteCount else { throw damaged(ordinal) }
    if start == end { return "" }
    let first = offset &+ UInt64(4 * count)
    let bytes = UnsafeRawBufferPointer(
      start: try texts.bytes(at: first &+ UInt64(start), count: end - start), count: end - start)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw damaged(ordinal) }
    return text
  }

  private mutating func end(_ ordinal: UInt64) throws(StorageError) -> Int {
    let bytes = try ends.bytes(at: offset &+ 4 * ordinal, count: 4)
    return Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
  }

  private func damaged(_ ordinal: UInt64) -> StorageError {
    StorageError(
      .corrupted, "A column has no text \(ordinal), or a damaged one.", offset: offset)
  }
}
