internal import FresnelPlatform
internal import SpotlightWire

/// Lets events that others cause at will through once a second for each reason, those that an app causes of
/// itself also for each app, and counts the rest.
struct EventThrottle {
  private static let interval: UInt64 = 1_000_000_000
  /// When more reasons are known, those that are over are forgotten.
  private static let reasonLimit = 1024
  private var last: [String: UInt64] = [:]
  private var passedOver: [String: Int] = [:]

  /// How many reasons are remembered.
  var reasonCount: Int { last.count }

  /// Whether an event may be written now, and how many like it were passed over since the last.
  mutating func admit(_ event: DaemonEvent, at now: UInt64) -> Int? {
    let reason: String
    switch event.kind {
    case .connectionRefused: reason = event.kind.rawValue + (event.facts["REFUSAL"] ?? "")
    case .foreignWriter, .foreignUser, .identityConflict, .outOfDescriptors, .writeFailed,
      .keyUnavailable:
      reason = event.kind.rawValue
    case .takenOver, .notTakenOver, .reindexAsked, .reindexAcknowledged, .quotaReached, .throttled,
      .extensionStarted, .extensionEnded, .extensionFailed:
      reason = "\(event.kind.rawValue) \(event.app?.identifier ?? "")"
    case .stateUnreadable:
      // What the daemon keeps itself is told of once, at one moment perhaps several times.
      guard let app = event.app else { return 0 }
      reason = "\(event.kind.rawValue) \(app.identifier)"
    default: return 0
    }
    if let moment = last[reason], now < moment + Self.interval {
      passedOver[reason, default: 0] += 1
      return nil
    }
    last[reason] = now
    if last.count > Self.reasonLimit { forgetReasons(at: now) }
    return passedOver.removeValue(forKey: reason) ?? 0
  }

  /// Forgets what holds nothing up any more, and all if that is not enough: there can be no more apps than
  /// may connect in a second.
  private mutating func forgetReasons(at now: UInt64) {
    last = last.filter { now < $0.value + Self.interval }
    if last.count > Self.reasonLimit { last = [:] }
    passedOver = passedOver.filter { last[$0.key] != nil }
  }
}
