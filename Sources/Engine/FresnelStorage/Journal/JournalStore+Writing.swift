internal import Synchronization

extension JournalStore {
  /// Adds a frame to the next commit; nothing is written before ``commit()``.
  ///
  /// - Parameters:
  ///   - kind: What the frame holds; see ``FrameKind/firstOfOwner``.
  ///   - body: Writes the frame's records.
  /// - Returns: The frame's sequence number.
  /// - Throws: ``StorageError`` with code ``StorageError/Code/tooLarge``,
  ///   ``StorageError/Code/untrusted``, ``StorageError/Code/closed`` or
  ///   ``StorageError/Code/readOnly``; the frames added before stay.
  @discardableResult
  public func append(
    _ kind: FrameKind, _ body: (inout FrameWriter) -> Void
  ) throws(StorageError) -> UInt64 {
    precondition(kind.isOwners, "frame kinds below \(FrameKind.firstOfOwner) are the journal's own")
    return try writing { (state, writer) throws(StorageError) in
      try writer.append(kind, body)
    }
  }

  /// Adds a frame to the next commit; nothing is written before ``commit()``.
  ///
  /// - Parameters:
  ///   - kind: What the frame holds; see ``FrameKind/firstOfOwner``.
  ///   - records: The frame's records.
  /// - Returns: The frame's sequence number.
  /// - Throws: As ``append(_:_:)``.
  @discardableResult
  public func append(_ kind: FrameKind, records: [[UInt8]]) throws(StorageError) -> UInt64 {
    try append(kind) { frame in
      for record in records { frame.append(record) }
    }
  }

  /// Makes all frames added so far durable with one write and one sync.
  ///
  /// Without frames it only looks whether the directory is still there. When it returns, the frames survive
  /// `kill -9` and power loss.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/full`` when there was no room for more
  ///   frames: those waiting are dropped and the store can be used further. With code
  ///   ``StorageError/Code/untrusted`` the frames may or may not be on the disk, and the store has
  ///   to be reopened to find out. With code ``StorageError/Code/replaced`` the directory was deleted or
  ///   replaced meanwhile; reopening makes a new one, or finds what is there now.
  public func commit() throws(StorageError) {
    try writing { (_, writer) throws(StorageError) in
      try writer.commit()
    }
  }

  /// Checks that the directory was neither deleted nor replaced since it was opened: whoever is about to make
  /// files in it would otherwise write over those of another store.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/replaced``, after which the store has to be
  ///   reopened; or as ``append(_:_:)``.
  package func checkPlace() throws(StorageError) {
    try writing { (_, writer) throws(StorageError) in
      try writer.checkTrust()
      try writer.checkPlace()
    }
  }

  /// Whether the directory was surely deleted or replaced since it was opened. After a failure of another kind
  /// ``checkPlace()`` can't tell; opening again would then take what is there for what was there.
  package var isReplaced: Bool {
    state.withLock { $0.writer?.isReplaced ?? false }
  }

  /// Forgets the frames that were added since the last commit, so that no later one writes them.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/closed`` or
  ///   ``StorageError/Code/readOnly``.
  public func discardWaitingFrames() throws(StorageError) {
    try writing { (_, writer) throws(StorageError) in
      writer.discardWaitingFrames()
    }
  }

  /// Replaces the journal by a new generation that starts with the frames the body writes.
  ///
  /// Content and frames have to stand for everything committed before: those frames are given up. The new file is
  /// durable before the manifest points at it, so a crash leaves the old state or the new one. When
  /// writing fails, the old generation stays in use. The old file is kept, unless it is long, and becomes
  /// the file of the generation after the new one.
  ///
  /// - Parameters:
  ///   - content: Bytes to keep in the manifest; `nil` keeps those that are there.
  ///   - write: Writes the frames.
  /// - Throws: What the body throws, or ``StorageError``; with code ``StorageError/Code/untrusted``
  ///   the store has to be reopened.
  public func rotate(
    content: [UInt8]? = nil, _ write: (inout CheckpointWriter) throws -> Void
  ) throws {
    let content = content ?? self.content
    try Self.check(content)
    try state.withLock { state in
      var writer = try takeWriter(from: &state)
      defer { state.writer = writer }
      try writer.commit()
      let (old, oldByteCount) = (writer.generation, writer.allocatedByteCount)
      let spare = state.spare.take()
      let generation = try Generation.following(
        old.number, firstSequence: writer.nextSequence, seeds: [old.seed],
        key: options.encryptionKey)
      var manifest = state.manifest
      do {
        var checkpoint = try CheckpointWriter(
          creating: generation, in: directory, storage: storage, options: options,
          recycling: spare, growsSparingly: state.lacksReserve)
        try write(&checkpoint)
        let (end, allocated) = try checkpoint.finish(content: content)
        manifest.edition &+= 1
        manifest.generation = generation
        manifest.durableEnd = end
        manifest.content = content
        try install(manifest, distrusting: &writer)
        writer.move(to: checkpoint, end: end, allocated: allocated, options: options)
      } catch {
        // After a failed switch either file may be the one that counts: both have to stay. Otherwise
        // the new one is waste; if it can't be removed now, the next opening for writing does it.
        if writer.isTrusted { try? storage.remove(directory + "/" + generation.fileName) }
        throw error
      }
      state.manifest = manifest
      publish(writer)
      // Nothing points at the old file any more.
      if state.lacksReserve {
        try? storage.remove(directory + "/" + old.fileName)
      } else {
        state.spare = SpareJournal.keeping(
          old, byteCount: oldByteCount, in: directory, storage: storage, options: options)
      }
    }
  }

