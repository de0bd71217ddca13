/// The syntax tree of a query string.
///
/// Parsing and printing are inverse to each other: printing a tree and parsing the text again gives
/// an equal tree. The grammar is in `Documentation/query-language.md`.
public indirect enum Query: Hashable, Sendable {
  /// `attribute == value`, and the other operators.
  case comparison(Comparison)
  /// `InRange(attribute, lower, upper)`; both bounds belong to the range.
  case inRange(AttributeReference, lower: Literal, upper: Literal)
  /// `!(…)`.
  case not(Query)
  /// Two or more clauses joined by `&&`; no clause is itself an `and`.
  case and(ClauseList)
  /// Two or more clauses joined by `||`; no clause is itself an `or`.
  case or(ClauseList)
}

/// One comparison of an attribute with a value.
public struct Comparison: Hashable, Sendable {
  /// The attribute or attributes compared.
  public var attribute: AttributeReference
  /// The operator.
  public var comparator: Comparator
  /// The value.
  public var value: Literal
  /// The modifiers of a text value; empty for numbers and dates.
  public var modifiers: MatchModifiers
  /// Whether the value is a word of a user query, which matches from edge to edge of runs. It stands beside the
  /// modifiers and has no letter: no query string asks for it, and in print it does not show.
  package private(set) var isOfRuns = false
  /// Whether each text of the value begins a word, and these words stand side by side. Only the readings of a user
  /// query ask for that, and in print it does not show.
  package private(set) var isOfParts = false
  /// Whether letters count as the same that the language of the search keeps apart. Only the readings of a user query
  /// ask for that, of their words alone, and in print it does not show.
  package private(set) var foldsAsRoot = false
  /// The form that an item is asked for instead of text; `nil` in all comparisons of the query language. No query
  /// string asks for one, and in print it does not show.
  package private(set) var form: FormTest?

  /// Whether only the readings of a user query make such comparisons.
  var isOfUserQuery: Bool { isOfRuns || isOfParts || form != nil }

  /// Makes a comparison.
  public init(
    attribute: AttributeReference, comparator: Comparator, value: Literal,
    modifiers: MatchModifiers = []
  ) {
    self.attribute = attribute
    self.comparator = comparator
    self.value = value
    self.modifiers = modifiers
  }

  /// Makes a comparison with a word of a user query, whatever its case and diacritical marks are.
  ///
  /// - Parameters:
  ///   - run: The word. Where it has no `*`, it has to begin or end at an edge of runs: where a stretch of letters and
  ///     digits begins or ends, or the case changes in one, and beside any other character.
  ///   - attribute: What is looked through.
  package init(run: Pattern, in attribute: AttributeReference = .metadataAndText) {
    self.init(
      attribute: attribute, comparator: .equal, value: .pattern(run),
      modifiers: [.caseInsensitive, .diacriticInsensitive])
    isOfRuns = true
  }

  /// The comparison with a word of a user query under the root locale's folding, whatever the language of the search.
  package var foldedAsRoot: Comparison {
    var comparison = self
    comparison.foldsAsRoot = true
    return comparison
  }

  /// Makes a comparison with the parts of a word of a user query, whatever their case and diacritical marks are: each
  /// begins a word of the metadata, and these words stand side by side, with nothing but signs and white space between
  /// them, or a change of case. The text of an item is left out: only its names are written as `MyWindowController` or
  /// `invoice_2024`.
  ///
  /// - Parameter parts: The parts in order, two at least; no character in them is a wildcard.
  package init(parts: [String]) {
    self.init(
      attribute: .metadata, comparator: .equal,
      value: .pattern(Pattern(parts.flatMap { [Pattern.Element.text($0), .anySequence] })),
      modifiers: [.caseInsensitive, .diacriticInsensitive])
    isOfParts = true
  }

  /// Makes a comparison with the forms of an item.
  ///
  /// - Parameter form: The form that is asked for.
  package init(form: FormTest) {
    self.init(
      attribute: .metadataAndText, comparator: .equal,
      value: .pattern(Pattern(literal: String(decoding: form.bytes, as: UTF8.self))))
    self.form = form
  }
}

/// What stands on the left of an operator.
public enum AttributeReference: Hashable, Sendable {
  /// `*`: the default search metadata.
  case metadata
  /// `**`: the default search metadata and the text content.
  case metadataAndText
  /// An attribute as the query spells it: a Swift name, an Objective-C name, a `kMDItem` name or an
  /// app's own key. Names are case-sensitive.
  case named(String)
}

