package import FresnelQuery
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

  /// Whether the keys have the forms of a kind of all documents, as far as spellings are not asked for: of these, some
  /// are better than none.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: Whether they have; a program that knew no spellings listed the other forms.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  func mayHaveForms(of kind: ItemForms.Kind) throws(StorageError) -> Bool {
    if let known = formPresence.load() { return known.mayHave(kind) }
    return try findForms().mayHave(kind)
  }

  /// Whether the keys have the spelling of any name in Chinese characters, kana or Hangul.
  ///
  /// - Returns: Whether they have.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func hasReadings() throws(StorageError) -> Bool {
    if let known = formPresence.load() { return known.hasReadings }
    return try findForms().hasReadings
  }

  /// The alphabets whose words the keys have the spelling of.
  ///
  /// - Returns: The alphabets.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func alphabets() throws(StorageError) -> SpelledAlphabets {
    if let known = formPresence.load() { return known.alphabets }
    return try findForms().alphabets
  }

  /// Looks up which forms there are, which is done once.
  private func findForms() throws(StorageError) -> FormPresence {
    let whole = try count(ofList: SegmentKeys.formMarker)
    // A merge of segments of both programs has both lists, and each document is in one of them.
    let others = whole == documentCount ? 0 : try count(ofList: SegmentKeys.olderFormMarker)
    let first = try firstByteOfReading(from: 0)
    var alphabets: SpelledAlphabets = []
    var next = first == nil ? nil : try firstByteOfReading(from: SpelledAlphabets.firstByte)
    while let byte = next {
      alphabets.insert(SpelledAlphabets(firstByte: byte))
      next = byte < .max ? try firstByteOfReading(from: byte + 1) : nil
    }
    return formPresence.storeIfNil(
      FormPresence(
        isWhole: whole == documentCount, hasOlderKinds: whole + others == documentCount,
        hasReadings: first.map { $0 < SpelledAlphabets.firstByte } ?? false, alphabets: alphabets))
  }

  /// What the first spelling begins with that does not begin with less than a byte; `nil` where there is none.
  private func firstByteOfReading(from byte: UInt8) throws(StorageError) -> UInt8? {
    var cursor = keys.cursor()
    let start = SegmentKeys.readings + [byte]
    try start.withUnsafeBufferPointer { (key) throws(StorageError) in try cursor.seek(key) }
    guard try cursor.next(), cursor.term.starts(with: SegmentKeys.readings), cursor.term.count > 1
    else { return nil }
    return cursor.term[1]
  }

  /// How many documents a list has that is not by group.
  private func count(ofList key: [UInt8]) throws(StorageError) -> Int {
    Int(try keys.entry(of: key)?[SegmentKeys.listGroup].count ?? 0)
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
  /// Whether they have those of all documents, but for spellings.
  let hasOlderKinds: Bool
  /// Whether they have the spelling of any name in Chinese characters, kana or Hangul.
  let hasReadings: Bool
  /// The alphabets whose words they have the spelling of.
  let alphabets: SpelledAlphabets

  init(isWhole: Bool, hasOlderKinds: Bool, hasReadings: Bool, alphabets: SpelledAlphabets) {
    self.isWhole = isWhole
    self.hasOlderKinds = hasOlderKinds
    self.hasReadings = hasReadings
    self.alphabets = alphabets
  }

  /// Whether forms of a kind are worth looking for.
  func mayHave(_ kind: ItemForms.Kind) -> Bool {
    kind == .reading ? hasReadings || !alphabets.isEmpty : hasOlderKinds
  }
}
