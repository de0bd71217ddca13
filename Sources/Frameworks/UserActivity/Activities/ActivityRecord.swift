internal import SpotlightWire
internal import Synchronization

/// All of an activity that may be read from any thread; the object that an app has is its face.
///
/// What is donated is read when its object may be busy elsewhere, or gone. Its lock is taken after that of
/// the ``ActivityPipeline``, never before.
final class ActivityRecord: Sendable {
  /// The activity's number in this process, from 1.
  let number: UInt64
  /// The type that it was made with.
  let activityType: String
  private let state: Mutex<State>

  /// The properties, and how far they have come.
  struct State: Sendable {
    var content: ActivityContent
    var life = ActivityLife()
  }

  private static let lastNumber = Atomic<UInt64>(0)

  init(activityType: String, content: ActivityContent = ActivityContent()) {
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    self.activityType = activityType
    state = Mutex(State(content: content))
  }

  /// Calls the body with the record locked. It calls nobody who might come back here.
  func withLock<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result {
    state.withLock(body)
  }

  /// The properties as they are now.
  var content: ActivityContent { withLock { $0.content } }

  /// How far it has come.
  var life: ActivityLife { withLock { $0.life } }

  /// Changes properties, and takes note of it where history is to hear of that.
  func change(_ body: (inout ActivityContent) -> Void) {
    withLock { state in
      body(&state.content)
      if state.life.isUnsettled { state.life.isChanged = true }
      if state.life.isContinued { state.life.isUnsent = true }
    }
  }

  /// Takes note that the activity becomes current.
  ///
  /// - Returns: Which time it is; `nil` when the activity has ended.
  func begin() -> UInt64? {
    withLock { state in
      guard state.life.stage == .usable else { return nil }
      state.life.turn += 1
      state.life.isUnsettled = true
      state.life.owesVisit = true
      state.life.isChanged = false
      state.life.lastKey = nil
      return state.life.turn
    }
  }

  /// Says so where an activity is to be found by everybody and nobody could come back to it.
  func warnOfPublicIndexing() {
    let content = content
    guard content.flags.contains(.publicIndexing), content.webpageURL == nil,
      content.requiredUserInfoKeys?.isEmpty ?? true
    else { return }
    ActivityLog.reportOnce(
      "public " + activityType, activityType,
      "isEligibleForPublicIndexing needs requiredUserInfoKeys or webpageURL")
  }

  /// What the service is told of it while it is current.
  var summary: ActivitySummary {
    withLock { state in
      ActivitySummary(
        of: state.content.activity(ofType: activityType), number: number,
        needsSaving: state.life.needsSave || state.life.isUnsent)
    }
  }
}

/// How far an activity has come, and what is owed of it.
struct ActivityLife: Sendable {
  /// No more after ``ended``, but for ``gone``.
  enum Stage: Sendable {
    /// It may become current.
    case usable
    /// The app ends it, and nothing new begins.
    case ending
    /// The app has ended it.
    case ended
    /// Its object does not exist any more.
    case gone
  }

  var stage = Stage.usable
  /// Whether the delegate is to be asked before the properties are read.
  var needsSave = false
  /// Whether the delegate is being asked.
  var isSaving = false
  /// Whether it had a delegate when last looked at.
  var hasDelegate = false
  /// How often it became current.
  var turn: UInt64 = 0
  /// Whether it became current, and what that brought about is not settled.
  var isUnsettled = false
  /// Whether nothing was donated since it became current.
  var owesVisit = false
  /// Whether it has changed since it was donated.
  var isChanged = false
  /// The key of the state that was donated last.
  var lastKey: String?
  /// Whether another device goes on with it, and is to hear of changes.
  var isContinued = false
  /// Whether it has changed since that device was told.
  var isUnsent = false
  /// The delivery that it came with.
  var delivery: UInt64?

  /// Whether history is to hear of it.
  var owesDonation: Bool { owesVisit || isChanged }

  /// Takes note that its delegate is asked now.
  ///
  /// - Returns: Whether it is to be asked.
  mutating func beginSave() -> Bool {
    guard needsSave, !isSaving, stage == .usable || stage == .ending else { return false }
    needsSave = false
    isSaving = true
    if isUnsettled { isChanged = true }
    return true
  }

  /// Its delegate has answered.
  mutating func endSave() {
    isSaving = false
  }

  /// The app says whether the delegate is to be asked. While it is asked, nothing it says asks it again: it
  /// would be asked for ever.
  mutating func setNeedsSave(_ value: Bool) {
    guard !value || !isSaving else { return }
    needsSave = value
    if value, isUnsettled { isChanged = true }
  }

  /// A state was handed over.
  mutating func noteDonation(of key: String) {
    owesVisit = false
    isChanged = false
    lastKey = key
  }
}
