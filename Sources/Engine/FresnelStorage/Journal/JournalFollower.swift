/// Reads a journal that another process may be writing.
struct JournalFollower {
  let storage: any Storage
  let manifests: ManifestFile
  private let directory: String
  private let options: JournalOptions

  init(directory: String, storage: any Storage, options: JournalOptions) {
    self.directory = directory
    self.storage = storage
    self.options = options
    manifests = ManifestFile(directory: directory, storage: storage, key: options.encryptionKey)
  }

  /// A journal read up to its end.
  struct Opened {
    let manifest: Manifest
    let reader: FrameReader
    let loss: LossReport
  }

  /// Reads the manifest and all frames of the journal it names.
  func open(_ deliver: (JournalEvent) throws -> Void) throws -> Opened {
    var missing: Manifest?
    while true {
      var loss = LossReport()
      let manifest = try findManifest(&loss)
      let path = directory + "/" + manifest.generation.fileName
      guard let file = try storage.openIfPresent(path, for: .reading) else {
        // The writer rotated between our two looks: the manifest names another file by now.
        if missing != manifest {
          missing = manifest
          continue
        }
        throw StorageError(
          .corrupted, "The journal \(path), which the manifest names, is missing.", path: path)
      }
      try deliver(.start(JournalStart(manifest)))
      var reader = FrameReader(
        file: file, generation: manifest.generation, readByteCount: options.readByteCount)
      try read(&reader, manifest, &loss, deliver)
      if try JournalHeader.read(file) != manifest.generation {
        // Only the manifest tells a damaged header from a file that the writer uses again.
        if try isReplaced(manifest) { continue }
        loss.damages.append(
          .init(path: path, offset: 0, explanation: "The journal's header fails its checksum."))
      }
      loss.extent = max(loss.extent, manifest.unacknowledgedLoss)
      return Opened(manifest: manifest, reader: reader, loss: loss)
    }
  }

  /// Whether the manifest in place names another generation than one read before.
  func isReplaced(_ manifest: Manifest) throws(StorageError) -> Bool {
    guard case .valid(let current) = try manifests.read() else { return false }
    return current.generation != manifest.generation
  }

  /// The manifest in place, or one put together from the journals if that is missing or damaged.
  func findManifest(_ loss: inout LossReport) throws(StorageError) -> Manifest {
    let reading = try manifests.read()
    if case .valid(let manifest) = reading { return manifest }
    let reconstruction: ManifestReconstruction
    do throws(StorageError) {
      reconstruction = try ManifestReconstruction(
        directory: directory, storage: storage, options: options)
    } catch  where error.code == .notFound {
      throw StorageError(.notFound, "There is no store in \(directory).", path: directory)
    }
    guard let manifest = reconstruction.manifest else {
      if case .damaged = reading {
        throw StorageError(
          .corrupted, "The manifest \(manifests.path) fails its checksum.", path: manifests.path)
      }
      throw StorageError(.notFound, "There is no store in \(directory).", path: directory)
    }
    loss.extent = reconstruction.extent
    loss.damages.append(
      .init(path: manifests.path, offset: 0, explanation: "The manifest is missing or damaged."))
    return manifest
  }

  private func read(
    _ reader: inout FrameReader, _ manifest: Manifest, _ loss: inout LossReport,
    _ deliver: (JournalEvent) throws -> Void
  ) throws {
    while true {
      let stop = try reader.replay { try deliver(.frame($0)) }
      guard
        let damage = try JournalDamage(
          after: stop, reader: reader, manifest: manifest, options: options)
      else { return }
      // A commit that was being written when it was read looks like damage as soon as the next one
      // is there. By then it is whole, so a second look tells.
      let offset = reader.offset
      _ = try reader.replay { try deliver(.frame($0)) }
      if reader.offset != offset { continue }
      loss.extent = max(loss.extent, reader.frameCount == 0 ? .complete : .partial)
      loss.damages.append(
        .init(
          path: reader.file.path, offset: damage.offset, explanation: damage.explanation + "."))
      return
    }
  }
}
