import Synchronization

@testable import SpotlightClient
@testable import SpotlightWire
@testable import UserActivity

/// A pipeline with time, queue and history in a test's hands.
final class PipelineStage: Sendable {
  /// What history and the service heard.
  enum News: Equatable, Sendable {
    case visit(UInt64, title: String)
    case update(UInt64, title: String)
    case current(UInt64?)
    case restored(UInt64)
  }

  private struct State: Sendable {
    var now = Duration.zero
    var lastOrder = 0
    var timers: [(due: Duration, order: Int, body: @Sendable () -> Void)] = []
    var queued: [@Sendable () -> Void] = []
    var isOnQueue = true
    var news: [News] = []
    var donations: [DonatedActivity] = []
    var declaredTypes: [String]?
  }

  private let state = Mutex(State())
  let pipeline: ActivityPipeline
  /// Where delegates are called.
  let queue: DelegateQueue

  init(declaring types: DeclaredTypes? = nil) {
    let stage = Box()
    queue = DelegateQueue(
      run: { stage.value?.enqueue($0) }, isHere: { stage.value?.isOnQueue ?? false })
    pipeline = ActivityPipeline(
      queue: queue, later: { stage.value?.schedule($0, $1) }, declaredTypes: types,
      sink: { _ in Sink(stage: stage) })
    stage.set(self)
  }

  /// Runs a body whose activities use the pipeline.
  func run<Result>(_ body: (PipelineStage) throws -> Result) rethrows -> Result {
    try ActivityPipeline.$override.withValue(pipeline) { try body(self) }
  }

  /// What was heard since the last call.
  func takeNews() -> [News] {
    state.withLock { state in
      defer { state.news = [] }
      return state.news
    }
  }

  /// What was donated since the beginning.
  var donations: [DonatedActivity] { state.withLock { $0.donations } }

  /// Whether the test stands on the queue of delegates, as it does at first.
  var isOnQueue: Bool {
    get { state.withLock { $0.isOnQueue } }
    set { state.withLock { $0.isOnQueue = newValue } }
  }

  func setDeclaredTypes(_ types: [String]?) {
    state.withLock { $0.declaredTypes = types }
  }

  /// Lets time pass; what falls due happens in its order.
  func pass(_ time: Duration) {
    let end = state.withLock { $0.now } + time
    while let body = nextTimer(until: end) { body() }
    state.withLock { $0.now = end }
  }

  private func nextTimer(until end: Duration) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let due = state.timers.enumerated().filter { $0.element.due <= end }
      let next = due.min { ($0.element.due, $0.element.order) < ($1.element.due, $1.element.order) }
      guard let next else { return nil }
      state.now = max(state.now, next.element.due)
      return state.timers.remove(at: next.offset).body
    }
  }

  /// Does what waits on the queue of delegates.
  func drainQueue() {
    let wasOnQueue = isOnQueue
    isOnQueue = true
    while let body = state.withLock({ $0.queued.isEmpty ? nil : $0.queued.removeFirst() }) {
      body()
    }
    isOnQueue = wasOnQueue
  }

  private func enqueue(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.queued.append(body) }
  }

  private func schedule(_ time: Duration, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.lastOrder += 1
      state.timers.append((state.now + time, state.lastOrder, body))
    }
  }

  private func note(_ news: News, _ donation: DonatedActivity? = nil) {
    state.withLock { state in
      state.news.append(news)
      if let donation { state.donations.append(donation) }
    }
  }

  /// The stage, once it is made.
  private final class Box: Sendable {
    private let stored = Mutex<WeakStage>(WeakStage())
    var value: PipelineStage? { stored.withLock { $0.stage } }
    func set(_ stage: PipelineStage) { stored.withLock { $0.stage = stage } }
  }

  private struct WeakStage: Sendable {
    weak var stage: PipelineStage?
  }

  private struct Sink: ActivitySink {
    let stage: Box
    var declaredTypes: [String]? { stage.value?.state.withLock { $0.declaredTypes } }
    func donate(_ donation: DonatedActivity) {
      let title = donation.activity.title ?? ""
      stage.value?.note(
        donation.isVisit
          ? .visit(donation.number, title: title) : .update(donation.number, title: title),
        donation)
    }
    func tell(current: ActivitySummary?) { stage.value?.note(.current(current?.number)) }
    func tell(restored delivery: UInt64) { stage.value?.note(.restored(delivery)) }
  }
}

/// Makes an activity that search may find.
func searchable(_ title: String, type: String = "com.example.view") -> NSUserActivity {
  let activity = NSUserActivity(activityType: type)
  activity.title = title
  activity.userInfo = ["title": title]
  activity.requiredUserInfoKeys = ["title"]
  activity.isEligibleForSearch = true
  return activity
}

/// A delegate that does what it is told.
final class TestDelegate: NSObject, NSUserActivityDelegate {
  var saveCount = 0
  var continuedCount = 0
  var willSave: ((NSUserActivity) -> Void)?

  func userActivityWillSave(_ userActivity: NSUserActivity) {
    saveCount += 1
    willSave?(userActivity)
  }

  func userActivityWasContinued(_ userActivity: NSUserActivity) {
    continuedCount += 1
  }
}
