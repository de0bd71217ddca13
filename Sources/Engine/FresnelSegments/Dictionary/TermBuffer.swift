/// The bytes of a term that is put together from what it shares with the term before and the rest.
struct TermBuffer: ~Copyable {
  private let base: UnsafeMutablePointer<UInt8>
  /// The length of the term; −1 when there is none.
  private(set) var count = -1

  init() {
    // Sixteen bytes may be copied where fewer are needed.
    base = .allocate(capacity: TermDictionaryWriter.maximumTermLength + 16)
    base.initialize(repeating: 0, count: TermDictionaryWriter.maximumTermLength + 16)
  }

  deinit {
    base.deallocate()
  }

  /// The term, valid until it changes.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base, count: max(count, 0))
  }

  /// The eight bytes from an offset on, of which those behind the term mean nothing; the offset is at
  /// most that of the term's end.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
  }

  /// Forgets the term, so that any may follow.
  mutating func clear() {
    count = -1
  }

  /// Replaces the term by the next one, which shares the first `shared` bytes with it.
  ///
  /// - Parameters:
  ///   - shared: At most the length of the term; 0 at the start of a run, where more may be equal.
  ///   - suffix: The range in `source` of the bytes that follow; together at most
  ///     ``TermDictionaryWriter/maximumTermLength``.
  ///   - source: What the bytes are copied from.
  /// - Throws: When the next term is not greater than the term.
  @inline(__always)
  mutating func advance(
    shared: Int, suffix: Range<Int>, of source: UnsafeRawBufferPointer
  ) throws(TermDamage) {
    let suffixCount = suffix.upperBound &- suffix.lowerBound
    if shared == 0 {
      if count >= 0 {
        let next = UnsafeRawBufferPointer(rebasing: source[suffix])
        guard ByteOrder.precedes(UnsafeRawBufferPointer(bytes), next) else { throw .order }
      }
    } else {
      guard suffixCount > 0 else { throw .order }
      // Whether the term goes on behind what is shared can't be predicted, so both are looked at.
      let isShorter = shared < count ? 1 : 0
      let isLess = source[suffix.lowerBound] <= base[shared] ? 1 : 0
      guard isShorter & isLess == 0 else { throw .order }
    }
    if suffixCount <= 16, source.count &- suffix.lowerBound >= 16, let start = source.baseAddress {
      // Within both the source and the 16 bytes of slack. Two words take no call.
      let first = (start + suffix.lowerBound).loadUnaligned(as: UInt64.self)
      let second = (start + suffix.lowerBound + 8).loadUnaligned(as: UInt64.self)
      let target = UnsafeMutableRawPointer(base + shared)
      target.storeBytes(of: first, as: UInt64.self)
      (target + 8).storeBytes(of: second, as: UInt64.self)
    } else {
      copyLong(shared: shared, UnsafeRawBufferPointer(rebasing: source[suffix]))
    }
    count = shared &+ suffixCount
  }

  @inline(never)
  private func copyLong(shared: Int, _ suffix: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(start: base + shared, count: suffix.count)
      .copyMemory(from: suffix)
  }
}

/// The order of terms: byte by byte, a prefix before what it begins.
enum ByteOrder {
  /// How many bytes at the start are equal.
  @inline(__always)
  static func sharedCount(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let limit = min(left.count, right.count)
    var index = 0
    while index < limit, left[index] == right[index] { index &+= 1 }
    return index
  }

  /// Whether the first comes before the second and is not equal to it.
  @inline(__always)
  static func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let shared = sharedCount(left, right)
    if shared == right.count { return false }
    return shared == left.count || left[shared] < right[shared]
  }
}
