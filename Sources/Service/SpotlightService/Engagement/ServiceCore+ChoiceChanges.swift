internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// How what is kept of a choice changes: one after the other for each app, beside deletions of the app's items and of
// history.

extension ServiceCore {
  /// How long it is kept after the last choice, in seconds.
  private static let lifetime = 180.0 * 24 * 60 * 60

  /// Changes what is kept of a choice, when the turn comes: not while items of the app are being deleted, with which
  /// it might go, and never where the person had something forgotten meanwhile.
  func change(
    _ choice: Choice, of app: AppIdentity, in store: ClassStore,
    _ body: @escaping @Sendable (ChoiceRecords?, Timestamp) -> ChoiceRecords?
  ) {
    guard let key = choice.key else { return }
    let counts = ChangeCounts(of: app, in: store, self)
    if store.key.isKnown { store.history.noteUse(of: .engagement(of: app.identifier)) }
    store.history.lane.add(of: app.identifier) { [self] done in
      let make: @Sendable () -> Void = { [self] in
        // What cannot be kept is no more than not learnt.
        guard let item = record(choice, key, of: app, in: store, since: counts, body) else {
          return done()
        }
        let batch = Batch(
          scope: .engagement(of: app.identifier), operations: [.putEncoded([item])])
        store.submit(batch) { _ in done() }
      }
      store.performOpen(historyGate, app.identifier, make)
    }
  }

  /// What is kept of a choice from now on; `nil` where nothing changes. Called on the intake queue of the store.
  private func record(
    _ choice: Choice, _ key: String, of app: AppIdentity, in store: ClassStore,
    since counts: ChangeCounts, _ body: (ChoiceRecords?, Timestamp) -> ChoiceRecords?
  ) -> EncodedItem? {
    let now = ChangeCounts(of: app, in: store, self)
    guard now.removals == counts.removals, now.forgettings == counts.forgettings,
      host.historyRules(of: app).isKept, (try? store.openWriter()) != nil,
      let snapshot = try? store.snapshot(),
      now.deletions == counts.deletions || mayBeThere(choice, of: app, in: snapshot)
    else { return nil }
    if store.engagement.isOverdue { store.beginFilling(from: snapshot) }
    let scope = IndexScope.engagement(of: app.identifier)
    let stored = snapshot.item(scope: scope, identifier: key)
    guard let records = body(stored?.choiceRecords, options.clock()) else { return nil }
    let expiration = records.counts.lastChoice.advanced(by: Self.lifetime)
    // A clock that is behind takes no time from what was learnt before.
    let earlier = stored?.expiration ?? expiration
    guard let item = EncodedItem(records, key: key, expiration: max(expiration, earlier))
    else { return nil }
    store.history.noteUse(of: scope)
    store.engagement.note(records, of: Engagement.Entity(app: app.identifier, key: key))
    return item
  }

  /// Whether what was chosen may still be there.
  private func mayBeThere(_ choice: Choice, of app: AppIdentity, in snapshot: Snapshot) -> Bool {
    switch choice {
    case .item(let index, let identifier):
      let scope = IndexScope(app: app.identifier, index: index)
      if snapshot.item(scope: scope, identifier: identifier) != nil { return true }
      return (embeddedStores?.snapshots() ?? []).contains { owner, snapshot in
        owner == app
          && snapshot.knownScopes.contains {
            $0.index == index && snapshot.item(scope: $0, identifier: identifier) != nil
          }
      }
    case .state(let key):
      let scope = IndexScope.activities(of: app.identifier)
      return snapshot.item(scope: scope, identifier: key) != nil
    case .continuedSearch: return true
    }
  }
}

/// How often something happened that a choice may not outlive which was told of before.
private struct ChangeCounts: Sendable {
  /// Removals of the app.
  let removals: Int
  /// Beginnings and ends of deletions of items, of any app.
  let deletions: Int
  /// What the person had forgotten in the store.
  let forgettings: Int

  init(of app: AppIdentity, in store: ClassStore, _ core: ServiceCore) {
    removals = core.removals.count(of: app)
    deletions = core.historyGate.changeCount
    forgettings = store.engagement.forgettingCount
  }
}

extension ClassStore {
  /// Runs something on the intake queue while no items of an app are being deleted.
  fileprivate func performOpen(
    _ gate: HistoryGate, _ app: String, _ body: @escaping @Sendable () -> Void
  ) {
    perform { [self] in
      let again: @Sendable () -> Void = { [self] in performOpen(gate, app, body) }
      if !gate.isClosed(app, again) { body() }
    }
  }
}
