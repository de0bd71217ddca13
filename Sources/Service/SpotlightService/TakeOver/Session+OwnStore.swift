internal import FresnelPlatform
internal import SpotlightWire

// What a client tells of the store that its app kept itself, and what is noted of that: in memory, where the app's
// searches look, and in the metadata log.

extension Session {
  // MARK: - A store that is gone

  /// Notes what a client says first. An app that does not begin with its store has none any more, in which indexes
  /// could wait; unless one is just being taken over.
  func noteBeginning(_ message: ClientMessage) {
    guard message.kind != .takeOver, peer.role == .app, noteNoOwnStore(.notOffered) else {
      return
    }
    noteAbsentStore()
  }

  /// Notes that the app has no store any more, unless one is being taken over, or may be where this process does not
  /// look.
  ///
  /// - Returns: Whether it was noted.
  private func noteNoOwnStore(_ event: OwnStore.Event) -> Bool {
    let noted = notedStanding
    let change = core.takeOvers.unlessTakingOver(peer.app) {
      let change = core.ownStores.note(
        event, of: peer.app, isConfined: peer.isConfined, noted: noted)
      // Indexes may wait in the other store.
      if change.store.state == .absent {
        core.takeOvers.setWaiting([:], of: peer.app.identifier)
      }
      return change
    }
    guard let change, change.store.state == .absent else { return false }
    if change.isNews { core.live.runOwn(of: peer.app) }
    return true
  }

  /// Notes durably that an app has no store any more, so that after the next start nobody takes it for still to come,
  /// and none that comes later for one that the core has. What is noted is known when the metadata log was read, so
  /// this is done when a conversation begins and when it ends.
  func noteAbsentStore() {
    guard isAbsenceUnnoted else { return }
    core.home.perform { [self] in
      // Another process of the app may hand one over meanwhile.
      guard isAbsenceUnnoted, !term.isOver, core.takeOvers.place(of: peer.app) == nil else {
        return
      }
      // If it fails, the store is taken for what it was.
      try? core.home.record([
        PendingTakeOver.note(peer.app, .absent, in: core.home.metadataLog.state)
      ])
    }
  }

  /// Whether the app has no store any more, and the metadata log has one.
  private var isAbsenceUnnoted: Bool {
    guard core.ownStores.store(of: peer.app.identifier)?.state == .absent else { return false }
    let noted = notedStanding
    return noted == .awaited || noted == .copied
  }

  /// Forgets what the app deleted since the store was noted that was taken over, if the app has emptied that.
  ///
  /// Not before: where it can't be emptied, or the app ends before, it is handed over again, and what was deleted
  /// must not come back with it. Where the daemon ends before, more is noted than need be.
  func endTakeOver() {
    guard let (directory, place) = removeHandedOver() else { return }
    // It waits for the disk.
    let isStarted = DetachedThread.start { [self] in
      defer { core.takeOvers.endEmptying(place, of: peer.app) }
      core.embeddedStores?.endTakingOver(directory)
      // Anything but the lock is handed over again; what a store lacks may be put together from the rest.
      guard directory.withPath({ try? StoreLocation.isVacant($0) }) == true else { return }
      // If it fails, it is noted on.
      try? copyOfStore.onIntake(core.home) { () throws(ServiceError) in
        // Where the app has another store by now, the notes are for the sake of that; its end forgets them.
        guard core.ownStores.store(of: peer.app.identifier)?.place == place, noteNoOwnStore(.gone)
        else { return }
        try core.home.record(core.home.metadataLog.state.forgettingTakeOver(of: peer.app))
      }
    }
    // Without a thread the notes stay, but the store must not be left out for ever.
    if !isStarted {
      core.embeddedStores?.endTakingOver(directory)
      core.takeOvers.endEmptying(place, of: peer.app)
    }
  }

  // MARK: - A store that is there

  /// How a process of the app offers its store.
  enum Offer {
    /// No other process writes to it, as far as the process knows.
    case whole
    /// Another process writes to it, or it cannot be looked into.
    case withheld
    /// The core did not look what was offered.
    case unseen
  }

