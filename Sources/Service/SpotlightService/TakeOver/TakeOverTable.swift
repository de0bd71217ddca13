internal import FresnelModel
internal import FresnelPlatform
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
  /// Why a store is not taken over from a second process: its end decides for both.
  static let isUnderWay = ServiceError(handedOver: "A store of the app is being taken over now.")
  private let turns = Mutex(Turns())
  private let waiting = Mutex<[IndexScope: WaitingIndex]>([:])

  private struct Turns {
    /// Which store of each app is copied.
    var copies: [String: Copy] = [:]
    /// How many descriptors of each app are looked at.
    var looks: [String: Int] = [:]
    /// Which stores of each app were copied, and may just be emptied; one that was handed over twice is there twice.
    var emptied: [String: [OwnStore.Place]] = [:]

    /// Whether another descriptor of an app may be looked at.
    func mayLook(for app: AppIdentity) -> Bool {
      looks[app.identifier] ?? 0 < TakeOverTable.appLookLimit
        && looks.values.reduce(0, +) < TakeOverTable.lookLimit
    }
  }
  /// A store that is copied.
  private struct Copy {
    var place: OwnStore.Place
    /// Ends when the app is removed: the end of the copy tells nothing then.
    var term: AppTerm
    /// In nanoseconds.
    var beginning: UInt64
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

  /// Gives an app its turn, if there is room.
  ///
  /// - Parameters:
  ///   - app: The app whose store it is.
  ///   - place: Which store it is.
  ///   - term: Ends when the app is removed.
  ///   - now: The time in nanoseconds, of ``CoreOptions/monotonicClock``.
  /// - Returns: Whether there is: not where a store of the app is being taken over, that one or another, nor where those
  ///   of too many other apps are.
  func begin(
    _ app: AppIdentity, _ place: OwnStore.Place, during term: AppTerm, at now: UInt64
  ) -> Bool {
    turns.withLock { turns in
      guard turns.copies[app.identifier] == nil, turns.copies.count < Self.limit else {
        return false
      }
      turns.copies[app.identifier] = Copy(place: place, term: term, beginning: now)
      return true
    }
  }

  /// Begins to look at a descriptor, which may never answer, if there is room. Unlike a turn it keeps no other store of
  /// the app waiting.
  func beginLooking(for app: AppIdentity) -> Bool {
    turns.withLock { turns in
      guard turns.mayLook(for: app) else { return false }
      turns.looks[app.identifier, default: 0] += 1
      return true
    }
  }

  /// Ends a look.
  func endLooking(for app: AppIdentity) {
    turns.withLock { turns in
      let count = turns.looks[app.identifier] ?? 0
      turns.looks[app.identifier] = count > 1 ? count - 1 : nil
    }
  }

  /// Whether an app that hands a store over now would get its turn.
  func hasRoom(for app: AppIdentity) -> Bool {
    turns.withLock { turns in
      turns.copies.count < Self.limit && turns.copies[app.identifier] == nil
        && turns.mayLook(for: app)
    }
  }

  /// Which store of an app is being taken over; `nil` where none is.
  func place(of app: AppIdentity) -> OwnStore.Place? {
    turns.withLock { $0.copies[app.identifier]?.place }
  }

  /// For how many nanoseconds a store of an app has been taken over so far.
  ///
  /// - Parameters:
  ///   - app: The app's identifier.
  ///   - place: Which store it is.
  ///   - now: The time in nanoseconds.
  /// - Returns: The time; `nil` where that very store is not being taken over, or was begun before the app was removed.
  func duration(of app: String, _ place: OwnStore.Place, at now: UInt64) -> UInt64? {
    let copy = turns.withLock { $0.copies[app] }
    guard let copy, copy.place == place, !copy.term.isOver else { return nil }
    return MonotonicClock.elapsed(from: copy.beginning, to: now)
  }

  /// Whether the end of a take-over tells what becomes of a store.
  ///
  /// - Parameters:
  ///   - place: Which store it is.
  ///   - app: The app whose store it is.
  /// - Returns: Whether it is being taken over, and the app was not removed since that began.
  func isTakingOver(_ place: OwnStore.Place, of app: AppIdentity) -> Bool {
    duration(of: app.identifier, place, at: 0) != nil
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
    turns.withLock { $0.copies[app.identifier] != nil ? nil : body() }
  }

  /// Ends an app's turn.
  func end(_ app: AppIdentity) {
    turns.withLock { _ = $0.copies.removeValue(forKey: app.identifier) }
  }

  /// Notes that a process of an app may begin to empty a store, which was copied.
  func beginEmptying(_ place: OwnStore.Place, of app: AppIdentity) {
    turns.withLock { $0.emptied[app.identifier, default: []].append(place) }
  }

  /// Notes that a process which handed a store over has emptied it, or will not.
  func endEmptying(_ place: OwnStore.Place, of app: AppIdentity) {
    turns.withLock { turns in
      guard var places = turns.emptied[app.identifier], let index = places.firstIndex(of: place)
      else { return }
      places.remove(at: index)
      turns.emptied[app.identifier] = places.isEmpty ? nil : places
    }
  }

  /// Whether a process of an app may just be emptying a store, whose lock it holds.
  func isBeingEmptied(_ place: OwnStore.Place, of app: AppIdentity) -> Bool {
    turns.withLock { $0.emptied[app.identifier]?.contains(place) ?? false }
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
