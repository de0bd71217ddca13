internal import FresnelEngine

/// Why the service did not do what an app asked.
public struct ServiceError: Error, Equatable, Sendable {
  /// What the app can do about it.
  public struct Code: Hashable, Sendable {
    private enum Kind: String {
      case invalidItem, invalidClientState, mismatchedClientState, unavailable, invalidQuery
    }
    private let kind: Kind

    /// An item cannot be stored; mend it.
    public static let invalidItem = Code(kind: .invalidItem)
    /// The client state is too long, or the index keeps none; send another.
    public static let invalidClientState = Code(kind: .invalidClientState)
    /// The stored client state is not the expected one; fetch it and begin again from there.
    public static let mismatchedClientState = Code(kind: .mismatchedClientState)
    /// The store cannot be used now, as when another process writes to it; try again.
    public static let unavailable = Code(kind: .unavailable)
    /// The query string is malformed; mend it.
    public static let invalidQuery = Code(kind: .invalidQuery)
  }

  /// What the app can do.
  public let code: Code
  /// One sentence saying what was wrong and where.
  public let message: String
  /// The unique identifier of the item at fault.
  public let itemIdentifier: String?
  /// The name of the attribute at fault.
  public let attribute: String?
  /// Where a query string went wrong; the first character is column 1.
  public let column: Int?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, itemIdentifier: String? = nil, attribute: String? = nil,
    column: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.itemIdentifier = itemIdentifier
    self.attribute = attribute
    self.column = column
  }

  /// Translates a failure of the store.
  init(_ error: StoreError) {
    let code: Code =
      switch error.code {
      case .invalidItem: .invalidItem
      case .clientStateMismatch: .mismatchedClientState
      default: .unavailable
      }
    self.init(code, error.message)
  }
}
