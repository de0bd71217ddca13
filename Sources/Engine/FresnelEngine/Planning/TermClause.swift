import FresnelSegments

/// Looking up a term pattern in some places, and what a posting found there is worth.
struct TermClause {
  let pattern: TermPattern
  /// What a posting's mask means to a term that equals the pattern.
  let exact: PostingWorth
  /// What it means to a longer term.
  let partial: PostingWorth
  let places: PostingMask

  /// `isProven` says whether a clean posting proves the comparison that the term comes from.
  init(_ pattern: TermPattern, places: PostingMask, isProven: Bool) {
    self.pattern = pattern
    self.places = places
    let certainty: PostingMask = pattern.isAtEnd ? .clean : .startsClean
    exact = PostingWorth(places: places, isExact: true, certainty: isProven ? certainty : [])
    partial = PostingWorth(places: places, isExact: false, certainty: isProven ? certainty : [])
  }
}

/// A table from a posting's mask to what the posting contributes to its document's ``MatchValue``.
struct PostingWorth {
  private let values: [UInt16]

  /// Points by place: a title counts more than other names, these more than descriptions, these more
  /// than text; within a title the first word counts more, and everywhere the word itself more than
  /// the beginning of a longer one.
  private static func points(_ mask: PostingMask, isExact: Bool) -> UInt16 {
    if mask.contains(.titleStart) { return isExact ? 40 : 34 }
    if mask.contains(.titleRest) { return isExact ? 32 : 26 }
    if mask.contains(.secondary) { return isExact ? 16 : 14 }
    if mask.contains(.metadata) { return isExact ? 8 : 7 }
    if mask.contains(.text) { return isExact ? 4 : 3 }
    return mask.contains(.named) ? 1 : 0
  }

  init(places: PostingMask, isExact: Bool, certainty: PostingMask) {
    values = (0...255).map { raw in
      let mask = PostingMask(rawValue: UInt8(raw))
      let found = mask.intersection(places).intersection(.anywhere)
      guard !found.isEmpty else { return 0 }
      var value = Self.points(found, isExact: isExact)
      if !found.isDisjoint(with: .title) { value |= MatchValue.inTitle }
      // The clean bits tell of some occurrence that `**` covers. Under `*` it counts only when it
      // cannot be one in the text.
      let isCovered = places.contains(.text) || !mask.contains(.text)
      if !certainty.isEmpty, isCovered, mask.isSuperset(of: certainty) {
        value |= MatchValue.proven
      }
      return value
    }
  }

  /// Calls the body with the table's storage of 256 entries.
  @inline(__always)
  func withValues<Result>(_ body: (UnsafeBufferPointer<UInt16>) -> Result) -> Result {
    values.withUnsafeBufferPointer(body)
  }
}

/// What the index knows of a document as the answer to a plan: points and two facts in 16 bits;
/// 0 stands for no candidate.
enum MatchValue {
  /// All terms are in titles.
  static let inTitle: UInt16 = 0x4000
  /// The postings prove the match.
  static let proven: UInt16 = 0x8000
  /// The points.
  static let points: UInt16 = 0x3FFF

  /// The better of two values for the same term or alternative.
  @inline(__always)
  static func best(_ left: UInt16, _ right: UInt16) -> UInt16 {
    // Points decide, with the title bit above them; either proof will do.
    let facts = left & ~proven > right & ~proven ? left : right
    return facts | ((left | right) & proven)
  }

  /// The value of a document that must have both.
  @inline(__always)
  static func both(_ left: UInt16, _ right: UInt16) -> UInt16 {
    guard left != 0, right != 0 else { return 0 }
    let sum = min(UInt32(left & points) + UInt32(right & points), UInt32(points))
    return UInt16(truncatingIfNeeded: sum) | (left & right & (inTitle | proven))
  }
}
