internal import Synchronization

extension JournalStore {
  /// Opens the journal in a directory and hands over its frames in order.
  ///
  /// - Parameters:
  ///   - directory: The store's directory.
  ///   - storage: The file system it is in.
  ///   - mode: Whether to write.
  ///   - options: Sizes to work with.
  ///   - deliver: Takes the content and the frames; see ``JournalEvent``.
  /// - Returns: The open store. Its ``loss`` tells what is missing.
  /// - Throws: What `deliver` throws, or ``StorageError``: with code ``StorageError/Code/busy`` when
  ///   another process writes, ``StorageError/Code/newerFormat`` when a newer program wrote the store,
  ///   ``StorageError/Code/wrongKey`` when the options do not have the store's key,
  ///   and ``StorageError/Code/notFound`` when there is nothing to read.
  public static func open(
    directory: String, storage: any Storage = FileStorage(), mode: Mode,
    options: JournalOptions = JournalOptions(),
    _ deliver: (JournalEvent) throws -> Void
  ) throws -> JournalStore {
    switch mode {
    case .readWrite:
      try openForWriting(directory: directory, storage: storage, options: options, deliver)
    case .readOnly:
      try openForReading(directory: directory, storage: storage, options: options, deliver)
    }
  }

  private static func openForWriting(
    directory: String, storage: any Storage, options: JournalOptions,
    _ deliver: (JournalEvent) throws -> Void
  ) throws -> JournalStore {
    try storage.createDirectory(directory)
    let lock = try storage.lock(directory + "/lock")
    let reserve = RoomReserve(of: directory, storage: storage, options: options)
    let outcome: JournalRecovery.Outcome
    do {
      var recovery = JournalRecovery(
        directory: directory, storage: storage, options: options, lock: lock)
      outcome = try recovery.recover(deliver)
    } catch let error as StorageError where error.code == .full && reserve.giveUp() {
      // Mending damage takes room.
      var recovery = JournalRecovery(
        directory: directory, storage: storage, options: options, lock: lock)
      outcome = try recovery.recover(deliver)
    }
    let writer = outcome.writer
    let reserveByteCount = reserve.byteCount
    return JournalStore(
      directory: directory, mode: .readWrite, storage: storage, options: options,
      loss: outcome.loss, droppedTail: outcome.droppedTail,
      state: State(
        manifest: outcome.manifest, writer: writer, reader: nil,
        lacksReserve: reserve.isWanted && reserveByteCount == 0,
        reserveByteCount: reserveByteCount),
      current: Current(
        generation: writer.generation.number, end: writer.tail, position: writer.position))
  }

  private static func openForReading(
    directory: String, storage: any Storage, options: JournalOptions,
    _ deliver: (JournalEvent) throws -> Void
  ) throws -> JournalStore {
    let opened = try JournalFollower(directory: directory, storage: storage, options: options)
      .open(deliver)
    return JournalStore(
      directory: directory, mode: .readOnly, storage: storage, options: options,
      loss: opened.loss,
      state: State(manifest: opened.manifest, writer: nil, reader: opened.reader),
      current: Current(
        generation: opened.manifest.generation.number, end: opened.reader.offset))
  }

  /// Hands over what the writer committed since the last look; for stores opened for reading.
  ///
  /// Frames that the writer has written but not synced yet may be among them.
  ///
  /// - Parameter deliver: Takes the new frames. After a rotation, or when the content was replaced, it
  ///   gets ``JournalEvent/start(_:)`` and all frames from the start. If it throws, the store has to be
  ///   opened again.
  /// - Throws: What `deliver` throws, or ``StorageError``.
  public func refresh(_ deliver: (JournalEvent) throws -> Void) throws {
    try state.withLock { state in
      guard var reader = state.reader.take() else {
        if mode == .readWrite { return }
        throw StorageError(.closed, "\(directory) was closed.", path: directory)
      }
      defer { state.reader = reader }
      let follower = JournalFollower(directory: directory, storage: storage, options: options)
      if case .valid(let manifest) = try follower.manifests.read() {
        var isSame =
          try manifest.generation == reader.generation
          && manifest.content == state.manifest.content && reader.isLastFrameInPlace()
        if isSame {
          state.manifest = manifest
          _ = try reader.replay { try deliver(.frame($0)) }
          // Where the reading stopped may be where the writer has begun to use the file again.
          isSame =
            try JournalHeader.read(reader.file) == reader.generation
            || !follower.isReplaced(manifest)
        }
        if !isSame {
          let opened = try follower.open(deliver)
          state.manifest = opened.manifest
          reader = opened.reader
        }
      }
      current.withLock {
        $0 = Current(generation: reader.generation.number, end: reader.offset)
      }
    }
  }
}
