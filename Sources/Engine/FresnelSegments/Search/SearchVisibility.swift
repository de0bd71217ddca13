import FresnelStorage

/// Which documents a search shows besides that they are live: those of some scopes that have not
/// expired, without those that an earlier one has found.
package struct SearchVisibility: Sendable {
  /// By the store's number of a scope; `nil` when every scope is shown.
  package let isScopeShown: [Bool]?
  /// Seconds since 2001; documents that expire at this moment or before are not shown.
  package let now: Double
  /// By segment, the documents that an earlier search of the same state has found.
  package let found: FoundDocuments

  /// Makes a visibility.
  ///
  /// - Parameters:
  ///   - isScopeShown: By the store's number of a scope, whether it is shown; `nil` when all are.
  ///   - now: Seconds since 2001.
  ///   - found: What an earlier search has found.
  package init(isScopeShown: [Bool]?, now: Double, found: FoundDocuments = FoundDocuments()) {
    self.isScopeShown = isScopeShown?.contains(false) ?? false ? isScopeShown : nil
    self.now = now
    self.found = found
  }

  /// Whether the scope of a store's number is shown.
  func shows(_ scope: UInt32) -> Bool {
    guard let isScopeShown else { return true }
    return Int(scope) < isScopeShown.count && isScopeShown[Int(scope)]
  }
}

/// Documents of some segments, which searches have found.
package struct FoundDocuments: Sendable {
  /// Segments are told apart by what they are, not by their places: one that turns out to be damaged leaves the list.
  private var documents: [ObjectIdentifier: Set<UInt32>] = [:]

  /// None.
  package init() {}

  /// Adds a document.
  ///
  /// - Parameters:
  ///   - document: Its number.
  ///   - segment: The segment, which must be kept as long as this.
  package mutating func insert(_ document: UInt32, of segment: Segment) {
    documents[ObjectIdentifier(segment), default: []].insert(document)
  }

  /// Adds documents, as ``insert(_:of:)`` does.
  package mutating func insert(_ new: [UInt32], of segment: Segment) {
    documents[ObjectIdentifier(segment), default: Set(minimumCapacity: new.count)].formUnion(new)
  }

  /// Adds other documents.
  package mutating func formUnion(_ other: FoundDocuments) {
    documents.merge(other.documents) { $0.union($1) }
  }

  /// Those of a segment.
  func documents(of segment: Segment) -> Set<UInt32> {
    documents.isEmpty ? [] : documents[ObjectIdentifier(segment)] ?? []
  }
}

/// Which documents of one segment are shown.
struct SegmentVisibility: ~Copyable {
  private let live: LiveDocuments
  private let patches: DocumentPatches
  /// By the segment's number of a scope; empty when all are shown.
  let shownScopes: [Bool]
  /// The only scope that is shown, with the number of its documents, of several in the segment.
  let onlyScope: OnlyScope?
  /// Whether anything may be shown at all.
  let showsAnything: Bool
  private let now: Double
  private let hasExpired: Bool
  private let found: Set<UInt32>
  private var scopes: ScopeReader
  private var expirations: ExpirationReader

  init(_ view: SegmentView, _ visibility: SearchVisibility) {
    let segment = view.segment
    // Thousands of apps need not be looked at when all are shown.
    let shown =
      visibility.isScopeShown == nil ? [] : view.scopeNumbers.map { visibility.shows($0) }
    live = view.live
    patches = view.patches
    shownScopes = shown.contains(false) ? shown : []
    showsAnything = (shown.isEmpty || shown.contains(true)) && view.live.count > 0
    onlyScope = OnlyScope(shown, in: segment)
    now = visibility.now
    found = visibility.found.documents(of: segment)
    hasExpired = view.earliestExpiration <= visibility.now
    scopes = ScopeReader(segment.documents)
    expirations = ExpirationReader(segment.documents)
  }

  /// One scope of several, with the number of its documents.
  struct OnlyScope {
    let number: UInt32
    let documentCount: Int

    /// `nil` where not exactly one of several is shown.
    ///
    /// - Parameters:
    ///   - shown: By the segment's number of a scope, whether it is shown.
    ///   - segment: The segment.
    init?(_ shown: [Bool], in segment: Segment) {
      guard shown.count > 1, shown.count(where: { $0 }) == 1,
        let number = shown.firstIndex(of: true)
      else { return nil }
      self.number = UInt32(number)
      documentCount = Int(segment.scopes[number].documentCount)
    }
  }

  /// Whether every document of the segment is shown, so that none has to be asked about.
  var showsAll: Bool {
    live.count == live.documentCount && found.isEmpty && shownScopes.isEmpty && !hasExpired
  }

  /// Whether a document of the segment is shown; `isOfScope` says that it is known to be of a scope
  /// that is shown.
  @inline(__always)
  mutating func shows(_ document: UInt32, isOfScope: Bool) throws(StorageError) -> Bool {
    guard live[Int(document)], found.isEmpty || !found.contains(document) else { return false }
    if !isOfScope, try !isOfShownScope(document) { return false }
    if !hasExpired { return true }
    if let patch = patches[document] { return !patch.isExpired(at: now) }
    return try !expirations.isExpired(document, at: now)
  }

  /// How many documents of the segment are shown, those that were found before included.
  ///
  /// - Parameters:
  ///   - view: The segment.
  ///   - budget: When it is exhausted, the number is of no use.
  /// - Returns: The number.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*s*) in the scopes, and O(*d*) in the documents that are deleted or have expired.
  mutating func shownCount(
    of view: SegmentView, _ budget: inout SearchBudget
  ) throws(StorageError) -> Int {
    var count = live.count
    if !shownScopes.isEmpty {
      count = 0
      for (scope, isShown) in zip(view.segment.scopes, shownScopes) where isShown {
        count += Int(scope.documentCount)
      }
      var next = live.firstDeleted(from: 0)
      while let document = next, budget.spend(steps: 1) {
        if try isOfShownScope(UInt32(document)) { count -= 1 }
        next = live.firstDeleted(from: document + 1)
      }
    }
    // A damaged file may say that its scopes have fewer documents than are deleted of them.
    guard hasExpired else { return max(0, count) }
    var next = try expirations.firstExpired(from: 0, at: now)
    while let document = next, budget.spend(steps: 1) {
      if live[Int(document)], patches[document] == nil, try isOfShownScope(document) { count -= 1 }
      next = try expirations.firstExpired(from: document + 1, at: now)
    }
    let renewals = patches
    try renewals.forEach { (document, patch) throws(StorageError) in
      guard budget.spend(steps: 1) else { return }
      if patch.isExpired(at: now), live[Int(document)], try isOfShownScope(document) { count -= 1 }
    }
    return max(0, count)
  }

  @inline(__always)
  private mutating func isOfShownScope(_ document: UInt32) throws(StorageError) -> Bool {
    if shownScopes.isEmpty { return true }
    let scope = Int(try scopes.scope(document))
    return scope < shownScopes.count && shownScopes[scope]
  }
}
