/// Opens a directory for writing: brings it from whatever state it is in to one that can be trusted.
struct JournalRecovery {
  private let directory: String
  private let storage: any Storage
  private let options: JournalOptions
  private let manifests: ManifestFile
  private let lock: any StorageLock
  private var loss = LossReport()
  private var droppedTail: DroppedTail?

  /// What recovery ends with.
  struct Outcome {
    let manifest: Manifest
    let writer: JournalWriter
    let loss: LossReport
    let droppedTail: DroppedTail?
  }

  private struct Tail {
    let file: any StorageFile
    let generation: Generation
    let end: UInt64
    let allocated: UInt64
    let nextSequence: UInt64
    /// The manifest's content as the journal repeats it.
    let repeatedContent: [UInt8]?
  }

  init(
    directory: String, storage: any Storage, options: JournalOptions, lock: any StorageLock
  ) {
    self.directory = directory
    self.storage = storage
    self.options = options
    self.lock = lock
    manifests = ManifestFile(directory: directory, storage: storage, key: options.encryptionKey)
  }

  /// Recovers and delivers the frames that are left.
  mutating func recover(_ deliver: (JournalEvent) throws -> Void) throws -> Outcome {
    let (found, isReconstructed) = try findManifest()
    let outcome: (manifest: Manifest, tail: Tail)
    if let found {
      outcome = try recover(found, isReconstructed: isReconstructed, deliver)
    } else {
      outcome = try startAfresh(deliver)
    }
    // A failure is harmless: the next opening tries again.
    try? Self.removeLeftovers(
      of: directory, storage: storage, keeping: outcome.manifest.generation)
    loss.extent = max(loss.extent, outcome.manifest.unacknowledgedLoss)
    let tail = outcome.tail
    var writer = JournalWriter(
      file: tail.file, generation: tail.generation, tail: tail.end, allocated: tail.allocated,
      nextSequence: tail.nextSequence, lock: lock, options: options)
    if tail.repeatedContent != outcome.manifest.content {
      // A crash came between replacing the content and repeating it.
      try writer.repeatContent(outcome.manifest.content)
    }
    return Outcome(
      manifest: outcome.manifest, writer: writer, loss: loss, droppedTail: droppedTail)
  }

  // MARK: - The manifest

  /// The manifest in place, or one put together from the journals.
  private mutating func findManifest() throws(StorageError) -> (Manifest?, isReconstructed: Bool) {
    let reading = try manifests.read()
    if case .valid(let manifest) = reading { return (manifest, false) }
    let reconstruction = try ManifestReconstruction(
      directory: directory, storage: storage, options: options)
    if case .damaged = reading {
      try note("The manifest fails its checksum", in: manifests.path, at: 0, settingAside: true)
    } else if !reconstruction.isUnfinishedCreation {
      try note("The manifest is missing", in: manifests.path, at: 0, settingAside: false)
    }
    loss.extent = reconstruction.extent
    if !reconstruction.isUnfinishedCreation {
      for number in reconstruction.journals
      where number != reconstruction.manifest?.generation.number {
        let path = directory + "/" + Generation.fileName(of: number)
        try note("No manifest says what this journal is for", in: path, at: 0, settingAside: true)
      }
    }
    return (reconstruction.manifest, true)
  }

  // MARK: - The journal

