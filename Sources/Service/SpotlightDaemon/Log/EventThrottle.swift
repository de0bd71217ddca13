internal import FresnelPlatform

/// Lets events that others cause at will through once a second for each reason, and counts the rest.
struct EventThrottle {
  private static let interval: UInt64 = 1_000_000_000
  /// Reasons are few; an app's name is none.
  private var last: [String: UInt64] = [:]
  private var passedOver: [String: Int] = [:]

  /// Whether an event may be written now, and how many like it were passed over since the last.
  mutating func admit(_ event: DaemonEvent, at now: UInt64) -> Int? {
    let reason: String
    switch event.kind {
    case .connectionRefused: reason = event.kind.rawValue + (event.facts["REFUSAL"] ?? "")
    case .foreignWriter, .foreignUser, .identityConflict, .outOfDescriptors, .quotaReached:
      reason = event.kind.rawValue
    default: return 0
    }
    if let moment = last[reason], now < moment + Self.interval {
      passedOver[reason, default: 0] += 1
      return nil
    }
    last[reason] = now
    return passedOver.removeValue(forKey: reason) ?? 0
  }
}
