import SQLite3

/// One prepared statement. It is used by one thread, and gone with its last reference.
final class Statement {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  init(_ sql: String, in database: OpaquePointer) throws(RecipeBookError) {
    var handle: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &handle, nil) == SQLITE_OK, let handle else {
      throw RecipeBookError(description: String(cString: sqlite3_errmsg(database)))
    }
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ values: [Value]) throws(RecipeBookError) {
    for (index, value) in zip(Int32(1)..., values) {
      let result =
        switch value {
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        // SQLite copies the text before the call returns.
        case .text(let text):
          sqlite3_bind_text(handle, index, text, -1, unsafeBitCast(-1, to: Copier.self))
        }
      guard result == SQLITE_OK else { throw failure }
    }
  }

  /// Goes on to the next row.
  ///
  /// - Returns: Whether there is one.
  func step() throws(RecipeBookError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure
    }
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
  }

  private typealias Copier = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private var failure: RecipeBookError {
    RecipeBookError(description: String(cString: sqlite3_errmsg(database)))
  }
}

/// What is put into a statement.
enum Value {
  case integer(Int64)
  case text(String)
}
