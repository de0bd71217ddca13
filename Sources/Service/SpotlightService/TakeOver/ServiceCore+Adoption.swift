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
  /// refused. A pause does not matter: nothing new is stored. It blocks, and must not be called on an intake queue.
  ///
  /// - Parameters:
  ///   - former: The app whose items are taken over. Its connections end.
  ///   - heir: The app that gets them.
  ///   - prepareRemoval: Called when all is copied, before anything of the former is removed; if it fails, nothing is.
  /// - Returns: The number of items that the former had in the stores of this core.
  /// - Throws: ``ServiceError``, with code ``ServiceError/Code/quotaExceeded`` when the heir may not have so much,
  ///   before anything is copied, and with code ``ServiceError/Code/refused`` when an index that both have, or history,
  ///   belongs to different protection classes, of which one is served elsewhere, or when the heir has deleted too
  ///   much since the first try.
  package func adopt(
    _ former: AppIdentity, by heir: AppIdentity,
    prepareRemoval: () throws(ServiceError) -> Void = {}
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
    let isNew = try copy.onIntake(home) { () throws(ServiceError) in
      try home.metadataLog.open(key: try home.key.get())
      let isNew = home.metadataLog.state[.adoptions, former.identifier] == nil
      try home.record([PendingAdoption.note(former, heir)])
      return isNew
    }
    let itemCount: Int
    do throws(ServiceError) {
      itemCount = try copyAll(of: former, copy)
    } catch {
      // Nobody may ever try it again: where nothing was copied, what the heir deletes need not be known.
      if isNew, !error.isRetryable, !copy.hasBegun { forgetAdoption(of: former, copy) }
      throw error
    }
    try prepareRemoval()
    try waitForRemoval(of: former)
    return itemCount
  }

  /// Copies all that an app stored, in its name, to the heir.
  ///
  /// - Returns: The number of items.
  private func copyAll(of former: AppIdentity, _ copy: TakeOverCopy) throws(ServiceError) -> Int {
    var sources: [ClassStore] = []
    for store in stores {
      _ = try store.key.get()
      if let error = settle(store, copy) { throw error }
      // Where the former is being removed, the heir has everything since an earlier try.
      if !store.metadataLog.state.removedApps.contains(former.identifier) { sources.append(store) }
    }
    // What must not be is found before anything is copied.
    for store in sources { try copy.checkPlaces(of: try store.snapshot(), former.identifier) }
    if !sources.isEmpty {
      try quota.checkAdoption(of: former.identifier, by: copy.peer.app.identifier, self)
    }
    try adoptIndexesElsewhere(of: former, copy)
    var itemCount = 0
    for store in sources {
      let snapshot = try store.snapshot()
      let metadataLog = store.metadataLog.state
      itemCount += Int(
        try copy.run(snapshot, of: former.identifier) { metadataLog.index($0) }.itemCount)
    }
    return itemCount
  }

  private func forgetAdoption(of former: AppIdentity, _ copy: TakeOverCopy) {
    // If it cannot be forgotten, deletions are noted that nobody asks for; the error that is thrown matters more.
    try? copy.onIntake(home) { () throws(ServiceError) in
      let entries = home.metadataLog.state.forgettingAdoption(from: former.identifier)
      if !entries.isEmpty { try home.record(entries) }
    }
  }

  /// Gives an app's items to another as ``adopt(_:by:prepareRemoval:)`` does, where nobody waits for the answer any
  /// longer.
  ///
  /// Where that can never be done the former keeps its items, and the heir is asked for those of its own indexes of
  /// the same names: what else waits must not stay behind it for ever.
  ///
  /// - Parameters:
  ///   - former: The app whose items are taken over.
  ///   - heir: The app that gets them.
  ///   - completion: Called once, on any thread: with an error when it may succeed later.
  package func carryOutAdoption(
    of former: AppIdentity, by heir: AppIdentity,
    completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let term = AppTerm(of: heir, in: removals)
    // It waits for the disk.
    DispatchQueue(label: "fresnel.adoption").async { [self] in
      do throws(ServiceError) {
        _ = try adopt(former, by: heir)
        completion(nil)
      } catch {
        completion(error.isRetryable ? error : owe(former, to: heir, in: term, because: error))
      }
    }
  }

  /// Writes down that an heir has to be asked for what it could not be given.
  private func owe(
    _ former: AppIdentity, to heir: AppIdentity, in term: AppTerm, because error: ServiceError
  ) -> ServiceError? {
    host.log(
      LogEvent(
        .writeFailed, app: heir,
        message: "The items of \(former.identifier) could not be taken over. \(error.message)"))
    let reason =
      "The items kept as \(former.identifier) could not be taken over. \(error.message)"
    do throws(ServiceError) {
      for store in stores {
        let entries = try store.snapshot().knownScopes.filter {
          $0.app == former.identifier && !ScopeName.isInternal($0)
        }.sorted().map {
          OwedCallback.all(
            IndexScope(app: heir.identifier, index: $0.index), reason, in: store.metadataLog.state)
        }
        var failure: ServiceError?
        store.performAndWait {
          do throws(ServiceError) {
            if !term.isOver, !entries.isEmpty { try store.record(entries) }
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Writes down that the heir has the indexes whose items are served elsewhere, before those are given to it there.
  private func adoptIndexesElsewhere(
    of former: AppIdentity, _ copy: TakeOverCopy
  ) throws(ServiceError) {
    guard options.leadsElsewhere else { return }
    try copy.onIntake(home) { () throws(ServiceError) in
      try home.metadataLog.open(key: try home.key.get())
      for key in home.metadataLog.state[.indexes].keys {
        guard let scope = IndexScope(metadataKey: key), scope.app == former.identifier,
          let record = home.metadataLog.state.index(scope), isElsewhere(record.protection)
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
