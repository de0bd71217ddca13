internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// What is known without looking of what one store keeps about the person: of which apps there is any, and about
/// how much.
final class History: Sendable {
  /// The changes to it but for choices.
  let lane: HistoryLane
  /// The changes to what the person chose. They wait by themselves while items of their app are being deleted, so that
  /// they hold up nothing that the app hands over.
  let choiceLane: HistoryLane

  private struct App {
    /// Whether there may be states.
    var hasStates = false
    /// Whether there may be entities that were chosen.
    var hasChoices = false
    /// What the states are at most; `nil` before they were counted.
    var size: Size?
    /// Whether it was not looked through since the store was opened.
    var isUnswept = false

    /// One of its indexes is there.
    mutating func note(_ scope: IndexScope) {
      if scope.index == ScopeName.activities { hasStates = true } else { hasChoices = true }
    }
  }

  /// So many states, of so many bytes.
  struct Size: Sendable {
    var count = 0
    var byteCount = 0

    /// Whether it is more than is kept of an app.
    var isTooLarge: Bool { count > History.stateLimit || byteCount > History.byteLimit }
  }
  private let known = Mutex<[String: App]>([:])

  /// The most states of an app.
  static let stateLimit = 1000
  /// The most bytes of their entries.
  static let byteLimit = 32 << 20

  init(clock: @escaping @Sendable () -> UInt64) {
    lane = HistoryLane(clock: clock)
    choiceLane = HistoryLane(clock: clock)
  }

  /// The store was opened, and has these indexes.
  func storeWasOpened(with scopes: [IndexScope]) {
    known.withLock { apps in
      apps = [:]
      for scope in scopes where scope.isAboutPerson {
        apps[scope.app, default: App()].note(scope)
        apps[scope.app]?.isUnswept = true
      }
    }
  }

  /// Something is going to be written to an index that keeps something about the person.
  func noteUse(of scope: IndexScope) {
    known.withLock { $0[scope.app, default: App()].note(scope) }
  }

  /// Whether there may be states of an app.
  func hasStates(of app: String) -> Bool { known.withLock { $0[app]?.hasStates ?? false } }

  /// Whether there may be entities of an app that were chosen, or choices that wait.
  func hasChoices(of app: String) -> Bool {
    known.withLock { $0[app]?.hasChoices ?? false } || !choiceLane.choices(of: app).isEmpty
  }

  /// The apps of which there may be anything.
  var apps: [String] { known.withLock { $0.keys.sorted() } }

  /// Whether an app's history is to be looked through before its next change; the answer is given once.
  func beginsSweep(of app: String) -> Bool {
    known.withLock { apps in
      guard apps[app]?.isUnswept == true else { return false }
      apps[app]?.isUnswept = false
      return true
    }
  }

  /// An app's history could not be looked through: that is done before its next change.
  func owesSweep(of app: String) {
    known.withLock { $0[app]?.isUnswept = true }
  }

  /// What was kept of an app is gone.
  func forget(_ app: String) {
    _ = known.withLock { $0.removeValue(forKey: app) }
  }

  /// An entry is going to be written.
  ///
  /// - Returns: What the app has then at most; `nil` when it was not counted yet.
  func noteGrowth(of app: String, by size: Size) -> Size? {
    known.withLock { apps in
      apps[app]?.size?.count += size.count
      apps[app]?.size?.byteCount += size.byteCount
      return apps[app]?.size
    }
  }

  /// The history of an app was counted.
  func noteSize(_ size: Size, of app: String) {
    known.withLock { $0[app]?.size = size }
  }
}

extension Snapshot {
  /// Calls a closure with each state that is kept of some apps, and its app, until it returns false; in no
  /// particular order.
  ///
  /// - Complexity: O(*n*) in the documents of segments in which anything expires; only the states are read.
  func forEachState(of apps: Set<String>, _ body: (String, EncodedItem) -> Bool) {
    // Each has an expiry, by which it is found without reading the apps' items.
    forEachExpiring(
      in: .scopes(Set(apps.map { IndexScope.activities(of: $0) })), before: .distantFuture
    ) { scope, item in
      body(scope.app, item)
    }
  }

  /// The states that are kept of an app.
  func states(of app: String) -> [EncodedItem] {
    var states: [EncodedItem] = []
    forEachState(of: [app]) { _, item in
      states.append(item)
      return true
    }
    return states
  }
}
