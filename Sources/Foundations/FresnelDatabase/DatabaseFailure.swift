/// What kind of thing went wrong with a database.
package enum DatabaseFault: Hashable, Sendable {
  /// The file is missing, or this process may not write to it.
  case open
  /// Another connection writes. Trying again helps.
  case busy
  /// The tables are not such as a statement needs.
  case schema
  /// The file is damaged.
  case corrupt
  /// The disk is full or fails.
  case storage
}

/// The error that a room's databases throw: each has its own, since each has more that can go wrong.
package protocol DatabaseFailure: Error {
  /// Makes the error of a fault.
  ///
  /// - Parameters:
  ///   - fault: What kind of thing went wrong.
  ///   - message: What is wrong, where, and what mends it.
  init(_ fault: DatabaseFault, _ message: String)
}