  /// Notes that the app has a store which is not taken over now; called on the intake queue.
  ///
  /// - Parameters:
  ///   - place: Which it is; `nil` where that cannot be told.
  ///   - offer: How it is offered.
  ///   - refusal: Why it is not taken over.
  /// - Returns: What the client is answered: that nothing is missing, where the core has all of that store.
  /// - Throws: ``ServiceError`` where it cannot be written down. Searches tell it all the same.
  func noteOffer(
    in place: OwnStore.Place?, _ offer: Offer = .whole, because refusal: ServiceError
  ) throws(ServiceError) -> ServiceError {
    var failure: ServiceError?
    do throws(ServiceError) {
      try core.home.metadataLog.open(key: try core.home.key.get())
    } catch {
      failure = error
    }
    let event: OwnStore.Event =
      switch offer {
      case .whole:
        .offered(
          in: place, because: refusal.message,
          isNotedCopied: failure == nil ? notedStanding == .copied : nil)
      case .withheld:
        .withheld(
          in: place, because: refusal.message,
          isBeingEmptied: place.map { core.takeOvers.isBeingEmptied($0, of: peer.app) } ?? false)
      case .unseen: .unseen(because: refusal.message)
      }
    let store = try note(event)
    if let failure { throw failure }
    if let standing = store.standing, standing != notedStanding {
      try core.home.record([
        PendingTakeOver.note(peer.app, standing, in: core.home.metadataLog.state)
      ])
    }
    return store.state == .copied ? ServiceError(handedOver: "The daemon has the store.") : refusal
  }

  /// Notes durably that a store of the app is to come, and that it begins to be copied.
  func noteCopyBegins(in place: OwnStore.Place) throws(ServiceError) {
    try copyOfStore.onIntake(core.home) { () throws(ServiceError) in
      do throws(ServiceError) {
        try core.home.record([PendingTakeOver.note(peer.app, in: core.home.metadataLog.state)])
      } catch {
        // The app goes on without, and what the core had of the store is had still.
        throw try noteOffer(in: place, because: error)
      }
      try note(.begun(in: place))
    }
  }

  /// Notes that a store was not copied whole; the metadata log has it as still to come.
  func noteCopyFailed(in place: OwnStore.Place, because error: ServiceError) {
    // Of an app that was removed nothing is to be known.
    _ = try? note(.failed(in: place, because: error.message))
  }

  /// Notes that all of a store was copied. If that fails, it is taken for missing after the next start, until it is
  /// handed over again.
  ///
  /// - Parameters:
  ///   - place: Which it is.
  ///   - files: What it consisted of; `nil` where it has to be read again when it is handed over again.
  func noteCopied(in place: OwnStore.Place, _ files: CopiedFiles?) {
    try? copyOfStore.onIntake(core.home) { () throws(ServiceError) in
      // One that is emptied further was not begun again, and the files that it once had are known.
      let known = core.home.metadataLog.state.copiedFiles(ofStoreOf: peer.app.identifier)
      let isRest = files.map { known.map($0.areAll) ?? false } ?? false
      if isRest { try note(.begun(in: place)) }
      // Another store of the app, which was offered meanwhile, is still to come.
      guard try note(.copied(in: place)).state == .copied,
        !(isRest && notedStanding == .copied)
      else { return }
      try core.home.record([PendingTakeOver.copied(peer.app, isRest ? known : files)])
    }
  }

  /// Notes what happens to the app's store. The app's own live searches run again where that changes what they are
  /// told.
  ///
  /// - Returns: The store as it is then.
  /// - Throws: ``ServiceError`` where the app was removed.
  @discardableResult
  private func note(_ event: OwnStore.Event) throws(ServiceError) -> OwnStore {
    let noted = notedStanding
    let (store, isNews) = try term.doBeforeRemoval {
      core.ownStores.note(event, of: peer.app, isConfined: peer.isConfined, noted: noted)
    }
    if isNews { core.live.runOwn(of: peer.app) }
    return store
  }

  /// What the metadata log has of the app's store.
  private var notedStanding: PendingTakeOver.Standing? {
    core.home.metadataLog.state.standing(ofStoreOf: peer.app.identifier)
  }
}
