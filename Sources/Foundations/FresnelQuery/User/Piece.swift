/// A part of a user query's text that asks for one thing.
public struct Piece: Hashable, Sendable {
  /// What a piece asks for.
  public enum Kind: Hashable, Sendable {
    /// A whole word, or what is written without white space, such as `北京大学`.
    case word
    /// The beginning of a word: the one that is being typed.
    case prefix
    /// Words side by side, which stood in quotes.
    case phrase
    /// A text with a sign that matters, such as `c++`, `.net` or `AC/DC`.
    case code
    /// What a token covers; its filter says what is asked for.
    case token
  }

  /// Where it is, as offsets into the UTF-8 of the text, without quotes and signs around it.
  public let range: Range<Int>
  /// What it asks for.
  public let kind: Kind
  /// Whether the caret is in it or at its end, so that an item may have more letters there: true for each
  /// prefix, and for a code that is being typed.
  public let mayGoOn: Bool

  /// Makes a piece.
  public init(_ range: Range<Int>, _ kind: Kind, mayGoOn: Bool = false) {
    (self.range, self.kind, self.mayGoOn) = (range, kind, mayGoOn || kind == .prefix)
  }
}

extension UserQuery {
  /// A part of the text that is understood as a filter.
  public struct Token: Hashable, Sendable {
    /// What a token narrows hits by.
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
      /// The kind of item.
      case kind
      /// The app that has the item.
      case app
      /// A person who sent, received or made it.
      case person
      /// When it was made, changed or used.
      case time
      /// How large it is.
      case size
      /// Nothing: the person refused the token that was offered for this part of the text, which stays
      /// words.
      case dismissed
    }

    /// What it narrows hits by.
    public let kind: Kind
    /// The part of the text, as offsets into its UTF-8; empty for a token beside the text.
    public let range: Range<Int>
    /// The filter; `nil` for a dismissed one.
    public let filter: Query?

    /// Makes a token.
    public init(_ kind: Kind, range: Range<Int>, filter: Query?) {
      (self.kind, self.range, self.filter) = (kind, range, filter)
    }
  }
}
