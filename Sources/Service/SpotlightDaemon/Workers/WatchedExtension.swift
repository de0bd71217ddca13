internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// The way from the process of a class to an extension, which main watches: it ends those that are late, and
/// those that have nothing to do.
final class WatchedExtension: SessionOutlet {
  private let app: AppIdentity
  private let outlet: any SessionOutlet
  private let tell: @Sendable (WorkerNews) -> Void
  /// When main was last told of what matters only in that it was said, in nanoseconds of the monotonic
  /// clock.
  private let lastChatter = Mutex<UInt64>(0)

  /// How often main is told of such, in nanoseconds: more often than extensions are found idle.
  private static let chatterInterval: UInt64 = 1_000_000_000

  init(
    _ app: AppIdentity, _ outlet: any SessionOutlet, tell: @escaping @Sendable (WorkerNews) -> Void
  ) {
    self.app = app
    self.outlet = outlet
    self.tell = tell
  }

  func send(_ envelope: Envelope<DaemonMessage>) -> Bool {
    let kind = envelope.message.kind
    if kind.belongsToRequest, !kind.isReply {
      // Before it is sent: the answer may come at once.
      tell(.extensionTraffic(app, .sent(kind, envelope.request)))
    }
    return outlet.send(envelope)
  }

  var takesMore: Bool { outlet.takesMore }

  func close(_ reason: Refusal?) {
    outlet.close(reason)
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
