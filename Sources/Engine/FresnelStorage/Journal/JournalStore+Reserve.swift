internal import Synchronization

// Room that is kept for deletions, see `Documentation/engine.md`.

extension JournalStore {
  /// Whether room is kept, as much as the options ask for at least; of a store that keeps none it is as if it were.
  package var hasReserve: Bool { state.withLock { !$0.lacksReserve } }

  /// How many bytes are kept.
  package var reserveByteCount: UInt64 { state.withLock(\.reserveByteCount) }

  /// Sees to it that so much room is kept, and as much as the options ask for at least.
  ///
  /// The file that waits to become a journal is given up for it where there is no other room. What was kept before
  /// stays when there is no room for more.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/full`` when there is no room for it, or as
  ///   ``append(_:_:)``.
  package func takeReserve(of byteCount: UInt64) throws(StorageError) {
    try writing { (state, writer) throws(StorageError) in
      try writer.checkTrust()
      let wanted = max(byteCount, options.reserveByteCount)
      guard reserve.isWanted, state.reserveByteCount < wanted else { return }
      try writer.checkPlace()
      do throws(StorageError) {
        try reserve.take(wanted)
      } catch {
        guard error.code == .full, state.spare.take() != nil else { throw error }
        SpareJournal.remove(from: directory, storage: storage)
        try reserve.take(wanted)
      }
      (state.lacksReserve, state.reserveByteCount) = (false, wanted)
    }
  }

  /// Gives up what is kept beyond so much, and beyond what the options ask for.
  package func trimReserve(to byteCount: UInt64) {
    try? writing { (state, writer) throws(StorageError) in
      let wanted = max(byteCount, options.reserveByteCount)
      guard state.reserveByteCount > wanted else { return }
      // In a directory that was replaced, a file of that name is another store's.
      try writer.checkTrust()
      try writer.checkPlace()
      reserve.trim(to: wanted)
      state.reserveByteCount = wanted
    }
  }

  /// Gives up the room that is kept, and the file that waits to become a journal, for what is to be written next.
  ///
  /// Until ``takeReserve(of:)`` the journal takes no more room than it needs.
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
      if reserve.isWanted { (state.lacksReserve, state.reserveByteCount) = (true, 0) }
      return hadSpare || hadReserve
    }
    return isGivenUp ?? false
  }

  private var reserve: RoomReserve {
    RoomReserve(of: directory, storage: storage, options: options)
  }
}
