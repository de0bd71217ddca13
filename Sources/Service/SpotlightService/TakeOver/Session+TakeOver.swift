internal import FresnelEngine
internal import FresnelPlatform
internal import FresnelModel
internal import SpotlightWire

extension Session {
  /// Takes over the store that the client's app kept itself, whose directory comes as a descriptor.
  ///
  /// - Parameters:
  ///   - request: What the client says of it.
  ///   - descriptors: The directory; its lock, or a file in memory, where another process holds it or it cannot be
  ///     read.
  ///   - id: The number of the request.
  ///   - isFirst: Whether it is what the connection began with. Later it is refused: whoever goes on with the
  ///     core has no store of its own any more.
  func takeOver(
    _ request: TakeOver, _ descriptors: [SharedDescriptor], _ id: UInt64, isFirst: Bool
  ) {
    guard isFirst else {
      return fail(ServiceError(.refused, "A store is handed over before anything else."), id)
    }
    guard let descriptor = descriptors.first else {
      return fail(ServiceError(.refused, "A directory is to come with the request."), id)
    }
    core.home.key.whenKnown { [self] in
      // Who is gone holds the lock no longer, and another process may write to the directory.
      if isEnded { return }
      guard core.takeOvers.beginLooking(for: peer.app) else { return postpone(nil, id) }
      // It may take minutes, and waits for the disk: no thread that others need is used.
      let isStarted = DetachedThread.start { [self] in look(at: descriptor, request, id) }
      guard !isStarted else { return }
      core.takeOvers.endLooking(for: peer.app)
      postpone(nil, id)
    }
  }

  /// What copies the app's store, and ends when the app is removed.
  var copyOfStore: TakeOverCopy {
    TakeOverCopy(core: core, peer: peer, term: term, isAdoption: false)
  }

  /// Looks what was handed over, and takes a directory over if it gets a turn. Anything else needs none, and keeps no
  /// process of the app from handing over the directory.
  private func look(at descriptor: SharedDescriptor, _ request: TakeOver, _ id: UInt64) {
    let isDirectory = (try? descriptor.status().kind) == .directory
    let place = OwnStore.Place(of: descriptor)
    guard isDirectory, let place else {
      noteWithheldStore()
      core.takeOvers.endLooking(for: peer.app)
      send(.failed(withhold(place, isKept: request.isKept)), id)
      return
    }
    let hasTurn = core.takeOvers.begin(
      peer.app, place, during: term, at: core.options.monotonicClock())
    core.takeOvers.endLooking(for: peer.app)
    guard hasTurn else { return postpone(place, id) }
    let answer = takeOver(descriptor, place)
    // Whoever hears the answer may hand over another store at once.
    core.takeOvers.end(peer.app)
    send(answer, id)
  }

  /// Refuses a store that has no turn now. What the app deletes from here on must not come back with it.
  ///
  /// - Parameters:
  ///   - place: Which it is; `nil` where the core could not look.
  ///   - id: The number of the request.
  private func postpone(_ place: OwnStore.Place?, _ id: UInt64) {
    core.home.perform { [self] in
      do throws(ServiceError) {
        try term.check()
        guard let place else {
          return fail(try noteOffer(in: nil, .unseen, because: TakeOverTable.isFull), id)
        }
        fail(try noteUntaken(place, .whole, because: TakeOverTable.isFull), id)
      } catch {
        fail(error, id)
      }
    }
  }

  /// Notes a store whose directory did not come.
  ///
  /// - Parameters:
  ///   - place: Which it is; `nil` where that cannot be told.
  ///   - isKept: Whether the client says that the core has it and that it could not be emptied.
  /// - Returns: Why it is not taken over.
  private func withhold(_ place: OwnStore.Place?, isKept: Bool) -> ServiceError {
    do throws(ServiceError) {
      let answer = try copyOfStore.onIntake(core.home) { () throws(ServiceError) -> ServiceError in
        let refusal = ServiceError(
          .unavailable,
          "Another process of the app writes to the store, or it cannot be opened or emptied.",
          isRetryable: false)
        return try noteUntaken(place, isKept ? .whole : .withheld, because: refusal)
      }
      logFailure(answer)
      return answer
    } catch {
      logFailure(error)
      return error
    }
  }

