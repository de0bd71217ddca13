internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// Which activity is current, and when activities go to history.
///
/// An activity goes there once it has been current for a moment, so that one which nobody holds, or whose
/// title is set a line later, is not taken too early; what ends its time as the current one cuts the moment
/// short. Later changes follow, some of them at a time. Nothing here keeps an activity alive but for the
/// length of a call of its delegate.
///
/// No lock is held while a delegate is called. What is called with an activity is called where the app uses
/// that activity; all else on any thread.
final class ActivityPipeline: Sendable {
  /// Runs a body after a while, on any thread.
  typealias Later = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// How long an activity has to be current before it goes to history.
  static let dwell = Duration.milliseconds(250)
  /// How long changes are gathered.
  static let gathering = Duration.seconds(2)
  /// How long a delegate's queue may take to get to it.
  static let patience = Duration.seconds(2)
  /// The same for streams that another device opens. What it writes meanwhile waits.
  static let streamPatience = Duration.seconds(10)

  private let queue: DelegateQueue
  let later: Later
  /// What was delivered to the app.
  let deliveries = DeliveryRecord()
  private let declaredTypes: DeclaredTypes?
  private let makeSink: @Sendable (ActivityPipeline) -> any ActivitySink
  private let state = Mutex(State())

  private struct State: Sendable {
    var current: Entry?
    /// Those that were current since they were made, and exist, by their numbers.
    var known: [UInt64: Entry] = [:]
    var lastTimer: UInt64 = 0
    /// What was told last, and to whom.
    var told: ActivitySummary?
    var listener: (any ActivitySink)?
  }

  /// An activity that became current.
  private struct Entry: Sendable {
    let record: ActivityRecord
    let activity: WeakActivity
    let sink: any ActivitySink
    /// Which time it is that it became current.
    let turn: UInt64
    /// The timer at whose end it is donated; `nil` when nothing is to be.
    var timer: UInt64?
  }

  /// Makes a pipeline.
  ///
  /// - Parameters:
  ///   - queue: Where delegates are called.
  ///   - later: How time passes.
  ///   - declaredTypes: The types that the program declares itself.
  ///   - sink: Where activities go that become current now.
  init(
    queue: DelegateQueue, later: @escaping Later, declaredTypes: DeclaredTypes?,
    sink: @escaping @Sendable (ActivityPipeline) -> any ActivitySink
  ) {
    self.queue = queue
    self.later = later
    self.declaredTypes = declaredTypes
    makeSink = sink
  }

  // MARK: - What apps do

  /// Makes an activity the current one, unless it has ended or the app does not declare its type.
  func becomeCurrent(_ activity: NSUserActivity) {
    let record = activity.record
    let sink = makeSink(self)
    let declared =
      declaredTypes ?? sink.declaredTypes.map { DeclaredTypes(types: $0, source: "the manifest") }
    if let problem = declared?.problem(with: record.activityType) {
      return ActivityLog.report(record.activityType, problem)
    }
    let step = state.withLock { state -> (timer: UInt64, former: Entry?)? in
      guard state.current?.record !== record, let turn = record.begin() else { return nil }
      let former = state.current
      state.lastTimer += 1
      let entry = Entry(
        record: record, activity: WeakActivity(activity), sink: sink, turn: turn,
        timer: state.lastTimer)
      state.current = entry
      state.known[record.number] = entry
      return (state.lastTimer, former)
    }
    guard let step else { return }
    record.warnOfPublicIndexing()
    later(Self.dwell) { self.elapsed(step.timer) }
    if let former = step.former {
      if queue.isHere(), let activity = former.activity.activity {
        settle(former, calling: activity)
      } else {
        ask(former, settling: true)
      }
    }
    tell()
    if let delivery = deliveries.restored(by: record) { sink.tell(restored: delivery) }
  }

  /// Has an activity step back.
  func resignCurrent(_ activity: NSUserActivity) {
    let entry = state.withLock { state in
      if state.current?.record === activity.record { state.current = nil }
      return state.known[activity.record.number]
    }
    guard let entry else { return }
    settle(entry, calling: activity)
    tell()
  }

