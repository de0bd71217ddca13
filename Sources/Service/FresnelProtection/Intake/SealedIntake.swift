package import FresnelStorage
package import SpotlightWire
internal import Synchronization

/// What is to happen to a class once it is unlocked, in the order in which it was asked for.
///
/// It is a journal of its own beside the class's store, and plain: the changes are sealed already. Which
/// apps wait and how much they sent can be seen in it. One process writes it, which never has the key.
///
/// Methods wait for the disk, and take turns.
package final class SealedIntake: Sendable {
  /// The most sealed bytes that wait of one app.
  package static let byteLimitPerApp = 64 << 20
  private static let kind = FrameKind(rawValue: 16)
  /// Frames of bytes that are no record and were set aside; nobody reads them.
  private static let strangeKind = FrameKind(rawValue: 17)

  private let directory: String
  private let storage: any Storage
  private let byteLimit: Int
  private let state = Mutex(State())

  private struct State {
    /// `nil` until it is needed for the first time, and after an error.
    var journal: JournalStore?
    var count = 0
    var byteCounts: [String: Int] = [:]
    /// How many records are none.
    var strangeCount = 0
    /// Whether a later version wrote what this one cannot carry out.
    var isOfLaterVersion = false
  }

  /// What an intake holds.
  private enum Entry {
    case record(IntakeRecord)
    /// Bytes that are no record.
    case strange([UInt8])
    /// The same, set aside before.
    case setAside([UInt8])
    /// What only a later version knows.
    case later
  }

  /// Names the directory, which is made with the first record.
  ///
  /// - Parameters:
  ///   - directory: Where the journal is.
  ///   - storage: The file system.
  ///   - byteLimit: The most sealed bytes that wait of one app.
  package init(
    _ directory: String, storage: any Storage = FileStorage(),
    byteLimit: Int = SealedIntake.byteLimitPerApp
  ) {
    self.directory = directory
    self.storage = storage
    self.byteLimit = byteLimit
  }

  /// Keeps a record, durably.
  ///
  /// - Throws: ``ServiceError``: ``ServiceError/Code/quotaExceeded`` when too much waits of the app,
  ///   ``ServiceError/Code/unavailable`` when the disk does not take it. It may be there all the same, and
  ///   happen twice if it is sent again, which comes to the same.
  package func append(_ record: IntakeRecord) throws(ServiceError) {
    try state.withLock { (state) throws(ServiceError) in
      do throws(StorageError) {
        try open(&state)
        let waiting = state.byteCounts[record.app, default: 0]
        guard waiting + record.byteCount <= byteLimit else { throw Self.full }
        try state.journal?.append(Self.kind, records: [record.encoded()])
        try state.journal?.commit()
        state.count += 1
        state.byteCounts[record.app] = waiting + record.byteCount
      } catch {
        guard error.code != .tooLarge else { throw Self.quota(byteLimit) }
        // What the disk holds is found out by opening it again.
        state.journal = nil
        throw ServiceError(.unavailable, error.message)
      }
    }
  }

  /// Hands over all records in their order, and forgets them when all were taken. Bytes that are no record are set
  /// aside in the journal then.
  ///
  /// - Parameters:
  ///   - noteStrange: Told how many of them were set aside.
  ///   - take: Takes a record; `false` to stop, and then all of them stay.
  /// - Returns: Whether nothing waits any more.
  /// - Throws: ``StorageError``; the records stay. With code ``StorageError/Code/newerFormat``, before anything is handed
  ///   over, when one of them can be carried out only by a later version: what comes behind it must not overtake it.
  package func drain(
    noteStrange: (Int) -> Void = { _ in }, _ take: (IntakeRecord) -> Bool
  ) throws(StorageError) -> Bool {
    try state.withLock { (state) throws(StorageError) in
      try open(&state)
      guard !state.isOfLaterVersion else { throw Self.ofLaterVersion(directory) }
      guard state.count + state.strangeCount > 0, let journal = state.journal else { return true }
      var isTaken = true
      var strange: [[UInt8]] = []
      do throws(StorageError) {
        try replay { entry in
          switch entry {
          case .record(let record): isTaken = isTaken && take(record)
          case .strange(let bytes), .setAside(let bytes): strange.append(bytes)
          case .later: break
          }
        }
      } catch {
        // What was counted may have been set aside or deleted with its directory: the disk is asked again.
        state.journal = nil
        throw error
      }
      guard isTaken else { return false }
      do {
        try journal.rotate { checkpoint in
          for bytes in strange {
            try checkpoint.append(Self.strangeKind) { $0.append(bytes) }
          }
        }
      } catch {
        state.journal = nil
        throw error as? StorageError ?? StorageError(.inputOutput, "\(error)")
      }
      if state.strangeCount > 0 { noteStrange(state.strangeCount) }
      (state.count, state.byteCounts, state.strangeCount) = (0, [:], 0)
      return true
    }
  }

  /// Forgets what is known of the directory, which may have got another name: the disk is asked again.
  package func forget() {
    state.withLock { $0 = State() }
  }

  /// Whether anything waits that only who has the class's secret key can open, or what only a later version knows.
  ///
  /// - Throws: ``StorageError`` when that cannot be told.
  func holdsSealedChanges() throws(StorageError) -> Bool {
    var isFound = false
    try replay { entry in
      switch entry {
      case .record(let record): if case .sealed = record.content { isFound = true }
      case .later: isFound = true
      case .strange, .setAside: break
      }
    }
    return isFound
  }

  /// Whether nothing waits. What cannot be read may hold something.
  package var isEmpty: Bool {
    state.withLock { state in
      do throws(StorageError) {
        if state.journal == nil, try storage.entries(of: directory).isEmpty { return true }
        try open(&state)
        return state.count + state.strangeCount == 0 && !state.isOfLaterVersion
      } catch {
        return error.code == .notFound
      }
    }
  }

  /// Opens the journal and counts what is in it.
  private func open(_ state: inout State) throws(StorageError) {
    guard state.journal == nil else { return }
    var found = State()
    found.journal = try reading(.readWrite) { entry in
      switch entry {
      case .record(let record):
        found.count += 1
        found.byteCounts[record.app, default: 0] += record.byteCount
      case .strange: found.strangeCount += 1
      case .setAside: break
      case .later: found.isOfLaterVersion = true
      }
    }
    state = found
  }

  /// Reads what the journal holds, without keeping it in memory.
  private func replay(_ body: (Entry) -> Void) throws(StorageError) {
    try reading(.readOnly, body).close()
  }

  private func reading(
    _ mode: JournalStore.Mode, _ body: (Entry) -> Void
  ) throws(StorageError) -> JournalStore {
    do {
      return try JournalStore.open(directory: directory, storage: storage, mode: mode) { event in
        guard case .frame(let frame) = event else { return }
        switch frame.kind {
        case Self.kind:
          for record in frame.records { body(Self.entry(Array(record.bytes))) }
        case Self.strangeKind:
          for record in frame.records { body(.setAside(Array(record.bytes))) }
        default: body(.later)
        }
      }
    } catch {
      throw error as? StorageError ?? StorageError(.inputOutput, "\(error)")
    }
  }

  private static func entry(_ bytes: [UInt8]) -> Entry {
    if IntakeRecord.isOfLaterKind(bytes) { return .later }
    return (try? IntakeRecord(decoding: bytes)).map { .record($0) } ?? .strange(bytes)
  }

  private static func ofLaterVersion(_ directory: String) -> StorageError {
    StorageError(
      .newerFormat,
      "A later version of Fresnel kept something in \(directory) that this one cannot carry out; run that version "
        + "again.", path: directory)
  }

  private static let full = StorageError(.tooLarge, "Too much waits for the class to be unlocked.")

  private static func quota(_ limit: Int) -> ServiceError {
    ServiceError(
      .quotaExceeded,
      "More than \(limit >> 20) MiB of the app's changes wait for the class to be unlocked.")
  }
}
