internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire

// How what is kept of a choice changes: one choice after the other for each app, beside deletions of the app's items
// and of history, and beside what the app hands over.

extension ServiceCore {
  /// Changes what is kept of a choice, when the turn comes: not while items of the app are being deleted, with which
  /// it might go, and never where the person had something forgotten meanwhile, or where the thing is gone or was gone
  /// in between.
  ///
  /// - Parameters:
  ///   - choice: What was chosen.
  ///   - app: Whose it is.
  ///   - store: Where it is kept.
  ///   - moment: When the person chose it.
  ///   - search: The text that the person typed before; `nil` where none is to be kept.
  ///   - body: Makes what is kept from now on of what is kept; `nil` where nothing changes.
  func change(
    _ choice: Choice, of app: AppIdentity, in store: ClassStore, since moment: ChoiceMoment,
    after search: TypedText? = nil,
    _ body: @escaping @Sendable (ChoiceRecords?, Timestamp) -> ChoiceRecords?
  ) {
    guard let choice = WaitingChoice(choice) else { return }
    if store.key.isKnown { store.history.noteUse(of: .engagement(of: app.identifier)) }
    store.history.choiceLane.add(choice, of: app.identifier) { [self] done in
      let make: @Sendable () -> Void = { [self] in
        // What cannot be kept is no more than not learnt.
        let operations = record(choice, of: app, in: store, since: moment, after: search, body)
        guard !operations.isEmpty else { return done() }
        let batch = Batch(scope: .engagement(of: app.identifier), operations: operations)
        store.submit(batch) { _ in done() }
      }
      store.performOpen(historyGate, app.identifier, make)
    }
  }

  /// Tells when all choices of an app's things that were told of before are kept durably, or are not kept.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - done: Called once, on any thread.
  package func whenChoicesAreKept(of app: AppIdentity, _ done: @escaping @Sendable () -> Void) {
    let tally = Tally(count: stores.count) { _ in done() }
    for store in stores {
      store.history.choiceLane.add(of: app.identifier) { turnIsOver in
        turnIsOver()
        tally.finish(nil)
      }
    }
  }

  /// What changes of what is kept of a choice, and of others whose texts make room; nothing where none is kept. Called
  /// on the intake queue of the store.
  private func record(
    _ waiting: WaitingChoice, of app: AppIdentity, in store: ClassStore,
    since moment: ChoiceMoment, after search: TypedText?,
    _ body: (ChoiceRecords?, Timestamp) -> ChoiceRecords?
  ) -> [FresnelEngine.Operation] {
    guard !waiting.isGone, !moment.isOver(for: waiting.choice, of: app, in: store, self),
      host.historyRules(of: app).isKept, (try? store.openWriter()) != nil,
      let snapshot = try? store.snapshot()
    else { return [] }
    let chosen = item(of: waiting.choice, of: app, in: snapshot)
    guard chosen != nil || waiting.choice == .continuedSearch else { return [] }
    let key = waiting.key
    if store.engagement.isOverdue { store.beginFilling(from: snapshot) }
    let scope = IndexScope.engagement(of: app.identifier)
    let stored = snapshot.item(scope: scope, identifier: key)
    let now = options.clock()
    guard var records = body(stored?.choiceRecords, now) else { return [] }
    if !keepsSearches(of: app.identifier) {
      records.searches = SearchTexts()
    } else if let search, !moment.isText(from: search.origin, of: app, forgottenIn: store) {
      records.searches.note(search.text, from: search.origin, at: now)
    }
    records.searches.settle(at: now)
    let entity = Engagement.Entity(app: app.identifier, key: key)
    guard !records.isEmpty else {
      guard stored != nil else { return [] }
      store.engagement.note(nil, of: entity)
      return [.deleteIdentifiers([key])]
    }
    records.memory.names = chosen.map { NameBeginnings(of: $0) } ?? NameBeginnings()
    let expiration = records.expiration
    // A clock that is behind takes no time from what was learnt before.
    let earlier = stored?.expiration ?? expiration
    guard let item = EncodedItem(records, key: key, expiration: max(expiration, earlier))
    else { return [] }
    store.history.noteUse(of: scope)
    var known = records
    // Texts that were forgotten meanwhile may still be in the store, and are gone from memory.
    let forgotten = SearchTexts.Origin.allCases.filter {
      moment.isText(from: $0, of: app, forgottenIn: store)
    }
    if !forgotten.isEmpty, let things = store.engagement.known?.things {
      let left = things[entity]?.records.searches.entries ?? []
      known.searches.remove { forgotten.contains($0.origin) && !left.contains($0) }
    }
    store.engagement.note(known, of: entity)
    return [.putEncoded([item])]
      + makeRoomForSearches(of: app.identifier, in: store, snapshot, at: now)
  }

