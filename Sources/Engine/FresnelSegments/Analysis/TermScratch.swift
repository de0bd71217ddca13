/// The term being built: folded bytes, and room to write and read them by eight.
package struct TermScratch: ~Copyable {
  /// Longer runs are cut here and their documents marked as irregular.
  ///
  /// Enough for a number of 1,024 bits in hexadecimal; dictionaries hold no terms beyond 270 bytes.
  package static let maximumLength = 264

  private let base: UnsafeMutablePointer<UInt8>
  /// The length of the run, which may exceed what is kept.
  private(set) var runLength = 0

  init() {
    base = .allocate(capacity: Self.maximumLength + 16)
    base.initialize(repeating: 0, count: Self.maximumLength + 16)
  }

  deinit {
    base.deallocate()
  }

  /// Whether the run was cut.
  var isCut: Bool { runLength > Self.maximumLength }

  @inline(__always)
  mutating func clear() {
    runLength = 0
  }

  /// Takes the ASCII letters and digits at an offset of a text, folded.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: The offset.
  ///   - count: The bytes of the text.
  ///   - caseChanges: Grows by the places in the run where a capital letter follows a small one.
  /// - Returns: The offset where the run ends.
  @inline(__always)
  mutating func takeRun(
    of text: UnsafePointer<UInt8>, from start: Int, count: Int,
    caseChanges: inout GrowableBuffer<Int>
  ) -> Int {
    let target = UnsafeMutableRawPointer(base)
    var length = 0
    var isAfterSmall = false
    while true {
      let chunk = ASCIIChunk(text, at: start &+ length, count: count)
      // 16 bytes of slack follow the maximum length.
      if length <= Self.maximumLength {
        target.storeBytes(of: chunk.folded.littleEndian, toByteOffset: length, as: UInt64.self)
      }
      var changes = chunk.caseChanges(after: isAfterSmall)
      while changes != 0 {
        caseChanges.append(length &+ changes.trailingZeroBitCount / 8)
        changes &= changes &- 1
      }
      length &+= chunk.runLength
      if chunk.runLength < ASCIIChunk.byteCount { break }
      isAfterSmall = chunk.endsWithSmall
    }
    runLength = length
    return start &+ length
  }

  /// The run, cut if it has to be, as a term; the bytes stay valid until the scratch changes.
  @inline(__always)
  func term() -> TermBytes {
    TermBytes(base: base, count: min(runLength, Self.maximumLength))
  }

  /// Takes a part of other bytes as the term.
  mutating func assign(_ source: UnsafePointer<UInt8>, count: Int) {
    runLength = count
    base.update(from: source, count: min(count, Self.maximumLength))
  }

  /// Copies what is kept of the run.
  func copy(to output: inout [UInt8]) {
    output.removeAll(keepingCapacity: true)
    output.append(
      contentsOf: UnsafeBufferPointer(start: base, count: min(runLength, Self.maximumLength)))
  }
}

/// A view of a term; at least seven bytes that may be anything follow it.
struct TermBytes {
  let base: UnsafeMutablePointer<UInt8>
  let count: Int

  /// The eight-byte word at an offset that is a multiple of eight and at most `count`, as it would lie in memory if
  /// zeros followed the term.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    let word = UInt64(
      littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    let bitCount = 8 &* min(count &- offset, 8)
    // A shift by all 64 bits gives 0.
    return (word & ~(UInt64.max << UInt64(truncatingIfNeeded: bitCount))).littleEndian
  }

  /// A number that orders terms as their first eight bytes do.
  @inline(__always)
  var sortKey: UInt64 { UInt64(bigEndian: word(at: 0)) }
}
