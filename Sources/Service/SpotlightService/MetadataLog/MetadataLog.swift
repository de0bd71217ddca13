internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// What a core has to remember besides items: a few hundred small facts beside each store, durable and
/// encrypted as the store is.
///
/// Methods may be called from any thread, and block while the disk is waited for.
final class MetadataLog: Sendable {
  /// `nil` for one that is kept in memory only.
  private let directory: String?
  private let storage: any Storage
  /// A metadata log of more bytes than this is written anew.
  private let rotationByteCount: Int

  private struct Content {
    var state = MetadataState()
    /// `nil` for a metadata log that is closed, kept in memory, or could only be read.
    var journal: JournalStore?
    var isOpen = false
    /// Whether the directory was deleted or replaced, so that everything has to be written down anew.
    var isGone = false
    var key: EncryptionKey?
    /// Whether it could not be opened last as it is encrypted with another key.
    var hasForeignKey = false
    /// How long it was when it was last written anew.
    var rotatedByteCount = 0
  }
  private let content = Mutex(Content())

  init(directory: String?, storage: any Storage, rotationByteCount: Int = 1 << 20) {
    self.directory = directory
    self.storage = storage
    self.rotationByteCount = rotationByteCount
  }

  /// Whether it survives the process.
  var isDurable: Bool { directory != nil }

  /// What it holds, or held when it was last open; nothing before it was opened.
  var state: MetadataState { content.withLock { $0.state } }

  /// Whether it cannot be opened as it is encrypted with another key; it is opened to be asked.
  func isForeign(to key: EncryptionKey?) -> Bool {
    do throws(ServiceError) {
      try open(key: key)
      return false
    } catch {
      return content.withLock { $0.hasForeignKey }
    }
  }

  /// Reads the metadata log, unless that was done. Where there is no room on the disk to open it for writing, that is
  /// done when something is next to be written.
  ///
  /// Where part of it was lost, it says so from then on, see ``MetadataLoss``.
  ///
  /// - Parameter key: The key that it is encrypted with.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``.
  func open(key: EncryptionKey?) throws(ServiceError) {
    try content.withLock { (content) throws(ServiceError) in
      if content.isOpen { return }
      guard let directory else {
        content.isOpen = true
        return
      }
      do {
        let (state, journal) = try openForWriting(directory, key)
        content = Content(state: state, journal: journal, isOpen: true, key: key)
      } catch {
        // What was lost has to be written down before anybody sees anything.
        guard (error as? StorageError)?.code == .full,
          let (state, journal) = try? read(directory, .readOnly, key), journal.loss.extent == .none
        else {
          content.hasForeignKey = (error as? StorageError)?.code == .wrongKey
          throw ServiceError(metadataLog: error)
        }
        try? journal.close()
        content = Content(state: state, journal: nil, isOpen: true, key: key)
      }
    }
  }

  private func openForWriting(
    _ directory: String, _ key: EncryptionKey?
  ) throws -> (MetadataState, JournalStore) {
    let (stored, journal) = try read(directory, .readWrite, key)
    var state = stored
    if journal.loss.extent != .none {
      // The note comes first: what was lost must not be forgotten by a crash.
      for entry in state.entriesAfterLoss {
        try journal.append(entry.frameKind, records: [entry.encode()])
        state.apply(entry)
      }
      try journal.commit()
      try journal.acknowledgeLoss()
    }
    return (state, journal)
  }

  private func read(
    _ directory: String, _ mode: JournalStore.Mode, _ key: EncryptionKey?
  ) throws -> (MetadataState, JournalStore) {
    var state = MetadataState()
    let journal = try JournalStore.open(
      directory: directory, storage: storage, mode: mode,
      options: JournalOptions(encryptionKey: key)
    ) { event in
      switch event {
      case .start: state = MetadataState()
      case .frame(let frame):
        for record in frame.records {
          if let entry = try MetadataEntry(frame.kind, Array(record.bytes)) { state.apply(entry) }
        }
      }
    }
    return (state, journal)
  }

