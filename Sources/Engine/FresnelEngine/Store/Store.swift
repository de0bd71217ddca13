import Dispatch
public import FresnelModel
import FresnelSegments
public import FresnelStorage
import Synchronization

/// A directory of searchable items: segments in files, and what was added since in memory and in a
/// journal.
///
/// One process writes; others may open the store for reading meanwhile. All methods may be called
/// from any thread.
///
/// Changes are durable: once a completion was called without an error, they survive `kill -9` and
/// power loss. A batch applies whole or not at all, with its client state. Batches apply in the order
/// in which they were submitted, and all that wait are made durable with one sync. Reads see one
/// state from start to end, the one that some batch left, and do not hold up writers.
public final class Store: Sendable {
  /// How a store is opened.
  public enum Mode: Sendable {
    /// As the one process that writes; the directory is made if it is missing.
    case readWrite
    /// Without changing anything; see ``Store/refresh()``.
    case readOnly
  }

  /// The store's directory.
  public let directory: String
  /// How the store was opened.
  public let mode: Mode
  private let storage: any Storage
  private let options: StoreOptions
  private let index: PublishedIndex
  private let access: Access

  private enum Access {
    case writing(IndexWriter)
    case reading(JournalReader)
  }

  /// Opens a store and makes its items searchable.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Code/locked`` when another process writes,
  ///   ``StoreError/Code/wrongKey`` when the key is not the store's, or
  ///   ``StoreError/Code/unreadable``. Damage is no error: what is sound is opened, and ``loss`` says
  ///   what is not.
  public static func open(
    at directory: String, mode: Mode = .readWrite, storage: any Storage = FileStorage(),
    options: StoreOptions = StoreOptions()
  ) throws(StoreError) -> Store {
    // Takes about a millisecond, once in a process: done while the disk is waited for.
    DispatchQueue(label: "fresnel.fingerprint").async { AnalyzerFingerprint.prepare() }
    let index = PublishedIndex(didPublish: options.didPublish)
    let access: Access
    switch mode {
    case .readWrite:
      access = .writing(
        try IndexWriter(
          directory: directory, storage: storage, options: options, publishingTo: index))
    case .readOnly:
      access = .reading(
        try JournalReader(
          directory: directory, storage: storage, options: options, publishingTo: index))
    }
    return Store(
      directory: directory, mode: mode, storage: storage, options: options, index: index,
      access: access)
  }

  private init(
    directory: String, mode: Mode, storage: any Storage, options: StoreOptions,
    index: PublishedIndex, access: Access
  ) {
    self.directory = directory
    self.mode = mode
    self.storage = storage
    self.options = options
    self.index = index
    self.access = access
  }

  /// What opening the store found to be lost, or reopening it after a failed sync did.
  public var loss: LossReport { index.loss }

  /// The apps and their indexes whose items may be missing for the ``loss``.
  public var lossScopes: LossScopes { index.lossScopes }

  /// What opening dropped from the journal's end as a write that was not finished, where that was more than one frame.
  public var droppedTail: DroppedTail? { index.droppedTail }

  /// The items as they are now.
  ///
  /// - Parameter freshness: Whether what was acknowledged a moment ago has to be among them.
  /// - Returns: A state that some batch left.
  /// - Complexity: O(1) when all that was acknowledged is indexed; otherwise the calling thread takes
  ///   part in indexing it, which is bounded by what may wait: tens of milliseconds for a program
  ///   that writes all the time.
  public func snapshot(_ freshness: Freshness = .acknowledged) -> Snapshot {
    if freshness == .acknowledged, case .writing(let writer) = access, !index.isCurrent {
      writer.makeSearchable()
    }
    return Snapshot(index.state, time: options.clock(), of: index)
  }

  /// Applies a batch.
  ///
  /// - Parameters:
  ///   - batch: The changes.
  ///   - completion: Called once, on a thread of the store's: without an error when the batch is
  ///     durable. Snapshots that are taken from then on show it. Completions come in the order of the
  ///     submissions.
  public func submit(_ batch: Batch, completion: @escaping @Sendable (StoreError?) -> Void) {
    switch access {
    case .writing(let writer): writer.submit(batch, completion: completion)
    case .reading: completion(Self.readOnlyError(directory))
    }
  }

  /// Records that the owner of an index has made good what was lost.
  ///
  /// - Parameters:
  ///   - scope: The index.
  ///   - lossCount: ``Snapshot/lossCount`` at the time when the owner was asked: it is asked again
  ///     for what was lost since.
  ///   - completion: Called once, without an error when the note is durable.
  public func acknowledgeReindex(
    of scope: IndexScope, upTo lossCount: UInt64,
    completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    switch access {
    case .writing(let writer):
      writer.acknowledgeReindex(of: scope, upTo: lossCount, completion: completion)
    case .reading: completion(Self.readOnlyError(directory))
    }
  }

