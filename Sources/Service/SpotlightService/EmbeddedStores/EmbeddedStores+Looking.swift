internal import Dispatch
internal import FresnelEngine
internal import FresnelPlatform
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

// How the directories are looked at, on a thread that may hang at any of them.

extension EmbeddedStores {
  /// Looks at all directories, on the thread of the look.
  func make(_ look: Look) {
    defer { end(look) }
    let listing = list(for: look)
    let found = Set(listing.directories)
    note(listing)
    let open = state.withLock {
      state -> (known: [EmbeddedStoreDirectory], new: Set<EmbeddedStoreDirectory>)? in
      guard state.look === look else { return nil }
      state.isListed = true
      state.pending = found.subtracting(state.stores.keys).subtracting(state.stuck)
      if !look.triesAgain { state.pending.subtract(state.failures.keys) }
      // What could not be looked for may still be there.
      if listing.failure == nil { state.leaving.forget(except: found.union(state.stores.keys)) }
      return (Array(state.stores.keys), state.pending)
    }
    guard let open else { return }
    for directory in open.known {
      // One that was not found may still be where nothing can be found now.
      let isThere = found.contains(directory) || listing.failure != nil
      let goesOn = inspect(directory, look) { store in
        // What was read of a store that was taken over would stay readable.
        guard isThere, !directory.isVacant else { return nil }
        guard let store else { return try self.dependencies.open(directory) }
        try store.refresh()
        return store
      }
      guard goesOn else { return }
    }
    for directory in open.new {
      let goesOn = inspect(directory, look) { _ in
        directory.isVacant ? nil : try self.dependencies.open(directory)
      }
      guard goesOn else { return }
    }
  }

  /// Lists where stores may be. While an earlier look hangs at that, it is what was found before it: each further list
  /// might cost a thread, and the stores that are open are to go on.
  private func list(for look: Look) -> EmbeddedStoreListing {
    let former = state.withLock { state -> [EmbeddedStoreDirectory]? in
      guard state.lister == nil else { return state.listed }
      state.lister = look
      return nil
    }
    if let former {
      var listing = EmbeddedStoreListing(former)
      listing.failure = "A directory in which they may be does not answer."
      return listing
    }
    let listing = directories()
    state.withLock { ($0.lister, $0.listed) = (nil, listing.directories) }
    return listing
  }

  /// Takes note of what was found, and of what was not.
  private func note(_ listing: EmbeddedStoreListing) {
    let isNews = state.withLock { state in
      defer { state.listFailure = listing.failure }
      if listing.failure == nil {
        let found = Set(listing.directories)
        state.failures = state.failures.filter { found.contains($0.key) }
      }
      return state.listFailure != listing.failure
    }
    guard isNews, let reason = listing.failure else { return }
    log(
      LogEvent(
        .stateUnreadable, message: "The stores of apps cannot all be looked for. \(reason)"))
  }

  /// Takes note of why a store is left out, if it is.
  private func note(_ failure: String?, of directory: EmbeddedStoreDirectory) {
    let isNews = state.withLock { state in
      defer { state.failures[directory] = failure }
      return state.failures[directory] != failure
    }
    guard isNews, let failure else { return }
    log(
      LogEvent(
        .stateUnreadable, app: directory.app,
        message: "The store that the app keeps itself cannot be read. \(failure)"))
  }

  /// Whether a directory may be looked at now.
  private enum Turn {
    /// It may; the store is that which is open, if one is. The number is that of removals so far.
    case take(Store?, UInt64)
    /// An earlier look still hangs at it.
    case pass
    /// The look was given up.
    case end
  }

  /// Looks at one directory.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - look: The look that it is part of.
  ///   - body: Gives the store as it is to be used from now on; `nil` to close it, as when it throws. It is given the
  ///     one that is open, unless another directory is at the path by now. It may hang.
  /// - Returns: Whether the look goes on; not, when it was given up.
  private func inspect(
    _ directory: EmbeddedStoreDirectory, _ look: Look, _ body: (Store?) throws -> Store?
  ) -> Bool {
    let turn = state.withLock { state -> Turn in
      guard state.look === look else { return .end }
      guard !state.stuck.contains(directory) else { return .pass }
      state.current = directory
      return .take(state.stores[directory], state.removalCount)
    }
    guard case .take(let store, let removalCount) = turn else {
      if case .pass = turn { return true } else { return false }
    }
    var opened: Store?
    var failure: String?
    let identity = LeavingStores.Identity(at: directory.path)
    let (isLeaving, isReplaced) = state.withLock { state in
      (
        state.leaving.note(identity, at: directory),
        store != nil && state.identities[directory] != identity
      )
    }
    do {
      opened = isLeaving ? nil : try body(isReplaced ? nil : store)
    } catch {
      // Where there is none, it was not made yet, or was taken over.
      if directory.mayHaveStore { failure = Self.reason(error, directory) }
    }
    let (isGoingOn, isKept) = state.withLock { state in
      guard state.look === look else {
        state.stuck.remove(directory)
        return (false, false)
      }
      let before = state.stores[directory]
      state.current = nil
      state.pending.remove(directory)
      // The core may have begun to take it over meanwhile.
      let isLeaving = state.leaving.note(identity, at: directory)
      // An app was removed meanwhile, perhaps this one: the next look sees what is there.
      let isRemoved = state.removalCount != removalCount
      if isRemoved { state.pending.insert(directory) }
      let isClosed = isLeaving || isRemoved
      if isClosed {
        // That it was closed for that is no reason why it cannot be read.
        failure = nil
      }
      state.stores[directory] = isClosed ? nil : opened
      state.identities[directory] = state.stores[directory] == nil ? nil : identity
      if before !== state.stores[directory] { state.hasNews = true }
      return (true, opened != nil && !isClosed)
    }
    if isGoingOn { note(failure, of: directory) }
    // One that was given up is nobody's but this thread's by now.
    if !isKept { opened?.close() }
    if store !== opened { store?.close() }
    return isGoingOn
  }

  /// Why a directory cannot be read. It is named by its path, where the error has the number of the descriptor that
  /// stood for it in this look.
  private static func reason(_ error: any Error, _ directory: EmbeddedStoreDirectory) -> String {
    "\(error)".replacing(/\/proc\/self\/fd\/[0-9]+/, with: directory.path)
  }

  /// Ends a look, and tells live searches where it found something after they had ceased to wait.
  func end(_ look: Look) {
    let isNews = state.withLock { state in
      guard state.look === look else { return false }
      defer { (state.look, state.current, state.isLate) = (nil, nil, false) }
      // Where a take-over ended during the look, searches that waited for it lack that store until the next.
      if state.triedAt == nil, !state.pending.isEmpty { return true }
      // A search that is run again makes the next look: if each were news, there would be no end.
      return state.isLate && (state.hasNews || state.leftOut() != state.problemsWhenLate)
    }
    look.end.leave()
    closeLater()
    if isNews { dependencies.contentsChanged() }
  }
}
