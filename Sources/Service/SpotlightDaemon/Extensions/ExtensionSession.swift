internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// Stands between an extension's connection and its session, and takes note of what passes.
final class ExtensionSession: ConnectionSession, SessionSink {
  /// Told what the host has to know. Both are called on any thread and return at once.
  struct Observer: Sendable {
    /// There is another moment to look at the extension again.
    let changed: @Sendable () -> Void
    /// The connection ended.
    let ended: @Sendable () -> Void
  }

  private let sink: any SessionSink
  private let observer: Observer
  private let clock: @Sendable () -> UInt64
  private let activity: Mutex<ExtensionActivity>
  /// Set once, before a message comes.
  private let session = Mutex<(any ConnectionSession)?>(nil)

  init(
    _ sink: any SessionSink, times: ExtensionTimes, clock: @escaping @Sendable () -> UInt64,
    observer: Observer
  ) {
    self.sink = sink
    self.observer = observer
    self.clock = clock
    activity = Mutex(ExtensionActivity(times, now: clock()))
  }

  /// Makes the session behind this one.
  func begin(_ makeSession: (any SessionSink) -> any ConnectionSession) {
    let made = makeSession(self)
    session.withLock { $0 = made }
  }

  /// What there is to do about the extension now.
  func verdict() -> ExtensionActivity.Verdict {
    activity.withLock { $0.verdict(now: clock()) }
  }

  /// Whether the extension owes an answer.
  var isAsked: Bool { activity.withLock { $0.isAsked } }

  /// Takes note of what passed between the extension and the process of a class.
  func note(_ traffic: ExtensionTraffic, over channel: ProtectionClass) {
    let isNews = activity.withLock { activity in
      switch traffic {
      case .sent(let kind, let request):
        activity.sent(kind, request, over: channel, now: clock())
      case .received(let kind, let request):
        activity.received(kind, request, over: channel, now: clock())
      case .ended: activity.ended(channel, now: clock())
      }
    }
    if isNews { observer.changed() }
  }

  /// Tells the extension that nothing more is wanted of it.
  func sayGoodbye() {
    _ = sink.send(Envelope(.goingAway(GoingAway(reason: .idle, retryAfterMilliseconds: 0))))
  }

  // MARK: - From the extension

  func receive(_ envelope: Envelope<ClientMessage>) {
    let hasAnswered = activity.withLock {
      $0.received(envelope.message.kind, envelope.request, now: clock())
    }
    session.withLock { $0 }?.receive(envelope)
    if hasAnswered { observer.changed() }
  }

  func sinkIsReady() {
    session.withLock { $0 }?.sinkIsReady()
  }

  func end() {
    session.withLock { $0 }?.end()
    observer.ended()
  }

  // MARK: - To the extension

  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    let isQuestion = activity.withLock {
      $0.sent(envelope.message.kind, envelope.request, now: clock())
    }
    // Before it is sent: the answer may come at once.
    if isQuestion { observer.changed() }
    return sink.send(envelope)
  }

  var takesMore: Bool { sink.takesMore }

  func close(_ reason: Refusal?) {
    sink.close(reason)
  }
}
