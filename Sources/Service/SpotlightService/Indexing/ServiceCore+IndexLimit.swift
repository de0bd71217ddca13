internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension ServiceCore {
  /// Forgets indexes of an app that hold nothing when there are too many to remember another one; called on
  /// the intake queue of the home store.
  ///
  /// One that is private stays so, and one that somebody has opened may have items in a moment.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused`` when all are in use.
  func makeRoom(for scope: IndexScope, in store: ClassStore) throws(ServiceError) {
    let state = store.metadataLog.state
    guard state.index(scope) == nil else { return }
    let known = state.indexes(of: scope.app)
    guard known.count >= options.indexesPerApp else { return }
    var used: Set<IndexScope> = []
    for session in sessions.all { used.formUnion(session.openedScopes) }
    var filled: [ProtectionClass: Set<IndexScope>] = [:]
    var forgotten: [(scope: IndexScope, store: ClassStore)] = []
    for (scope, record) in known
    where !record.isPrivate && !record.isDoubtful && !used.contains(scope) {
      // What a class holds that is served elsewhere is not known here.
      guard let store = self.store(of: record.protection) else { continue }
      if filled[record.protection] == nil { filled[record.protection] = try store.filledScopes() }
      if filled[record.protection]?.contains(scope) == false { forgotten.append((scope, store)) }
    }
    guard !forgotten.isEmpty else {
      throw ServiceError(
        .refused,
        "An app may have \(options.indexesPerApp) indexes; use one of those that are there.")
    }
    for place in forgotten where place.store !== store {
      try place.store.record([.index(place.scope, nil)])
    }
    try store.record(forgotten.map { .index($0.scope, nil) })
  }
}

extension ClassStore {
  /// The indexes that hold an item or a client state.
  fileprivate func filledScopes() throws(ServiceError) -> Set<IndexScope> {
    let snapshot = try snapshot()
    let known = Set(snapshot.knownScopes.filter { snapshot.clientState(of: $0) != nil })
    return known.union(snapshot.scopes().filter { $0.itemCount > 0 }.map(\.scope))
  }
}

extension MetadataState {
  /// The indexes of an app.
  fileprivate func indexes(of app: String) -> [IndexScope: IndexRecord] {
    var found: [IndexScope: IndexRecord] = [:]
    for (key, value) in self[.indexes] {
      guard let scope = IndexScope(metadataKey: key), scope.app == app else { continue }
      found[scope] = IndexRecord(value)
    }
    return found
  }
}
