internal import Synchronization

/// Keeps states that are tied to items, and choices, out of history while their app deletes items or states, or the
/// person has history of it deleted: until that is durable, what goes still seems to be there.
final class HistoryGate: Sendable {
  private struct App {
    var deletionCount = 0
    var waiting: [@Sendable () -> Void] = []
  }
  private let apps = Mutex<[String: App]>([:])

  /// Items or states of an app, or what was chosen of them, are going to be deleted.
  func close(_ app: String) {
    apps.withLock { $0[app, default: App()].deletionCount += 1 }
  }

  /// They are, or it has failed.
  func open(_ app: String) {
    let waiting = apps.withLock { apps -> [@Sendable () -> Void] in
      apps[app]?.deletionCount -= 1
      guard apps[app]?.deletionCount == 0 else { return [] }
      return apps.removeValue(forKey: app)?.waiting ?? []
    }
    for body in waiting { body() }
  }

  /// Whether somebody has to wait; he is called when he may look again.
  func isClosed(_ app: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    apps.withLock { apps in
      guard apps[app] != nil else { return false }
      apps[app]?.waiting.append(body)
      return true
    }
  }
}
