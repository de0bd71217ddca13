internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire
internal import Synchronization

extension ServiceCore {
  /// Gives everything that one app stored to another, and removes the first: the name that a program had before it
  /// was registered becomes the app that it is.
  ///
  /// What the heir has stored under the same identifiers is newer and stays; what it deletes meanwhile stays deleted,
  /// also where the whole has to be done again. A failure half-way removes nothing. What the former sends meanwhile is
  /// refused. It blocks, and must not be called on an intake queue.
  ///
  /// - Parameters:
  ///   - former: The app whose items are taken over. Its connections end.
  ///   - heir: The app that gets them.
  /// - Returns: The number of items that the former had in the stores of this core.
  /// - Throws: ``ServiceError``, with code ``ServiceError/Code/refused`` when an index that both have belongs to
  ///   different protection classes, of which one is served elsewhere, or when the heir has deleted too much since
  ///   the first try.
  package func adopt(
    _ former: AppIdentity, by heir: AppIdentity
  ) throws(ServiceError) -> Int {
    guard adoptions.begin(former) else { throw AdoptionTable.isBusy }
    defer { adoptions.end(former) }
    // What they send from here on comes under the new name.
    for session in sessions.sessions(of: former.identifier) {
      session.close(Refusal(.notPermitted, "The app is registered as \(heir.identifier) now."))
    }
    let peer = Peer(
      app: heir, trust: .unregistered, role: .app, processIdentifier: 0, program: "fresneld")
    let copy = TakeOverCopy(
      core: self, peer: peer, term: AppTerm(of: heir, in: removals),
      isAdoption: true)
    // From here on it is noted what the heir deletes.
    try copy.onIntake(home) { () throws(ServiceError) in
      try home.record([PendingAdoption.note(former, heir)])
    }
    try adoptIndexesElsewhere(of: former, copy)
    var itemCount = 0
    // Where the former is being removed, the heir has everything since an earlier try.
    for store in stores {
      _ = try store.key.get()
      if let error = settle(store, copy) { throw error }
      let snapshot = try store.snapshot()
      let ledger = store.ledger.state
      if ledger.removedApps.contains(former.identifier) { continue }
      itemCount += Int(
        try copy.run(snapshot, of: former.identifier) { ledger.index($0) }.itemCount)
    }
    try waitForRemoval(of: former)
    return itemCount
  }

  /// Writes down that the heir has the indexes whose items are served elsewhere, before those are given to it there.
  private func adoptIndexesElsewhere(
    of former: AppIdentity, _ copy: TakeOverCopy
  ) throws(ServiceError) {
    guard options.leadsElsewhere else { return }
    try copy.onIntake(home) { () throws(ServiceError) in
      try home.ledger.open(key: try home.key.get())
      for key in home.ledger.state[.indexes].keys {
        guard let scope = IndexScope(ledgerKey: key), scope.app == former.identifier,
          let record = home.ledger.state.index(scope), isElsewhere(record.protection)
        else { continue }
        let request = OpenIndex(
          name: scope.index, protection: record.protection,
          flags: record.isPrivate ? .isPrivate : [])
        _ = try place(
          of: IndexScope(app: copy.peer.app.identifier, index: scope.index), for: request)
      }
    }
  }

  /// Waits until what was handed to a store is durable or has failed: nothing more of the former comes then.
  private func settle(_ store: ClassStore, _ copy: TakeOverCopy) -> ServiceError? {
    copy.put(into: store) { done throws(ServiceError) in
      // Dropping comes after all batches; here nothing is to be dropped.
      try store.openWriter().dropScopes({ _ in false }) { error in
        done(error.map { ServiceError($0) })
      }
    }
  }

  private func waitForRemoval(of app: AppIdentity) throws(ServiceError) {
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<ServiceError?>(nil)
    removeApp(app) { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

/// The apps whose items are being given to others now.
final class AdoptionTable: Sendable {
  static let isBusy = ServiceError(
    .unavailable, "The app's items are being taken over by another app now.", isRetryable: true)
  private let apps = Mutex<Set<AppIdentity>>([])

  /// Begins with an app, unless that was done.
  func begin(_ former: AppIdentity) -> Bool {
    apps.withLock { $0.insert(former).inserted }
  }

  /// It is over, or has failed.
  func end(_ former: AppIdentity) {
    apps.withLock { _ = $0.remove(former) }
  }

  /// Checks that an app may store something. What is checked on the intake queue of a store comes before the copy, or
  /// is refused.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``.
  func check(_ app: AppIdentity) throws(ServiceError) {
    if apps.withLock({ $0.contains(app) }) { throw Self.isBusy }
  }
}
