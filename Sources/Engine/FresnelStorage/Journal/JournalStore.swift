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
  /// What opening for writing dropped from the journal's end, where that was more than one frame.
  public let droppedTail: DroppedTail?

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
    /// Whether room is to be kept for deletions, and is not.
    var lacksReserve = false
    /// The bytes that are kept; 0 when none are.
    var reserveByteCount: UInt64 = 0
  }

  /// What can be looked at while a commit waits for the disk.
  struct Current {
    var generation: UInt64
    var end: UInt64
    /// Of a store open for writing.
    var position: JournalPosition?
  }

  init(
    directory: String, mode: Mode, storage: any Storage, options: JournalOptions,
    loss: LossReport, droppedTail: DroppedTail? = nil, state: sending State, current: Current
  ) {
    self.droppedTail = droppedTail
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

  /// How far the journal has come; `nil` when it is open for reading.
  package var position: JournalPosition? { current.withLock(\.position) }

  /// The bytes that the owner gave to the last rotation, or put in their place since.
  public var content: [UInt8] { state.withLock(\.manifest.content) }

  /// The manifest's number, which rises each time the manifest is replaced.
  public var edition: UInt64 { state.withLock(\.manifest.edition) }
}
