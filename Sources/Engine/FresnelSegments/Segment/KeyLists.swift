import FresnelStorage

/// Which documents of a segment under construction belong under which of the ``SegmentKeys``.
struct KeyLists {
  /// A scope with a domain, or with none.
  private struct Owner: Hashable {
    let scope: UInt32
    /// As much of the domain as its key holds.
    let domain: [UInt8]?
  }

  private var owners: [Owner] = []
  private var numbers: [Owner: UInt32] = [:]
  /// The number of each document's owner.
  private var documentOwners: [UInt32] = []

  /// Adds the next document.
  mutating func add(scope: UInt32, domain: ArraySlice<UInt8>?) {
    // Neighbours mostly have the owner in common.
    if let last = documentOwners.last {
      let owner = owners[Int(last)]
      if owner.scope == scope, owner.domain.map({ $0[...] == domain }) ?? (domain == nil) {
        documentOwners.append(last)
        return
      }
    }
    let owner = Owner(
      scope: scope,
      domain: domain.map {
        Array($0.prefix(TermScratch.maximumLength - SegmentKeys.scopeRange.upperBound))
      })
    let number = numbers[owner] ?? UInt32(owners.count)
    if number == owners.count {
      owners.append(owner)
      numbers[owner] = number
    }
    documentOwners.append(number)
  }

  /// Writes the lists of domains and scopes, in the order of their keys.
  ///
  /// - Parameters:
  ///   - writer: Takes the lists.
  ///   - documentOrder: The documents, counted as they were added, in the order of their numbers
  ///     in the segment.
  ///   - scopeNumbers: The segment's number of each scope.
  ///   - sink: Where the segment is written.
  /// - Throws: ``StorageError`` of the sink.
  func write(
    to writer: inout TermListWriter, documentOrder: [UInt32], scopeNumbers: [UInt32],
    sink: inout ByteSink
  ) throws(StorageError) {
    var documentsOfOwners = [[UInt32]](repeating: [], count: owners.count)
    var documentsOfScopes = [[UInt32]](repeating: [], count: scopeNumbers.count)
    for (number, document) in documentOrder.enumerated() {
      let owner = Int(documentOwners[Int(document)])
      documentsOfOwners[owner].append(UInt32(truncatingIfNeeded: number))
      documentsOfScopes[Int(owners[owner].scope)].append(UInt32(truncatingIfNeeded: number))
    }
    var lists: [(key: [UInt8], documents: [UInt32])] = []
    for (owner, documents) in zip(owners, documentsOfOwners) {
      guard let domain = owner.domain else { continue }
      lists.append(
        (SegmentKeys.domain(domain, scope: scopeNumbers[Int(owner.scope)]), documents))
    }
    for (scope, documents) in zip(scopeNumbers, documentsOfScopes) where !documents.isEmpty {
      lists.append((SegmentKeys.scope(scope), documents))
    }
    lists.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for (key, documents) in lists {
      try key.withUnsafeBufferPointer { key throws(StorageError) in
        try writer.beginTerm(key, to: &sink)
        writer.beginList(SegmentKeys.listGroup)
        for document in documents { writer.append(document, certainty: SegmentKeys.certainty) }
        try writer.endList(SegmentKeys.listGroup, to: &sink)
        writer.endTerm(key)
      }
    }
  }
}