  /// Removes the files of earlier generations, so that nothing of what only they held is left in the directory.
  ///
  /// That includes the file that was kept to be written over: the next rotation makes a new one.
  ///
  /// - Throws: ``StorageError`` when one can't be removed; with codes ``StorageError/Code/untrusted`` and
  ///   ``StorageError/Code/replaced`` none was, and the store has to be reopened.
  package func removeEarlierGenerations() throws(StorageError) {
    try writing { (state, writer) throws(StorageError) in
      try writer.checkTrust()
      try writer.checkPlace()
      state.spare = nil
      try JournalRecovery.removeLeftovers(
        of: directory, storage: storage, keeping: writer.generation)
    }
  }

  /// Replaces the bytes that the manifest keeps for the owner, without a rotation.
  ///
  /// The frames of the generation stay, and are to be applied to what the new content stands for. The
  /// frames that waited are committed before. A crash leaves the old content or the new one; whatever
  /// the new one names has to be durable.
  ///
  /// - Parameter content: The bytes.
  /// - Complexity: O(*n*) in the number of bytes, which are written twice; four syncs.
  /// - Throws: ``StorageError``; with code ``StorageError/Code/untrusted`` the store has to be
  ///   reopened, and holds the old content or the new one. After other errors the old one stays.
  public func replaceContent(_ content: [UInt8]) throws(StorageError) {
    try Self.check(content)
    try writing { (state, writer) throws(StorageError) in
      try writer.commit()
      var manifest = state.manifest
      manifest.edition &+= 1
      manifest.durableEnd = writer.tail
      manifest.content = content
      try install(manifest, distrusting: &writer)
      state.manifest = manifest
      try writer.repeatContent(content)
    }
  }

  private static func check(_ content: [UInt8]) throws(StorageError) {
    guard content.count <= Manifest.maximumContentByteCount else {
      throw StorageError(
        .tooLarge, "A manifest can't hold more than \(Manifest.maximumContentByteCount) bytes.")
    }
  }

  /// Takes note that the loss reported was dealt with, so that it is not reported again.
  ///
  /// - Throws: ``StorageError``; with code ``StorageError/Code/untrusted`` the store has to be
  ///   reopened.
  public func acknowledgeLoss() throws(StorageError) {
    try writing { (state, writer) throws(StorageError) in
      try writer.checkTrust()
      if state.manifest.unacknowledgedLoss == .none { return }
      var manifest = state.manifest
      manifest.edition &+= 1
      manifest.unacknowledgedLoss = .none
      try install(manifest, distrusting: &writer)
      state.manifest = manifest
    }
  }

  /// Commits what waits, marks the journal as closed in order and releases the lock.
  ///
  /// A store that goes away without being closed loses nothing but opens more slowly. Closing again
  /// does nothing.
  ///
  /// - Throws: ``StorageError`` when frames that were waiting could not be made durable, or the mark
  ///   could not be written; the lock is released all the same.
  public func close() throws(StorageError) {
    try state.withLock { (state) throws(StorageError) in
      defer { (state.writer, state.reader) = (nil, nil) }
      // In a directory that was replaced, a file of that name is another store's.
      if state.spare.take() != nil, (try? state.writer?.checkPlace()) != nil {
        SpareJournal.remove(from: directory, storage: storage)
      }
      try state.writer?.close()
    }
  }

  /// Makes a manifest the one in place; if that fails half-way, the writer can't be trusted any more.
  private func install(
    _ manifest: Manifest, distrusting writer: inout JournalWriter
  ) throws(StorageError) {
    try writer.checkPlace()
    let manifests = ManifestFile(
      directory: directory, storage: storage, key: options.encryptionKey)
    try manifests.prepare(manifest)
    do throws(StorageError) {
      try manifests.install()
    } catch {
      writer.distrust(error)
      try writer.checkTrust()
    }
  }

  /// Runs a body with the writer.
  func writing<Result>(
    _ body: (inout State, inout JournalWriter) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    try state.withLock { (state) throws(StorageError) in
      var writer = try takeWriter(from: &state)
      defer {
        publish(writer)
        state.writer = writer
      }
      return try body(&state, &writer)
    }
  }

  /// Moves the writer out of the state, so that changing it copies nothing; it has to be put back.
  private func takeWriter(from state: inout State) throws(StorageError) -> JournalWriter {
    guard mode == .readWrite else {
      throw StorageError(
        .readOnly, "\(directory) is open for reading only.", path: directory)
    }
    guard var writer = state.writer.take() else {
      throw StorageError(.closed, "\(directory) was closed.", path: directory)
    }
    writer.growsSparingly = state.lacksReserve
    return writer
  }

  private func publish(_ writer: JournalWriter) {
    current.withLock {
      $0 = Current(
        generation: writer.generation.number, end: writer.tail, position: writer.position)
    }
  }
}
