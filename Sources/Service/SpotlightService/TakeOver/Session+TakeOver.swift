internal import FresnelEngine
internal import FresnelPlatform
internal import SpotlightWire

extension Session {
  /// Takes over the store that the client's app kept itself, whose directory comes as a descriptor.
  ///
  /// - Parameters:
  ///   - request: What the client says of it.
  ///   - descriptors: The directory.
  ///   - id: The number of the request.
  ///   - isFirst: Whether it is what the connection began with. Later it is refused: whoever goes on with the
  ///     core has no store of its own any more.
  func takeOver(
    _ request: TakeOver, _ descriptors: [SharedDescriptor], _ id: UInt64, isFirst: Bool
  ) {
    guard isFirst else {
      return fail(ServiceError(.refused, "A store is handed over before anything else."), id)
    }
    guard let directory = descriptors.first else {
      return fail(ServiceError(.refused, "A directory is to come with the request."), id)
    }
    core.home.key.whenKnown { [self] in
      guard core.takeOvers.beginLooking(for: peer.app) else { return postpone(nil, id) }
      // It may take minutes, and waits for the disk: no thread that others need is used.
      let isStarted = DetachedThread.start { [self] in look(at: directory, id) }
      guard !isStarted else { return }
      core.takeOvers.endLooking(for: peer.app)
      postpone(nil, id)
    }
  }

  /// Looks what was handed over, and takes a directory over if it gets a turn. A lock needs none, and keeps no other
  /// process of the app from handing over the directory.
  private func look(at descriptor: SharedDescriptor, _ id: UInt64) {
    guard (try? descriptor.status().kind) == .directory else {
      noteWithheldStore()
      let answer = withhold()
      core.takeOvers.endLooking(for: peer.app)
      send(answer, id)
      return
    }
    let place = LeavingStores.Identity(of: descriptor)
    let turn = core.takeOvers.begin(peer.app, place)
    core.takeOvers.endLooking(for: peer.app)
    switch turn {
    case .begun:
      let answer = takeOver(descriptor, place)
      // Whoever hears the answer may hand over another store at once.
      core.takeOvers.end(peer.app)
      send(answer, id)
    // That one's end tells what becomes of the store.
    case .isUnderWay: fail(TakeOverTable.isUnderWay, id)
    case .isFull: postpone(place, id)
    }
  }

  /// Notes what a client says first. An app that does not begin with its store has none any more, in which indexes
  /// could wait; unless another process of it is just handing one over.
  func noteBeginning(_ message: ClientMessage) {
    guard message.kind != .takeOver, peer.role == .app, core.noteNoOwnStore(of: peer.app) else {
      return
    }
    noteAbsentStore()
  }

  /// Notes durably that an app has no store any more, so that after the next start nobody takes it for still to come,
  /// and none that comes later for one that the core has. What is noted is known when the metadata log was read, so
  /// this is done when a conversation begins and when it ends.
  func noteAbsentStore() {
    guard core.ownStores.state(of: peer.app) == .absent, isOtherStoreNoted else { return }
    core.home.perform { [self] in
      // Another process of the app may hand one over meanwhile.
      guard isOtherStoreNoted, !term.isOver, !core.takeOvers.contains(peer.app),
        core.ownStores.state(of: peer.app) == .absent
      else { return }
      // If it fails, the store is taken for what it was.
      try? core.home.record([PendingTakeOver.note(peer.app, .absent)])
    }
  }

