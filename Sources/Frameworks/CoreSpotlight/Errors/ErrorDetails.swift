internal import Foundation

/// What the error types of this framework put in their `userInfo`.
struct ErrorDetails {
  let domain: String
  let code: Int
  /// What happened, in general.
  let summary: String
  /// What was wrong and where; empty where nothing more is known.
  let reason: String

  /// The entries: the description, and with a reason the underlying error that carries it.
  func userInfo(facts: [String: String]) -> [String: Any] {
    var info: [String: Any] = facts
    info[NSLocalizedDescriptionKey] = reason.isEmpty ? summary : reason
    guard !reason.isEmpty else { return info }
    info[NSLocalizedFailureReasonErrorKey] = reason
    info[NSUnderlyingErrorKey] = NSError(
      domain: domain + ".underlying", code: code, userInfo: [NSLocalizedDescriptionKey: reason])
    return info
  }
}
