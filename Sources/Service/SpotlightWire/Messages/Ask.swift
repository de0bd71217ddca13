package import FresnelModel

/// A client asks for the items that answer what a person typed, in whatever way that has to be understood.
package struct AskRequest: Hashable, Sendable, WireValue {
  /// How the answer comes.
  package struct Flags: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The whole list is sent again whenever it changes, until the request is cancelled.
    package static let isLive = Flags(rawValue: 1)
    /// All matches are counted, also those beyond the limit.
    package static let countsMatches = Flags(rawValue: 2)
    /// The client takes hits in any order, so that only *as typed* is read.
    package static let isUnranked = Flags(rawValue: 4)
    /// The text is understood as it stands, and in no other way.
    package static let isExact = Flags(rawValue: 8)
    /// The answer has everything that was acknowledged before, and the person is done with the text. A
    /// keystroke waits for nothing: the next one finds it.
    package static let isSettled = Flags(rawValue: 16)
    /// No part of the text is offered as a token.
    package static let offersNoTokens = Flags(rawValue: 32)
    /// Words that may be missing weigh what the list of frequent words says, whatever items there are. Only scores by
    /// the same weights compare, so this goes to each of several processes.
    package static let weighsByList = Flags(rawValue: 64)
    /// Those that there are.
    package static let all: Flags = [
      .isLive, .countsMatches, .isUnranked, .isExact, .isSettled, .offersNoTokens, .weighsByList,
    ]
  }

  /// The hit behind which a page begins.
  package struct Place: Hashable, Sendable, WireValue {
    /// The score of the hit.
    package var score: Double
    /// The index of the item that it shows.
    package var scope: IndexScope
    /// The identifier of that item.
    package var identifier: String

    /// Puts the parts together.
    package init(score: Double, scope: IndexScope, identifier: String) {
      (self.score, self.scope, self.identifier) = (score, scope, identifier)
    }

    /// The place of a hit.
    package init(of hit: WireHit) {
      self.init(score: hit.score, scope: hit.scope, identifier: hit.item.uniqueIdentifier)
    }

    /// Appends the parts.
    package func write(to writer: inout WireWriter) {
      writer.append(score)
      writer.append(string: scope.app)
      writer.append(string: scope.index)
      writer.append(string: identifier)
    }

    /// Reads the parts.
    package init(from reader: inout WireReader) throws(WireError) {
      score = try reader.double()
      scope = IndexScope(app: try reader.string(), index: try reader.string())
      identifier = try reader.string()
    }
  }

  /// What was typed.
  package var text: String
  /// Where the person types, as an offset into the UTF-8 of the text.
  package var caret: Int
  /// What of the text is understood as a filter, or is not to be.
  package var tokens: [QueryToken]
  /// Query strings, all of which an item must match too.
  package var filters: [String]
  /// The names of the attributes that whole items come with; empty for all.
  package var attributes: [String]
  /// Whose items.
  package var reach: SearchReach
  /// The protection classes that are looked through; `nil` for all.
  package var classes: [ProtectionClass]?
  /// The most hits that are wanted, at most 1,000.
  package var limit: UInt64
  /// The most suggestions that are wanted, at most 100.
  package var suggestionLimit: UInt64
  /// What is wanted of each item.
  package var detail: SearchRequest.Detail
  /// How the answer comes.
  package var flags: Flags
  /// The processor time after which the best so far are good enough; 0 for no bound.
  package var budgetMilliseconds: UInt16
  /// What the meaning depends on besides.
  package var queryContext: QueryContext
  /// The most characters of the snippet that is wanted of each hit, at most 1,000; 0 for no snippets.
  package var snippetLength: UInt16
  /// Which hits come first.
  package var order: ResultOrder
  /// The key of the suggestion that the text came from.
  package var continuing: [UInt8]?
  /// The hit behind which hits are wanted; `nil` for the first ones.
  package var after: Place?
  /// What each piece of the text weighs where words are left out: none, or one for each.
  package var weights: [UInt8]

  /// Puts the parts together.
  package init(
    text: String, caret: Int? = nil, tokens: [QueryToken] = [], filters: [String] = [],
    attributes: [String] = [], reach: SearchReach = .own, classes: [ProtectionClass]? = nil,
    limit: UInt64, suggestionLimit: UInt64 = 0, detail: SearchRequest.Detail = .items,
    flags: Flags = [], budgetMilliseconds: UInt16 = 0,
    queryContext: QueryContext = QueryContext(), snippetLength: UInt16 = 0,
    order: ResultOrder = .relevance, continuing: [UInt8]? = nil, after: Place? = nil,
    weights: [UInt8] = []
  ) {
    self.text = text
    self.caret = max(0, caret ?? text.utf8.count)
    self.tokens = tokens
    self.filters = filters
    self.attributes = attributes
    self.reach = reach
    self.classes = classes
    self.limit = min(limit, UInt64(WireLimits.searchHits))
    self.suggestionLimit = min(suggestionLimit, UInt64(WireLimits.suggestions))
    self.detail = detail
    self.flags = flags
    self.budgetMilliseconds = budgetMilliseconds
    self.queryContext = queryContext
    self.snippetLength = min(snippetLength, WireLimits.snippetLength)
    self.order = order
    self.continuing = continuing
    self.after = after
    self.weights = weights
  }

  /// Whether the person seems to be done with the text: it is settled, or the caret is in a token or behind one,
  /// behind white space, behind a quote that is closed, or behind nothing.
  ///
  /// The service and the client both go by this: what is worth trying for the one is worth showing for the other.
  package var isFinished: Bool {
    if flags.contains(.isSettled) { return true }
    let end = min(caret, text.utf8.count)
    let isInToken = tokens.contains {
      $0.kind != .dismissed && $0.range.lowerBound < end && end <= $0.range.upperBound
    }
    if isInToken { return true }
    let before = Substring(text.utf8.prefix(end)).unicodeScalars
    return before.last?.properties.isWhitespace ?? true || Self.endsWithQuote(before)
  }

  /// English and German close with marks that the other opens with, so all double ones are alike.
  private static let doubleQuotes: Set<Unicode.Scalar> = [
    "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{AB}", "\u{BB}", "\u{FF02}",
  ]
  /// By the mark that closes a quote, the one that opens it. Single quotes are not told from apostrophes.
  private static let openingMarks: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{300D}": "\u{300C}", "\u{300F}": "\u{300E}",
  ]

  private static func endsWithQuote(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let last = text.last else { return false }
    if doubleQuotes.contains(last) {
      return text.count { doubleQuotes.contains($0) }.isMultiple(of: 2)
    }
    return openingMarks[last].map { text.contains($0) } ?? false
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: text)
    writer.append(varint: UInt(caret))
    writer.append(list: tokens)
    writer.append(list: filters)
    writer.append(list: attributes)
    writer.append(reach)
    writer.append(classes != nil)
    if let classes { writer.append(list: classes) }
    writer.append(varint: limit)
    writer.append(varint: suggestionLimit)
    writer.append(detail)
    writer.append(flags.rawValue)
    writer.append(budgetMilliseconds)
    writer.append(queryContext)
    writer.append(snippetLength)
    writer.append(order)
    writer.append(optionalBytes: continuing)
    writer.append(optional: after)
    writer.append(bytes: weights)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    text = try reader.string()
    caret = try reader.ordinal()
    tokens = try reader.list()
    filters = try reader.list()
    attributes = try reader.list()
    reach = try reader.value()
    classes = try reader.flag() ? try reader.list() : nil
    let start = reader.position
    limit = try reader.varint()
    suggestionLimit = try reader.varint()
    guard limit <= WireLimits.searchHits, suggestionLimit <= WireLimits.suggestions else {
      throw .malformed("more is asked for than may be", at: start)
    }
    detail = try reader.value()
    flags = try reader.flags(.all)
    budgetMilliseconds = try reader.integer()
    queryContext = try reader.value()
    let place = reader.position
    snippetLength = try reader.integer()
    guard snippetLength <= WireLimits.snippetLength else {
      throw .malformed("snippets of an unknown length are asked for", at: place)
    }
    order = try reader.value()
    continuing = try reader.optionalBytes()
    after = try reader.optional()
    weights = try reader.byteRun()
  }
}
