internal import Foundation

/// What an error type of this framework holds: the parts of an `NSError`.
struct ErrorDetails: Hashable, Sendable {
  private let error: NSError

  /// Takes an app's own description of a failure as it is.
  init(domain: String, code: Int, userInfo: [String: Any]) {
    error = NSError(domain: domain, code: code, userInfo: userInfo)
  }

  /// Describes a failure by one sentence and by facts under keys of the framework.
  ///
  /// The sentence is told as the description, as the reason, and by the underlying error, as code for
  /// Apple's platforms looks in any of the three.
  ///
  /// The underlying error also has further facts, under names of the service.
  init(
    domain: String, code: Int, reason: String, facts: [String: Any],
    underlyingFacts: [String: String] = [:]
  ) {
    var info = facts
    info[NSLocalizedDescriptionKey] = reason
    info[NSLocalizedFailureReasonErrorKey] = reason
    let underlying = underlyingFacts.merging([NSLocalizedDescriptionKey: reason]) { $1 }
    info[NSUnderlyingErrorKey] = NSError(
      domain: domain + ".underlying", code: code, userInfo: underlying)
    self.init(domain: domain, code: code, userInfo: info)
  }

  var code: Int { error.code }

  /// What was wrong and where; empty where nothing more is known.
  var reason: String { error.userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? "" }

  /// The entries that the error was made with.
  var givenUserInfo: [String: Any] { error.userInfo }

  /// The description given, else what happened in general.
  func description(summary: String) -> String {
    error.userInfo[NSLocalizedDescriptionKey] as? String ?? summary
  }

  /// The entries, always with a description.
  func userInfo(summary: String) -> [String: Any] {
    error.userInfo.merging([NSLocalizedDescriptionKey: summary]) { given, _ in given }
  }
}
