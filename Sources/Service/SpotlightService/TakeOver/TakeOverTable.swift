internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// The apps whose stores are being taken over: one store of an app at a time, and a few in all.
///
/// A directory may be of a file system that never answers. The thread that reads it is lost then, and with it
/// the app's turn, but nothing else.
final class TakeOverTable: Sendable {
  private static let limit = 16
  static let isBusy = ServiceError(
    .unavailable, "The app's own store cannot be taken over now.", isRetryable: true)
  private let apps = Mutex<Set<AppIdentity>>([])
  private let waiting = Mutex<[IndexScope: WaitingIndex]>([:])

  /// An index in an app's own store that is taken over when its class has a key.
  struct WaitingIndex: Sendable {
    /// Its class.
    var protection: ProtectionClass
    /// Whether the class was locked, so that the key is worth another try when it is open.
    var wasLocked: Bool
  }

  /// Gives an app its turn, if there is room.
  func begin(_ app: AppIdentity) -> Bool {
    apps.withLock { $0.count < Self.limit && $0.insert(app).inserted }
  }

  /// Whether a store of an app is being taken over.
  func contains(_ app: AppIdentity) -> Bool {
    apps.withLock { $0.contains(app) }
  }

  /// Ends an app's turn.
  func end(_ app: AppIdentity) {
    apps.withLock { _ = $0.remove(app) }
  }

  /// Keeps in mind that indexes wait in an app's own store for the keys of their classes, or that none does any more.
  ///
  /// An index is not opened as long as it waits: from then on nobody would see which of its items are newer, and the
  /// store could never be taken over. Another process that serves is offered the store anew.
  func setWaiting(_ indexes: [IndexScope: WaitingIndex], of app: String) {
    waiting.withLock { waiting in
      waiting = waiting.filter { $0.key.app != app }
      waiting.merge(indexes) { $1 }
    }
  }

  /// For what an index waits in its app's own store; `nil` when it does not.
  func waitingIndex(_ index: IndexScope) -> WaitingIndex? {
    waiting.withLock { $0[index] }
  }
}
