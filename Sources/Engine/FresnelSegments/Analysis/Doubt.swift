/// What certainties may leave open.
enum Doubt: UInt8, CaseIterable {
  /// Some language sees or folds the terms otherwise than the root locale, so that a certainty proves nothing
  /// there.
  case varying
  /// An occurrence may begin or end at a boundary though the certainty does not say so.
  case open
}

/// A set of doubts.
struct Doubts: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }
  init(_ doubt: Doubt) { rawValue = 1 << doubt.rawValue }

  static let varying = Doubts(.varying)
  static let open = Doubts(.open)
}

/// The terms that a doubt is about, told by a byte of theirs: what a query asks for is ASCII, so other bytes tell
/// nothing.
struct DoubtedTerms: Hashable {
  /// As it stands in the key: 0 for all terms, the first byte, or 128 more than the last byte.
  let byte: UInt8

  /// Terms of any kind.
  static let all = DoubtedTerms(byte: 0)

  private init(byte: UInt8) { self.byte = byte }

  /// The byte in a note.
  init(noted byte: UInt8) { self.byte = byte }

  /// Those that begin as a term does; `nil` for what does not begin with an ASCII character.
  init?(startingLike term: TermBytes) {
    guard term.count > 0, term.base[0] < 0x80 else { return nil }
    byte = term.base[0]
  }

  /// Those that end as a term does.
  init?(endingLike term: TermBytes) {
    guard term.count > 0, term.base[term.count - 1] < 0x80 else { return nil }
    byte = 0x80 | term.base[term.count - 1]
  }

  /// Those that a pattern's clause may find; the pattern is ASCII.
  init(_ pattern: TermPattern) {
    guard let first = pattern.bytes.first, let last = pattern.bytes.last else {
      self = .all
      return
    }
    byte = pattern.isAtStart ? first & 0x7F : pattern.isAtEnd ? last | 0x80 : 0
  }
}
