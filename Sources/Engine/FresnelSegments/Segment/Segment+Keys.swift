package import FresnelStorage
import Synchronization

extension Segment {
  /// Whether the keys have the forms of all documents: a segment of an older program has those of none, and what was
  /// merged with one has those of some.
  ///
  /// - Returns: Whether a document without the key of a form surely lacks the form.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func hasAllForms() throws(StorageError) -> Bool {
    if let known = formPresence.load() { return known.isWhole }
    return try findForms().isWhole
  }

  /// Whether the keys have the spelling of any name, as segments of a person who writes in Latin letters have not.
  ///
  /// - Returns: Whether they have.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func hasReadings() throws(StorageError) -> Bool {
    if let known = formPresence.load() { return known.hasReadings }
    return try findForms().hasReadings
  }

  /// Looks up which forms there are, which is done once.
  private func findForms() throws(StorageError) -> FormPresence {
    let marked = try keys.entry(of: SegmentKeys.formMarker)?[SegmentKeys.listGroup].count ?? 0
    var cursor = keys.cursor()
    let start = SegmentKeys.readings
    try start.withUnsafeBufferPointer { (key) throws(StorageError) in try cursor.seek(key) }
    let hasReadings = try cursor.next() && cursor.term.starts(with: start)
    return formPresence.storeIfNil(
      FormPresence(isWhole: Int(marked) == documentCount, hasReadings: hasReadings))
  }

  /// Whether the keys have the forms of all documents as far as can be told: what cannot be read has to be mended, and
  /// needs no forms before.
  package var hasKnownForms: Bool { (try? hasAllForms()) ?? true }

  /// Calls a closure with each document of a scope, deleted ones included.
  ///
  /// - Parameters:
  ///   - scope: The segment's own number of the scope.
  ///   - body: Is handed each document.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func forEachDocument(
    ofScope scope: UInt32, _ body: (UInt32) -> Void
  ) throws(StorageError) {
    let entry = try SegmentKeys.scope(scope).withUnsafeBufferPointer { (key) throws(StorageError) in
      try keys.find(key)
    }
    if let entry { try forEachDocument(of: entry, body) }
  }

  /// Calls a closure with each document of a scope whose domain is the given one or lies below it,
  /// deleted ones included: `a.b` lies below `a`, `ab` does not.
  ///
  /// - Parameters:
  ///   - scope: The segment's own number of the scope.
  ///   - domain: UTF-8.
  ///   - body: Is handed each document.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: One look-up and one range of keys, besides the documents.
  package func forEachDocument(
    ofScope scope: UInt32, atOrBelow domain: [UInt8], _ body: (UInt32) -> Void
  ) throws(StorageError) {
    let key = SegmentKeys.domain(domain, scope: scope)
    if SegmentKeys.mayBeCut(key) {
      // Only the rows tell the domains apart that begin like this one.
      try forEachDocument(withKey: key) { (document) throws(StorageError) in
        if try self.isDomain(of: document, atOrBelow: domain) { body(document) }
      }
      return
    }
    try forEachDocument(withKey: key) { (document) throws(StorageError) in body(document) }
    let below = key + [UInt8(ascii: ".")]
    var cursor = keys.cursor()
    try below.withUnsafeBufferPointer { (below) throws(StorageError) in try cursor.seek(below) }
    while try cursor.next(), cursor.term.starts(with: below) {
      try forEachDocument(of: cursor.entry, body)
    }
  }

  private func forEachDocument(
    withKey key: [UInt8], _ body: (UInt32) throws(StorageError) -> Void
  ) throws(StorageError) {
    let entry = try key.withUnsafeBufferPointer { (key) throws(StorageError) in
      try keys.find(key)
    }
    if let entry { try forEachDocument(of: entry, body) }
  }

  private func forEachDocument(
    of entry: TermEntry, _ body: (UInt32) throws(StorageError) -> Void
  ) throws(StorageError) {
    var cursor = try PostingCursor(
      source, entry[SegmentKeys.listGroup], documentCount: documentCount)
    while cursor.document != .max {
      try body(cursor.document)
      try cursor.next()
    }
  }

  private func isDomain(
    of document: UInt32, atOrBelow domain: [UInt8]
  ) throws(StorageError) -> Bool {
    let row = try documents.row(document)
    guard let found = row.domain, found.starts(with: domain) else { return false }
    return found.count == domain.count || found[domain.count] == UInt8(ascii: ".")
  }
}

/// What the keys of a segment have of the forms of its documents.
final class FormPresence: Sendable {
  /// Whether they have those of all documents.
  let isWhole: Bool
  /// Whether they have the spelling of any name.
  let hasReadings: Bool

  init(isWhole: Bool, hasReadings: Bool) {
    self.isWhole = isWhole
    self.hasReadings = hasReadings
  }
}