  private mutating func recover(
    _ manifest: Manifest, isReconstructed: Bool, _ deliver: (JournalEvent) throws -> Void
  ) throws -> (Manifest, Tail) {
    var manifest = manifest
    let path = directory + "/" + manifest.generation.fileName
    guard let file = try storage.openIfPresent(path, for: .updating) else {
      try note("The journal is missing", in: path, at: 0, settingAside: false)
      loss.extent = manifest.content.isEmpty ? .complete : .partial
      return try startAfresh(after: manifest, deliver)
    }
    let header = try JournalHeader.read(file)
    var reader = FrameReader(
      file: file, generation: manifest.generation, readByteCount: options.readByteCount)
    try deliver(.start(JournalStart(manifest)))
    let stop = try reader.replay { try deliver(.frame($0)) }
    let survey = try TailSurvey(after: reader, options: options)
    let damage = JournalDamage(after: stop, reader: reader, manifest: manifest, survey: survey)
    if let damage {
      let isNothingLeft = reader.frameCount == 0 && manifest.content.isEmpty
      loss.extent = max(loss.extent, isNothingLeft ? .complete : .partial)
      try note(damage.explanation, in: path, at: damage.offset, settingAside: true)
    }
    if damage == nil, survey.nextFrame != nil {
      droppedTail = DroppedTail(
        path: path, offset: reader.offset, byteCount: survey.lastHeaderEnd - reader.offset)
    }
    let hasHeader = header == manifest.generation
    if !hasHeader {
      let isSetAside = damage != nil
      try note(
        "The journal's header fails its checksum", in: path, at: 0, settingAside: !isSetAside)
    }
    // A journal that no manifest vouches for may be in the system's cache only, after a sync failed.
    if damage != nil || !hasHeader || isReconstructed {
      let lastSequence = damage?.lastSequence ?? 0
      return try moveToFreshGeneration(
        manifest, copying: reader, firstSequence: max(reader.nextSequence, lastSequence + 1),
        deliver)
    }
    let repair = TailRepair(
      after: stop, reader: reader, survey: survey, durableEnd: manifest.durableEnd,
      options: options)
    if repair.isNeeded {
      do throws(StorageError) {
        try repair.run()
      } catch {
        guard error.code == .inputOutput else { throw error }
        // The disk can't keep these blocks: carry what can be read to others.
        return try moveToFreshGeneration(
          manifest, copying: reader, firstSequence: reader.nextSequence, deliver)
      }
    }
    if stop != .closed || repair.isNeeded {
      // Also when nothing was repaired: the sync of the directory that the manifest's last
      // replacement ended with may have failed.
      try replace(&manifest, durableEnd: reader.offset)
    }
    // Where the end can't be cut off, it stays until the journal is begun anew.
    try? cutOffEarlierGenerations(in: file, after: reader, stop)
    let tail = Tail(
      file: file, generation: manifest.generation, end: reader.offset,
      allocated: try file.byteCount(), nextSequence: reader.nextSequence,
      repeatedContent: reader.repeatedContent)
    return (manifest, tail)
  }

  /// Has the manifest say how far the journal is durable.
  ///
  /// A disk without room for another manifest keeps the one that is there: it names the same journal, whose frames tell
  /// where they end. Then only damage before that end would look like an unfinished write.
  private func replace(
    _ manifest: inout Manifest, durableEnd: UInt64
  ) throws(StorageError) {
    var next = manifest
    next.edition &+= 1
    next.durableEnd = durableEnd
    next.unacknowledgedLoss = max(next.unacknowledgedLoss, loss.extent)
    do throws(StorageError) {
      try manifests.prepare(next)
    } catch {
      guard error.code == .full, next.unacknowledgedLoss == manifest.unacknowledgedLoss else {
        throw error
      }
      return try storage.syncDirectory(directory)
    }
    try manifests.install()
    manifest = next
  }

  /// Cuts the file off behind the frames when anything but zeros follows them: bytes of earlier generations, which
  /// may be of items that were deleted or have expired.
  ///
  /// A closing mark may go with them. It only says that nothing follows.
  private func cutOffEarlierGenerations(
    in file: any StorageFile, after reader: FrameReader, _ stop: FrameReader.Stop
  ) throws(StorageError) {
    var offset = reader.offset
    if stop == .closed {
      let mark = try file.read(at: offset, count: FrameHeader.byteCount)
      guard mark.count == FrameHeader.byteCount else { return }
      let header = mark.withUnsafeBytes { FrameHeader($0, seed: reader.generation.seed) }
      offset += UInt64(header?.frameByteCount ?? 0)
    }
    while true {
      let bytes = try file.read(at: offset, count: options.readByteCount)
      if bytes.isEmpty { return }
      guard bytes.allSatisfy({ $0 == 0 }) else { return try file.truncate(to: reader.offset) }
      offset += UInt64(bytes.count)
    }
  }

