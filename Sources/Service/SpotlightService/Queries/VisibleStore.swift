internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire

/// What is left out of what a client sees, as it cannot be read now.
struct MissingStores: Sendable {
  /// The protection classes whose stores are, and why.
  var classes: [ClassProblem] = []
  /// The protection classes that others serve and that cannot be read.
  var closedClasses: [ClassProblem] = []
  /// Whether a store that could be read may lack items, as part of it was lost and their apps have not indexed them
  /// again, or hides some.
  var hasLosses = false
  /// The stores that apps keep themselves.
  var embeddedStores: [EmbeddedStoreProblem] = []
  /// What may be missing of its own items where an app looks for these, as its own store was not taken over whole: one
  /// sentence.
  var ownStore: String?

  /// Whether something is left out.
  var isAny: Bool {
    !classes.isEmpty || !closedClasses.isEmpty || hasLosses || !embeddedStores.isEmpty
      || ownStore != nil
  }

  /// Why it cannot be told whether an app has an item; `nil` when it can.
  func failure(lookingFor app: String) -> ServiceError? {
    if let failure = classFailure { return failure }
    if let ownStore { return ServiceError(omitting: [ownStore]) }
    return embeddedStores.first { $0.app == nil || $0.app?.identifier == app }.map {
      ServiceError(omitting: [$0.message])
    }
  }

  /// That classes are missing; `nil` where none is.
  var classFailure: ServiceError? {
    classes.isEmpty ? nil : ServiceError(omitting: classes.map(\.message))
  }
}

/// The store of a protection class that cannot be read.
package struct ClassProblem: Hashable, Sendable {
  /// The class.
  package let protection: ProtectionClass
  /// Why, as the store says.
  let failure: ServiceError

  /// Puts the parts together.
  package init(_ protection: ProtectionClass, _ failure: ServiceError) {
    self.protection = protection
    self.failure = failure
  }

  /// What is missing and why.
  package var message: String { failure.message(omitting: protection) }
}

/// A store that an app keeps itself and that cannot be read.
struct EmbeddedStoreProblem: Hashable, Sendable {
  /// Whose store it is; `nil` where it is not known which stores there are.
  let app: AppIdentity?
  /// Why, in one sentence.
  let reason: String

