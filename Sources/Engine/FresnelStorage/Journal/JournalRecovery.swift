/// Opens a directory for writing: brings it from whatever state it is in to one that can be trusted.
struct JournalRecovery {
  private let directory: String
  private let storage: any Storage
  private let options: JournalOptions
  private let manifests: ManifestFile
  private let lock: any StorageLock
  private var loss = LossReport()

  /// What recovery ends with.
  struct Outcome {
    let manifest: Manifest
    let writer: JournalWriter
    let loss: LossReport
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
    removeLeftovers(keeping: outcome.manifest.generation)
    loss.extent = max(loss.extent, outcome.manifest.unacknowledgedLoss)
    let tail = outcome.tail
    var writer = JournalWriter(
      file: tail.file, generation: tail.generation, tail: tail.end, allocated: tail.allocated,
      nextSequence: tail.nextSequence, lock: lock, options: options)
    if tail.repeatedContent != outcome.manifest.content {
      // A crash came between replacing the content and repeating it.
      try writer.repeatContent(outcome.manifest.content)
    }
    return Outcome(manifest: outcome.manifest, writer: writer, loss: loss)
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
      manifest.edition &+= 1
      manifest.durableEnd = reader.offset
      manifest.unacknowledgedLoss = max(manifest.unacknowledgedLoss, loss.extent)
      try manifests.prepare(manifest)
      try manifests.install()
    }
    let tail = Tail(
      file: file, generation: manifest.generation, end: reader.offset,
      allocated: try file.byteCount(), nextSequence: reader.nextSequence,
      repeatedContent: reader.repeatedContent)
    return (manifest, tail)
  }

  /// Makes the first journal of a directory, or one in place of a journal that is gone.
  private func startAfresh(
    after manifest: Manifest? = nil, _ deliver: (JournalEvent) throws -> Void
  ) throws -> (Manifest, Tail) {
    let journals = try ManifestReconstruction.journals(in: directory, storage: storage)
    let number = max(manifest?.generation.number ?? 0, journals.last ?? 0)
    let fresh = try Generation.following(
      number, firstSequence: manifest?.generation.firstSequence ?? 1, key: options.encryptionKey)
    var checkpoint = try CheckpointWriter(
      creating: fresh, in: directory, storage: storage, options: options)
    let started = try finish(&checkpoint, after: manifest)
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
    var checkpoint = try CheckpointWriter(
      creating: fresh, in: directory, storage: storage, options: options)
    var source = FrameReader(
      file: reader.file, generation: manifest.generation, readByteCount: options.readByteCount)
    _ = try source.replay(until: reader.offset) { try checkpoint.copy($0) }
    let moved = try finish(&checkpoint, after: manifest)
    try deliver(.start(JournalStart(moved.0)))
    var copy = FrameReader(
      file: moved.1.file, generation: fresh, readByteCount: options.readByteCount)
    _ = try copy.replay { try deliver(.frame($0)) }
    return moved
  }

  private func finish(
    _ checkpoint: inout CheckpointWriter, after manifest: Manifest?
  ) throws(StorageError) -> (Manifest, Tail) {
    let content = manifest?.content ?? []
    let (end, allocated) = try checkpoint.finish(content: content)
    let next = Manifest(
      unacknowledgedLoss: max(manifest?.unacknowledgedLoss ?? .none, loss.extent),
      edition: (manifest?.edition ?? 0) &+ 1, generation: checkpoint.generation, durableEnd: end,
      content: content)
    try manifests.prepare(next)
    try manifests.install()
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

  /// Removes files that crashes left behind. A failure is harmless: the next opening tries again.
  private func removeLeftovers(keeping generation: Generation) {
    let names = (try? storage.entries(of: directory)) ?? []
    for name in names {
      let isOldJournal =
        Generation.number(inFileName: name).map { $0 != generation.number } ?? false
      if isOldJournal || name == Manifest.asideName || name == SpareJournal.fileName {
        try? storage.remove(directory + "/" + name)
      }
    }
  }
}
