internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// The apps whose stores are being taken over: one store of an app at a time, and a few in all.
///
/// A directory may be of a file system that never answers. The thread that reads it is lost then, and with it
/// the app's turn, but nothing else.
final class TakeOverTable: Sendable {
  private static let limit = 16
  /// Why a store waits that has no turn.
  static let isFull = ServiceError(
    .unavailable, "The app's own store cannot be taken over now.", isRetryable: true)
  /// Why another process of an app is not heard while a store of the app is taken over: as a rule it is the same one,
  /// which the other process holds.
  static let isUnderWay = ServiceError(handedOver: "A store of the app is being taken over now.")
  private let apps = Mutex<Set<AppIdentity>>([])
  private let waiting = Mutex<[IndexScope: WaitingIndex]>([:])

  /// An index in an app's own store that is not in the core yet.
  struct WaitingIndex: Sendable {
    /// Its class.
    var protection: ProtectionClass
    /// What it waits for.
    var cause = Cause.copy

    /// What an index waits for.
    enum Cause: Sendable {
      /// That it is copied, by this try or another one.
      case copy
      /// That a class is opened that was never open so far.
      case opening(ProtectionClass)
      /// The key of a class that is open.
      case key(ProtectionClass)
    }
  }

  /// What comes of asking for a turn.
  enum Turn: Sendable {
    /// It has begun.
    case begun
    /// A store of the same app is being taken over.
    case isUnderWay
    /// The stores of too many other apps are.
    case isFull
  }

  /// Gives an app its turn, if there is room.
  func begin(_ app: AppIdentity) -> Turn {
    apps.withLock { apps in
      if apps.contains(app) { return .isUnderWay }
      if apps.count >= Self.limit { return .isFull }
      apps.insert(app)
      return .begun
    }
  }

  /// Whether an app that hands a store over now would get its turn.
  func hasRoom(for app: AppIdentity) -> Bool {
    apps.withLock { $0.count < Self.limit && !$0.contains(app) }
  }

  /// Whether a store of an app is being taken over.
  func contains(_ app: AppIdentity) -> Bool {
    apps.withLock { $0.contains(app) }
  }

  /// Does something that must come before the next turn of an app, unless it has one now.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - body: Must not wait.
  /// - Returns: What the body gives; `nil` where a store of the app is being taken over.
  func unlessTakingOver<Value: Sendable>(
    _ app: AppIdentity, _ body: () -> Value
  ) -> Value? {
    apps.withLock { $0.contains(app) ? nil : body() }
  }

  /// Ends an app's turn.
  func end(_ app: AppIdentity) {
    apps.withLock { _ = $0.remove(app) }
  }

  /// Keeps in mind which indexes wait in an app's own store until they are copied for their classes.
  ///
  /// An index is not opened as long as it waits: from then on nobody would see which of its items are newer, and the
  /// store could never be taken over. Another process that serves is offered the store anew.
  func setWaiting(_ indexes: [IndexScope: WaitingIndex], of app: String) {
    waiting.withLock { waiting in
      waiting = waiting.filter { $0.key.app != app }
      waiting.merge(indexes) { $1 }
    }
  }

  /// Forgets that an index waits: it was copied.
  func endWaiting(_ index: IndexScope) {
    waiting.withLock { _ = $0.removeValue(forKey: index) }
  }

  /// For what an index waits in its app's own store; `nil` when it does not.
  func waitingIndex(_ index: IndexScope) -> WaitingIndex? {
    waiting.withLock { $0[index] }
  }
}
