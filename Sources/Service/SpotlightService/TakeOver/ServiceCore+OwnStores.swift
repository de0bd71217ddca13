internal import FresnelEngine
internal import FresnelPlatform
package import SpotlightWire

// Stores of the person's programs that the daemon takes over without them: because the person asks for it, or because
// the program that handed its store over has ended before it could empty it.

/// An embedded store of a program that is not confined, with what its directory tells.
package struct OwnStore: Sendable {
  /// The name of its directory, under which the system's search shows its items.
  package let name: AppIdentity
  /// How many items there are.
  package let itemCount: Int
  /// The programs that have written to it; `nil` when they are not known.
  package let programs: StorePrograms?
  /// Its directory.
  let place: EmbeddedStoreDirectory
}

extension ServiceCore {
  /// The stores that programs of the person keep themselves and in which there are items; those of Flatpaks are not
  /// among them, for what those write proves nothing. Each is opened: it waits for the disk.
  ///
  /// - Parameter isWanted: Whether a store is to be looked into, by its name.
  /// - Returns: Those that can be read.
  package func ownStores(where isWanted: (AppIdentity) -> Bool) -> [OwnStore] {
    ownPlaces.filter { isWanted($0.app) && !$0.isVacant }.compactMap { place in
      // One that cannot be read is among the problems of searches.
      guard let store = try? place.open() else { return nil }
      defer { store.close() }
      let count = store.snapshot().scopes().reduce(0) { $0 + $1.itemCount }
      guard count > 0 else { return nil }
      let programs = (try? place.openDirectory()).flatMap { StorePrograms(of: $0) }
      return OwnStore(name: place.app, itemCount: count, programs: programs, place: place)
    }
  }

  private var ownPlaces: [EmbeddedStoreDirectory] {
    (options.embeddedStores?().directories ?? []).filter(\.isOutsideOfFlatpaks)
  }

  /// Gives all items of a store to an app, and empties it. It waits for the disk.
  ///
  /// What the app has stored under the same identifiers is newer and stays. A failure half-way empties nothing, and the
  /// whole may be repeated.
  ///
  /// - Returns: How many items there were.
  /// - Throws: ``ServiceError``, also when a program is writing to the store.
  package func takeOver(_ store: OwnStore, by heir: AppIdentity) throws(ServiceError) -> Int {
    guard takeOvers.begin(heir) else { throw TakeOverTable.isBusy }
    defer { takeOvers.end(heir) }
    let directory: SharedDescriptor
    do {
      directory = try store.place.openDirectory()
    } catch {
      throw ServiceError(
        .unavailable, "The store \(store.place.path) cannot be taken over: \(error)",
        isRetryable: false)
    }
    let peer = Peer(
      app: heir, trust: .unregistered, role: .app, processIdentifier: 0, program: "fresneld")
    let copy = TakeOverCopy(
      core: self, peer: peer, term: AppTerm(of: heir, in: removals), isAdoption: false,
      passesPause: true)
    // The heir may have a store of its own that it has yet to hand over: what is noted for that is noted on.
    let isAwaited = ownPlaces.contains { $0.app == heir && !$0.isVacant }
    try copy.onIntake(home) { () throws(ServiceError) in
      try home.metadataLog.open(key: try home.key.get())
      try home.record([PendingTakeOver.note(heir, isPending: true)])
    }
    embeddedStores?.beginTakingOver(directory)
    defer { embeddedStores?.endTakingOver(directory) }
    let taken = try moveAll(of: directory, with: copy)
    if !isAwaited {
      // If it fails, more is noted than need be.
      try? copy.onIntake(home) { () throws(ServiceError) in
        try home.record(home.metadataLog.state.forgettingTakeOver(of: heir))
      }
    }
    host.log(
      LogEvent(
        .takenOver, app: heir,
        message: "\(taken.itemCount) items of the store \(store.place.path) were taken over."))
    return Int(taken.itemCount)
  }

  /// Empties a store that was taken over and whose program has ended before it could, unless another writes to it.
  ///
  /// The program's end leaves the store to whoever comes first, so all is copied once more: mostly nothing is new.
  ///
  /// - Parameters:
  ///   - directory: The store's directory.
  ///   - copy: What it was taken over with.
  func emptyAbandoned(_ directory: SharedDescriptor, with copy: TakeOverCopy) {
    // A confined program may hand over what it cannot change itself.
    guard copy.peer.isOutsideOfSandboxes,
      let identity = LeavingStores.Identity(of: directory),
      ownPlaces.contains(where: { LeavingStores.Identity(at: $0.path) == identity })
    else { return }
    do throws(ServiceError) {
      _ = try moveAll(of: directory, with: copy)
    } catch {
      host.log(
        LogEvent(
          .stateUnreadable, app: copy.peer.app,
          message: "The store that was taken over is not emptied yet. \(error.message)"))
    }
  }

  /// Copies all of a store to which nobody else writes, and empties it.
  private func moveAll(
    of directory: SharedDescriptor, with copy: TakeOverCopy
  ) throws(ServiceError) -> TakenOver {
    let lock = try Self.lock(directory)
    defer { withExtendedLifetime(lock) {} }
    let taken = try copy.runStore(in: directory)
    do throws(SystemError) {
      try directory.withPath { (path) throws(SystemError) in try StoreLocation.empty(path) }
    } catch {
      throw Self.isNotEmptied(error)
    }
    return taken
  }

  /// Keeps others from writing to a store.
  private static func lock(_ directory: SharedDescriptor) throws(ServiceError) -> LockFile {
    let path = directory.withPath { $0 } + "/" + StoreLocation.lockName
    do throws(SystemError) {
      return try LockFile(locking: path)
    } catch {
      guard error.code == .wouldBlock else { throw isNotEmptied(error) }
      let holder = LockFile.holder(of: path)?.description ?? "A program"
      throw ServiceError(
        .unavailable, "\(holder) is writing to the store; end it and try again.", isRetryable: true)
    }
  }

  private static func isNotEmptied(_ error: SystemError) -> ServiceError {
    ServiceError(
      .unavailable, "The app's own store cannot be emptied. \(error.message)", isRetryable: true)
  }
}

extension Peer {
  /// Whether it certainly has the rights of the person: in namespaces of its own it would have another name.
  fileprivate var isOutsideOfSandboxes: Bool {
    trust == .executable || trust == .unregistered && app.identifier.hasPrefix("unregistered:/")
  }
}
