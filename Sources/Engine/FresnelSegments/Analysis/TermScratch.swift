/// The term being built: folded bytes, followed by zeros up to the next multiple of eight.
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

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if runLength < Self.maximumLength { base[runLength] = byte }
    runLength &+= 1
  }

  /// Closes a part of the run as a term; the bytes stay valid until the scratch changes.
  ///
  /// The part is copied to the front when it does not begin there, so that the eight-byte loads of
  /// the term table see zeros behind its end.
  func term() -> TermBytes {
    let count = min(runLength, Self.maximumLength)
    // 16 bytes of slack follow the maximum length.
    UnsafeMutableRawPointer(base + count).storeBytes(of: 0, as: UInt64.self)
    return TermBytes(base: base, count: count)
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

/// A view of a term whose last partial word of eight bytes is filled up with zeros.
struct TermBytes {
  let base: UnsafeMutablePointer<UInt8>
  let count: Int

  /// The eight-byte word at an offset that is a multiple of eight and below `count`.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
  }

  /// A number that orders terms as their first eight bytes do.
  @inline(__always)
  var sortKey: UInt64 {
    count == 0 ? 0 : UInt64(bigEndian: word(at: 0))
  }
}
