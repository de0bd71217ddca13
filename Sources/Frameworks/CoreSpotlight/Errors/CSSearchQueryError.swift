public import Foundation

/// The domain of the errors that ``CSSearchQuery`` reports.
public let CSSearchQueryErrorDomain = "CSSearchQueryErrorDomain"

/// Why a query found nothing more.
///
/// The underlying error (`NSUnderlyingErrorKey`) says in one sentence what was wrong and where.
public struct CSSearchQueryError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: Int, Sendable {
    /// The reason is unknown.
    case unknown = -2000
    /// The index cannot be reached. Try again.
    case indexUnreachable = -2001
    /// The query string is malformed; ``CSSearchQueryError/column`` says where.
    case invalidQuery = -2002
    /// The query was cancelled.
    case cancelled = -2003
  }

  private let details: ErrorDetails

  /// Makes an error of a kind.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - userInfo: What else is known, under the keys of `NSError`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    details = ErrorDetails(
      domain: CSSearchQueryErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  init(_ code: Code, reason: String, column: Int? = nil) {
    details = ErrorDetails(
      domain: CSSearchQueryErrorDomain, code: code.rawValue, reason: reason,
      facts: column.map { [Self.columnKey: $0] } ?? [:])
  }

  /// The kind of failure.
  public var code: Code { Code(rawValue: details.code) ?? .unknown }
  /// One sentence that says what was wrong and where; empty where nothing more is known.
  public var reason: String { details.reason }
  /// Where a malformed query string went wrong: the first character is column 1.
  public var column: Int? { details.givenUserInfo[Self.columnKey] as? Int }
  /// The description, the reason, the column, and the underlying error.
  public var userInfo: [String: Any] { details.userInfo(summary: summary) }

  /// The key of ``column`` in `userInfo`.
  public static let columnKey = "CSSearchQueryErrorColumn"

  /// The domain, ``CSSearchQueryErrorDomain``.
  public static var errorDomain: String { CSSearchQueryErrorDomain }
  /// The number of the kind of failure.
  public var errorCode: Int { code.rawValue }
  /// The same as ``userInfo``.
  public var errorUserInfo: [String: Any] { userInfo }
  /// One sentence for people.
  public var errorDescription: String? { details.description(summary: summary) }

  fileprivate var summary: String {
    switch code {
    case .unknown: "The search failed for an unknown reason."
    case .indexUnreachable: "The index cannot be reached."
    case .invalidQuery: "The query string is malformed."
    case .cancelled: "The search was cancelled."
    }
  }
}

extension CSSearchQueryError: CustomStringConvertible {
  /// The kind and the sentence, for logs.
  public var description: String { "CSSearchQueryError.\(code): \(errorDescription ?? summary)" }
}

extension CSSearchQueryError {
  /// ``Code/unknown``
  public static var unknown: Code { .unknown }
  /// ``Code/indexUnreachable``
  public static var indexUnreachable: Code { .indexUnreachable }
  /// ``Code/invalidQuery``
  public static var invalidQuery: Code { .invalidQuery }
  /// ``Code/cancelled``
  public static var cancelled: Code { .cancelled }
}

extension CSSearchQueryError.Code {
  /// Matches a caught error by its kind: `catch CSSearchQueryError.invalidQuery`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? CSSearchQueryError)?.code == code
  }
}
