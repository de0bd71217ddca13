/// Measures of blocks of sorted terms; see `Documentation/formats/dictionary.md`.
enum TermBlockFormat {
  /// The length of a block that another one follows: that of a block of the cache.
  static let blockByteCount = 4096
  /// The length of a block's head, which the places of its runs follow.
  static let headByteCount = 12
  /// The greatest number of terms in a run.
  ///
  /// Measured on 244,000 terms: runs of 16 take 0.2 bytes more for each term, runs of 32 save 0.1, and
  /// a walk through half a run is what a look-up costs at most beyond its binary searches.
  static let runCapacity = 24
  /// The same where entries are long, as those of prefixes.
  static let longEntryRunCapacity = 8
  /// Tags below this one stand for a term of one posting.
  static let singleTagCount: UInt8 = 192
  /// Lengths from this one on have a byte of their own, for what is above it.
  static let longLength = 15
}

/// What is wrong with the bytes of a block; the reader knows which block it is.
enum TermDamage: Error {
  /// Bytes end inside of something.
  case truncated
  /// A place or a length is out of its bounds.
  case range
  /// A term does not follow the one before it.
  case order

  /// The damage in words.
  var reason: String {
    switch self {
    case .truncated: "its bytes end too early"
    case .range: "a place or a length is out of bounds"
    case .order: "its terms do not ascend"
    }
  }
}
