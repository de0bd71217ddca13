package import FresnelStorage

extension Segment {
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
