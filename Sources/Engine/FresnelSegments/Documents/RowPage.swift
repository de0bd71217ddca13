import FresnelStorage

/// A page of rows in place: where each of them is.
struct RowPage: ~Copyable {
  private let pin: BytePin
  private let rowCount: Int
  /// Where the rows begin.
  private let rowsStart: Int
  /// The number of the first item block that the rows refer to.
  private let base: UInt32
  /// The static score that those of the rows are told relative to.
  private let greatestScore: UInt32
  /// Whether the page has one row only, longer than a usual page.
  private let isLong: Bool

  private init(_ pin: consuming BytePin, rowCount: Int, isLong: Bool) {
    base = pin.bytes.fixed(UInt32.self, at: 0)
    greatestScore = pin.bytes.fixed(UInt32.self, at: 4)
    rowsStart = RowLayout.headerByteCount + (isLong ? 6 : 2 * rowCount)
    self.rowCount = rowCount
    self.isLong = isLong
    self.pin = pin
  }

  /// Pins the page that begins at an offset; it has `rowCount` rows, at least 1.
  static func pin(
    _ source: ByteSource, _ offset: UInt64, rowCount: Int
  ) throws(StorageError) -> RowPage {
    // A page of a file lies in one block, and nothing says how long it is.
    let blockRest = RowLayout.pageByteCount - Int(offset % UInt64(RowLayout.pageByteCount))
    let byteCount = source.path == nil ? RowLayout.pageByteCount : blockRest
    guard offset < source.byteCount else { throw source.damagedDocuments("no page", at: offset) }
    let pin = try source.pin(offset, Int(min(UInt64(byteCount), source.byteCount - offset)))
    guard pin.bytes.count >= RowLayout.headerByteCount + 2 * rowCount else {
      throw source.damagedDocuments("a page of rows ends early", at: offset)
    }
    let firstEnd = pin.bytes.fixed(UInt16.self, at: RowLayout.headerByteCount)
    guard rowCount == 1, firstEnd == RowLayout.longRowMark else {
      return RowPage(pin, rowCount: rowCount, isLong: false)
    }
    guard pin.bytes.count >= RowLayout.headerByteCount + 6 else {
      throw source.damagedDocuments("a page of rows ends early", at: offset)
    }
    let length = pin.bytes.fixed(UInt32.self, at: RowLayout.headerByteCount + 2)
    let whole = try source.pin(offset, RowLayout.headerByteCount + 6 + Int(length))
    return RowPage(whole, rowCount: 1, isLong: true)
  }

  /// The static score of a row; `nil` when the page breaks the format.
  borrowing func staticScore(_ row: Int) -> UInt32? {
    guard let range = range(row) else { return nil }
    var position = range.lowerBound
    return RowFields.staticScore(
      UnsafeRawBufferPointer(rebasing: rows[..<range.upperBound]), at: &position,
      greatestScore: greatestScore)
  }

  /// The parts of a row; `nil` when the page breaks the format.
  borrowing func fields(_ row: Int) -> RowFields? {
    guard let range = range(row) else { return nil }
    return RowFields(rows, range, base: base, greatestScore: greatestScore)
  }

  /// The row itself, which keeps the page pinned.
  ///
  /// - Parameters:
  ///   - row: The row's place in the page.
  ///   - isCoded: Whether its texts are coded.
  ///   - decoder: What decodes them.
  /// - Returns: `nil` when the page breaks the format.
  consuming func row(
    _ row: Int, isCoded: Bool, _ decoder: borrowing SymbolDecoder
  ) -> DocumentRow? {
    guard let fields = fields(row) else { return nil }
    return DocumentRow(fields, isCoded: isCoded, decoder, pin)
  }

  /// The bytes of the page up to the end of a row; `nil` when the page breaks the format.
  borrowing func byteCount(throughRow row: Int) -> Int? {
    range(row).map { rowsStart + $0.upperBound }
  }

  private var rows: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: pin.bytes[rowsStart...])
  }

  /// The place of a row among the rows; in bounds.
  private func range(_ row: Int) -> Range<Int>? {
    guard row < rowCount else { return nil }
    let limit = pin.bytes.count - rowsStart
    if isLong { return 0..<limit }
    let start = row == 0 ? 0 : end(row - 1)
    let end = end(row)
    return start <= end && end <= limit ? start..<end : nil
  }

  private func end(_ row: Int) -> Int {
    Int(pin.bytes.fixed(UInt16.self, at: RowLayout.headerByteCount + 2 * row))
  }
}
