/// Codes texts with the symbols of a table: at each place the longest one that stands there.
struct SymbolEncoder: ~Copyable {
  /// A symbol, prepared for comparing.
  struct Entry: BitwiseCopyable {
    let value: UInt64
    /// Has a bit for each bit of the symbol.
    let mask: UInt64
    let byteCount: UInt8
    let code: UInt8
  }

  /// The table.
  let symbols: TextSymbols
  /// The symbols by their first bytes, the longest first.
  private var entries = GrowableBuffer<Entry>(capacity: 256)
  /// For each first byte where its symbols begin; those of the next one begin where they end.
  private var starts = GrowableBuffer<UInt16>(capacity: 257)

  /// Prepares to code with a table.
  init(_ symbols: TextSymbols) {
    self.symbols = symbols
    let codes = (0..<symbols.count).sorted { left, right in
      let (left, right) = (symbols.symbol(left), symbols.symbol(right))
      let (leftFirst, rightFirst) = (left.value & 0xff, right.value & 0xff)
      return leftFirst != rightFirst
        ? leftFirst < rightFirst : left.byteCount > right.byteCount
    }
    for code in codes {
      let (value, byteCount) = symbols.symbol(code)
      while starts.count <= Int(value & 0xff) { starts.append(UInt16(entries.count)) }
      entries.append(
        Entry(
          value: value, mask: UInt64.max >> UInt64(64 - 8 * byteCount),
          byteCount: UInt8(byteCount), code: UInt8(code)))
    }
    while starts.count < 257 { starts.append(UInt16(entries.count)) }
  }

  /// Finds the longest symbol that stands at a place.
  ///
  /// - Parameters:
  ///   - next: The next eight bytes, the first one lowest; any behind the end of the text.
  ///   - remaining: How many bytes of the text are left.
  /// - Returns: Its code and its length; `nil` when there is none.
  @inline(__always)
  func match(_ next: UInt64, remaining: Int) -> (code: UInt8, byteCount: Int)? {
    let first = Int(next & 0xff)
    var place = Int(starts[first])
    let end = Int(starts[first + 1])
    while place < end {
      let entry = entries[place]
      if next & entry.mask == entry.value, Int(entry.byteCount) <= remaining {
        return (entry.code, Int(entry.byteCount))
      }
      place &+= 1
    }
    return nil
  }

  /// Appends a text's coded bytes.
  ///
  /// - Parameters:
  ///   - text: The text, and eight more bytes of any value.
  ///   - output: Grows by at most twice the length of the text.
  /// - Complexity: O(*n*) in the length of the text.
  func encode(_ text: [UInt8], to output: inout [UInt8]) {
    let byteCount = text.count - 8
    text.withUnsafeBytes { text in
      var place = 0
      while place < byteCount {
        let next = text.fixed(UInt64.self, at: place)
        if let found = match(next, remaining: byteCount - place) {
          output.append(found.code)
          place &+= found.byteCount
        } else {
          output.append(TextSymbols.escape)
          output.append(UInt8(truncatingIfNeeded: next))
          place &+= 1
        }
      }
    }
  }
}
