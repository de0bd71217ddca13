internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// The way from the process of a class to an extension, which main watches: it ends those that are late, and
/// those that have nothing to do.
final class WatchedExtension: SessionSink {
  private let app: AppIdentity
  private let sink: any SessionSink
  private let tell: @Sendable (WorkerNews) -> Void
  /// When main was last told of what matters only in that it was said, in nanoseconds of the monotonic
  /// clock.
  private let lastChatter = Mutex<UInt64>(0)

  /// How often main is told of such, in nanoseconds: more often than extensions are found idle.
  private static let chatterInterval: UInt64 = 1_000_000_000

  init(
    _ app: AppIdentity, _ sink: any SessionSink, tell: @escaping @Sendable (WorkerNews) -> Void
  ) {
    self.app = app
    self.sink = sink
    self.tell = tell
  }

  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    let kind = envelope.message.kind
    if kind.belongsToRequest, !kind.isReply {
      // Before it is sent: the answer may come at once.
      tell(.extensionTraffic(app, .sent(kind, envelope.request)))
    }
    return sink.send(envelope)
  }

  var takesMore: Bool { sink.takesMore }

  func close(_ reason: Refusal?) {
    sink.close(reason)
  }

  /// The extension said something.
  func received(_ envelope: Envelope<ClientMessage>) {
    let kind = envelope.message.kind
    if !kind.isReply {
      let now = MonotonicClock.nanoseconds
      let isDue = lastChatter.withLock { last in
        guard now >= last + Self.chatterInterval else { return false }
        last = now
        return true
      }
      guard isDue else { return }
    }
    tell(.extensionTraffic(app, .received(kind, envelope.request)))
  }
}
