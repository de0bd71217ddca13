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

  /// Documents under a key, in one group.
  struct List {
    let key: [UInt8]
    let group: PostingGroup
    /// Numbers in the segment, ascending.
    let documents: [UInt32]
  }

  /// The lists of domains and scopes.
  ///
  /// - Parameters:
  ///   - documentOrder: The documents, counted as they were added, in the order of their numbers
  ///     in the segment.
  ///   - scopeNumbers: The segment's number of each scope.
  /// - Returns: The lists, in no order.
  func lists(documentOrder: [UInt32], scopeNumbers: [UInt32]) -> [List] {
    var documentsOfOwners = [[UInt32]](repeating: [], count: owners.count)
    var documentsOfScopes = [[UInt32]](repeating: [], count: scopeNumbers.count)
    for (number, document) in documentOrder.enumerated() {
      let owner = Int(documentOwners[Int(document)])
      documentsOfOwners[owner].append(UInt32(truncatingIfNeeded: number))
      documentsOfScopes[Int(owners[owner].scope)].append(UInt32(truncatingIfNeeded: number))
    }
    var lists: [List] = []
    for (owner, documents) in zip(owners, documentsOfOwners) {
      guard let domain = owner.domain else { continue }
      let key = SegmentKeys.domain(domain, scope: scopeNumbers[Int(owner.scope)])
      lists.append(List(key: key, group: SegmentKeys.listGroup, documents: documents))
    }
    for (scope, documents) in zip(scopeNumbers, documentsOfScopes) where !documents.isEmpty {
      lists.append(
        List(key: SegmentKeys.scope(scope), group: SegmentKeys.listGroup, documents: documents))
    }
    return lists
  }
}
