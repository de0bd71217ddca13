/// What a person asked for: typed text, the place of the caret, and what narrows the hits besides.
///
/// It is no query of the query language and holds no operator: each character stands for itself. The
/// readings of it, such as *as typed*, are made from its ``pieces``.
///
/// Making one never fails. Of a longer text than ``mostBytes`` and of more pieces than ``mostPieces``
/// only the beginning is heeded.
public struct UserQuery: Hashable, Sendable {
  /// The most bytes of text that are cut into pieces.
  public static let mostBytes = 4 << 10
  /// The most pieces.
  public static let mostPieces = 32

  /// The text, as it was typed.
  public let text: String
  /// Where the person types, as an offset into the UTF-8 of the text.
  public let caret: Int
  /// What the text asks for, in the order of the text.
  public let pieces: [Piece]
  /// What of the text is understood as a filter, as the client sent it.
  public let tokens: [Token]
  /// What each hit has to match besides the text and the tokens.
  public let filters: [Query]

  /// Cuts a text into pieces.
  ///
  /// - Parameters:
  ///   - text: What was typed, in any state.
  ///   - caret: Where the person types, as an offset into the UTF-8 of the text; `nil` stands for its
  ///     end, as does an offset behind it.
  ///   - tokens: What of the text is understood as a filter. A token that names no place in the text, a
  ///     part of a character, or what another token has, only filters.
  ///   - filters: What each hit has to match besides.
  public init(
    _ text: String, caret: Int? = nil, tokens: [Token] = [], filters: [Query] = []
  ) {
    let end = text.utf8.count
    self.text = text
    self.caret = min(max(caret ?? end, 0), end)
    self.tokens = tokens
    self.filters = filters
    var cutter = PieceCutter(text, caret: self.caret, tokens: tokens)
    pieces = cutter.pieces()
  }

  /// The filters and those of the tokens: each hit matches all of them, in each reading.
  public var conditions: [Query] {
    filters + tokens.compactMap { $0.kind == .dismissed ? nil : $0.filter }
  }

  /// The text of a piece, without the quotes and signs around it.
  ///
  /// - Parameter piece: A piece of this query.
  /// - Returns: The text, in the spelling of the person.
  public func text(of piece: Piece) -> String {
    let utf8 = text.utf8
    let range = piece.range.clamped(to: 0..<utf8.count)
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(decoding: utf8[start...].prefix(range.count), as: UTF8.self)
  }

  /// What a piece asks an item to hold: its text, which may go on where the person still types it.
  ///
  /// - Parameter piece: A piece of this query.
  /// - Returns: The pattern, in which no character of the text is a wildcard.
  public func pattern(of piece: Piece) -> Pattern {
    Self.pattern(text(of: piece), goesOn: piece.mayGoOn)
  }

  private static func pattern(_ text: String, goesOn: Bool) -> Pattern {
    Pattern(goesOn ? [.text(text), .anySequence] : [.text(text)])
  }
}

/// What the pieces of a user query ask of an item, before anything is read into them.
extension UserQuery {
  /// The reading *as typed*: every piece somewhere in the item, and the ``conditions``.
  ///
  /// White space cuts pieces and nothing else, so a piece stays one comparison, whose signs are looked for as they
  /// stand. The tree is for the compiler: no query string says what its comparisons mean, so it is not printed.
  /// `nil` where nothing is asked for, as by signs alone.
  package var asTyped: Query? {
    // A piece that was typed twice asks for nothing more.
    var known: Set<Pattern> = []
    let words = pieces.compactMap { piece -> Query? in
      guard let comparison = comparison(with: piece),
        known.insert(pattern(of: piece)).inserted
      else { return nil }
      return .comparison(comparison)
    }
    let clauses = words + conditions
    return clauses.isEmpty ? nil : .all(of: clauses)
  }

  /// The comparison of a piece with the metadata and the text of an item: between edges of runs, ignoring case,
  /// width and diacritical marks as far as the language of the search does.
  ///
  /// - Parameters:
  ///   - piece: A piece of this query.
  ///   - attribute: What is looked through.
  /// - Returns: The comparison; `nil` for a token, of which the filter says what is asked for.
  package func comparison(
    with piece: Piece, in attribute: AttributeReference = .metadataAndText
  ) -> Comparison? {
    piece.kind == .token ? nil : Comparison(run: pattern(of: piece), in: attribute)
  }

  /// The comparison of a word that stands for a piece, such as a corrected one.
  ///
  /// - Parameters:
  ///   - word: The word, in which no character is a wildcard.
  ///   - goesOn: Whether longer words count that begin with it.
  /// - Returns: The comparison with the metadata and the text of an item, as of a piece.
  package static func comparison(with word: String, goesOn: Bool) -> Comparison {
    Comparison(run: pattern(word, goesOn: goesOn))
  }
}
