internal import CSQLite

/// A connection to a database file, for one thread at a time.
package final class Database<Failure: DatabaseFailure> {
  private let handle: OpaquePointer
  /// The file.
  package let path: String

  /// How long a call waits for another connection's transaction to end.
  static var busyMilliseconds: Int32 { 5000 }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - creating: Whether a file that is missing is made.
  /// - Throws: ``DatabaseFault/open``.
  package init(opening path: String, creating: Bool = false) throws(Failure) {
    var opened: OpaquePointer?
    let result = fresnel_sqlite_open(path, creating ? 1 : 0, Self.busyMilliseconds, &opened)
    guard let opened else {
      throw Failure(.open, "There is no memory to open the database \(path).")
    }
    guard result == Int32(fresnel_sqlite_ok) else {
      let reason = String(cString: fresnel_sqlite_message(opened))
      fresnel_sqlite_close(opened)
      throw Failure(
        .open,
        "The database \(path) cannot be opened: \(reason). Make it, with its tables, before it is "
          + "opened here, and see that this process may write to it and to its folder.")
    }
    handle = opened
    self.path = path
  }

  deinit {
    fresnel_sqlite_close(handle)
  }

  /// Runs statements that give no rows.
  package func execute(_ statements: String) throws(Failure) {
    try check(fresnel_sqlite_execute(handle, statements))
  }

  /// Prepares one statement.
  package func prepare(_ text: String) throws(Failure) -> Statement<Failure> {
    try prepare(text, watcher: nil, context: nil)
  }

  /// Prepares one statement and tells what it would do.
  package func prepare(
    _ text: String, watching accesses: inout StatementAccesses
  ) throws(Failure) -> Statement<Failure> {
    var found = StatementAccesses()
    let prepared = withUnsafeMutablePointer(to: &found) { place in
      // The pointer is used during the call alone, by the thread that makes it.
      Result { () throws(Failure) in
        try prepare(text, watcher: StatementAccesses.watcher, context: place)
      }
    }
    accesses = found
    return try prepared.get()
  }

  private func prepare(
    _ text: String, watcher: fresnel_sqlite_watcher?, context: UnsafeMutableRawPointer?
  ) throws(Failure) -> Statement<Failure> {
    var text = text
    var statement: OpaquePointer?
    var end = 0
    let result = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        fresnel_sqlite_prepare(handle, $0.baseAddress, $0.count, watcher, context, &statement, &end)
      }
    }
    try check(result)
    guard let statement else {
      throw Failure(.schema, "\"\(text)\" is no statement.")
    }
    let made = Statement(adopting: statement, of: self)
    guard end == text.utf8.count else {
      throw Failure(.schema, "\"\(text)\" is more than one statement.")
    }
    return made
  }

  /// Runs a body in a transaction that may write, from its first statement on.
  package func write<Value>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try execute("BEGIN IMMEDIATE")
    do throws(Failure) {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // SQLite has rolled back already where this fails.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Runs a body that sees one state of the database.
  package func read<Value>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try execute("BEGIN")
    defer { try? execute("ROLLBACK") }
    return try body()
  }

  /// The first column of the first row that a query gives; null where it gives none.
  package func first(
    _ query: String, _ parameters: [Cell] = []
  ) throws(Failure) -> Cell {
    var found = Cell.null
    try prepare(query).forEachRow(parameters) { (row) throws(Failure) in
      found = row[0]
      return false
    }
    return found
  }

  /// Throws what a result stands for, unless it is success.
  func check(_ result: Int32) throws(Failure) {
    if result != Int32(fresnel_sqlite_ok) { throw error(result) }
  }

  /// The error that a result stands for, with SQLite's message.
  func error(_ result: Int32) -> Failure {
    let reason = String(cString: fresnel_sqlite_message(handle))
    return switch Int(result & 0xFF) {
    case fresnel_sqlite_busy, fresnel_sqlite_locked:
      Failure(
        .busy,
        "The database \(path) is busy: \(reason). Try again when the other transaction has ended.")
    case fresnel_sqlite_corrupt, fresnel_sqlite_not_a_database:
      Failure(
        .corrupt,
        "The database \(path) is damaged: \(reason). Put back a copy, or mend it with "
          + "\"sqlite3 FILE .recover\".")
    case fresnel_sqlite_read_only, fresnel_sqlite_cannot_open:
      Failure(
        .open,
        "The database \(path) cannot be written: \(reason). This process needs to write to the file and "
          + "to its folder.")
    case fresnel_sqlite_full:
      Failure(
        .storage, "The disk of the database \(path) is full. Make room and try again.")
    case 1:
      Failure(
        .schema, "The database \(path) does not fit what is declared: \(reason).")
    default:
      Failure(.storage, "The database \(path) failed: \(reason).")
    }
  }
}
