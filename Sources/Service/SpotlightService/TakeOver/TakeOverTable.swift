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
  private let turns = Mutex(Turns())
  private let waiting = Mutex<[IndexScope: WaitingIndex]>([:])

  private struct Turns {
    /// The directory that is copied of each app; `nil` where it has no identity.
    var places: [AppIdentity: LeavingStores.Identity?] = [:]
    /// How many descriptors of each app are looked at.
    var looks: [AppIdentity: Int] = [:]
  }
  /// So many descriptors are looked at in all, each by a thread.
  private static let lookLimit = 64
  /// So many descriptors of one app are: what does not answer costs other apps little.
  private static let appLookLimit = 4

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
    /// The same store is being taken over, or one that cannot be told from it.
    case isUnderWay
    /// The stores of too many other apps are, or another one of the same app.
    case isFull
  }

  /// Gives an app its turn, if there is room.
  ///
  /// - Parameters:
  ///   - app: The app whose store it is.
  ///   - place: The store's directory.
  /// - Returns: What came of it.
  func begin(_ app: AppIdentity, _ place: LeavingStores.Identity? = nil) -> Turn {
    turns.withLock { turns in
      if let other = turns.places[app] {
        return other == nil || place == nil || other == place ? .isUnderWay : .isFull
      }
      if turns.places.count >= Self.limit { return .isFull }
      turns.places.updateValue(place, forKey: app)
      return .begun
    }
  }

  /// Begins to look at a descriptor, which may never answer, if there is room. Unlike a turn it keeps no other store of
  /// the app waiting.
  func beginLooking(for app: AppIdentity) -> Bool {
    turns.withLock { turns in
      let count = turns.looks[app] ?? 0
      guard count < Self.appLookLimit, turns.looks.values.reduce(0, +) < Self.lookLimit else {
        return false
      }
      turns.looks[app] = count + 1
      return true
    }
  }

  /// Ends a look.
  func endLooking(for app: AppIdentity) {
    turns.withLock { turns in
      guard let count = turns.looks[app] else { return }
      turns.looks[app] = count > 1 ? count - 1 : nil
    }
  }

  /// Whether an app that hands a store over now would get its turn.
  func hasRoom(for app: AppIdentity) -> Bool {
    turns.withLock { $0.places.count < Self.limit && $0.places[app] == nil }
  }

  /// Whether a store of an app is being taken over.
  func contains(_ app: AppIdentity) -> Bool {
    turns.withLock { $0.places[app] != nil }
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
    turns.withLock { $0.places[app] != nil ? nil : body() }
  }

  /// Ends an app's turn.
  func end(_ app: AppIdentity) {
    turns.withLock { _ = $0.places.removeValue(forKey: app) }
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
