package import FresnelStorage

extension TermDictionary {
  /// Calls the body with the terms near a term, in order, until it returns `false`.
  ///
  /// The distance is the least number of characters (Unicode scalars) to insert, remove or replace, or
  /// of neighbours to exchange, where no part is changed twice (optimal string alignment).
  ///
  /// - Parameters:
  ///   - term: The term, in UTF-8.
  ///   - distance: The greatest distance, at most 16.
  ///   - exactPrefix: How many characters at the start must be equal; of a shorter term, all of it.
  ///   - body: Is handed the term, valid during the call, its distance, and its entry.
  /// - Throws: ``StorageError`` with code `corrupted`, that of a failed read, or what the body throws.
  /// - Complexity: The terms are walked that have the exact prefix; those that begin with more than
  ///   `distance` errors are passed over, many at once where there are many.
  package func forEach(
    near term: UnsafeBufferPointer<UInt8>, distance: Int, exactPrefix: Int,
    _ body: (UnsafeBufferPointer<UInt8>, Int, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {
    let target = ScalarDecoder.scalars(UnsafeRawBufferPointer(term))
    var nearness = NearTerms(
      EditDistance(to: target.scalars, bound: min(max(distance, 0), NearTerms.maximumDistance)))
    let prefixEnd =
      exactPrefix <= 0 || target.ends.isEmpty
      ? 0 : target.ends[min(exactPrefix, target.ends.count) - 1]
    let prefix = UnsafeBufferPointer(rebasing: term[..<prefixEnd])
    var cursor = cursor()
    try cursor.seek(prefix)
    var passed = 0
    while try cursor.next() {
      let bytes = UnsafeRawBufferPointer(cursor.term)
      guard bytes.starts(with: prefix) else { return }
      switch nearness.judge(bytes, shared: cursor.shared) {
      case .within(let distance):
        passed = 0
        guard try body(cursor.term, distance, cursor.entry) else { return }
      case .beyond:
        passed = 0
      case .hopeless:
        passed += 1
        // A look-up costs as much as walking through some tens of terms.
        if passed == NearTerms.patience {
          passed = 0
          guard try nearness.skip(&cursor) else { return }
        }
      }
    }
  }
}

/// Tells how near the terms of a walk are, with what is known of the terms before.
private struct NearTerms: ~Copyable {
  static let maximumDistance = 16
  /// After how many terms that have no chance the walk jumps.
  static let patience = 64

  private var table: EditDistance
  /// The bytes of the characters in the table, and where each character ends in them.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Whether no text that begins with these bytes is near.
  private var isDead = false

  init(_ table: consuming EditDistance) {
    self.table = table
  }

  enum Judgement {
    case within(Int)
    case beyond
    /// No term that begins like this one is near.
    case hopeless
  }

  /// Judges a term of which at least `shared` bytes are those of the term before.
  mutating func judge(_ term: UnsafeRawBufferPointer, shared: Int) -> Judgement {
    if isDead, shared >= bytes.count { return .hopeless }
    var common = bytes.withUnsafeBytes { ByteOrder.sharedCount($0, term) }
    if isDead, common == bytes.count { return .hopeless }
    isDead = false
    // A byte that belonged to no character may be the start of one here.
    while let end = ends.last, end > common || isStray(ends.count - 1) { ends.removeLast() }
    common = ends.last ?? 0
    bytes.removeSubrange(common...)
    table.cut(to: ends.count)
    while common < term.count {
      let scalar = ScalarDecoder.scalar(term, at: common)
      bytes.append(contentsOf: term[common..<common + scalar.byteCount])
      common += scalar.byteCount
      ends.append(common)
      if !table.append(scalar.value) {
        if scalar.value > ScalarDecoder.maximum { return .beyond }
        isDead = true
        return .hopeless
      }
    }
    return table.distance.map { .within($0) } ?? .beyond
  }

  private func isStray(_ index: Int) -> Bool {
    let end = ends[index]
    return bytes[end - 1] >= 0x80 && end - (index == 0 ? 0 : ends[index - 1]) == 1
  }

  /// Moves a cursor behind all terms that begin with the dead bytes; `false` when none can follow.
  mutating func skip(_ cursor: inout TermCursor) throws(StorageError) -> Bool {
    var next = bytes
    while next.last == 0xFF { next.removeLast() }
    guard let last = next.last else { return false }
    next[next.count - 1] = last + 1
    try next.span.withUnsafeBufferPointer { (key) throws(StorageError) in try cursor.seek(key) }
    return true
  }
}

/// Takes UTF-8 apart; a byte that belongs to no character counts as one of its own.
enum ScalarDecoder {
  /// The greatest character; bytes that belong to none have numbers above it.
  static let maximum: UInt32 = 0x10_FFFF

  /// The characters of bytes, and where each one ends.
  static func scalars(_ bytes: UnsafeRawBufferPointer) -> (scalars: [UInt32], ends: [Int]) {
    var scalars: [UInt32] = []
    var ends: [Int] = []
    var position = 0
    while position < bytes.count {
      let scalar = scalar(bytes, at: position)
      position += scalar.byteCount
      scalars.append(scalar.value)
      ends.append(position)
    }
    return (scalars, ends)
  }

  /// The character at a position.
  static func scalar(
    _ bytes: UnsafeRawBufferPointer, at position: Int
  ) -> (value: UInt32, byteCount: Int) {
    let lead = bytes[position]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let stray = (maximum + UInt32(lead), 1)
    let byteCount = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, lead < 0xF5, position + byteCount <= bytes.count else { return stray }
    var scalar = UInt32(lead) & (0x7F >> UInt32(byteCount))
    for index in 1..<byteCount {
      let byte = bytes[position + index]
      guard byte & 0xC0 == 0x80 else { return stray }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    return (scalar, byteCount)
  }
}