  /// Records durably that something was lost that the store itself cannot know of, so that the owners of all
  /// indexes are asked to index again; as when the store turns out to be an older copy of itself.
  ///
  /// - Parameter completion: Called once, on a thread of the store's; without an error when the note is
  ///   durable, and snapshots taken from then on show it.
  package func recordLoss(completion: @escaping @Sendable (StoreError?) -> Void) {
    switch access {
    case .writing(let writer): writer.change({ $0.recordLoss() }, completion: completion)
    case .reading: completion(Self.readOnlyError(directory))
    }
  }

  /// Waits until what reads have found to be damaged so far was looked at: files that are damaged are written anew or
  /// set aside by then, and ``loss`` tells of them, unless that failed, as on a full disk. It is tried again after a
  /// pause, when something is written. Nothing is waited for where the store is read only.
  ///
  /// - Parameter completion: Called once, on any thread; with an error where the store is closed.
  package func finishExaminations(completion: @escaping @Sendable (StoreError?) -> Void) {
    switch access {
    case .writing(let writer): writer.finishExaminations(completion)
    case .reading: completion(nil)
    }
  }

  /// Reads every segment's file whole as it is on the disk, and has each one written anew or set aside of which
  /// anything is damaged, as if a read had met with it. ``finishExaminations(completion:)`` tells when that is done.
  ///
  /// - Complexity: O(*n*) in the bytes of the segments.
  package func recordDamagedSegments() {
    for segment in snapshot().state.segments where !segment.isInMemory {
      if let damage = files.firstDamage(of: segment) { index.noteCopiedDamage(damage) }
    }
  }

  /// Reads every segment's file whole as it is on the disk, and changes nothing.
  ///
  /// - Parameter goesOn: Asked after each part of a file, on the calling thread, whether to go on; it may take its time.
  /// - Returns: What is damaged, one place of each file, and what was left out when the store was opened; `nil` when it
  ///   was told to stop.
  /// - Complexity: O(*n*) in the bytes of the segments.
  package func damages(goesOn: () -> Bool) -> [LossReport.Damage]? {
    var damages = loss.damages
    for segment in snapshot().state.segments where !segment.isInMemory {
      // What can't be opened for want of files or memory says nothing of the file.
      guard let condition = try? files.condition(of: segment, goesOn: goesOn) else {
        if !goesOn() { return nil }
        continue
      }
      switch condition {
      case .sound: break
      case .readable(let error), .lost(let error):
        guard let path = error.path, !damages.contains(where: { $0.path == path }) else { continue }
        damages.append(
          LossReport.Damage(path: path, offset: error.offset ?? 0, explanation: error.message))
      }
    }
    return damages
  }

  private var files: SegmentFiles {
    SegmentFiles(
      directory: directory, storage: storage, cache: options.cache, key: options.encryptionKey)
  }

  /// Drops indexes with their items, their client states and all that is known of them: the store has never
  /// seen them then. Batches that were submitted before are applied before.
  ///
  /// - Parameters:
  ///   - isDropped: Tells of each index that the store knows whether it goes; called on the writer's
  ///     thread.
  ///   - completion: Called once, on a thread of the store's; without an error when that is durable, and
  ///     snapshots taken from then on show it.
  package func dropScopes(
    _ isDropped: @escaping @Sendable (IndexScope) -> Bool,
    completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    switch access {
    case .writing(let writer): writer.change({ $0.drop(isDropped) }, completion: completion)
    case .reading: completion(Self.readOnlyError(directory))
    }
  }

  /// How far the store has come, for one who keeps that elsewhere; `nil` where it is read only, closed, or
  /// cannot be written to.
  ///
  /// It waits for a commit that is on its way.
  package var position: JournalPosition? {
    guard case .writing(let writer) = access else { return nil }
    return writer.committer.withLock { $0.journal?.position }
  }

  /// Merges everything into one segment without what was deleted or has expired, empties the journal and removes
  /// earlier ones: no byte of what cannot be read any more is left in the store's files, except in damaged ones
  /// that are kept for inspection. Returns when it is done. Batches wait meanwhile; reads go on.
  ///
  /// Stores do what is needed by themselves. This is for what was deleted and is to be gone at once, and for a store
  /// that will be read for a long time.
  ///
  /// - Complexity: O(*n*) in the bytes of the store, which needs as much room again until it is done.
  /// - Throws: ``StoreError`` with ``StoreError/Code/writeFailed``, also when a file could not be removed,
  ///   ``StoreError/Code/directoryReplaced``, ``StoreError/Code/closed`` or ``StoreError/Code/readOnly``; the store
  ///   holds what it held.
  public func compact() throws(StoreError) { try compact(isCancelled: { false }) }

