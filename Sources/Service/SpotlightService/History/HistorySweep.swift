internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// States whose items are not there any more, though nobody deleted them: they have expired, or were lost, or a
// crash came in between. Until they are removed they are not shown.

extension ServiceCore {
  /// Removes from some stores the states of an app that are tied to items that are not there, and what the person
  /// chose of them.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - histories: The stores.
  ///   - done: Called once, on any thread: without an error when it is durable.
  func removeOrphans(
    of app: String, from histories: [ClassStore],
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard !histories.isEmpty else { return done(nil) }
    let tally = Tally(count: histories.count, completion: done)
    for history in histories {
      history.perform { [self] in
        // What cannot be looked at now shows nothing, and is swept before the next change.
        guard let orphans = orphansOrLater(of: app, in: history) else { return tally.finish(nil) }
        history.remove(orphans, of: app, historyGate) { tally.finish($0) }
      }
    }
  }

  /// Removes them before the first change of an app since a store was opened, so that none comes back with an item
  /// that is put again; called on the intake queue of the store that changes.
  func sweepIfDue(_ app: String, before store: ClassStore) {
    for history in stores
    where history.key.isKnown && (try? history.openWriter()) != nil
      && history.history.beginsSweep(of: app)
    {
      guard let orphans = orphansOrLater(of: app, in: history) else { continue }
      // Should that fail, so does what comes next.
      if history === store {
        history.remove(orphans, of: app, historyGate) { _ in }
      } else if !orphans.isEmpty {
        history.perform { [self] in history.remove(orphans, of: app, historyGate) { _ in } }
      }
    }
  }

  /// Removes them of all apps, and texts of searches that are no longer kept; to be called from time to time, since
  /// items expire.
  func sweepHistory() {
    for history in stores {
      history.perform { [self] in
        guard (try? history.openWriter()) != nil else { return }
        for app in history.history.apps { removeOrphans(of: app, from: [history]) { _ in } }
        sweepSearches(in: history)
      }
    }
  }

  /// What is kept of an app in a store and stands for what is not there; `nil` when a store cannot be read, and then
  /// it is looked at again before the app's next change.
  private func orphansOrLater(of app: String, in history: ClassStore) -> HistoryOrphans? {
    if let found = try? orphans(of: app, in: history) { return found }
    history.history.owesSweep(of: app)
    return nil
  }

  /// The same; `nil` when part of what is looked at cannot be read: it may come back, or be lost for good.
  private func orphans(
    of app: String, in history: ClassStore
  ) throws(ServiceError) -> HistoryOrphans? {
    var orphans = HistoryOrphans()
    let snapshot = try history.snapshot()
    let items = try RelatedItems(of: app, forHistoryIn: history, self)
    for state in snapshot.states(of: app) where !items.allow(state) {
      orphans.states.append(state.uniqueIdentifier)
    }
    let gone = Set(orphans.states)
    snapshot.forEachChoice(of: app) { choice, key in
      let isThere =
        switch choice {
        case .item(let index, let identifier):
          snapshot.item(scope: IndexScope(app: app, index: index), identifier: identifier) != nil
        case .state(let key):
          !gone.contains(key)
            && snapshot.item(scope: .activities(of: app), identifier: key) != nil
        case .continuedSearch: true
        }
      if !isThere { orphans.choices.append(key) }
    }
    // Those that wait go with what they stand for, too, and do not come back with it.
    let owner = AppIdentity(identifier: app)
    for waiting in history.history.choiceLane.choices(of: app) {
      let goes = if case .state(let key) = waiting.choice { gone.contains(key) } else { false }
      if goes || !isThere(waiting.choice, of: owner, in: snapshot) {
        orphans.choices.append(waiting.key)
      }
    }
    return items.isPartial || snapshot.isPartial ? nil : orphans
  }
}

/// What is kept about the person that stands for what is not there.
private struct HistoryOrphans: Sendable {
  /// The keys of states.
  var states: [String] = []
  /// The keys of choices.
  var choices: [String] = []

  var isEmpty: Bool { states.isEmpty && choices.isEmpty }
}

extension ClassStore {
  /// Removes what stands for what is not there; called on the intake queue. Choices wait until it is durable.
  fileprivate func remove(
    _ orphans: HistoryOrphans, of app: String, _ gate: HistoryGate,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    noteGone(orphans.choices, of: app)
    let batches = [
      (IndexScope.activities(of: app), orphans.states), (.engagement(of: app), orphans.choices),
    ].filter { !$0.1.isEmpty }.map {
      Batch(scope: $0.0, operations: [.deleteIdentifiers($0.1)])
    }
    guard !batches.isEmpty else { return done(nil) }
    gate.close(app)
    let tally = Tally(count: batches.count) { error in
      gate.open(app)
      done(error)
    }
    for batch in batches { submit(batch) { tally.finish($0) } }
  }
}
