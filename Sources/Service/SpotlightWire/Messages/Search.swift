/// Whose items a query is about.
package enum SearchReach: Hashable, Sendable, WireValue {
  /// The client's own.
  case own
  /// Everybody's that the system's search may show.
  case system
  /// Those of some apps.
  case apps([String])

  /// Appends a number for the case, and the apps.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .own: writer.append(UInt8(0))
    case .system: writer.append(UInt8(1))
    case .apps(let identifiers):
      writer.append(UInt8(2))
      writer.append(list: identifiers)
    }
  }

  /// Reads whose items a query is about.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 0: self = .own
    case 1: self = .system
    case 2: self = .apps(try reader.list())
    default: throw .malformed("an unknown reach", at: start)
    }
  }
}

/// Which hits of a search come first.
package enum ResultOrder: Hashable, Sendable, WireValue {
  /// The best answers.
  case relevance
  /// Those with the least value of an attribute, named as in a query; those without a value last.
  case ascending(String)
  /// Those with the greatest value of an attribute; those without a value last all the same.
  case descending(String)

  /// Appends a number for the case, and the attribute.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .relevance: writer.append(UInt8(0))
    case .ascending(let name):
      writer.append(UInt8(1))
      writer.append(string: name)
    case .descending(let name):
      writer.append(UInt8(2))
      writer.append(string: name)
    }
  }

  /// Reads an order.
  package init(from reader: inout WireReader) throws(WireError) {
    let start = reader.position
    switch try reader.integer(UInt8.self) {
    case 0: self = .relevance
    case 1: self = .ascending(try reader.string())
    case 2: self = .descending(try reader.string())
    default: throw .malformed("an unknown order", at: start)
    }
  }
}

/// What the meaning of a query depends on besides its text.
package struct QueryContext: Hashable, Sendable, WireValue {
  /// The language of the keyboard that the text was typed on, as a language tag; empty when unknown.
  package var keyboardLanguage: String
  /// The person's locale; empty for that of the daemon's session.
  package var locale: String
  /// The time zone by which days begin; empty for that of the daemon's session.
  package var timeZone: String

  /// Puts the parts together.
  package init(keyboardLanguage: String = "", locale: String = "", timeZone: String = "") {
    self.keyboardLanguage = keyboardLanguage
    self.locale = locale
    self.timeZone = timeZone
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: keyboardLanguage)
    writer.append(string: locale)
    writer.append(string: timeZone)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    keyboardLanguage = try reader.string()
    locale = try reader.string()
    timeZone = try reader.string()
  }
}

/// A client asks for all items that match, in no order.
package struct QueryRequest: Hashable, Sendable, WireValue {
  /// The query string.
  package var query: String
  /// Further query strings, all of which an item must match too.
  package var filters: [String]
  /// The names of the attributes that are wanted; empty for none.
  package var attributes: [String]
  /// Whose items.
  package var reach: SearchReach
  /// What the meaning depends on besides.
  package var queryContext: QueryContext
  /// The protection classes that are looked through; `nil` for all.
  package var classes: [ProtectionClass]?

  /// Puts the parts together.
  package init(
    query: String, filters: [String] = [], attributes: [String] = [], reach: SearchReach = .own,
    queryContext: QueryContext = QueryContext(), classes: [ProtectionClass]? = nil
  ) {
    self.query = query
    self.filters = filters
    self.attributes = attributes
    self.reach = reach
    self.queryContext = queryContext
    self.classes = classes
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: query)
    writer.append(list: filters)
    writer.append(list: attributes)
    writer.append(reach)
    writer.append(queryContext)
    writer.append(classes != nil)
    if let classes { writer.append(list: classes) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    query = try reader.string()
    filters = try reader.list()
    attributes = try reader.list()
    reach = try reader.value()
    queryContext = try reader.value()
    classes = try reader.flag() ? try reader.list() : nil
  }
}

