/// Tells how near the terms of a walk are to one, with what is known of the terms before.
struct NearTerms: ~Copyable {
  /// The greatest distance.
  static let maximumDistance = 16

  private var table: EditDistance
  /// The bytes of the characters in the table, and where each character ends in them.
  private var bytes = GrowableBuffer<UInt8>(capacity: TermDictionaryWriter.maximumTermLength)
  private var ends = GrowableBuffer<Int>(capacity: TermDictionaryWriter.maximumTermLength)
  /// Whether no text that begins with these bytes is near.
  private var isDead = false

  /// Prepares for distances to some characters.
  init(to target: [UInt32], distance: Int) {
    table = EditDistance(to: target, bound: min(max(distance, 0), Self.maximumDistance))
  }

  /// What is said of a term.
  enum Judgement {
    /// It is near: its distance.
    case within(Int)
    /// It is not near.
    case beyond
    /// No term that begins like this one is near.
    case hopeless
  }

  /// Judges a term of which at least `shared` bytes are those of the term judged before.
  @inline(__always)
  mutating func judge(_ term: UnsafeRawBufferPointer, shared: Int) -> Judgement {
    isDead && shared >= bytes.count ? .hopeless : judge(term)
  }

  private mutating func judge(_ term: UnsafeRawBufferPointer) -> Judgement {
    let known = UnsafeRawBufferPointer(start: bytes.base, count: bytes.count)
    let common = ByteOrder.sharedCount(known, term)
    if isDead, common == bytes.count { return .hopeless }
    isDead = false
    // A byte that belonged to no character may be the start of one here.
    while ends.count > 0, ends[ends.count - 1] > common || isStray(ends.count - 1) {
      ends.removeLast(1)
    }
    var position = ends.count == 0 ? 0 : ends[ends.count - 1]
    bytes.removeLast(bytes.count - position)
    table.cut(to: ends.count)
    while position < term.count {
      let scalar = ScalarDecoder.scalar(term, at: position)
      for _ in 0..<scalar.byteCount {
        bytes.append(term[position])
        position += 1
      }
      ends.append(position)
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

  /// After a hopeless term: the least bytes greater than all that begin like it; `nil` if there are none.
  func successor() -> [UInt8]? {
    var next = bytes.array()
    while next.last == 0xFF { next.removeLast() }
    guard let last = next.last else { return nil }
    next[next.count - 1] = last + 1
    return next
  }
}
