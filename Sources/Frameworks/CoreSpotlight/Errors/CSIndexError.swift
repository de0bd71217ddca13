public import Foundation

/// The domain of the errors that ``CSSearchableIndex`` reports.
public let CSIndexErrorDomain = "CSIndexErrorDomain"

/// Why an index did not do what it was asked.
///
/// The underlying error (`NSUnderlyingErrorKey`) says in one sentence what was wrong and where.
public struct CSIndexError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: Int, Sendable {
    /// The reason is unknown.
    case unknownError = -1
    /// The index cannot be used now, as when another process writes to its store. Try again.
    case indexUnavailableError = -1000
    /// An item is malformed; mend it before trying again.
    case invalidItemError = -1001
    /// The client state is too long, or the default index was given one.
    case invalidClientStateError = -1002
    /// The connection to the index process was lost. Try again.
    case remoteConnectionError = -1003
    /// The app holds more in the index than it may. The underlying error's `userInfo` has `size` and
    /// `limit`, and `domain.1`, `domain.1.size` and so on for the largest domains.
    case quotaExceeded = -1004
    /// This device does not index.
    case indexingUnsupported = -1005
    /// The stored client state is not the expected one; nothing of the batch was applied.
    case mismatchedClientState = -1006
  }

  private let details: ErrorDetails

  /// Makes an error of a kind.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - userInfo: What else is known, under the keys of `NSError`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    details = ErrorDetails(domain: CSIndexErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  init(
    _ code: Code, reason: String, facts: [String: Any] = [:],
    underlyingFacts: [String: String] = [:]
  ) {
    details = ErrorDetails(
      domain: CSIndexErrorDomain, code: code.rawValue, reason: reason, facts: facts,
      underlyingFacts: underlyingFacts)
  }

  /// The kind of failure.
  public var code: Code { Code(rawValue: details.code) ?? .unknownError }
  /// One sentence that says what was wrong and where; empty where nothing more is known.
  public var reason: String { details.reason }
  /// The description, the reason, the facts, and the underlying error.
  public var userInfo: [String: Any] { details.userInfo(summary: summary) }

  /// The `userInfo` key of the unique identifier of the item at fault.
  public static let itemIdentifierKey = "CSIndexErrorItemIdentifier"
  /// The `userInfo` key of the name of the attribute at fault.
  public static let attributeKey = "CSIndexErrorAttribute"
  /// The `userInfo` key of a `Bool`: whether the same call may succeed later.
  public static let isRetryableKey = "CSIndexErrorIsRetryable"

  /// The domain, ``CSIndexErrorDomain``.
  public static var errorDomain: String { CSIndexErrorDomain }
  /// The number of the kind of failure.
  public var errorCode: Int { code.rawValue }
  /// The same as ``userInfo``.
  public var errorUserInfo: [String: Any] { userInfo }
  /// One sentence for people.
  public var errorDescription: String? { details.description(summary: summary) }

  fileprivate var summary: String {
    switch code {
    case .unknownError: "Indexing failed for an unknown reason."
    case .indexUnavailableError: "The index is not available."
    case .invalidItemError: "An item cannot be indexed as it is."
    case .invalidClientStateError: "The client state cannot be stored."
    case .remoteConnectionError: "The connection to the index was lost."
    case .quotaExceeded: "The app has too much in the index."
    case .indexingUnsupported: "Indexing is not available here."
    case .mismatchedClientState: "The stored client state is not the expected one."
    }
  }
}

extension CSIndexError: CustomStringConvertible {
  /// The kind and the sentence, for logs.
  public var description: String { "CSIndexError.\(code): \(errorDescription ?? summary)" }
}

extension CSIndexError {
  /// ``Code/unknownError``
  public static var unknownError: Code { .unknownError }
  /// ``Code/indexUnavailableError``
  public static var indexUnavailableError: Code { .indexUnavailableError }
  /// ``Code/invalidItemError``
  public static var invalidItemError: Code { .invalidItemError }
  /// ``Code/invalidClientStateError``
  public static var invalidClientStateError: Code { .invalidClientStateError }
  /// ``Code/remoteConnectionError``
  public static var remoteConnectionError: Code { .remoteConnectionError }
  /// ``Code/quotaExceeded``
  public static var quotaExceeded: Code { .quotaExceeded }
  /// ``Code/indexingUnsupported``
  public static var indexingUnsupported: Code { .indexingUnsupported }
  /// ``Code/mismatchedClientState``
  public static var mismatchedClientState: Code { .mismatchedClientState }
}

extension CSIndexError.Code {
  /// Matches a caught error by its kind: `catch CSIndexError.invalidItemError`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? CSIndexError)?.code == code
  }
}
