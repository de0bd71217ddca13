extension JournalStore {
  /// Verifies every checksum of a store's files, and decrypts what is encrypted, without changing
  /// anything, also while a process writes.
  ///
  /// - Parameters:
  ///   - directory: The store's directory.
  ///   - storage: The file system it is in.
  ///   - options: The store's key, if it has one, and sizes to work with.
  ///   - progress: Is told now and then how many bytes of how many are done.
  /// - Returns: What was found.
  /// - Throws: ``StorageError`` when a file can't be read, when there is no store, when a newer program
  ///   wrote it, or when the key is not the store's. Damage is no error but is told in the report.
  public static func verify(
    directory: String, storage: any Storage = FileStorage(),
    options: JournalOptions = JournalOptions(),
    progress: ((_ byteCount: UInt64, _ totalByteCount: UInt64) -> Void)? = nil
  ) throws(StorageError) -> VerificationReport {
    var verification = JournalVerification(
      directory: directory, storage: storage, options: options, progress: progress)
    try verification.run()
    return verification.report
  }
}

/// Goes through a store's files and collects what is wrong.
struct JournalVerification {
  let directory: String
  let storage: any Storage
  let options: JournalOptions
  let progress: ((UInt64, UInt64) -> Void)?
  private(set) var report = VerificationReport()

  init(
    directory: String, storage: any Storage, options: JournalOptions,
    progress: ((UInt64, UInt64) -> Void)?
  ) {
    self.directory = directory
    self.storage = storage
    self.options = options
    self.progress = progress
  }

  mutating func run() throws(StorageError) {
    let follower = JournalFollower(directory: directory, storage: storage, options: options)
    while true {
      var loss = LossReport()
      let manifest = try follower.findManifest(&loss)
      let path = directory + "/" + manifest.generation.fileName
      if let file = try storage.openIfPresent(path, for: .reading) {
        report.damages = loss.damages
        report.unacknowledgedLoss = manifest.unacknowledgedLoss
        try verify(file, manifest)
        if try JournalHeader.read(file) != manifest.generation {
          if try follower.isReplaced(manifest) {
            report = VerificationReport()
            continue
          }
          note("The journal's header fails its checksum.", path, at: 0)
        }
        break
      }
      // A rotation by the writer moves the journal to another file.
      if case .valid(let current) = try follower.manifests.read(), current != manifest { continue }
      report.damages = loss.damages
      note("The journal is missing.", path, at: 0)
      break
    }
    report.setAsidePaths = try DamagedFiles(directory: directory, storage: storage).paths()
  }

  private mutating func verify(
    _ file: any StorageFile, _ manifest: Manifest
  ) throws(StorageError) {
    let total = try file.byteCount()
    var reader = FrameReader(
      file: file, generation: manifest.generation, readByteCount: options.readByteCount)
    var reported: UInt64 = 0
    var doubtful: UInt64?  // where the first look found damage
    while true {
      let step = try reader.next()
      if reader.offset >= reported + UInt64(options.readByteCount) {
        reported = reader.offset
        progress?(reported, total)
      }
      switch step {
      case .frame(let frame): count(frame, in: file)
      case .stop(let stop):
        if let damage = try JournalDamage(
          after: stop, reader: reader, manifest: manifest, options: options)
        {
          // A commit that was being written when it was read is whole at a second look.
          reader.forgetReadAhead()
          if doubtful != reader.offset {
            doubtful = reader.offset
            continue
          }
          note(damage.explanation + ".", file.path, at: damage.offset)
          if let next = damage.nextFrame {
            reader.jump(to: next.offset, next.header)
            continue
          }
        } else if stop != .closed {
          let survey = try TailSurvey(after: reader, options: options)
          report.unfinishedByteCount = survey.lastHeaderEnd - reader.offset
        }
        report.byteCount = total
        progress?(total, total)
        return
      }
    }
  }

  private mutating func count(_ frame: Frame, in file: any StorageFile) {
    report.frameCount += 1
    for record in frame.records {
      if RecordFormat.isIntact(record.bytes, in: frame.payload) {
        report.recordCount += 1
      } else {
        note("A record fails its checksum.", file.path, at: record.offset)
      }
    }
  }

  private mutating func note(_ explanation: String, _ path: String, at offset: UInt64) {
    report.damages.append(.init(path: path, offset: offset, explanation: explanation))
  }
}