/// A client asks for the items that answer best.
package struct SearchRequest: Hashable, Sendable, WireValue {
  /// What the text is.
  package enum Form: UInt8, CaseIterable, Hashable, Sendable, WireValue {
    /// A query string.
    case query = 0
    /// What a person typed.
    case typed = 1
  }

  /// What is wanted of each item.
  package enum Detail: UInt8, CaseIterable, Hashable, Sendable, WireValue {
    /// The whole item.
    case items = 0
    /// What a list on a screen shows of it.
    case rows = 1
  }

  /// How results come.
  package struct Flags: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The whole list is sent again whenever it changes, until the search is cancelled.
    package static let isLive = Flags(rawValue: 1)
    /// All matches are counted, also those beyond the limit.
    package static let countsMatches = Flags(rawValue: 2)
    /// Those that there are.
    package static let all: Flags = [.isLive, .countsMatches]
  }

  /// What the text is.
  package var form: Form
  /// The text.
  package var text: String
  /// Query strings, all of which an item must match too.
  package var filters: [String]
  /// Whose items.
  package var reach: SearchReach
  /// The most hits that are wanted, at most 1,000.
  package var limit: UInt64
  /// What is wanted of each item.
  package var detail: Detail
  /// How results come.
  package var flags: Flags
  /// The processor time after which the best so far are good enough; 0 for no bound.
  package var budgetMilliseconds: UInt16
  /// What the meaning depends on besides.
  package var queryContext: QueryContext
  /// Which hits come first.
  package var order: ResultOrder
  /// The most characters of the snippet that is wanted of each hit, at most 1,000; 0 for no snippets.
  package var snippetLength: UInt16
  /// Whether a search for typed text waits until everything that was acknowledged before is indexed. A keystroke
  /// does not: the next one finds it.
  package var isSettled: Bool

  /// Puts the parts together.
  package init(
    form: Form, text: String, filters: [String] = [], reach: SearchReach = .own, limit: UInt64,
    detail: Detail = .items, flags: Flags = [], budgetMilliseconds: UInt16 = 0,
    queryContext: QueryContext = QueryContext(), order: ResultOrder = .relevance,
    snippetLength: UInt16 = 0, isSettled: Bool = false
  ) {
    self.snippetLength = min(snippetLength, WireLimits.snippetLength)
    self.isSettled = isSettled
    self.form = form
    self.text = text
    self.filters = filters
    self.reach = reach
    self.limit = min(limit, UInt64(WireLimits.searchHits))
    self.detail = detail
    self.flags = flags
    self.budgetMilliseconds = budgetMilliseconds
    self.queryContext = queryContext
    self.order = order
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(form)
    writer.append(string: text)
    writer.append(list: filters)
    writer.append(reach)
    writer.append(varint: limit)
    writer.append(detail)
    writer.append(flags.rawValue)
    writer.append(budgetMilliseconds)
    writer.append(queryContext)
    writer.append(order)
    // As it was before there were snippets.
    guard snippetLength > 0 || isSettled else { return }
    writer.append(snippetLength)
    writer.append(isSettled)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    form = try reader.value()
    text = try reader.string()
    filters = try reader.list()
    reach = try reader.value()
    let start = reader.position
    limit = try reader.varint()
    guard limit <= WireLimits.searchHits else {
      throw .malformed("more than \(WireLimits.searchHits) hits are asked for", at: start)
    }
    detail = try reader.value()
    flags = try reader.flags(.all)
    budgetMilliseconds = try reader.integer()
    queryContext = try reader.value()
    order = try reader.value()
    guard !reader.isAtEnd else {
      (snippetLength, isSettled) = (0, false)
      return
    }
    let end = reader.position
    snippetLength = try reader.integer()
    isSettled = try reader.flag()
    guard snippetLength <= WireLimits.snippetLength, snippetLength > 0 || isSettled else {
      throw .malformed("snippets of an unknown length are asked for", at: end)
    }
  }
}

/// Where a hit stands in the order that a search asked for.
package struct OrderKey: Hashable, Sendable, WireValue {
  /// Bytes that compare, one after the other, as the values do by which the hits are ordered; `nil` for an
  /// item without a value, which comes last in any order.
  package var bytes: [UInt8]?

  /// Makes a key.
  package init(bytes: [UInt8]?) {
    self.bytes = bytes
  }

  /// Appends the bytes.
  package func write(to writer: inout WireWriter) {
    writer.append(optionalBytes: bytes)
  }

  /// Reads the bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    bytes = try reader.optionalBytes()
  }
}

/// The answer to a search: all of it, every time.
package struct SearchResults: Hashable, Sendable, WireValue {
  /// Counts the answers to one search, from 1.
  package var revision: UInt32
  /// Whether the time ran out before everything was looked at.
  package var isPartial: Bool
  /// How many items match; `nil` unless it was asked for.
  package var matchCount: UInt64?
  /// The best, the best first.
  package var hits: [WireHit]
  /// Where each of the hits stands, if the search asked for an order by an attribute; else empty.
  package var orderKeys: [OrderKey]
  /// A line of each of the hits that tells more than its name, if possible why it was found; if the search asked for
  /// snippets, else empty.
  package var snippets: [String]

  /// Puts the parts together.
  package init(
    revision: UInt32 = 1, isPartial: Bool = false, matchCount: UInt64? = nil, hits: [WireHit],
    orderKeys: [OrderKey] = [], snippets: [String] = []
  ) {
    self.snippets = snippets
    self.orderKeys = orderKeys
    self.revision = revision
    self.isPartial = isPartial
    self.matchCount = matchCount
    self.hits = hits
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(revision)
    writer.append(isPartial)
    writer.append(matchCount != nil)
    if let matchCount { writer.append(varint: matchCount) }
    writer.append(list: hits)
    writer.append(list: orderKeys)
    // As it was before there were snippets.
    if !snippets.isEmpty { writer.append(list: snippets) }
  }

  /// Reads the parts; the items share the reader's bytes.
  package init(from reader: inout WireReader) throws(WireError) {
    revision = try reader.integer()
    isPartial = try reader.flag()
    matchCount = try reader.flag() ? try reader.varint() : nil
    hits = try reader.list()
    let start = reader.position
    orderKeys = try reader.list()
    guard orderKeys.isEmpty || orderKeys.count == hits.count else {
      throw .malformed("hits without a place in their order", at: start)
    }
    guard !reader.isAtEnd else {
      snippets = []
      return
    }
    let end = reader.position
    snippets = try reader.list()
    guard !snippets.isEmpty, snippets.count == hits.count else {
      throw .malformed("snippets of other hits", at: end)
    }
  }
}