  /// Ends an activity for good.
  func invalidate(_ activity: NSUserActivity) {
    let record = activity.record
    record.withLock { if $0.life.stage == .usable { $0.life.stage = .ending } }
    resignCurrent(activity)
    record.withLock { $0.life.stage = .ended }
    state.withLock { $0.known[record.number] = nil }
  }

  /// The object of an activity goes away.
  func end(of record: ActivityRecord) {
    record.withLock { $0.life.stage = .gone }
    state.withLock { state in
      state.known[record.number] = nil
      if state.current?.record === record { state.current = nil }
    }
    tell()
  }

  /// Something about an activity has changed.
  func noteChange(of record: ActivityRecord) {
    let timer = state.withLock { state -> UInt64? in
      guard state.current?.record === record, state.current?.timer == nil else { return nil }
      state.lastTimer += 1
      state.current?.timer = state.lastTimer
      return state.lastTimer
    }
    if let timer { later(Self.gathering) { self.elapsed(timer) } }
  }

  /// Whether an activity is the current one.
  func isCurrent(_ record: ActivityRecord) -> Bool {
    state.withLock { $0.current?.record === record }
  }

  /// The app deletes items or activities. What is owed of them brings up to date what is left, and makes
  /// nothing anew: what was deleted does not come back by a late save.
  func noteDeletion(_ deletion: HistoryDeletion) {
    for entry in state.withLock({ Array($0.known.values) }) {
      entry.record.withLock { state in
        guard state.life.isUnsettled,
          let reading = try? state.reading(ofType: entry.record.activityType),
          deletion.covers(reading.activity, reading.attributes)
        else { return }
        state.life.isChanged = state.life.owesDonation
        state.life.owesVisit = false
        state.life.lastKey = reading.key
      }
    }
  }

  // MARK: - What the service asks

  /// Brings an activity up to date for another device.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - time: How long its delegate may take.
  ///   - completion: Told the activity, once, on any thread; `nil` when there is none any more.
  func save(
    _ number: UInt64, within time: Duration,
    completion: @escaping @Sendable (WireActivity?) -> Void
  ) {
    guard let entry = state.withLock({ $0.known[number] }) else { return completion(nil) }
    let record = entry.record
    let answer: @Sendable () -> Void = {
      let activity = record.withLock { state in
        state.life.isUnsent = false
        return state.life.stage == .usable
          ? state.content.activity(ofType: record.activityType) : nil
      }
      if let activity { Self.warnOfSize(of: activity) }
      completion(activity)
      self.tell()
    }
    let turn = Turn()
    queue.run {
      guard turn.take() else { return }
      if let activity = entry.activity.activity { self.save(record, calling: activity) }
      answer()
    }
    later(min(time, Self.patience)) { if turn.take() { answer() } }
  }

  /// Another device goes on with an activity.
  func noteContinued(_ number: UInt64) {
    guard let entry = state.withLock({ $0.known[number] }) else { return }
    entry.record.withLock { $0.life.isContinued = true }
    queue.run {
      guard let activity = entry.activity.activity else { return }
      activity.delegate?.userActivityWasContinued(activity)
    }
  }

  /// Gives streams to the delegate of an activity that another device goes on with.
  ///
  /// - Parameters:
  ///   - number: The activity's number.
  ///   - descriptors: The sockets of the streams.
  ///   - completion: Told whether the delegate has them, once, on any thread: not, when the activity has ended, has no
  ///     delegate or does not support streams, or when the queue does not get to it.
  func takeStreams(
    to number: UInt64, over descriptors: [SharedDescriptor],
    completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let entry = state.withLock({ $0.known[number] }) else { return completion(false) }
    let turn = Turn()
    queue.run {
      guard turn.take() else { return }
      guard let activity = entry.activity.activity, let delegate = activity.delegate,
        activity.supportsContinuationStreams, entry.record.life.stage == .usable,
        let streams = try? ContinuationStreams(over: descriptors)
      else { return completion(false) }
      delegate.userActivity(
        activity, didReceive: streams.input, outputStream: streams.output)
      completion(true)
    }
    later(Self.streamPatience) { if turn.take() { completion(false) } }
  }