  /// Whether what was chosen is there. Of what an app keeps itself, its open stores tell: none is opened for this.
  func isThere(_ choice: Choice, of app: AppIdentity, in snapshot: Snapshot) -> Bool {
    choice == .continuedSearch || item(of: choice, of: app, in: snapshot) != nil
  }

  /// The item that was chosen; `nil` where it is not there, and for searches.
  private func item(
    of choice: Choice, of app: AppIdentity, in snapshot: Snapshot
  ) -> EncodedItem? {
    switch choice {
    case .item(let index, let identifier):
      let scope = IndexScope(app: app.identifier, index: index)
      if let item = snapshot.item(scope: scope, identifier: identifier) { return item }
      for snapshot in embeddedStores?.openSnapshots(of: app) ?? [] {
        for scope in snapshot.knownScopes where scope.index == index {
          if let item = snapshot.item(scope: scope, identifier: identifier) { return item }
        }
      }
      return nil
    case .state(let key):
      return snapshot.item(scope: .activities(of: app.identifier), identifier: key)
    case .continuedSearch: return nil
    }
  }
}

/// A text that a person typed before they chose something, as it is kept.
struct TypedText: Hashable, Sendable {
  let text: String
  let origin: SearchTexts.Origin

  /// `nil` for a text that is not kept.
  init?(_ typed: String, from origin: SearchTexts.Origin) {
    guard let text = SearchTexts.kept(typed) else { return nil }
    (self.text, self.origin) = (text, origin)
  }
}

/// When a person chose something: what was forgotten or removed since then is not written down again.
package struct ChoiceMoment: Sendable {
  /// How often the app was removed.
  private let removals: Int
  /// The same moment by what the person had forgotten, by store.
  private let moments: [ObjectIdentifier: Forgettings.Moment]

  /// Now.
  ///
  /// - Parameters:
  ///   - app: Whose thing is chosen.
  ///   - core: Where that is kept.
  package init(of app: AppIdentity, in core: ServiceCore) {
    removals = core.removals.count(of: app)
    moments = Dictionary(
      uniqueKeysWithValues: core.stores.map {
        (ObjectIdentifier($0), $0.engagement.moment(of: app.identifier))
      })
  }

  /// Whether the app was removed since, or the person had what was chosen forgotten in a store.
  fileprivate func isOver(
    for choice: Choice, of app: AppIdentity, in store: ClassStore, _ core: ServiceCore
  ) -> Bool {
    guard core.removals.count(of: app) == removals, let moment = moments[ObjectIdentifier(store)]
    else { return true }
    return store.engagement.isForgotten(choice.identifier, of: app.identifier, since: moment)
  }

  /// Whether texts of the app's things that were typed in some place were forgotten in a store since.
  fileprivate func isText(
    from origin: SearchTexts.Origin, of app: AppIdentity, forgottenIn store: ClassStore
  ) -> Bool {
    guard let moment = moments[ObjectIdentifier(store)] else { return true }
    return store.engagement.areTextsForgotten(from: origin, of: app.identifier, since: moment)
  }
}

extension ClassStore {
  /// Runs something on the intake queue while no items of an app are being deleted.
  func performOpen(
    _ gate: HistoryGate, _ app: String, _ body: @escaping @Sendable () -> Void
  ) {
    perform { [self] in
      let again: @Sendable () -> Void = { [self] in performOpen(gate, app, body) }
      if !gate.isClosed(app, again) { body() }
    }
  }
}
