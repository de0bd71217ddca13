internal import Dispatch
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Shares a few threads out among the apps that read.
///
/// Apps take turns, whatever each has waiting, and none has more than two reads running. What a person waits
/// for goes before everything else, and finds a thread of its own however long the apps' reads take; those that run
/// step aside meanwhile (``Courtesy``).
final class SearchPool: Sendable {
  /// The most reads that run at a time, one for a person besides, and the most of one app.
  private let width: Int
  private static let widthPerApp = 2

  private struct Waiting {
    var bodies: [@Sendable () -> Void] = []
    var runningCount = 0
  }

  private struct State {
    var runningCount = 0
    /// Reads of apps that stand aside until no person waits.
    var aside: [DispatchSemaphore] = []
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
  /// For how many nanoseconds in all a read of an app stands aside.
  let longestHold: UInt64

  init(width: Int = max(2, CurrentProcess.processorCount), longestHold: UInt64 = 1_000_000_000) {
    self.width = width
    self.longestHold = longestHold
    // As many reads may stand aside as run.
    queue = ParallelQueue(label: "fresnel.search", width: 2 * width + 1, qos: .userInitiated)
  }

  /// Runs a read when its turn comes.
  ///
  /// - Parameters:
  ///   - app: Who asks.
  ///   - isUrgent: Whether a person waits for it.
  ///   - body: Reads; it may take a while, but waits for nobody.
  func run(
    for app: AppIdentity, isUrgent: Bool = false, _ body: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      if isUrgent {
        awaitedCount.add(1, ordering: .relaxed)
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

  /// Whether a person waits for something that has not ended.
  var isPersonWaiting: Bool { awaitedCount.load(ordering: .relaxed) > 0 }

  /// How many reads of apps stand aside.
  var asideCount: Int { state.withLock { $0.aside.count } }

  /// Waits until no person waits for anything.
  ///
  /// - Parameter limit: The most nanoseconds to wait.
  /// - Returns: The nanoseconds that it took.
  func standAside(atMost limit: UInt64) -> UInt64 {
    let start = MonotonicClock.nanoseconds
    let isOver = DispatchSemaphore(value: 0)
    let waits = state.withLock { state in
      guard isPersonWaiting else { return false }
      state.aside.append(isOver)
      return true
    }
    guard waits else { return 0 }
    // Its processor is for something else that a person waits for.
    startWaiting()
    if isOver.wait(timeout: .now() + .nanoseconds(Int(clamping: limit))) == .timedOut {
      state.withLock { state in state.aside.removeAll { $0 === isOver } }
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
      guard state.runningCount - state.aside.count <= width else { return nil }
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

/// Has the read of an app step aside, at places where it may, while the person waits for something.
///
/// An app's read has processors that the person's search wants, however many apps read. It is held up for a second
/// in all, so that no stream of searches keeps an app from its answer; that time does not count as its own.
final class Courtesy: Sendable {
  private let pool: SearchPool
  private let isPerson: Bool
  private let held = Atomic<UInt64>(0)

  /// Makes the courtesy of one read.
  ///
  /// - Parameters:
  ///   - pool: Where it runs.
  ///   - isPerson: Whether the person waits for it: then it steps aside for nobody.
  init(in pool: SearchPool, isPerson: Bool) {
    self.pool = pool
    self.isPerson = isPerson
  }

  /// For how many nanoseconds the read has been held up.
  var heldUp: UInt64 { held.load(ordering: .relaxed) }

  /// Waits as long as a person does, and as this read may be held up.
  func giveWay() {
    guard !isPerson, pool.isPersonWaiting else { return }
    let longest = pool.longestHold
    let before = heldUp
    guard before < longest else { return }
    let time = pool.standAside(atMost: longest - before)
    held.store(before &+ max(time, 1), ordering: .relaxed)
  }
}