  /// Says so where an activity is larger than other devices take.
  private static func warnOfSize(of activity: WireActivity) {
    let (size, limit) = (activity.encoded.count, ActivityLimits.handedOverByteCount)
    guard size > limit else { return }
    ActivityLog.reportOnce(
      "handed over " + activity.type, activity.type,
      "is not handed over: it takes \(size) bytes of \(limit) that may be; keep userInfo small, "
        + "and give the rest through continuation streams")
  }

  // MARK: - Donating

  /// The time has come to donate the current activity, if it is still the same.
  private func elapsed(_ timer: UInt64) {
    let entry = state.withLock { state -> Entry? in
      guard state.current?.timer == timer else { return nil }
      state.current?.timer = nil
      return state.current
    }
    guard let entry else { return }
    ask(entry, settling: false)
    tell()
  }

  /// Donates what is owed of an activity, after its delegate was asked where it is called.
  private func ask(_ entry: Entry, settling: Bool) {
    let asks = entry.record.withLock { state in
      state.isDue && state.life.needsSave && state.life.hasDelegate
    }
    guard asks else { return donate(entry, settling: settling) }
    let turn = Turn()
    queue.run {
      guard turn.take() else { return }
      // One that is gone is donated no more.
      guard let activity = entry.activity.activity else { return }
      if entry.record.withLock({ $0.isDue }) { self.save(entry.record, calling: activity) }
      self.donate(entry, settling: settling)
      self.tell()
    }
    // A program that never gets to its queue is found as it was.
    later(Self.patience) { if turn.take() { self.donate(entry, settling: settling) } }
  }

  /// Donates what is owed of an activity, in the app's own call.
  private func settle(_ entry: Entry, calling activity: NSUserActivity) {
    if entry.record.withLock({ $0.isDue }) { save(entry.record, calling: activity) }
    donate(entry, settling: true)
  }

  /// Asks the delegate to bring an activity up to date, if need be.
  private func save(_ record: ActivityRecord, calling activity: NSUserActivity) {
    guard record.withLock({ $0.life.beginSave() }) else { return }
    activity.delegate?.userActivityWillSave(activity)
    record.withLock { $0.life.endSave() }
  }

  /// Reads an activity and hands it over, if something is owed of it. The record is locked meanwhile, so that
  /// no earlier reading comes after a later one.
  private func donate(_ entry: Entry, settling: Bool) {
    let type = entry.record.activityType
    let problem = entry.record.withLock { state -> String? in
      guard state.life.turn == entry.turn else { return nil }
      defer { if settling { state.life.isUnsettled = false } }
      guard state.isDue, state.life.owesDonation else { return nil }
      do throws(UnkeepableActivity) {
        let reading = try state.reading(ofType: type)
        let isVisit = state.life.owesVisit || reading.key != state.life.lastKey
        state.life.noteDonation(of: reading.key)
        entry.sink.donate(
          DonatedActivity(
            number: entry.record.number, activity: reading.activity,
            attributes: reading.attributes, isVisit: isVisit))
        return nil
      } catch {
        state.life.isChanged = false
        return error.reason
      }
    }
    if let problem { ActivityLog.reportOnce(type + problem, type, "is not kept: \(problem)") }
  }

  /// Tells which activity is current, if that is news.
  private func tell() {
    state.withLock { state in
      let summary = state.current?.record.summary
      guard summary != state.told else { return }
      state.told = summary
      let listener = state.current?.sink ?? state.listener
      state.listener = listener
      listener?.tell(current: summary)
    }
  }
}

/// Whose turn it is of two who may do something: the first to take it.
private final class Turn: Sendable {
  private let isTaken = Atomic(false)

  /// - Returns: Whether the caller is the first.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
