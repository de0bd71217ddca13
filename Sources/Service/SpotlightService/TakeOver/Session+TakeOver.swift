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
      guard core.takeOvers.begin(peer.app) else {
        // If a store of the app is being taken over, that one's end tells what becomes of it.
        if !core.takeOvers.contains(peer.app) { noteMissing(TakeOverTable.isBusy.message) }
        return fail(TakeOverTable.isBusy, id)
      }
      // It may take minutes, and waits for the disk: no thread that others need is used.
      let isStarted = DetachedThread.start { [self] in
        let answer = takeOver(directory)
        // Whoever hears the answer may hand over another store at once.
        core.takeOvers.end(peer.app)
        send(answer, id)
      }
      guard !isStarted else { return }
      core.takeOvers.end(peer.app)
      noteMissing(TakeOverTable.isBusy.message)
      fail(TakeOverTable.isBusy, id)
    }
  }

  /// Notes what a client says first. An app that does not begin with its store has none any more, in which indexes
  /// could wait; unless another process of it is just handing one over.
  func noteBeginning(_ message: ClientMessage) {
    guard message.kind != .takeOver, peer.role == .app, !core.takeOvers.contains(peer.app) else {
      return
    }
    core.takeOvers.setWaiting([:], of: peer.app.identifier)
    if core.ownStores.noteAbsent(peer.app) { core.live.runAll() }
    noteAbsentStore()
  }

  /// Notes durably that an app has no store any more, so that after the next start nobody takes it for still to come.
  /// What is noted is known when the metadata log was read, so this is done when a conversation begins and when it ends.
  func noteAbsentStore() {
    guard core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier) == .awaited,
      core.ownStores.isAbsent(of: peer.app)
    else { return }
    core.home.perform { [self] in
      // Another process of the app may hand one over meanwhile.
      guard core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier) == .awaited,
        (try? term.check()) != nil, !core.takeOvers.contains(peer.app),
        core.ownStores.isAbsent(of: peer.app)
      else { return }
      // If it fails, the store is taken for still to come.
      try? core.home.record([PendingTakeOver.note(peer.app, .absent)])
    }
  }

  /// Notes that the app's store is not in the core, which its searches tell from now on; unless the app was removed.
  private func noteMissing(_ reason: String) {
    guard (try? term.check()) != nil else { return }
    core.ownStores.noteMissing(peer.app, because: reason)
    core.live.runAll()
  }

  private func takeOver(_ directory: SharedDescriptor) -> DaemonMessage {
    let copy = TakeOverCopy(core: core, peer: peer, term: term, isAdoption: false)
    let isDirectory = (try? directory.status().kind) == .directory
    var hasBegun = false
    do throws(ServiceError) {
      if isDirectory { noteMissing(OwnStores.underWay) }
      // Noted first: if it fails, as where another process of the app writes to the store and the client only
      // tells of it, the app goes on without.
      try copy.onIntake(core.home) { () throws(ServiceError) in
        if !isDirectory {
          // What was noted of a store that the core has whole, and the app could not empty, stays.
          try core.home.metadataLog.open(key: try core.home.key.get())
          let standing = core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier)
          if standing == .awaited || standing == .copied { return }
        }
        try core.home.record([PendingTakeOver.note(peer.app)])
      }
      guard isDirectory else {
        throw ServiceError(.unavailable, OwnStores.withheld, isRetryable: false)
      }
      hasBegun = true
      core.embeddedStores?.beginTakingOver(directory)
      let taken = try copyStore(in: directory, with: copy)
      // If it fails, it is taken for missing after the next start, until it is handed over again.
      try? copy.onIntake(core.home) { () throws(ServiceError) in
        try core.home.record([PendingTakeOver.note(peer.app, .copied)])
      }
      core.ownStores.noteCopied(peer.app)
      core.live.runAll()
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
      if isDirectory {
        noteMissing(error.message)
      } else {
        core.ownStores.noteWithheld(
          by: peer.app,
          isCopied: core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier) == .copied)
        core.live.runAll()
      }
      core.host.log(
        LogEvent(
          .notTakenOver, app: peer.app,
          message: "What the app keeps itself was not taken over whole. \(error.message)"))
      return .failed(error)
    }
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
      let copy = TakeOverCopy(core: core, peer: peer, term: term, isAdoption: false)
      // If it fails, it is noted on.
      try? copy.onIntake(core.home) { () throws(ServiceError) in
        // The notes are needed for another store of the app; that one's end forgets them.
        guard !core.takeOvers.contains(peer.app) else { return }
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
