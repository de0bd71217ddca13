/// Makes texts of what a ``SymbolEncoder`` made of them.
///
/// The table lies in memory of its own, so that reading a row counts no references.
// Safe to share: the memory is written in init, freed in deinit, and only read between.
struct SymbolDecoder: ~Copyable, @unchecked Sendable {
  /// For each value of a byte the bytes of its symbol, the first one lowest, then zeros.
  private let values: UnsafeMutablePointer<UInt64>
  /// For each value of a byte the length of its symbol; 0 where there is none, so that any bytes are
  /// some text.
  private let lengths: UnsafeMutablePointer<UInt8>

  /// Prepares to decode with a table.
  init(_ symbols: TextSymbols) {
    values = .allocate(capacity: 256)
    lengths = .allocate(capacity: 256)
    values.initialize(repeating: 0, count: 256)
    lengths.initialize(repeating: 0, count: 256)
    for code in 0..<symbols.count {
      let (value, byteCount) = symbols.symbol(code)
      values[code] = value
      lengths[code] = UInt8(byteCount)
    }
  }

  deinit {
    values.deallocate()
    lengths.deallocate()
  }

  /// Room that the text of so many coded bytes is sure to fit into.
  static func textCapacity(codedByteCount: Int) -> Int {
    TextSymbols.greatestByteCount * codedByteCount
  }

  /// Writes the text that coded bytes stand for; any bytes are some text.
  ///
  /// - Parameters:
  ///   - coded: The coded bytes.
  ///   - text: Has room for ``textCapacity(codedByteCount:)`` bytes.
  ///   - limit: Where so many bytes of text are written, decoding ends, a few symbols later at most.
  /// - Returns: The length of the text.
  /// - Complexity: O(*n*) in the coded bytes: a load and a store of eight bytes for each.
  @inline(__always)
  borrowing func decode(
    _ coded: UnsafeRawBufferPointer, into text: UnsafeMutableRawBufferPointer,
    until limit: Int = .max
  ) -> Int {
    guard let source = coded.baseAddress, let target = text.baseAddress else { return 0 }
    precondition(text.count >= Self.textCapacity(codedByteCount: coded.count))
    let count = coded.count
    var next = 0
    var end = 0
    while next < count, end < limit {
      // Most often the next eight bytes are all codes.
      if count &- next >= 8 {
        var codes = UInt64(
          littleEndian: source.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        if !Self.hasEscape(codes) {
          for _ in 0..<8 {
            write(UInt8(truncatingIfNeeded: codes), to: target, at: &end)
            codes >>= 8
          }
          next &+= 8
          continue
        }
      }
      let code = source.load(fromByteOffset: next, as: UInt8.self)
      next &+= 1
      if code == TextSymbols.escape {
        guard next < count else { break }
        target.storeBytes(
          of: source.load(fromByteOffset: next, as: UInt8.self), toByteOffset: end,
          as: UInt8.self)
        next &+= 1
        end &+= 1
      } else {
        write(code, to: target, at: &end)
      }
    }
    return end
  }

  /// Writes a symbol.
  @inline(__always)
  private borrowing func write(
    _ code: UInt8, to target: UnsafeMutableRawPointer, at end: inout Int
  ) {
    // Each code read so far stands for at most eight bytes, so these eight are within the room; the next
    // symbol overwrites those that are too many.
    target.storeBytes(of: values[Int(code)].littleEndian, toByteOffset: end, as: UInt64.self)
    end &+= Int(lengths[Int(code)])
  }

  /// Whether one of eight bytes is ``TextSymbols/escape``, all bits of which are set.
  @inline(__always)
  private static func hasEscape(_ codes: UInt64) -> Bool {
    let zeros = ~codes
    return (zeros &- 0x0101_0101_0101_0101) & codes & 0x8080_8080_8080_8080 != 0
  }
}
