internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension ServiceCore {
  /// Deletes some states of an app from a history; called on the intake queue of its store.
  ///
  /// - Parameters:
  ///   - choice: Which.
  ///   - app: The app.
  ///   - store: Where its history is.
  ///   - done: Called once, on any thread: without an error when it is durable.
  func delete(
    _ choice: ActivityChoice, of app: String, from store: ClassStore,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let scope = IndexScope.activities(of: app)
    do throws(ServiceError) {
      _ = try store.openWriter()
      try noteHistoryDeletion(of: app)
      guard store.history.hasStates(of: app) else { return done(nil) }
      let operation: FresnelEngine.Operation
      switch choice {
      case .all: operation = .deleteAll
      case .domains(let domains): operation = .deleteDomains(domains)
      case .persistentIdentifiers(let identifiers):
        let wanted = Set(identifiers)
        let keys = try store.snapshot().states(of: app).filter { item in
          let identifier = StateEntry(item)?.record.activity.persistentIdentifier
          return identifier.map { wanted.contains($0) } ?? false
        }
        guard !keys.isEmpty else { return done(nil) }
        operation = .deleteIdentifiers(keys.map(\.uniqueIdentifier))
      }
      store.submit(Batch(scope: scope, operations: [operation])) { [self] error in
        // What the person chose of them goes, too.
        guard error == nil, store.history.hasChoices(of: app) else { return done(error) }
        removeOrphans(of: app, from: [store], done)
      }
    } catch {
      done(error)
    }
  }

  /// Deletes what a person no longer wants to be kept, from all stores.
  ///
  /// - Parameters:
  ///   - request: What: it meets all conditions.
  ///   - done: Called once, on any thread, with the number of states when they are durably gone.
  func deleteHistory(
    _ request: DeleteHistory,
    _ done: @escaping @Sendable (Result<UInt64, ServiceError>) -> Void
  ) {
    let deletion = HistoryDeletion(request: request)
    deleteFromStores(done) { [self] store, total, finish in
      delete(deletion, from: store, total, finish)
    }
  }

  /// Has something about the person deleted from all stores, on their intake queues.
  ///
  /// - Parameters:
  ///   - done: Called once, on any thread, with the number of what is durably gone.
  ///   - delete: Deletes from one store, adds to the number, and is called back once that is durable.
  func deleteFromStores(
    _ done: @escaping @Sendable (Result<UInt64, ServiceError>) -> Void,
    _ delete:
      @escaping @Sendable (ClassStore, Total, @escaping @Sendable (ServiceError?) -> Void) -> Void
  ) {
    let total = Total()
    let tally = Tally(count: stores.count) { error in
      done(error.map { .failure($0) } ?? .success(total.value))
    }
    for store in stores {
      guard store.key.isThere else {
        tally.finish(.closed(store))
        continue
      }
      store.perform { delete(store, total) { tally.finish($0) } }
    }
  }

  /// Called on the intake queue of the store.
  private func delete(
    _ deletion: HistoryDeletion, from store: ClassStore, _ total: Total,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    do throws(ServiceError) {
      _ = try store.openWriter()
      // Counts also where nothing is kept: what was chosen before and is not told of yet is not written down.
      if deletion.isOfEverything || deletion.isOfTime {
        store.engagement.noteForgetting(of: deletion.app)
      }
      let waiting = store.history.lane.waitingApps
      let apps = Set(store.history.apps + waiting).filter(deletion.concerns)
      let metadataLog = home.metadataLog.state
      let known = ownStores.apps + metadataLog.appsAwaitingTakeOver + metadataLog.adoptingApps
      let pending = Set(known).filter(deletion.concerns)
      for app in pending { try noteHistoryDeletion(of: app) }
      var keys: [String: [String]] = [:]
      try store.snapshot().forEachState(of: apps) { app, item in
        if deletion.includes(item) { keys[app, default: []].append(item.uniqueIdentifier) }
        return true
      }
      for app in apps {
        store.history.lane.noteDeletion(of: app) { deletion.includes($0) }
      }
      // Also where nothing is known of them: what was chosen of them before may be told of later.
      for app in keys.keys { store.engagement.noteForgetting(of: app) }
      total.add(keys.values.reduce(0) { $0 + $1.count })
      var batches = keys.map { app, keys in
        Batch(scope: .activities(of: app), operations: [.deleteIdentifiers(keys)])
      }
      for app in apps where store.history.hasChoices(of: app) {
        var choices = (keys[app] ?? []).compactMap { Choice.state(key: $0).key }
        if deletion.isOfTime {
          try store.snapshot().forEachExpiring(
            in: .scope(.engagement(of: app)), before: .distantFuture
          ) { _, item in
            if deletion.includes(choice: item) { choices.append(item.uniqueIdentifier) }
            return true
          }
          // Those that are being written.
          choices += store.engagement.keys(of: app) { _, records in
            deletion.includes(choice: records)
          }
        }
        if deletion.isOfEverything { store.engagement.forget(app) }
        store.engagement.forget(choices.map { Engagement.Entity(app: app, key: $0) })
        batches.append(
          Batch(
            scope: .engagement(of: app),
            operations: deletion.isOfEverything ? [.deleteAll] : [.deleteIdentifiers(choices)]))
      }
      deleteAboutPerson(batches, from: store, done)
    } catch {
      done(error)
    }
  }

  /// Deletes some of what is kept about the person: until that is durable it still seems to be there, so choices of its
  /// apps wait.
  ///
  /// - Parameters:
  ///   - batches: What to delete.
  ///   - store: Where it is kept.
  ///   - done: Called once, on any thread: without an error when it is durable.
  func deleteAboutPerson(
    _ batches: [Batch], from store: ClassStore, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    guard !batches.isEmpty else { return done(nil) }
    let apps = Set(batches.map(\.scope.app))
    for app in apps { historyGate.close(app) }
    let tally = Tally(count: batches.count) { [self] error in
      for app in apps { historyGate.open(app) }
      done(error)
    }
    for batch in batches { store.submit(batch) { tally.finish($0) } }
  }

  /// Drops the history of apps of which none is kept any more.
  ///
  /// What they hand over is looked at behind this, and refused.
  ///
  /// - Parameter done: Called once, on any thread: without an error when nothing of it is left.
  func dropUnwantedHistory(_ done: @escaping @Sendable (ServiceError?) -> Void) {
    let tally = Tally(count: stores.count, completion: done)
    for store in stores {
      // One that is not open is looked at when it is opened.
      guard store.key.isKnown else {
        tally.finish(nil)
        continue
      }
      store.perform { [self] in
        guard let opened = store.openedWriter else { return tally.finish(nil) }
        let apps = Set(
          store.history.apps.filter {
            !host.historyRules(of: AppIdentity(identifier: $0)).isKept
          })
        guard !apps.isEmpty else { return tally.finish(nil) }
        for app in apps {
          store.engagement.forget(app)
          historyGate.close(app)
        }
        opened.dropScopes({ $0.isAboutPerson && apps.contains($0.app) }) { [self] error in
          for app in apps { historyGate.open(app) }
          tally.finish(error.map { ServiceError($0) })
        }
      }
    }
  }
}

