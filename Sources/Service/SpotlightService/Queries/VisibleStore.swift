internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// What a client may see of one store at one moment. An object, since each hit has one along, and its parts are many.
final class VisibleStore: Sendable {
  private enum Owner: Sendable {
    case core(ClassStore)
    /// A store that an app keeps itself; all in it is that app's.
    case embeddedStore(AppIdentity)
    /// None: a store that is searched without a service.
    case nobody
  }

  let snapshot: Snapshot
  let filter: ScopeFilter
  private let owner: Owner
  /// What the person decided about things of the store; `nil` where that is nothing, and of one that an app keeps
  /// itself.
  let marks: MarkTable?
  /// What surfaces leave out; `nil` where that is nothing.
  let hidden: HiddenThings?
  /// What the core knows better; `nil` of its own stores, and where that is nothing.
  let newer: NewerItems?

  init(
    _ store: ClassStore, _ snapshot: Snapshot, _ filter: ScopeFilter, marks: MarkTable? = nil
  ) {
    owner = .core(store)
    self.snapshot = snapshot
    self.filter = filter
    self.marks = marks
    (hidden, newer) = (nil, nil)
  }

  init(
    embeddedStore app: AppIdentity, _ snapshot: Snapshot, _ filter: ScopeFilter,
    newer: NewerItems? = nil
  ) {
    owner = .embeddedStore(app)
    self.snapshot = snapshot
    self.filter = filter
    (marks, hidden) = (nil, nil)
    self.newer = newer
  }

  /// A store that is searched without a service.
  init(alone snapshot: Snapshot, _ filter: ScopeFilter) {
    owner = .nobody
    self.snapshot = snapshot
    self.filter = filter
    (marks, hidden, newer) = (nil, nil, nil)
  }

  private init(_ store: VisibleStore, _ filter: ScopeFilter, _ hidden: HiddenThings?) {
    (snapshot, owner, marks) = (store.snapshot, store.owner, store.marks)
    newer = store.newer
    self.filter = filter
    self.hidden = hidden
  }

  /// The same without some things.
  func hiding(_ things: Set<MarkedThing>) -> VisibleStore {
    VisibleStore(self, filter, HiddenThings(things, in: self))
  }

  /// A hit, as the client is told.
  func wireHit(_ hit: Hit) -> WireHit {
    WireHit(
      scope: scope(hit.scope), protection: protection(of: hit.scope), score: hit.score,
      item: hit.item)
  }

  /// What the person chose of the entities in it; `nil` of a store that an app keeps itself.
  var engagement: Engagement? {
    switch owner {
    case .core(let store): store.engagement
    case .embeddedStore, .nobody: nil
    }
  }

  /// Whether anything is known that the person chose.
  var knowsChoices: Bool { engagement?.isEmpty == false }

  /// Reads what the person chose, unless that was done.
  func fillEngagement() {
    if case .core(let store) = owner { store.fillEngagement(from: snapshot) }
  }

  /// Has what the person chose read soon, unless that was done.
  ///
  /// - Parameter completion: Called when it was read after this returned.
  /// - Returns: Whether it is read after this.
  func beginFillingEngagement(_ completion: @escaping @Sendable () -> Void) -> Bool {
    guard case .core(let store) = owner else { return false }
    return store.beginFilling(from: snapshot, completion)
  }

  /// Whether states of a history may be tied to items of the store.
  func mayRelate(toHistoryIn other: VisibleStore) -> Bool {
    switch (owner, other.owner) {
    case (.core(let store), .core(let history)): store.mayRelate(toHistoryIn: history)
    case (.embeddedStore(let app), .embeddedStore(let other)): app == other
    default: false
    }
  }

  /// Whether the searcher sees history in it.
  var showsHistory: Bool {
    snapshot.knownScopes.contains { $0.index == ScopeName.activities && filter.contains($0) }
  }

  /// The indexes that the searcher sees of other apps than some; `nil` where there is none.
  func filter(besides apps: Set<String>) -> ScopeFilter? {
    if case .embeddedStore(let app) = owner { return apps.contains(app.identifier) ? nil : filter }
    switch filter {
    case .everything: return .excludingApps(apps)
    case .app(let app): return apps.contains(app) ? nil : filter
    case .scopes(let scopes): return .scopes(scopes.filter { !apps.contains($0.app) })
    case .apps(let shown, let exceptions):
      return .apps(shown.subtracting(apps), except: exceptions)
    case .excluding(let hidden, let scopes):
      return .excluding(apps: hidden.union(apps), scopes: scopes)
    }
  }

  /// The index of a hit, as the client is told.
  func scope(_ scope: IndexScope) -> IndexScope {
    switch owner {
    case .core, .nobody: scope
    case .embeddedStore(let app): IndexScope(app: app.identifier, index: scope.index)
    }
  }

  /// The index that the store has where the client names one; `nil` when it is none of the store's.
  func ownScope(_ scope: IndexScope) -> IndexScope? {
    switch owner {
    case .core, .nobody: scope
    case .embeddedStore(let app):
      app.identifier == scope.app
        ? snapshot.knownScopes.first { $0.index == scope.index } : nil
    }
  }

  /// What of the store belongs to an app; `nil` where that is nothing.
  func narrowed(to app: String) -> VisibleStore? {
    let scopes = snapshot.knownScopes.filter { scope($0).app == app && filter.contains($0) }
    return scopes.isEmpty ? nil : VisibleStore(self, .scopes(Set(scopes)), hidden)
  }

  /// Checks after reading that the answer has all that there is. A store that an app keeps itself is not asked
  /// for so much: its damage is to keep nobody from the items of others.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``.
  func checkIsWhole() throws(ServiceError) {
    if let damage { throw ServiceError(omitting: [damage]) }
  }

  /// What reading found to be damaged, in one sentence; `nil` while the answer has all that there is.
  var damage: String? {
    guard case .core(let store) = owner, snapshot.isPartial else { return nil }
    return
      "Part of the items of the class \(store.protection.name) cannot be read; apps are asked to "
      + "index them again."
  }

  /// Whether items of some protection classes may be in it.
  func mayHold(_ classes: [ProtectionClass]) -> Bool {
    switch owner {
    case .core(let store): !store.classes.isDisjoint(with: classes)
    case .embeddedStore, .nobody: classes.contains(.none)
    }
  }

  /// The protection class of an index of the store.
  func protection(of scope: IndexScope) -> ProtectionClass {
    switch owner {
    case .core(let store): store.protection(of: scope)
    case .embeddedStore, .nobody: .none
    }
  }
}
