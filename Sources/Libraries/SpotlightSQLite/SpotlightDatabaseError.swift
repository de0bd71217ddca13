internal import CoreSpotlight
public import Foundation

/// Why a database and its index could not be brought into step. Nothing is lost: the next
/// ``SpotlightDatabase/synchronize()`` goes on where this one stopped.
public struct SpotlightDatabaseError: Error, LocalizedError, CustomStringConvertible, Sendable {
  /// The kinds of failure.
  public struct Code: Hashable, Sendable {
    private enum Kind: Hashable { case open, busy, schema, corrupt, storage, index }
    private let kind: Kind

    /// The file is missing, or this process may not write to it.
    public static let open = Code(kind: .open)
    /// Another connection writes, or another process of the app is at the same work. Try again.
    public static let busy = Code(kind: .busy)
    /// The tables are not such as is declared; mend the declaration, or migrate the database first.
    public static let schema = Code(kind: .schema)
    /// The file is damaged.
    public static let corrupt = Code(kind: .corrupt)
    /// The disk is full or fails.
    public static let storage = Code(kind: .storage)
    /// The index refused something; ``SpotlightDatabaseError/underlyingError`` says why.
    public static let index = Code(kind: .index)
  }

  /// The kind of failure.
  public let code: Code
  /// What is wrong, where, and what mends it.
  public let message: String
  /// The table at fault, where one is.
  public let table: String?
  /// The column at fault, where one is.
  public let column: String?
  /// The index's own error, with code ``Code/index``.
  public let underlyingError: (any Error)?

  init(
    _ code: Code, _ message: String, table: String? = nil, column: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.table = table
    self.column = column
    underlyingError = underlying
  }

  /// Makes the error that a failure of the index is.
  init(index error: any Error) {
    self.init(
      .index, "The index did not take the changes: \(error.localizedDescription)",
      underlying: error)
  }

  /// The same as ``message``.
  public var errorDescription: String? { message }
  /// The same as ``message``.
  public var description: String { message }
}
