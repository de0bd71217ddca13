internal import Synchronization

// Room that is kept for deletions, see `Documentation/engine.md`.

extension JournalStore {
  /// Whether the room that the options ask for is kept; of a store that keeps none it is as if it were.
  package var hasReserve: Bool { state.withLock { !$0.lacksReserve } }

  /// Sees to it that the room is kept that the options ask for.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/full`` when there is no room for it, or as
  ///   ``append(_:_:)``.
  package func takeReserve() throws(StorageError) {
    try writing { (state, writer) throws(StorageError) in
      try writer.checkTrust()
      guard state.lacksReserve else { return }
      try writer.checkPlace()
      try reserve.take()
      state.lacksReserve = false
    }
  }

  /// Gives up the room that is kept, and the file that waits to become a journal, for what is to be written next.
  ///
  /// Until ``takeReserve()`` the journal takes no more room than it needs.
  ///
  /// - Returns: Whether there was anything to give up.
  package func giveUpReserve() -> Bool {
    let isGivenUp = try? writing { (state, writer) throws(StorageError) in
      // In a directory that was replaced, a file of that name is another store's.
      try writer.checkTrust()
      try writer.checkPlace()
      let hadSpare = state.spare.take() != nil
      if hadSpare { SpareJournal.remove(from: directory, storage: storage) }
      let hadReserve = !state.lacksReserve && reserve.giveUp()
      if reserve.isWanted { state.lacksReserve = true }
      return hadSpare || hadReserve
    }
    return isGivenUp ?? false
  }

  private var reserve: RoomReserve {
    RoomReserve(of: directory, storage: storage, options: options)
  }
}
