internal import Dispatch
internal import FresnelPlatform
internal import Synchronization

/// Asks a service at a steady rate, whether it keeps up or not, and takes the time of each answer.
///
/// Requests are sent at moments that are set before the first one. An answer's time runs from the moment that its
/// request was meant for, so that one slow answer counts for all requests that it held up ("coordinated omission").
struct SearchLoad: Sendable {
  /// Where the service listens.
  var address: NetworkAddress
  /// The targets that are asked for in turn, as requests have them.
  var targets: [String]
  /// Requests in a second.
  var rate: Int
  /// How many are made.
  var count: Int
  /// Of them, how many at the start are not counted.
  var warmUpCount: Int
  /// Connections, each of which has one request under way at most.
  var connectionCount: Int

  /// What came of all requests that count.
  struct Outcome: Sendable {
    /// The time of each answer, in microseconds.
    var times = LoadTimes()
    /// Answers by their status.
    var statuses: [Int: Int] = [:]
    /// Requests without an answer.
    var failures = 0
    /// Requests that were sent late, as all connections waited for answers or the client did not wake in time.
    var late = 0
    /// How long all took, in seconds.
    var seconds = 0.0
    /// Why the last request without an answer had none; `nil` for no such request.
    var problem: String?
  }

  /// A request that is sent so much after its moment is late, in nanoseconds.
  private static let patience: UInt64 = 1_000_000
  /// All connections are open by then, in nanoseconds.
  private static let head: UInt64 = 50_000_000

  /// Makes the requests.
  ///
  /// - Returns: What came of them.
  /// - Throws: `SystemError` where nobody listens, or there is no room for a thread.
  func run() throws(SystemError) -> Outcome {
    // Whether anybody is there is told at once, not as so many failures.
    _ = try LoadConnection(to: address)
    let next = Atomic(0)
    let outcome = Mutex(Outcome())
    let ended = DispatchSemaphore(value: 0)
    let start = MonotonicClock.nanoseconds + Self.head
    for _ in 0..<connectionCount {
      let isStarted = DetachedThread.start { [self] in
        let own = work(from: start) { next.add(1, ordering: .relaxed).oldValue }
        outcome.withLock { $0.add(own) }
        ended.signal()
      }
      guard isStarted else { throw SystemError(.noMemory, call: "pthread_create") }
    }
    for _ in 0..<connectionCount { ended.wait() }
    var whole = outcome.withLock { $0 }
    let first = start + moment(of: warmUpCount)
    whole.seconds =
      Double(MonotonicClock.elapsed(from: first, to: MonotonicClock.nanoseconds)) / 1e9
    return whole
  }

  /// When a request is to be sent, in nanoseconds from the first one.
  private func moment(of number: Int) -> UInt64 {
    UInt64(number) * 1_000_000_000 / UInt64(rate)
  }

  /// Makes requests over one connection for as long as there are any.
  private func work(from start: UInt64, _ next: () -> Int) -> Outcome {
    CurrentThread.wakePunctually()
    var outcome = Outcome()
    var connection: LoadConnection?
    while case let number = next(), number < count {
      let intended = start + moment(of: number)
      let isCounted = number >= warmUpCount
      var isLate = false
      do throws(SystemError) {
        var open: LoadConnection
        if let kept = connection.take() {
          open = kept
        } else {
          open = try LoadConnection(to: address)
        }
        let request = open.request(targets[number % targets.count])
        Self.sleep(until: intended)
        isLate = MonotonicClock.nanoseconds > intended + Self.patience
        let answer = try open.answer(to: request)
        if answer.keepsConnection { connection = open }
        guard isCounted else { continue }
        outcome.times.add(
          Double(MonotonicClock.elapsed(from: intended, to: MonotonicClock.nanoseconds)) / 1_000)
        outcome.statuses[answer.status, default: 0] += 1
      } catch {
        guard isCounted else { continue }
        outcome.failures += 1
        outcome.problem = error.message
      }
      if isLate { outcome.late += 1 }
    }
    return outcome
  }

  private static func sleep(until moment: UInt64) {
    let now = MonotonicClock.nanoseconds
    guard moment > now else { return }
    // Nobody signals it.
    let never = DispatchSemaphore(value: 0)
    _ = never.wait(timeout: .now() + .nanoseconds(Int(clamping: moment - now)))
  }
}

extension SearchLoad.Outcome {
  /// Takes in what came of other requests.
  fileprivate mutating func add(_ other: Self) {
    times.add(other.times)
    statuses.merge(other.statuses) { $0 + $1 }
    failures += other.failures
    late += other.late
    problem = other.problem ?? problem
  }
}

/// Times, in microseconds.
struct LoadTimes: Sendable {
  private var all: [Double] = []

  /// How many there are.
  var count: Int { all.count }

  /// Adds a time.
  mutating func add(_ time: Double) { all.append(time) }

  /// Adds times.
  mutating func add(_ others: LoadTimes) { all += others.all }

  /// The times that these parts of all did not exceed; none where there are no times.
  func percentiles(_ parts: [Double]) -> [Double] {
    let sorted = all.sorted()
    guard !sorted.isEmpty else { return [] }
    return parts.map { part in
      let rank = Int((part * Double(sorted.count)).rounded(.up)) - 1
      return sorted[min(max(0, rank), sorted.count - 1)]
    }
  }
}