  /// What is missing and why.
  var message: String {
    app == nil
      ? "The stores that apps keep themselves cannot all be looked for, and their items are missing. \(reason)"
      : "The store that the app keeps itself cannot be read, and its items are missing. \(reason)"
  }
}

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

  init(
    _ store: ClassStore, _ snapshot: Snapshot, _ filter: ScopeFilter, marks: MarkTable? = nil
  ) {
    owner = .core(store)
    self.snapshot = snapshot
    self.filter = filter
    self.marks = marks
    hidden = nil
  }

  init(embeddedStore app: AppIdentity, _ snapshot: Snapshot, _ filter: ScopeFilter) {
    owner = .embeddedStore(app)
    self.snapshot = snapshot
    self.filter = filter
    (marks, hidden) = (nil, nil)
  }

  /// A store that is searched without a service.
  init(alone snapshot: Snapshot, _ filter: ScopeFilter) {
    owner = .nobody
    self.snapshot = snapshot
    self.filter = filter
    (marks, hidden) = (nil, nil)
  }

  private init(_ store: VisibleStore, _ filter: ScopeFilter, _ hidden: HiddenThings?) {
    (snapshot, owner, marks) = (store.snapshot, store.owner, store.marks)
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

extension ServiceCore {
  /// What a client may see of some stores now, and of the stores that apps keep themselves.
  ///
  /// - Parameters:
  ///   - visibility: What it may see.
  ///   - stores: The stores.
  ///   - freshness: Whether what was acknowledged a moment ago has to be there.
  ///   - missing: Told which stores that cannot be read now are left out. The failure is thrown where nothing could
  ///     be read at all.
  /// - Returns: What it sees.
  /// - Throws: ``ServiceError`` when none of the stores can be read.
  func visibleStores(
    _ visibility: Visibility, in stores: [ClassStore], _ freshness: Freshness = .acknowledged,
    missing: inout MissingStores
  ) throws(ServiceError) -> [VisibleStore] {
    let visible = readableStores(visibility, in: stores, freshness, missing: &missing)
    if let first = missing.classes.first, missing.classes.count == stores.count {
      throw first.failure
    }
    return visible
  }

  /// What a client may see of the stores that can be read now, be it nothing.
  ///
  /// - Parameters:
  ///   - visibility: What it may see.
  ///   - stores: The stores.
  ///   - freshness: Whether what was acknowledged a moment ago has to be there.
  ///   - missing: Told which stores are left out, and why.
  /// - Returns: What it sees.
  func readableStores(
    _ visibility: Visibility, in stores: [ClassStore], _ freshness: Freshness = .acknowledged,
    missing: inout MissingStores
  ) -> [VisibleStore] {
    let hidden = visibility.hiddenApps()
    if let app = visibility.ownApp { missing.ownStore = ownStoreOmission(of: app) }
    guard let embeddedStores, visibility.includesEmbeddedStores else {
      let visible = readableCoreStores(
        visibility, in: stores, freshness, hiding: hidden, missing: &missing)
      // The metadata log is read when its store is first opened.
      if missing.ownStore == nil, let app = visibility.ownApp {
        missing.ownStore = ownStoreOmission(of: app)
      }
      return visible
    }
    let isVisible = visibility.appTest(hiding: hidden)
    // A store that is taken over between the two looks would be in neither, or in both.
    var attempt = 0
    while true {
      attempt += 1
      let contents = embeddedStores.contents()
      var found = missing
      var visible = readableCoreStores(
        visibility, in: stores, freshness, hiding: hidden, missing: &found)
      let isSettled = embeddedStores.takeOverCount == contents.takeOverCount
      guard isSettled || attempt == Self.mostAttempts else { continue }
      for (app, snapshot) in contents.snapshots where isVisible(app) {
        let filter = visibility.filter(inEmbeddedStore: app, snapshot)
        visible.append(VisibleStore(embeddedStore: app, snapshot, filter))
      }
      found.embeddedStores = contents.problems.filter { $0.app.map(isVisible) ?? true }
      if contents.appsWithLosses.contains(where: isVisible) { found.hasLosses = true }
      if !isSettled {
        found.embeddedStores.append(
          EmbeddedStoreProblem(app: nil, reason: "Some are being taken over."))
      }
      missing = found
      return visible
    }
  }

  /// So often stores are looked at while others are taken over. One take-over disturbs three looks
  /// at most, and hardly ever more than one.
  private static let mostAttempts = 4

  /// What a client may see of the core's own stores that can be read now.
  private func readableCoreStores(
    _ visibility: Visibility, in stores: [ClassStore], _ freshness: Freshness,
    hiding hidden: Set<String>, missing: inout MissingStores
  ) -> [VisibleStore] {
    var visible: [VisibleStore] = []
    for store in stores {
      do throws(ServiceError) {
        let snapshot = try store.snapshot(freshness)
        let metadataLog = store.metadataLog.state
        let doubtful = metadataLog.doubtfulIndexes(among: snapshot.knownScopes)
        let filter = visibility.filter(
          of: snapshot, metadataLog, doubtful: doubtful, hiding: hidden)
        visible.append(VisibleStore(store, snapshot, filter, marks: metadataLog.marks))
        let losses = snapshot.losses(metadataLog, doubtful: doubtful)
        if visibility.mayMiss(losses, hiding: hidden) { missing.hasLosses = true }
      } catch {
        missing.classes.append(ClassProblem(store.protection, error))
      }
    }
    if visibility.mayMissClosedClasses { missing.closedClasses = host.closedClasses() }
    return visible
  }
}

extension ServiceCore {
  /// Runs something once it is known of all stores whether there is a key.
  package func whenKeysAreKnown(_ body: @escaping @Sendable () -> Void) {
    whenKeysAreKnown(of: stores[...], body)
  }

  /// Runs something once it is known of some stores whether there is a key.
  func whenKeysAreKnown(
    of stores: ArraySlice<ClassStore>, _ body: @escaping @Sendable () -> Void
  ) {
    guard let first = stores.first else { return body() }
    first.key.whenKnown { [self] in whenKeysAreKnown(of: stores.dropFirst(), body) }
  }
}
