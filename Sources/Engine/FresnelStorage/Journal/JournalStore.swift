internal import FresnelPlatform
internal import Synchronization

/// A directory with a journal: frames of records that survive a power loss once they are committed.
///
/// One process writes; it holds the directory's lock. Any number of others may open the directory
/// for reading meanwhile and follow what the writer commits. Calls from several threads are safe and
/// wait for one another.
///
/// The format is described in `Documentation/formats/journal.md`.
public final class JournalStore: Sendable {
  /// How a store is opened.
  public enum Mode: Sendable {
    /// As the one writer; the directory is made if it does not exist.
    case readWrite
    /// Without the lock and without changing anything.
    case readOnly
  }

  /// The store's directory.
  public let directory: String
  /// How the store was opened.
  public let mode: Mode
  /// What opening found to be lost, and what was reported before and not yet acknowledged.
  public let loss: LossReport

  let storage: any Storage
  let options: JournalOptions
  let state: Mutex<State>
  let current: Mutex<Current>

  /// What calls take turns to use.
  struct State {
    var manifest: Manifest
    var writer: JournalWriter?
    var reader: FrameReader?
    /// The file of the generation before, to be used again.
    var spare: SpareJournal?
  }

  /// What can be looked at while a commit waits for the disk.
  struct Current {
    var file: any StorageFile
    var generation: UInt64
    var end: UInt64
  }

  init(
    directory: String, mode: Mode, storage: any Storage, options: JournalOptions,
    loss: LossReport, state: sending State, current: Current
  ) {
    self.directory = directory
    self.mode = mode
    self.storage = storage
    self.options = options
    self.loss = loss
    self.state = Mutex(state)
    self.current = Mutex(current)
  }

  /// The length of the valid part of the journal, in bytes, without room allocated ahead.
  public var byteCount: UInt64 { current.withLock(\.end) }

  /// The number of the current generation, which each rotation raises.
  public var generation: UInt64 { current.withLock(\.generation) }

  /// The bytes that the owner gave to the last rotation, or put in their place since.
  public var content: [UInt8] { state.withLock(\.manifest.content) }

  /// The manifest's number, which rises each time the manifest is replaced.
  public var edition: UInt64 { state.withLock(\.manifest.edition) }

  /// Reads one record and verifies it.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/stale`` when a rotation has replaced
  ///   the record's generation, or ``StorageError/Code/corrupted`` when the checksum fails.
  public func read(_ location: RecordLocation) throws(StorageError) -> [UInt8] {
    let (file, generation) = current.withLock { ($0.file, $0.generation) }
    guard location.generation == generation else { throw stale(location) }
    let byteCount = RecordFormat.headerByteCount + max(0, location.byteCount)
    let bytes = try file.read(at: location.offset, count: byteCount)
    guard bytes.count == byteCount, let record = RecordFormat.parse(bytes[...]),
      record.count == location.byteCount,
      CRC32C.checksum(of: record) == bytes[...].littleEndian(UInt32.self, at: 4)
    else {
      // The writer may use the file for another generation by now.
      if let found = try JournalHeader.read(file), found.number != generation {
        throw stale(location)
      }
      throw StorageError(
        .corrupted, "The record at byte \(location.offset) of \(file.path) fails its checksum.",
        path: file.path, offset: location.offset)
    }
    return Array(record)
  }

  private func stale(_ location: RecordLocation) -> StorageError {
    StorageError(
      .stale, "Generation \(location.generation) of \(directory) was replaced.", path: directory)
  }
}