  /// Writes entries down; they are durable when it returns. What changes nothing is not written.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``; the state is then what the
  ///   disk holds, which may have the entries.
  func record(_ entries: [MetadataEntry]) throws(ServiceError) {
    try content.withLock { (content) throws(ServiceError) in
      var next = content.state
      let news = entries.filter { entry in
        defer { next.apply(entry) }
        return !next.contains(entry)
      }
      guard let directory else {
        content.state = next
        return
      }
      if news.isEmpty, content.journal == nil, !content.isGone { return }
      guard content.isOpen else {
        throw ServiceError(.unavailable, "The metadata log is not open.")
      }
      do {
        if content.isGone { return try writeAnew(next, into: directory, &content) }
        let journal = try content.journal ?? openForWriting(directory, content.key).1
        content.journal = journal
        try Self.write(news, to: journal)
      } catch let error as ServiceError {
        throw error
      } catch let error as StorageError where error.code == .replaced {
        return try writeAnew(next, into: directory, &content)
      } catch {
        try? content.journal?.discardWaitingFrames()
        if (error as? StorageError)?.code == .untrusted {
          // What is on the disk is read again at the next need.
          try? content.journal?.close()
          content.journal = nil
          content.isOpen = false
        }
        throw ServiceError(metadataLog: error)
      }
      content.state = next
      if let journal = content.journal { rotateIfLong(journal, next, &content.rotatedByteCount) }
    }
  }

  private static func write(_ entries: [MetadataEntry], to journal: JournalStore) throws {
    for entry in entries { try journal.append(entry.frameKind, records: [entry.encode()]) }
    try journal.commit()
  }

  /// Writes down everything in a directory that was deleted or replaced: what is known here is what had been
  /// acknowledged, so nothing is lost.
  private func writeAnew(
    _ state: MetadataState, into directory: String, _ content: inout Content
  ) throws(ServiceError) {
    // Its frames are on no disk any more.
    try? content.journal?.close()
    content.journal = nil
    content.isGone = true
    do {
      let (_, journal) = try read(directory, .readWrite, content.key)
      try Self.rotate(journal, state)
      try journal.acknowledgeLoss()
      content.journal = journal
      content.isGone = false
      content.state = state
    } catch {
      throw ServiceError(metadataLog: error)
    }
  }

  /// Writes a long metadata log anew once it is twice as long as after the last time: a state that is long itself would
  /// be written with each entry otherwise.
  private func rotateIfLong(
    _ journal: JournalStore, _ state: MetadataState, _ rotatedByteCount: inout Int
  ) {
    guard Int(journal.byteCount) > max(rotationByteCount, 2 * rotatedByteCount) else { return }
    // Where that fails, as on a full disk, the metadata log goes on as it is; a long one is no fault.
    guard (try? Self.rotate(journal, state)) != nil else { return }
    rotatedByteCount = Int(journal.byteCount)
  }

  private static func rotate(_ journal: JournalStore, _ state: MetadataState) throws {
    try journal.rotate { checkpoint in
      for entry in state.entries {
        try checkpoint.append(entry.frameKind) { $0.append(entry.encode()) }
      }
    }
  }

  /// Gives its directory another name, so that it begins anew.
  ///
  /// - Returns: The directory's name from now on; `nil` when there is none.
  func setAside() throws(StorageError) -> String? {
    close()
    guard let directory else { return nil }
    return try storage.setAsideIfPresent(directory)
  }

  /// Closes the metadata log; it can be opened again. What is kept in memory only stays.
  func close() {
    content.withLock { content in
      guard directory != nil else { return }
      try? content.journal?.close()
      content.journal = nil
      content.isOpen = false
      content.key = nil
    }
  }
}

extension ServiceError {
  /// Translates a failure of a metadata log.
  fileprivate init(metadataLog error: any Error) {
    let message = (error as? StorageError)?.explanation ?? "\(error)"
    self.init(.unavailable, "The service's own records cannot be used: \(message)")
  }
}

extension Storage {
  /// Gives a directory another name, as ``setAside(_:)`` does; `nil` where there is none.
  func setAsideIfPresent(_ directory: String) throws(StorageError) -> String? {
    do throws(StorageError) {
      return try setAside(directory)
    } catch  where error.code == .notFound {
      return nil
    }
  }
}
