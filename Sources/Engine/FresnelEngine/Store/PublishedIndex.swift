import FresnelModel
import FresnelStorage
import Synchronization

/// What readers take their snapshots from. A lock is held for as long as it takes to copy a few
/// references.
final class PublishedIndex: Sendable {
  private struct Content {
    var state = IndexState()
    /// The number of the last commit that was acknowledged, and of the last that the state shows.
    var acknowledgedCommit: UInt64 = 0
    var commit: UInt64 = 0
    var loss = LossReport()
    var lossScopes = LossScopes.named([])
    var droppedTail: DroppedTail?
    var journalByteCount = 0
    var nextExpiryPass: Timestamp?
  }
  private let content = Mutex(Content())
  /// Takes what readers find to be damaged.
  private let examiner = Mutex<(@Sendable (StorageError) -> Void)?>(nil)
  /// Takes what was found to be damaged where that costs nothing, as far as is known.
  private let mender = Mutex<(@Sendable (StorageError) -> Void)?>(nil)
  private let damages = Atomic(0)
  private let didPublish: (@Sendable () -> Void)?

  init(didPublish: (@Sendable () -> Void)? = nil) {
    self.didPublish = didPublish
  }

  var state: IndexState { content.withLock { $0.state } }
  var loss: LossReport { content.withLock { $0.loss } }
  var lossScopes: LossScopes { content.withLock { $0.lossScopes } }
  /// What opening last dropped from the journal's end.
  var droppedTail: DroppedTail? { content.withLock { $0.droppedTail } }
  /// How often reads met with damage.
  var damageCount: Int { damages.load(ordering: .relaxed) }
  var journalByteCount: Int { content.withLock { $0.journalByteCount } }

  /// When something that has expired is to be taken off the disk next.
  var nextExpiryPass: Timestamp? { content.withLock { $0.nextExpiryPass } }

  /// Records when something that has expired is to be taken off the disk next, and reports a change.
  func recordExpiryPass(_ time: Timestamp?) {
    let isNews = content.withLock { content in
      defer { content.nextExpiryPass = time }
      return content.nextExpiryPass != time
    }
    if isNews { didPublish?() }
  }

  /// Whether everything acknowledged is in the state.
  var isCurrent: Bool { content.withLock { $0.commit >= $0.acknowledgedCommit } }

  /// Records that commits up to this one are durable and about to be acknowledged.
  func acknowledge(_ commit: UInt64, journalByteCount: UInt64) {
    content.withLock { content in
      content.acknowledgedCommit = commit
      content.journalByteCount = Int(journalByteCount)
    }
  }

  /// Shows a state to readers, which has all commits up to this one.
  func publish(_ state: IndexState, commit: UInt64 = 0, journalByteCount: UInt64) {
    let old = content.withLock { content in
      defer {
        content.state = state
        content.commit = commit
        content.journalByteCount = Int(journalByteCount)
      }
      // The old state goes away after the lock is released: freeing segments takes a while.
      return content.state
    }
    _ = old
    didPublish?()
  }

  func report(_ loss: LossReport, of scopes: LossScopes) {
    content.withLock {
      $0.loss = loss
      $0.lossScopes = scopes
    }
  }

  /// Records what opening dropped from the journal's end; what an earlier opening dropped stays known.
  func record(_ tail: DroppedTail?) {
    guard let tail else { return }
    content.withLock { $0.droppedTail = tail }
  }

  /// Reports a loss besides those reported before; what is known of already is not reported twice.
  func add(_ loss: LossReport, of scopes: LossScopes) {
    content.withLock { content in
      content.lossScopes = content.lossScopes.union(scopes)
      content.loss.extent = max(content.loss.extent, loss.extent)
      for damage in loss.damages
      where !content.loss.damages.contains(where: {
        $0.path == damage.path && $0.offset == damage.offset
      }) {
        content.loss.damages.append(damage)
      }
    }
  }

  /// Sets who looks at what readers find to be damaged.
  func setExaminer(_ examine: @escaping @Sendable (StorageError) -> Void) {
    examiner.withLock { $0 = examine }
  }

  /// Sets who has files written anew of which something is damaged.
  func setMender(_ mend: @escaping @Sendable (StorageError) -> Void) {
    mender.withLock { $0 = mend }
  }

  /// Tells that something of a file is damaged. Reads go on: it has a copy, or no read has needed it.
  func noteCopiedDamage(_ error: StorageError) {
    mender.withLock { $0 }?(error)
  }

  /// Tells that a read met with a file that is damaged.
  func recordDamage(_ error: StorageError) {
    damages.wrappingAdd(1, ordering: .relaxed)
    examiner.withLock { $0 }?(error)
  }
}