  /// Makes the first journal of a directory, or one in place of a journal that is gone.
  private func startAfresh(
    after manifest: Manifest? = nil, _ deliver: (JournalEvent) throws -> Void
  ) throws -> (Manifest, Tail) {
    let journals = try ManifestReconstruction.journals(in: directory, storage: storage)
    let number = max(manifest?.generation.number ?? 0, journals.last ?? 0)
    let fresh = try Generation.following(
      number, firstSequence: manifest?.generation.firstSequence ?? 1, key: options.encryptionKey)
    let started = try begin(fresh, after: manifest) { _ in }
    try deliver(.start(JournalStart(started.0)))
    return started
  }

  /// Copies the valid frames of a journal to a fresh generation and delivers them again from there.
  private func moveToFreshGeneration(
    _ manifest: Manifest, copying reader: FrameReader, firstSequence: UInt64,
    _ deliver: (JournalEvent) throws -> Void
  ) throws -> (Manifest, Tail) {
    let journals = try ManifestReconstruction.journals(in: directory, storage: storage)
    let number = max(manifest.generation.number, journals.last ?? 0)
    let fresh = try Generation.following(
      number, firstSequence: firstSequence, seeds: [manifest.generation.seed],
      key: options.encryptionKey)
    let moved = try begin(fresh, after: manifest) { checkpoint in
      var source = FrameReader(
        file: reader.file, generation: manifest.generation, readByteCount: options.readByteCount)
      _ = try source.replay(until: reader.offset) { try checkpoint.copy($0) }
    }
    try deliver(.start(JournalStart(moved.0)))
    var copy = FrameReader(
      file: moved.1.file, generation: fresh, readByteCount: options.readByteCount)
    _ = try copy.replay { try deliver(.frame($0)) }
    return moved
  }

  /// Begins a generation with the frames that the body writes.
  private func begin(
    _ fresh: Generation, after manifest: Manifest?,
    _ write: (inout CheckpointWriter) throws -> Void
  ) throws -> (Manifest, Tail) {
    let begun: (Manifest, Tail)
    do {
      begun = try prepare(fresh, after: manifest, write)
    } catch {
      // Nothing names the file yet. On a full disk each attempt would keep what room it found.
      try? storage.remove(directory + "/" + fresh.fileName)
      throw error
    }
    try manifests.install()
    return begun
  }

  /// Writes a generation's file and the manifest that will name it.
  private func prepare(
    _ fresh: Generation, after manifest: Manifest?,
    _ write: (inout CheckpointWriter) throws -> Void
  ) throws -> (Manifest, Tail) {
    let content = manifest?.content ?? []
    var checkpoint = try CheckpointWriter(
      creating: fresh, in: directory, storage: storage, options: options)
    try write(&checkpoint)
    let (end, allocated) = try checkpoint.finish(content: content)
    let next = Manifest(
      unacknowledgedLoss: max(manifest?.unacknowledgedLoss ?? .none, loss.extent),
      edition: (manifest?.edition ?? 0) &+ 1, generation: checkpoint.generation, durableEnd: end,
      content: content)
    try manifests.prepare(next)
    let tail = Tail(
      file: checkpoint.file, generation: checkpoint.generation, end: end, allocated: allocated,
      nextSequence: checkpoint.nextSequence, repeatedContent: content)
    return (next, tail)
  }

  // MARK: - Keeping and tidying

  /// Notes a damaged place and keeps a copy of the file for inspection.
  private mutating func note(
    _ explanation: String, in path: String, at offset: UInt64, settingAside: Bool
  ) throws(StorageError) {
    var damage = LossReport.Damage(path: path, offset: offset, explanation: explanation + ".")
    if settingAside {
      damage.setAsidePath = try DamagedFiles(directory: directory, storage: storage).keep(path)
    }
    loss.damages.append(damage)
  }

  /// Removes the files of other generations and what crashes left behind. Nobody else may write meanwhile.
  ///
  /// - Throws: ``StorageError`` when some can't be removed; the others are.
  static func removeLeftovers(
    of directory: String, storage: any Storage, keeping generation: Generation
  ) throws(StorageError) {
    var failure: StorageError?
    for name in try storage.entries(of: directory) {
      let isOldJournal =
        Generation.number(inFileName: name).map { $0 != generation.number } ?? false
      guard isOldJournal || name == Manifest.asideName || name == SpareJournal.fileName else {
        continue
      }
      do throws(StorageError) {
        try storage.remove(directory + "/" + name)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
