internal import Dispatch
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Shares a few threads out among the apps that read.
///
/// Apps take turns, whatever each has waiting, and none has more than two reads running. What a person waits
/// for goes before everything else, and finds a thread of its own however long the apps' reads take, and however long
/// up to 16 other reads take that the person waits for; those that run step aside meanwhile (``Courtesy``).
final class SearchPool: Sendable {
  /// The most reads that run at a time, one for a person besides, and the most of one app.
  private let width: Int
  private static let widthPerApp = 2
  /// The most long reads of persons that keep no thread from the next one. Each ends when its budget is spent.
  private static let mostLongReads = 16

  private struct Waiting {
    var bodies: [@Sendable () -> Void] = []
    var runningCount = 0
  }

  private struct State {
    var runningCount = 0
    /// Reads of apps that stand aside until no person waits.
    var aside: [DispatchSemaphore] = []
    /// Those of the running reads that persons have waited for long.
    var longCount = 0
    /// Long reads that stand aside until persons wait for no other.
    var longAside: [DispatchSemaphore] = []
    /// What a person waits for.
    var urgent: [@Sendable () -> Void] = []
    var apps: [AppIdentity: Waiting] = [:]
    /// The apps that have something waiting, the one whose turn is next first.
    var turns: [AppIdentity] = []
  }
  private let state = Mutex(State())
  private let queue: ParallelQueue
  /// How much of what persons wait for has not ended.
  private let awaitedCount = Atomic(0)
  /// How much of that has not run for long.
  private let freshCount = Atomic(0)
  /// For how many nanoseconds in all a read stands aside.
  let longestHold: UInt64
  /// After how many nanoseconds a read that a person waits for is long. A search for what is typed takes a few
  /// milliseconds.
  let longTime: UInt64

  init(
    width: Int = max(2, CurrentProcess.processorCount), longestHold: UInt64 = 1_000_000_000,
    longTime: UInt64 = 100_000_000
  ) {
    self.width = width
    self.longestHold = longestHold
    self.longTime = longTime
    // As many reads may stand aside as run.
    queue = ParallelQueue(
      label: "fresnel.search", width: 2 * width + 1 + Self.mostLongReads, qos: .userInitiated)
  }

  /// Runs a read when its turn comes.
  ///
  /// - Parameters:
  ///   - app: Who asks.
  ///   - isUrgent: Whether a person waits for it.
  ///   - body: Reads; it may take a while, but waits for others for moments only.
  func run(
    for app: AppIdentity, isUrgent: Bool = false, _ body: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      if isUrgent {
        awaitedCount.add(1, ordering: .relaxed)
        freshCount.add(1, ordering: .relaxed)
        state.urgent.append(body)
      } else {
        if state.apps[app, default: Waiting()].bodies.isEmpty { state.turns.append(app) }
        state.apps[app, default: Waiting()].bodies.append(body)
      }
    }
    startWaiting()
  }

  /// How many reads run.
  var runningCount: Int { state.withLock { $0.runningCount } }

  /// Whether nothing runs or waits.
  var isIdle: Bool {
    state.withLock { $0.runningCount == 0 && $0.urgent.isEmpty && $0.turns.isEmpty }
  }

  /// Whether a person waits for something that has not ended.
  var isPersonWaiting: Bool { awaitedCount.load(ordering: .relaxed) > 0 }

  /// How many reads of apps stand aside.
  var asideCount: Int { state.withLock { $0.aside.count } }

  /// Whether a person waits for something that has not ended and is not long.
  var isPersonWaitingForFresh: Bool { freshCount.load(ordering: .relaxed) > 0 }

  /// Records that a read that a person waits for is long: the next one does not wait for its end.
  ///
  /// - Returns: Whether it counts as long; not where too many do.
  func beginLong() -> Bool {
    let isNoted = state.withLock { state in
      guard state.longCount < Self.mostLongReads else { return false }
      state.longCount += 1
      subtractFresh(&state)
      return true
    }
    if isNoted { startWaiting() }
    return isNoted
  }

  /// Records that a long read is about to end.
  func endLong() {
    state.withLock { state in
      state.longCount -= 1
      // Its end takes it off.
      freshCount.add(1, ordering: .relaxed)
    }
  }

  private func subtractFresh(_ state: inout State) {
    guard freshCount.subtract(1, ordering: .relaxed).newValue == 0 else { return }
    for read in state.longAside { read.signal() }
    state.longAside = []
  }

  /// Waits until no person waits for anything, or a long read until no person waits for any other.
  ///
  /// - Parameters:
  ///   - limit: The most nanoseconds to wait.
  ///   - isLong: Whether it is a long read that stands aside.
  /// - Returns: The nanoseconds that it took.
  func standAside(atMost limit: UInt64, isLong: Bool = false) -> UInt64 {
    let start = MonotonicClock.nanoseconds
    let isOver = DispatchSemaphore(value: 0)
    let waits = state.withLock { state in
      guard isLong ? isPersonWaitingForFresh : isPersonWaiting else { return false }
      if isLong { state.longAside.append(isOver) } else { state.aside.append(isOver) }
      return true
    }
    guard waits else { return 0 }
    // Its processor is for something else that a person waits for.
    startWaiting()
    if isOver.wait(timeout: .now() + .nanoseconds(Int(clamping: limit))) == .timedOut {
      state.withLock { state in
        state.aside.removeAll { $0 === isOver }
        state.longAside.removeAll { $0 === isOver }
      }
    }
    return MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)
  }

  private func startWaiting() {
    while let (app, body) = state.withLock({ Self.next(&$0, width) }) {
      queue.async {
        body()
        self.state.withLock { self.finish(app, &$0) }
        self.startWaiting()
      }
    }
  }

  /// Takes what may run next; the app is `nil` for what is urgent.
  private static func next(
    _ state: inout State, _ width: Int
  ) -> (AppIdentity?, @Sendable () -> Void)? {
    if !state.urgent.isEmpty {
      guard state.runningCount - state.longCount - state.aside.count <= width else { return nil }
      state.runningCount += 1
      return (nil, state.urgent.removeFirst())
    }
    guard state.runningCount < width else { return nil }
    guard
      let turn = state.turns.firstIndex(where: {
        (state.apps[$0]?.runningCount ?? 0) < widthPerApp
      })
    else { return nil }
    let app = state.turns.remove(at: turn)
    guard var waiting = state.apps[app], !waiting.bodies.isEmpty else { return nil }
    let body = waiting.bodies.removeFirst()
    waiting.runningCount += 1
    if !waiting.bodies.isEmpty { state.turns.append(app) }
    state.apps[app] = waiting
    state.runningCount += 1
    return (app, body)
  }

  private func finish(_ app: AppIdentity?, _ state: inout State) {
    state.runningCount -= 1
    guard let app else {
      subtractFresh(&state)
      if awaitedCount.subtract(1, ordering: .relaxed).newValue == 0 {
        for read in state.aside { read.signal() }
        state.aside = []
      }
      return
    }
    state.apps[app]?.runningCount -= 1
    if let waiting = state.apps[app], waiting.runningCount == 0, waiting.bodies.isEmpty {
      state.apps[app] = nil
    }
  }
}
