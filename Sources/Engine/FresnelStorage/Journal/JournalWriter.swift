/// Appends commits to a journal file.
struct JournalWriter {
  private(set) var file: any StorageFile
  private(set) var generation: Generation
  /// The end of the durable frames.
  private(set) var tail: UInt64
  /// The number of the next frame to be committed.
  private(set) var nextSequence: UInt64
  private var allocation: Allocation
  /// Whether bytes of an earlier generation may follow the frames; recovery cuts them off.
  private var isRecycled = false
  private var buffer: FrameBuffer
  /// Whether the file grows by no more than it needs, as there is little room.
  var growsSparingly = false
  /// Held for as long as the writer lives.
  private let lock: any StorageLock
  /// Why the file can't be trusted any more.
  private var failure: StorageError?

  init(
    file: any StorageFile, generation: Generation, tail: UInt64, allocated: UInt64,
    nextSequence: UInt64, lock: any StorageLock, options: JournalOptions
  ) {
    self.file = file
    self.generation = generation
    self.tail = tail
    self.nextSequence = nextSequence
    self.lock = lock
    allocation = Allocation(byteCount: allocated, options: options)
    buffer = FrameBuffer(generation: generation)
  }

  /// The length of the file.
  var allocatedByteCount: UInt64 { allocation.byteCount }

  /// How far the durable frames go.
  var position: JournalPosition {
    JournalPosition(
      generation: generation.number, salt: generation.salt, sequence: nextSequence - 1)
  }

  /// Whether no write or sync has failed.
  var isTrusted: Bool { failure == nil }

  /// Refuses work after a failure.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/untrusted``, or once more with
  ///   ``StorageError/Code/replaced``.
  func checkTrust() throws(StorageError) {
    guard let failure else { return }
    // Whoever meets with it later has to know of the loss, too.
    if failure.code == .replaced { throw failure }
    throw StorageError(
      .untrusted, "The journal must be reopened, for it can't be trusted: \(failure.message)",
      path: file.path, cause: failure.cause)
  }

  /// Checks that the directory still has the journal and the lock that are written and held here. What is
  /// written to a file without a name is gone when it is closed, and with another lock another process writes.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/replaced``, or ``StorageError/Code/untrusted`` when the
  ///   paths cannot be looked at: nothing is known to be lost then. Later calls refuse all work.
  /// - Complexity: Four system calls that do not wait for the disk.
  mutating func checkPlace() throws(StorageError) {
    do throws(StorageError) {
      if try file.isInPlace, try lock.isInPlace { return }
    } catch {
      distrust(error)
      return try checkTrust()
    }
    let error = StorageError(
      .replaced,
      "The directory of \(file.path) was deleted or replaced while it was open; nothing more was stored there.",
      path: file.path)
    distrust(error)
    throw error
  }

  /// Whether the directory has surely another journal or lock now, or none. Unlike ``checkPlace()`` it says so after
  /// any failure, and changes nothing.
  var isReplaced: Bool {
    (try? file.isInPlace) == false || (try? lock.isInPlace) == false
  }

  /// Refuses all work from now on because of an error.
  mutating func distrust(_ error: StorageError) {
    failure = error
    buffer.removeAll()
  }

  mutating func append(
    _ kind: FrameKind, _ body: (inout FrameWriter) -> Void
  ) throws(StorageError) -> UInt64 {
    try checkTrust()
    let sequence = nextSequence + UInt64(buffer.count)
    try buffer.append(kind, body)
    return sequence
  }

  /// Forgets the frames not yet written.
  mutating func discardWaitingFrames() {
    buffer.removeAll()
  }

  mutating func commit() throws(StorageError) {
    try checkTrust()
    // Also without frames: "all of that is stored already" may be acknowledged then.
    if buffer.count == 0 { return try checkPlace() }
    defer { buffer.removeAll() }
    let end = tail + UInt64(buffer.bytes.count)
    // This writes zeros after the last frame only: if the disk is full, nothing has become doubtful.
    try allocation.makeRoom(for: end, in: file, sparingly: growsSparingly)
    buffer.seal(firstSequence: nextSequence, commitStart: nextSequence)
    do throws(StorageError) {
      try file.write(buffer.bytes, at: tail)
      try file.sync()
    } catch {
      failure = error
      try checkTrust()
    }
    try checkPlace()
    tail = end
    nextSequence += UInt64(buffer.count)
  }

  /// Repeats the manifest's content, durably, for the case that the manifest is lost.
  ///
  /// A full disk is no failure: the content is repeated at the next opening then.
  mutating func repeatContent(_ content: [UInt8]) throws(StorageError) {
    try checkTrust()
    do throws(StorageError) {
      try buffer.append(.content) { $0.append(content) }
      try commit()
    } catch {
      guard error.code == .full else { throw error }
    }
  }

  /// Marks the journal as closed in order; the next writer overwrites the mark.
  ///
  /// Most of the room behind it is given up: whoever opens the journal to write looks through it. Bytes of an
  /// earlier generation are cut off, since they may be of items that were deleted or have expired.
  mutating func close() throws(StorageError) {
    try commit()
    try buffer.append(.closed) { _ in }
    let end = tail + UInt64(buffer.bytes.count)
    try allocation.makeRoom(for: end, in: file, sparingly: growsSparingly)
    buffer.seal(firstSequence: nextSequence, commitStart: nextSequence)
    try file.write(buffer.bytes, at: tail)
    try allocation.giveUpRoom(after: end, in: file, exactly: isRecycled)
    try file.sync()
  }

  /// Goes on in the file of a checkpoint.
  mutating func move(
    to checkpoint: borrowing CheckpointWriter, end: UInt64, allocated: UInt64,
    options: JournalOptions
  ) {
    file = checkpoint.file
    generation = checkpoint.generation
    tail = end
    nextSequence = checkpoint.nextSequence
    allocation = Allocation(byteCount: allocated, options: options)
    isRecycled = checkpoint.isRecycled
    buffer = FrameBuffer(generation: generation)
  }
}
