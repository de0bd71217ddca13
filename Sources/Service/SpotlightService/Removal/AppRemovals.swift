internal import SpotlightWire
internal import Synchronization

/// How often each app was removed in the life of a core: what was begun before a removal is not done after it,
/// also where the connection that asked for it has ended.
final class AppRemovals: Sendable {
  private let counts = Mutex<[AppIdentity: Int]>([:])

  /// How often an app was removed.
  func count(of app: AppIdentity) -> Int { counts.withLock { $0[app] ?? 0 } }

  /// An app is removed: called before its items are.
  func note(_ app: AppIdentity) {
    counts.withLock { $0[app, default: 0] += 1 }
  }

  /// Does something that must come before the next removal of an app, unless there was one.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - count: How often it had been removed when this was begun.
  ///   - body: Hands something over to where a removal comes behind it; does not wait.
  /// - Returns: Whether it was done.
  func doUnlessRemoved(_ app: AppIdentity, since count: Int, _ body: () -> Void) -> Bool {
    counts.withLock { counts in
      guard counts[app] ?? 0 == count else { return false }
      body()
      return true
    }
  }
}

/// What was begun for an app, and is not done any more once the app is removed.
struct AppTerm: Sendable {
  private let app: AppIdentity
  private let removals: AppRemovals
  private let count: Int

  /// Begins now.
  init(of app: AppIdentity, in removals: AppRemovals) {
    self.app = app
    self.removals = removals
    count = removals.count(of: app)
  }

  /// Whether the app was removed since.
  var isOver: Bool { removals.count(of: app) != count }

  /// Checks that the app was not removed. What is checked on the intake queue of a store comes before what a removal
  /// does there.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused``.
  func check() throws(ServiceError) {
    if isOver { throw Self.removed }
  }

  /// Does something that must come before a removal of the app, unless there was one.
  ///
  /// - Returns: What the body gives.
  /// - Throws: As ``check()``.
  func doBeforeRemoval<Value>(_ body: () -> Value) throws(ServiceError) -> Value {
    var value: Value?
    guard removals.doUnlessRemoved(app, since: count, { value = body() }), let value else {
      throw Self.removed
    }
    return value
  }

  private static let removed = ServiceError(.refused, "The app was removed.")
}
