package import FresnelModel

/// A person asks what history keeps, the latest visits first.
package struct ListHistory: Hashable, Sendable, WireValue {
  /// Whose; `nil` for everybody's.
  package var app: String?
  /// The most entries, from 1 to 500.
  package var limit: UInt16
  /// The last entry that was seen; those after it are wanted.
  package var cursor: HistoryCursor?

  /// Puts the parts together.
  package init(app: String? = nil, limit: UInt16, cursor: HistoryCursor? = nil) {
    self.app = app
    self.limit = limit
    self.cursor = cursor
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(optional: app)
    writer.append(limit)
    writer.append(optional: cursor)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.optional()
    limit = try reader.integer()
    cursor = try reader.optional()
  }
}

/// A place in the list of what history keeps.
package struct HistoryCursor: Hashable, Sendable, WireValue {
  /// When the person was there last.
  package var lastVisit: Timestamp
  /// Whose it is.
  package var app: String
  /// The key of its state.
  package var key: String

  /// Puts the parts together.
  package init(lastVisit: Timestamp, app: String, key: String) {
    self.lastVisit = lastVisit
    self.app = app
    self.key = key
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(lastVisit.secondsSinceReferenceDate)
    writer.append(string: app)
    writer.append(string: key)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    lastVisit = Timestamp(secondsSinceReferenceDate: try reader.double())
    app = try reader.string()
    key = try reader.string()
  }
}

/// What history keeps of a state, as a person sees it.
package struct HistoryEntry: Hashable, Sendable, WireValue {
  /// Whose it is.
  package var app: String
  /// When it may be read.
  package var protection: ProtectionClass
  /// The key of the state.
  package var key: String
  /// The type of the activity.
  package var type: String
  /// What the app calls it; empty when it has no title.
  package var title: String
  /// When the person was there first.
  package var firstVisit: Timestamp
  /// When the person was there last.
  package var lastVisit: Timestamp
  /// How often the person was there.
  package var visitCount: UInt64
  /// The item that it belongs to.
  package var relatedIdentifier: String?
  /// The page that shows the same on the web.
  package var webpage: String?

  /// Puts the parts together.
  package init(
    app: String, protection: ProtectionClass, key: String, type: String, title: String,
    firstVisit: Timestamp, lastVisit: Timestamp, visitCount: UInt64,
    relatedIdentifier: String? = nil, webpage: String? = nil
  ) {
    self.app = app
    self.protection = protection
    self.key = key
    self.type = type
    self.title = title
    self.firstVisit = firstVisit
    self.lastVisit = lastVisit
    self.visitCount = visitCount
    self.relatedIdentifier = relatedIdentifier
    self.webpage = webpage
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: app)
    writer.append(protection)
    writer.append(string: key)
    writer.append(string: type)
    writer.append(string: title)
    writer.append(firstVisit.secondsSinceReferenceDate)
    writer.append(lastVisit.secondsSinceReferenceDate)
    writer.append(varint: visitCount)
    writer.append(optional: relatedIdentifier)
    writer.append(optional: webpage)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.string()
    protection = try reader.value()
    key = try reader.string()
    type = try reader.string()
    title = try reader.string()
    firstVisit = Timestamp(secondsSinceReferenceDate: try reader.double())
    lastVisit = Timestamp(secondsSinceReferenceDate: try reader.double())
    visitCount = try reader.varint()
    relatedIdentifier = try reader.optional()
    webpage = try reader.optional()
  }
}

/// Some of what history keeps.
package struct HistoryPage: Hashable, Sendable, WireValue {
  /// The entries, the latest visits first.
  package var entries: [HistoryEntry]
  /// Whether there are more after the last one.
  package var hasMore: Bool
  /// The classes of which the process that answers cannot read the store now, such as one whose key has not come: entries
  /// of them are missing.
  package var unread: [ProtectionClass]

  /// Puts the parts together.
  package init(entries: [HistoryEntry], hasMore: Bool, unread: [ProtectionClass] = []) {
    self.entries = entries
    self.hasMore = hasMore
    self.unread = unread
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(list: entries)
    writer.append(hasMore)
    // Left out as long as nothing is missing, which is all that versions before this had.
    if !unread.isEmpty { writer.append(list: unread) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    entries = try reader.list()
    hasMore = try reader.flag()
    guard !reader.isAtEnd else {
      unread = []
      return
    }
    let start = reader.position
    unread = try reader.list()
    if unread.isEmpty { throw .malformed("a list of nothing that cannot be read", at: start) }
  }
}

/// A person deletes some of what history keeps: what meets all conditions.
package struct DeleteHistory: Hashable, Sendable, WireValue {
  /// Whose; `nil` for everybody's.
  package var app: String?
  /// The keys of the states; empty for all.
  package var keys: [String]
  /// Only states at which the person was since then.
  package var since: Timestamp?

  /// Puts the parts together.
  package init(app: String? = nil, keys: [String] = [], since: Timestamp? = nil) {
    self.app = app
    self.keys = keys
    self.since = since
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(optional: app)
    writer.append(list: keys)
    writer.append(since != nil)
    if let since { writer.append(since.secondsSinceReferenceDate) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    app = try reader.optional()
    keys = try reader.list()
    since = try reader.flag() ? Timestamp(secondsSinceReferenceDate: try reader.double()) : nil
  }
}
