import FresnelStorage

/// Which documents a search shows besides that they are live: those of some scopes that have not
/// expired.
package struct SearchVisibility: Sendable {
  /// By the store's number of a scope; `nil` when every scope is shown.
  package let isScopeShown: [Bool]?
  /// Seconds since 2001; documents that expire at this moment or before are not shown.
  package let now: Double

  /// Makes a visibility.
  ///
  /// - Parameters:
  ///   - isScopeShown: By the store's number of a scope, whether it is shown; `nil` when all are.
  ///   - now: Seconds since 2001.
  package init(isScopeShown: [Bool]?, now: Double) {
    self.isScopeShown = isScopeShown?.contains(false) ?? false ? isScopeShown : nil
    self.now = now
  }

  /// Whether the scope of a store's number is shown.
  func shows(_ scope: UInt32) -> Bool {
    guard let isScopeShown else { return true }
    return Int(scope) < isScopeShown.count && isScopeShown[Int(scope)]
  }
}

/// Which documents of one segment are shown.
struct SegmentVisibility: ~Copyable {
  private let live: LiveDocuments
  private let patches: DocumentPatches
  /// By the segment's number of a scope; empty when all are shown.
  let shownScopes: [Bool]
  /// The only scope that is shown, with the number of its documents, of several in the segment.
  let onlyScope: (number: UInt32, documentCount: Int)?
  /// Whether anything may be shown at all.
  let showsAnything: Bool
  private let now: Double
  private let hasExpired: Bool
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
    if shown.count > 1, shown.count(where: { $0 }) == 1, let number = shown.firstIndex(of: true) {
      onlyScope = (UInt32(number), Int(segment.scopes[number].documentCount))
    } else {
      onlyScope = nil
    }
    now = visibility.now
    hasExpired = view.earliestExpiration <= visibility.now
    scopes = ScopeReader(segment.documents)
    expirations = ExpirationReader(segment.documents)
  }

  /// Whether a document of the segment is shown; `isOfScope` says that it is known to be of a scope
  /// that is shown.
  @inline(__always)
  mutating func shows(_ document: UInt32, isOfScope: Bool) throws(StorageError) -> Bool {
    guard live[Int(document)] else { return false }
    if !isOfScope, !shownScopes.isEmpty {
      let scope = Int(try scopes.scope(document))
      guard scope < shownScopes.count, shownScopes[scope] else { return false }
    }
    if !hasExpired { return true }
    if let patch = patches[document] { return !patch.isExpired(at: now) }
    return try !expirations.isExpired(document, at: now)
  }
}