  /// Compacts the store as ``compact()`` does, until that is cancelled.
  ///
  /// - Parameter isCancelled: Asked on another thread every now and then while the segment is written; once it returns
  ///   true, the store stays as it is.
  /// - Complexity: O(*n*) in the bytes of the store.
  /// - Throws: As ``compact()``; nothing when it is cancelled.
  package func compact(isCancelled: @escaping @Sendable () -> Bool) throws(StoreError) {
    guard case .writing(let writer) = access else { throw Self.readOnlyError(directory) }
    try writer.compact(isCancelled: isCancelled)
  }

  /// When something that has expired is to be taken off the disk next, by ``dropExpired()``; `nil` when nothing
  /// expires, or the store is open for reading or closed.
  package var nextExpiryPass: Timestamp? { index.nextExpiryPass }

  /// Takes what has expired off the disk if that is due, beside what else is done. Stores do so whenever
  /// something is written to them, too.
  package func dropExpired() {
    if case .writing(let writer) = access { writer.tidyLater() }
  }

  /// Has the names, their initials and spellings, and the codes listed of items that an older program indexed: a few
  /// items at a time, between commits, each of which waits for one step at most.
  ///
  /// Searches find such items by their words meanwhile. It waits while there is no room on the disk, or too much waits
  /// in memory to be written, and does nothing in a store that is open for reading.
  package func completeForms() {
    if case .writing(let writer) = access { writer.completeForms() }
  }

  /// Looks for what another process wrote since the store was opened for reading, or since the last
  /// call; a store open for writing is always up to date.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Code/unreadable`` or ``StoreError/Code/closed``.
  public func refresh() throws(StoreError) {
    if case .reading(let reader) = access { try reader.refresh() }
  }

  /// Verifies every checksum of the journal and of the segments as they are on the disk, and decodes
  /// every item.
  ///
  /// Reads and writes go on meanwhile.
  public func check() -> CheckReport {
    var report = StoreCheck(files: files, options: options.journal).run(snapshot())
    // A writer has set aside what was damaged; a reader has left out what is still in its place.
    if mode == .readOnly { report.addFaults(ofSegmentsIn: index.loss) }
    return report
  }

  /// The size of the store and its parts.
  ///
  /// - Complexity: O(*n*) in the number of items.
  public func statistics() -> StoreStatistics {
    let snapshot = snapshot()
    let scopes = snapshot.scopes()
    let segments = snapshot.state.segments.map(SegmentStatistics.init)
    return StoreStatistics(
      scopes: scopes, itemCount: scopes.reduce(0) { $0 + $1.itemCount },
      itemByteCount: scopes.reduce(0) { $0 + $1.itemByteCount }, segments: segments,
      termCount: segments.reduce(0) { $0 + $1.termCount },
      postingCount: segments.reduce(0) { $0 + $1.postingCount },
      journalByteCount: index.journalByteCount)
  }

  /// The bytes of all files in the store's directory; damaged ones that are kept for inspection do not count.
  ///
  /// - Complexity: O(*n*) in the number of files.
  /// - Throws: ``StoreError`` with ``StoreError/Code/unreadable`` when the directory, or a file in it, can't be
  ///   looked at.
  public func diskByteCount() throws(StoreError) -> UInt64 {
    do throws(StorageError) {
      var sum: UInt64 = 0
      for name in try storage.entries(of: directory) where !DamagedFiles.isOwn(name) {
        // Others may remove a file meanwhile.
        sum += try storage.byteCount(of: directory + "/" + name) ?? 0
      }
      return sum
    } catch {
      throw StoreError(opening: error)
    }
  }

  /// The bytes of segments' blocks that the store's cache holds now; where stores share a cache, those
  /// of all of them. Never more than the cache's size.
  public var cachedByteCount: Int { options.cache.statistics.residentByteCount }

  /// Finishes the batches that wait and lets go of the directory; what is submitted later fails. Snapshots stay
  /// valid. What is in memory is written to a file if it is large, so that the next opening is quick; should that
  /// fail, it is in the journal all the same. Closing again does no more than wait until the store is closed.
  ///
  /// Called from a completion it returns before the batches that wait are finished, for they
  /// follow on the same thread.
  public func close() {
    switch access {
    case .writing(let writer): writer.close()
    case .reading(let reader): reader.close()
    }
  }

  private static func readOnlyError(_ directory: String) -> StoreError {
    StoreError(.readOnly, "The store in \(directory) was opened for reading only.")
  }
}