extension ServiceError {
  /// Says that nothing can be deleted of a class whose key is not there, and why.
  fileprivate static func closed(_ store: ClassStore) -> ServiceError {
    let name = "class \(store.protection.name)"
    let rest = "so what is noted in it is still there"
    do throws(ServiceError) {
      _ = try store.key.get()
    } catch {
      // One that can't be had has a reason of its own, with what to do about it.
      if store.key.isKnown {
        return ServiceError(error.code, "The \(name) is locked, \(rest); \(error.message)")
      }
    }
    // What keeps the key is still asked: there is nothing to unlock.
    return ServiceError(.unavailable, "The key of the \(name) has not come yet, \(rest).")
  }
}

/// What a person wants to be deleted.
private struct HistoryDeletion: Sendable {
  let app: String?
  private let keys: Set<String>
  private let since: Timestamp?

  init(request: DeleteHistory) {
    app = request.app
    keys = Set(request.keys)
    since = request.since
  }

  /// Whether nothing is to be left of the apps: what the person chose of their items goes, too.
  var isOfEverything: Bool { keys.isEmpty && since == nil }

  /// Whether it is of all that the person did since some time, what was chosen then included.
  var isOfTime: Bool { keys.isEmpty && since != nil }

  func concerns(_ app: String) -> Bool { self.app.map { $0 == app } ?? true }

  /// Whether a state that is kept is among it; one that cannot be read is whenever it may be.
  func includes(_ item: EncodedItem) -> Bool {
    guard keys.isEmpty || keys.contains(item.uniqueIdentifier) else { return false }
    guard let since, let entry = StateEntry(item) else { return true }
    return entry.record.lastVisit >= since
  }

  /// Whether what is kept of a choice is among it; what cannot be read is whenever it may be.
  ///
  /// A clock that was behind sets the last choice back, and never the expiry.
  func includes(choice item: EncodedItem) -> Bool {
    guard keys.isEmpty, let since else { return false }
    if let expiration = item.expiration,
      expiration >= since.advanced(by: ChoiceRecords.lifetime)
    {
      return true
    }
    return item.choiceRecords.map { includes(choice: $0) } ?? true
  }

  /// Whether what is known of a choice is among it.
  func includes(choice records: ChoiceRecords) -> Bool {
    guard keys.isEmpty, let since else { return false }
    return records.expiration >= since.advanced(by: ChoiceRecords.lifetime)
  }

  /// Whether a visit that was told of a moment ago is among it.
  func includes(_ donation: Donation) -> Bool { keys.isEmpty || keys.contains(donation.key) }
}