/// A comparison operator.
public enum Comparator: String, Hashable, Sendable, CaseIterable {
  /// `==`
  case equal = "=="
  /// `!=`, exactly the negation of `==`.
  case notEqual = "!="
  /// `<`, for numbers and dates.
  case less = "<"
  /// `<=`, for numbers and dates.
  case lessOrEqual = "<="
  /// `>`, for numbers and dates.
  case greater = ">"
  /// `>=`, for numbers and dates.
  case greaterOrEqual = ">="
}

/// How text is compared: the letters after a closing quote, or in brackets after the operator.
public struct MatchModifiers: OptionSet, Hashable, Sendable {
  /// One bit per modifier.
  public let rawValue: UInt8

  /// Makes a set from its bits; unknown ones are dropped.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 0b1111
  }

  /// `c`: case and width do not matter.
  public static let caseInsensitive = MatchModifiers(rawValue: 1)
  /// `d`: diacritical marks do not matter, as far as the query's locale allows.
  public static let diacriticInsensitive = MatchModifiers(rawValue: 2)
  /// `w`: the value matches anywhere in the element, from word boundary to word boundary.
  public static let words = MatchModifiers(rawValue: 4)
  /// `t`: every word of the value matches a word, in any order.
  public static let tokenized = MatchModifiers(rawValue: 8)
}

/// The value on the right of an operator.
public enum Literal: Hashable, Sendable {
  /// Quoted text.
  case pattern(Pattern)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number, never NaN or infinite.
  case double(Double)
  /// A `$time` expression.
  case time(TimeExpression)
}

/// Quoted text with its wildcards.
public struct Pattern: Hashable, Sendable {
  /// A part of a pattern.
  public enum Element: Hashable, Sendable {
    /// Text that stands for itself, escapes already resolved; never empty, never two in a row.
    case text(String)
    /// `?`: exactly one grapheme.
    case anyCharacter
    /// `*`: any number of characters, none included; never two in a row.
    case anySequence
  }

  /// Most patterns are one text, which then takes no array: queries may list tens of thousands.
  private enum Form: Hashable {
    case literal(String)
    /// Normalized elements with a wildcard among them.
    case wildcards([Element])
  }

  private let form: Form

  /// The parts in order; none for the empty pattern.
  public var elements: [Element] {
    switch form {
    case .literal(""): []
    case .literal(let text): [.text(text)]
    case .wildcards(let elements): elements
    }
  }

  /// The text of a pattern without wildcards; `nil` where it has one.
  var literal: String? {
    if case .literal(let text) = form { text } else { nil }
  }

  /// Makes a pattern; neighbouring texts are joined, empty ones dropped, repeated `*` folded.
  public init(_ elements: [Element]) {
    var normalized: [Element] = []
    normalized.reserveCapacity(elements.count)
    for element in elements {
      switch (normalized.last, element) {
      case (_, .text("")): continue
      case (.text(let left), .text(let right)):
        normalized[normalized.count - 1] = .text(left + right)
      case (.anySequence, .anySequence): continue
      default: normalized.append(element)
      }
    }
    // Two texts in a row were joined, so that without a wildcard there is one at most.
    switch (normalized.first, normalized.count) {
    case (nil, _): form = .literal("")
    case (.text(let text), 1): form = .literal(text)
    default: form = .wildcards(normalized)
    }
  }

  /// A pattern without wildcards.
  public init(literal text: String) {
    form = .literal(text)
  }
}

/// A `$time` expression.
public enum TimeExpression: Hashable, Sendable {
  /// A calendar period whose start is the value and which `==` matches whole.
  public enum Period: String, Hashable, Sendable, CaseIterable {
    /// `$time.today`
    case day = "today"
    /// `$time.this_week`
    case week = "this_week"
    /// `$time.this_month`
    case month = "this_month"
    /// `$time.this_year`
    case year = "this_year"
  }

  /// `$time.now` or `$time.now(N)`: now plus N seconds; no parentheses when `offset` is 0.
  case now(offset: Double)
  /// The start of a period, `offset` periods from the current one. `$time.yesterday` is `day` with
  /// -1, `$time.last_week` is `week` with -1.
  case start(of: Period, offset: Int)
  /// `$time.iso(STRING)`: an ISO 8601 instant, kept as written.
  case iso(String)
}
