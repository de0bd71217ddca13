/// The answer to what a person typed: all of it, every time.
package struct AskAnswer: Hashable, Sendable, WireValue {
  /// Counts the answers to one request, from 1.
  package var revision: UInt32
  /// Whether something may be missing.
  package var isPartial: Bool
  /// How many items match, never less than there are hits; `nil` unless it was asked for.
  package var matchCount: UInt64?
  /// The best, the best first.
  package var hits: [WireHit]
  /// By which of the understandings each hit was found.
  package var understandingOfHit: [Int]
  /// How the text was understood, wherever that led to a hit.
  package var understandings: [Understanding]
  /// What each piece of the text weighed where words were left out; empty where none were.
  package var weights: [UInt8]
  /// Where each of the hits stands, if an order by an attribute was asked for; else empty.
  package var orderKeys: [OrderKey]
  /// A second line for each of the hits, if snippets were asked for; else empty.
  package var snippets: [String]
  /// Texts that the person may go on with, the best first.
  package var suggestions: [Suggestion]
  /// What parts of the text may be understood as filters.
  package var offeredTokens: [QueryToken]

  /// Puts the parts together.
  package init(
    revision: UInt32 = 1, isPartial: Bool = false, matchCount: UInt64? = nil, hits: [WireHit],
    understandingOfHit: [Int] = [], understandings: [Understanding] = [], weights: [UInt8] = [],
    orderKeys: [OrderKey] = [], snippets: [String] = [], suggestions: [Suggestion] = [],
    offeredTokens: [QueryToken] = []
  ) {
    self.revision = revision
    self.isPartial = isPartial
    self.matchCount = matchCount
    self.hits = hits
    self.understandingOfHit = understandingOfHit
    self.understandings = understandings
    self.weights = weights
    self.orderKeys = orderKeys
    self.snippets = snippets
    self.suggestions = suggestions
    self.offeredTokens = offeredTokens
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(revision)
    writer.append(isPartial)
    writer.append(matchCount != nil)
    if let matchCount { writer.append(varint: matchCount) }
    writer.append(list: hits)
    writer.append(list: understandingOfHit.map(Ordinal.init))
    writer.append(list: understandings)
    writer.append(bytes: weights)
    writer.append(list: orderKeys)
    writer.append(list: snippets)
    writer.append(list: suggestions)
    writer.append(list: offeredTokens)
  }

  /// Reads the parts; the items share the reader's bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    revision = try reader.integer()
    isPartial = try reader.flag()
    matchCount = try reader.flag() ? try reader.varint() : nil
    hits = try reader.list()
    let start = reader.position
    understandingOfHit = try reader.list(of: Ordinal.self).map(\.value)
    understandings = try reader.list()
    let count = understandings.count
    guard understandingOfHit.count == hits.count, understandingOfHit.allSatisfy({ $0 < count })
    else { throw .malformed("hits that nothing was understood by", at: start) }
    weights = try reader.byteRun()
    let place = reader.position
    orderKeys = try reader.list()
    snippets = try reader.list()
    guard orderKeys.isEmpty || orderKeys.count == hits.count,
      snippets.isEmpty || snippets.count == hits.count
    else { throw .malformed("places or snippets of other hits", at: place) }
    suggestions = try reader.list()
    offeredTokens = try reader.list()
  }
}

extension AskAnswer {
  /// The answer to a search, of which nothing says how the text was understood.
  package init(_ results: SearchResults) {
    self.init(
      revision: results.revision, isPartial: results.isPartial, matchCount: results.matchCount,
      hits: results.hits, orderKeys: results.orderKeys, snippets: results.snippets)
  }
}

extension SearchResults {
  /// What of an answer a search is answered with.
  package init(_ answer: AskAnswer) {
    self.init(
      revision: answer.revision, isPartial: answer.isPartial, matchCount: answer.matchCount,
      hits: answer.hits, orderKeys: answer.orderKeys, snippets: answer.snippets)
  }
}

/// A number that counts something.
private struct Ordinal: WireValue {
  let value: Int

  init(_ value: Int) { self.value = value }

  func write(to writer: inout WireWriter) { writer.append(varint: UInt(max(0, value))) }

  init(from reader: inout WireReader) throws(WireError) { value = try reader.ordinal() }
}