  /// Notes a store that is not taken over for this session; called on the intake queue.
  ///
  /// - Returns: What the client is answered.
  private func noteUntaken(
    _ place: OwnStore.Place?, _ offer: Offer, because refusal: ServiceError
  ) throws(ServiceError) -> ServiceError {
    // The end of the copy tells what becomes of that very store, and of no other. Before the copy has noted that it
    // begins, what the app deletes would not be noted.
    if let place, core.takeOvers.isTakingOver(place, of: peer.app),
      case .missing? = core.ownStores.store(of: peer.app.identifier)?.state
    {
      return TakeOverTable.isUnderWay
    }
    return try noteOffer(in: place, offer, because: refusal)
  }

  private func takeOver(_ directory: SharedDescriptor, _ place: OwnStore.Place) -> DaemonMessage {
    // Whoever handed it over keeps others from writing to it.
    let files = CopiedFiles(in: directory)
    let isRest = files.map(isCopied) ?? false && !mayLackItems
    do throws(ServiceError) {
      if !isRest { try noteCopyBegins(in: place) }
    } catch {
      return refuse(error)
    }
    core.embeddedStores?.beginTakingOver(directory)
    do throws(ServiceError) {
      let (taken, leftOutCount) =
        isRest ? (TakenOver(itemCount: 0, indexCount: 0), 0) : try copyStore(in: directory)
      // Before anybody is told that the core has it.
      core.takeOvers.beginEmptying(place, of: peer.app)
      noteCopied(in: place, files)
      core.embeddedStores?.haveTakenOver(directory)
      keepHandedOver(directory, place)
      // Who ended the session meanwhile has not seen it.
      if isEnded { endTakeOver() }
      let whole =
        isRest
        ? "All of the store was taken over before."
        : "\(taken.itemCount) items of \(taken.indexCount) indexes were taken over."
      let isWhole = leftOutCount == 0
      let count = isWhole ? "" : "\(max(0, Int(taken.itemCount) - leftOutCount)) of "
      let rest =
        isWhole
        ? ""
        : " What the app has changed or deleted with the daemon was left out; it is asked for that."
      core.host.log(
        LogEvent(
          .takenOver, app: peer.app, message: count + whole + rest))
      return .takenOver(taken)
    } catch {
      core.embeddedStores?.endTakingOver(directory)
      noteCopyFailed(in: place, because: error)
      return refuse(error)
    }
  }

  /// Whether the core may have lost items of the app, which its own store may have still.
  private var mayLackItems: Bool {
    core.stores.contains { store in
      guard let snapshot = try? store.snapshot() else { return true }
      return snapshot.losses(store.metadataLog.state).hasUnknown
        || snapshot.knownScopes.contains {
          $0.app == peer.app.identifier && snapshot.needsReindex($0)
        }
    }
  }

  /// Whether a directory holds nothing but files of the store that was copied last.
  private func isCopied(_ files: CopiedFiles) -> Bool {
    // Where it cannot be read, nothing is known.
    try? core.home.metadataLog.open(key: try core.home.key.get())
    let copied = core.home.metadataLog.state.copiedFiles(ofStoreOf: peer.app.identifier)
    return copied.map(files.areAll) ?? false
  }

  /// Refuses a directory. What can never be taken over keeps no index closed.
  private func refuse(_ error: ServiceError) -> DaemonMessage {
    if !error.isRetryable { core.takeOvers.setWaiting([:], of: peer.app.identifier) }
    logFailure(error)
    return .failed(error)
  }

  /// Logs that a store was not taken over, unless nothing of it is missing.
  private func logFailure(_ error: ServiceError) {
    guard !error.isHandedOver else { return }
    core.host.log(
      LogEvent(
        .notTakenOver, app: peer.app,
        message: "What the app keeps itself was not taken over whole. \(error.message)"))
  }

  /// Copies a store.
  ///
  /// - Returns: What was there, and how many items of it were left out, for which the app has to be asked.
  private func copyStore(
    in directory: SharedDescriptor
  ) throws(ServiceError) -> (taken: TakenOver, leftOutCount: Int) {
    let store: Store
    do {
      let storage = try AppDirectory(directory)
      store = try Store.open(at: storage.path, mode: .readOnly, storage: storage)
    } catch {
      // The number of a descriptor is nothing that a person can use.
      let reason = ((error as? StoreError)?.message ?? "\(error)")
        .replacing(/\/proc\/self\/fd\/[0-9]+/, with: "its directory")
      throw ServiceError(
        .unavailable, "The app's own store cannot be taken over: \(reason)", isRetryable: false)
    }
    defer { store.close() }
    let copy = copyOfStore
    return (try copy.run(store.snapshot(), losses: store.lossScopes), copy.leftOutCount)
  }
}
