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

  private let directory: String
  private let storage: any Storage
  private let byteLimit: Int
  private let state = Mutex(State())

  private struct State {
    /// `nil` until it is needed for the first time, and after an error.
    var journal: JournalStore?
    var count = 0
    var byteCounts: [String: Int] = [:]
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

  /// Hands over all records in their order, and forgets them when all were taken.
  ///
  /// - Parameter take: Takes a record; `false` to stop, and then all of them stay.
  /// - Returns: Whether nothing waits any more.
  /// - Throws: ``StorageError``; the records stay.
  package func drain(_ take: (IntakeRecord) -> Bool) throws(StorageError) -> Bool {
    try state.withLock { (state) throws(StorageError) in
      try open(&state)
      guard state.count > 0, let journal = state.journal else { return true }
      var isTaken = true
      try replay { record in isTaken = isTaken && take(record) }
      guard isTaken else { return false }
      do {
        try journal.rotate { _ in }
      } catch {
        state.journal = nil
        throw error as? StorageError ?? StorageError(.inputOutput, "\(error)")
      }
      (state.count, state.byteCounts) = (0, [:])
      return true
    }
  }

  /// Opens the journal and counts what is in it.
  private func open(_ state: inout State) throws(StorageError) {
    guard state.journal == nil else { return }
    var (count, byteCounts): (Int, [String: Int]) = (0, [:])
    state.journal = try reading(.readWrite) { record in
      count += 1
      byteCounts[record.app, default: 0] += record.byteCount
    }
    (state.count, state.byteCounts) = (count, byteCounts)
  }

  /// Reads what the journal holds, without keeping it in memory.
  private func replay(_ body: (IntakeRecord) -> Void) throws(StorageError) {
    try reading(.readOnly, body).close()
  }

  private func reading(
    _ mode: JournalStore.Mode, _ body: (IntakeRecord) -> Void
  ) throws(StorageError) -> JournalStore {
    do {
      return try JournalStore.open(directory: directory, storage: storage, mode: mode) { event in
        guard case .frame(let frame) = event, frame.kind == Self.kind else { return }
        for record in frame.records {
          // A record that is none was not written by this program: nothing can be done with it.
          if let record = try? IntakeRecord(decoding: Array(record.bytes)) { body(record) }
        }
      }
    } catch {
      throw error as? StorageError ?? StorageError(.inputOutput, "\(error)")
    }
  }

  private static let full = StorageError(.tooLarge, "Too much waits for the class to be unlocked.")

  private static func quota(_ limit: Int) -> ServiceError {
    ServiceError(
      .quotaExceeded,
      "More than \(limit >> 20) MiB of the app's changes wait for the class to be unlocked.")
  }
}