  /// Whether the metadata log has a store of the app, and not that it is absent.
  private var isOtherStoreNoted: Bool {
    let standing = core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier)
    return standing == .awaited || standing == .copied
  }

  /// Notes what became of the app's store, unless the app was removed. Its own live searches run again where that
  /// changes what they are told.
  private func noteOwnStore(_ next: (OwnStores.State?) -> OwnStores.State) {
    let standing = core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier)
    var isNews = false
    // Where it was removed, nothing is to be known of it.
    try? term.doBeforeRemoval {
      isNews = core.ownStores.change(peer.app, standing, next)
    }
    if isNews { core.live.runOwn(of: peer.app) }
  }

  /// Refuses a store that has no turn now. What the app deletes from here on must not come back with it.
  private func postpone(_ place: LeavingStores.Identity?, _ id: UInt64) {
    core.home.perform { [self] in
      do throws(ServiceError) {
        try term.check()
        fail(try noteOffer(in: place, because: TakeOverTable.isFull), id)
      } catch {
        fail(error, id)
      }
    }
  }

  /// Notes that the app has a store which is not taken over now; called on the intake queue. If the core has all of a
  /// store of the app, that is the one, which the app could not empty.
  ///
  /// - Parameters:
  ///   - place: Its directory; `nil` where that did not come.
  ///   - refusal: Why it is not taken over.
  /// - Returns: What the client is answered.
  /// - Throws: ``ServiceError`` where it cannot be written down. Searches tell it all the same.
  private func noteOffer(
    in place: LeavingStores.Identity?, because refusal: ServiceError
  ) throws(ServiceError) -> ServiceError {
    var failure: ServiceError?
    do throws(ServiceError) {
      try core.home.metadataLog.open(key: try core.home.key.get())
    } catch {
      failure = error
    }
    let standing = core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier)
    var isCopied = false
    // What the app's processes did since the core began is newer than what is noted.
    noteOwnStore { state in
      let known = state?.isCopied(in: place)
      // A metadata log that could not be read decides once it is.
      if known == nil, failure != nil { return .offered(refusal.message) }
      isCopied = known ?? (standing == .copied)
      guard isCopied else { return .missing(refusal.message, in: place) }
      if case .copied? = state { return state ?? .copied() }
      return .copied()
    }
    if let failure { throw failure }
    try core.home.record([PendingTakeOver.note(peer.app, isCopied ? .copied : .awaited)])
    return isCopied ? ServiceError(handedOver: OwnStores.withheld) : refusal
  }

  /// Answers who has only the lock of a store. While a directory of the app is copied, that is as a rule the same store,
  /// and its end tells what becomes of it.
  private func withhold() -> DaemonMessage {
    let copy = TakeOverCopy(core: core, peer: peer, term: term, isAdoption: false)
    let withheld = ServiceError(.unavailable, OwnStores.withheld, isRetryable: false)
    do throws(ServiceError) {
      throw try copy.onIntake(core.home) { () throws(ServiceError) in
        if core.takeOvers.contains(peer.app) { return TakeOverTable.isUnderWay }
        return try noteOffer(in: nil, because: withheld)
      }
    } catch {
      return notTakenOver(error)
    }
  }

  private func takeOver(
    _ directory: SharedDescriptor, _ place: LeavingStores.Identity?
  ) -> DaemonMessage {
    let copy = TakeOverCopy(core: core, peer: peer, term: term, isAdoption: false)
    var hasBegun = false
    do throws(ServiceError) {
      noteOwnStore { _ in .underWay }
      // Noted first: if it fails, the app goes on without.
      try copy.onIntake(core.home) { () throws(ServiceError) in
        try core.home.record([PendingTakeOver.note(peer.app)])
      }
      hasBegun = true
      core.embeddedStores?.beginTakingOver(directory)
      let taken = try copyStore(in: directory, with: copy)
      // If it fails, it is taken for missing after the next start, until it is handed over again.
      try? copy.onIntake(core.home) { () throws(ServiceError) in
        // Another store of the app, which came meanwhile, is still to come.
        if case .missing(_, .some(let other))? = core.ownStores.state(of: peer.app), other != place
        {
          return
        }
        noteOwnStore { _ in .copied(in: place) }
        try core.home.record([PendingTakeOver.note(peer.app, .copied)])
      }
      core.embeddedStores?.haveTakenOver(directory)
      keepHandedOver(directory)
      // Who ended the session meanwhile has not seen it.
      if isEnded { endTakeOver() }
      core.host.log(
        LogEvent(
          .takenOver, app: peer.app,
          message: "\(taken.itemCount) items of \(taken.indexCount) indexes were taken over."))
      return .takenOver(taken)
    } catch {
      if hasBegun { core.embeddedStores?.endTakingOver(directory) }
      // What can never be taken over keeps no index closed.
      if !error.isRetryable { core.takeOvers.setWaiting([:], of: peer.app.identifier) }
      noteOwnStore { _ in .missing(error.message, in: place) }
      return notTakenOver(error)
    }
  }

  /// Logs that a store was not taken over, unless nothing of it is missing, and gives the answer.
  private func notTakenOver(_ error: ServiceError) -> DaemonMessage {
    if !error.isHandedOver {
      core.host.log(
        LogEvent(
          .notTakenOver, app: peer.app,
          message: "What the app keeps itself was not taken over whole. \(error.message)"))
    }
    return .failed(error)
  }

  /// Forgets what the app deleted since the store was noted that was taken over, if the app has emptied that.
  ///
  /// Not before: where it can't be emptied, or the app ends before, it is handed over again, and what was deleted
  /// must not come back with it. Where the daemon ends before, more is noted than need be.
  func endTakeOver() {
    guard let directory = removeHandedOver() else { return }
    // It waits for the disk.
    let isStarted = DetachedThread.start { [self] in
      core.embeddedStores?.endTakingOver(directory)
      // Anything but the lock is handed over again; what a store lacks may be put together from the rest.
      guard directory.withPath({ try? StoreLocation.isVacant($0) }) == true else { return }
      let place = LeavingStores.Identity(of: directory)
      let copy = TakeOverCopy(core: core, peer: peer, term: term, isAdoption: false)
      // If it fails, it is noted on.
      try? copy.onIntake(core.home) { () throws(ServiceError) in
        // Where the app has another store by now, the notes are needed for that; its end forgets them.
        switch core.ownStores.state(of: peer.app) {
        case .underWay, .offered: return
        case .missing(_, let other) where other == nil || other != place: return
        case .copied(.some(let other)) where other != place: return
        case .missing, .copied, .absent, nil: break
        }
        guard core.noteNoOwnStore(of: peer.app) else { return }
        try core.home.record(core.home.metadataLog.state.forgettingTakeOver(of: peer.app))
      }
    }
    // Without a thread the notes stay, but the store must not be left out for ever.
    if !isStarted { core.embeddedStores?.endTakingOver(directory) }
  }

  private func copyStore(
    in directory: SharedDescriptor, with copy: TakeOverCopy
  ) throws(ServiceError) -> TakenOver {
    let store: Store
    do {
      let storage = try AppDirectory(directory)
      store = try Store.open(at: storage.path, mode: .readOnly, storage: storage)
    } catch {
      let reason = (error as? StoreError)?.message ?? "\(error)"
      throw ServiceError(
        .unavailable, "The app's own store cannot be taken over: \(reason)", isRetryable: false)
    }
    defer { store.close() }
    return try copy.run(store.snapshot())
  }
}
