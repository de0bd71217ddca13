/// Comparisons that differ in their texts alone: of one attribute, by `==`, with the same modifiers, without wildcards.
/// Words of user queries are none of them.
///
/// The texts lie one after the other, so that none of them takes a place of its own in memory.
struct LiteralList: Sendable {
  /// The attribute that all compare.
  let attribute: AttributeReference
  /// The modifiers that all have.
  let modifiers: MatchModifiers
  /// The texts, escapes resolved, one after the other in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// Where each text ends. All of a query are much shorter than 4 GiB.
  private(set) var ends: [UInt32] = []

  /// The number of comparisons.
  var count: Int { ends.count }

  /// Makes a list of clauses; `nil` where these are not of one form, or there are none.
  init?(_ clauses: [Query]) {
    guard case .comparison(let first)? = clauses.first else { return nil }
    attribute = first.attribute
    modifiers = first.modifiers
    for clause in clauses {
      guard append(clause) else { return nil }
    }
  }

  /// The comparison at a place.
  subscript(place: Int) -> Comparison {
    let start = place == 0 ? 0 : Int(ends[place - 1])
    let text = String(decoding: bytes[start..<Int(ends[place])], as: UTF8.self)
    return Comparison(
      attribute: attribute, comparator: .equal, value: .pattern(Pattern(literal: text)),
      modifiers: modifiers)
  }

  /// Adds a clause, unless it has another form.
  ///
  /// - Returns: Whether it was added.
  mutating func append(_ clause: Query) -> Bool {
    guard case .comparison(let comparison) = clause, comparison.comparator == .equal,
      comparison.modifiers == modifiers, !comparison.isOfUserQuery,
      comparison.attribute == attribute,
      case .pattern(let pattern) = comparison.value, let text = pattern.literal
    else { return false }
    bytes.append(contentsOf: text.utf8)
    ends.append(UInt32(bytes.count))
    return true
  }

  /// Adds bytes to the text that is being added.
  @inline(__always)
  mutating func append(bytes part: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: part)
  }

  /// Whether the text that is being added is no longer than a value may be.
  var isTextShort: Bool {
    bytes.count - Int(ends.last ?? 0) <= QueryLimits.maximumValueByteCount
  }

  /// Ends the text that is being added, so that the list has another comparison.
  @inline(__always)
  mutating func endText() {
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Forgets what was added since the last text ended.
  mutating func dropUnendedText() {
    bytes.removeSubrange(Int(ends.last ?? 0)...)
  }

  /// Calls a body with each text, in order, until it returns false.
  func forEachText(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for end in ends {
        guard body(UnsafeBufferPointer(rebasing: bytes[start..<Int(end)])) else { return }
        start = Int(end)
      }
    }
  }
}
