/// Tells how near the terms of a walk are to one, and where the walk finds the next that may be.
struct NearTerms: ~Copyable {
  /// The greatest distance.
  static let maximumDistance = 16

  /// The bytes of the text that terms are compared with, and where each of its characters ends.
  let target: [UInt8]
  let targetEnds: [Int]
  let alphabets: Alphabets
  /// How many characters at the start have to be equal.
  private let exactCount: Int
  private let asPrefix: Bool

  private(set) var table: EditDistance
  /// The bytes of the characters in the table, and where each character ends in them.
  private(set) var bytes = GrowableBuffer<UInt8>(
    capacity: TermDictionaryWriter.maximumTermLength)
  private(set) var ends = GrowableBuffer<Int>(
    capacity: TermDictionaryWriter.maximumTermLength)
  /// Whether no text that begins with the characters in the table is near.
  private(set) var isDead = false
  private(set) var end = End.term
  /// The least bytes that a term has which may be near, after ``Next/key``.
  var nextKey = GrowableBuffer<UInt8>(capacity: TermDictionaryWriter.maximumTermLength)

  /// Why a term was not looked at any further.
  enum End {
    /// It was looked at as a whole.
    case term
    /// It begins with a text that decides all terms which begin so: no term is near, or the text is
    /// what was asked for.
    case decided
    /// A character of another alphabet follows.
    case foreign(UInt32)
    /// A byte that belongs to no character follows; in another term it may be the start of one.
    case stray
  }

  /// Prepares for distances to a text.
  ///
  /// - Parameters:
  ///   - target: The text, in UTF-8.
  ///   - distance: The greatest distance, cut at ``maximumDistance``.
  ///   - exactPrefix: How many characters at the start must be equal; of a shorter text, all of it.
  ///   - asPrefix: Whether a term is near that begins with a text that is near.
  init(to target: UnsafeRawBufferPointer, distance: Int, exactPrefix: Int, asPrefix: Bool) {
    let (scalars, ends) = ScalarDecoder.scalars(target)
    self.target = Array(target)
    targetEnds = ends
    alphabets = Alphabets(of: scalars)
    exactCount = min(max(exactPrefix, 0), scalars.count)
    self.asPrefix = asPrefix
    table = EditDistance(to: scalars, bound: min(max(distance, 0), Self.maximumDistance))
  }

  /// How many bytes the exact prefix has.
  var exactByteCount: Int { exactCount == 0 ? 0 : targetEnds[exactCount - 1] }

  /// Judges a term that has the bytes of the exact prefix.
  ///
  /// - Returns: If it is near, how near, and how many of its bytes are so: all, or those of the shortest
  ///   beginning where that is asked for.
  mutating func judge(_ term: UnsafeRawBufferPointer) -> (distance: Int, byteCount: Int)? {
    let known = UnsafeRawBufferPointer(start: bytes.base, count: bytes.count)
    let common = ByteOrder.sharedCount(known, term)
    // A byte that belonged to no character may be the start of one here.
    while ends.count > 0, ends[ends.count - 1] > common || isStray(ends.count - 1) {
      ends.removeLast(1)
    }
    var position = ends.count == 0 ? 0 : ends[ends.count - 1]
    bytes.removeLast(bytes.count - position)
    table.cut(to: ends.count)
    end = .term
    isDead = false
    while true {
      if asPrefix, let distance = distanceOfPrefix {
        end = .decided
        return (distance, position)
      }
      guard position < term.count else { break }
      let scalar = ScalarDecoder.scalar(term, at: position)
      guard alphabets.contains(scalar.value) else {
        end = scalar.value > ScalarDecoder.maximum ? .stray : .foreign(scalar.value)
        return nil
      }
      for _ in 0..<scalar.byteCount {
        bytes.append(term[position])
        position += 1
      }
      ends.append(position)
      if !table.append(scalar.value) {
        isDead = true
        end = scalar.value > ScalarDecoder.maximum ? .stray : .decided
        return nil
      }
    }
    guard !asPrefix, hasExactPrefix, let distance = table.distance else { return nil }
    return (distance, term.count)
  }

  /// Whether the characters in the table begin with the exact prefix, whose bytes they have.
  private var hasExactPrefix: Bool {
    exactCount == 0 || ends.count >= exactCount && ends[exactCount - 1] == exactByteCount
  }

  /// The distance of the characters in the table, unless there are too few or they end in a part of one.
  private var distanceOfPrefix: Int? {
    guard hasExactPrefix, ends.count == 0 || !isStray(ends.count - 1) else { return nil }
    return table.distance
  }

  /// Whether a character in the table is a byte that belongs to none.
  func isStray(_ index: Int) -> Bool {
    let end = ends[index]
    return bytes[end - 1] >= 0x80 && end - (index == 0 ? 0 : ends[index - 1]) == 1
  }
}
