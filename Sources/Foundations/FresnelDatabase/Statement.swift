internal import CSQLite

/// A prepared statement. It is used where its database is used, one thread at a time.
package final class Statement<Failure: DatabaseFailure> {
  private let handle: OpaquePointer
  private let database: Database<Failure>

  /// Takes over a statement of a database, which stays open as long.
  init(adopting handle: OpaquePointer, of database: Database<Failure>) {
    self.handle = handle
    self.database = database
  }

  deinit {
    fresnel_sqlite_destroy(handle)
  }

  /// How many parameters there are.
  package var parameterCount: Int { Int(fresnel_sqlite_parameter_count(handle)) }

  /// Runs the statement and hands over its rows, until the body returns `false`. The statement reads no
  /// more afterwards.
  ///
  /// - Parameters:
  ///   - parameters: What its parameters are.
  ///   - body: Is given a row, which it may read until it returns.
  /// - Throws: The failure, the body's too.
  package func forEachRow(
    _ parameters: [Cell] = [],
    _ body: (borrowing Row) throws(Failure) -> Bool
  ) throws(Failure) {
    defer { fresnel_sqlite_reset(handle) }
    for (index, parameter) in parameters.enumerated() {
      try database.check(bind(parameter, to: Int32(index + 1)))
    }
    while true {
      switch fresnel_sqlite_step(handle) {
      case Int32(fresnel_sqlite_row):
        guard try body(Row(handle)) else { return }
      case Int32(fresnel_sqlite_done): return
      case let failure: throw database.error(failure)
      }
    }
  }

  /// Runs the statement for what it does.
  package func run(_ parameters: [Cell] = []) throws(Failure) {
    try forEachRow(parameters) { (_) throws(Failure) in true }
  }

  private func bind(_ value: Cell, to parameter: Int32) -> Int32 {
    switch value {
    case .null: fresnel_sqlite_bind_null(handle, parameter)
    case .integer(let number): fresnel_sqlite_bind_integer(handle, parameter, number)
    case .real(let number): fresnel_sqlite_bind_real(handle, parameter, number)
    case .text(let bytes): fresnel_sqlite_bind_text(handle, parameter, bytes, bytes.count)
    case .data(let bytes): fresnel_sqlite_bind_data(handle, parameter, bytes, bytes.count)
    }
  }
}

/// The row at which a statement is.
package struct Row: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  /// The value of a column, counted from 0.
  package subscript(_ column: Int) -> Cell {
    let column = Int32(column)
    return switch Int(fresnel_sqlite_column_class(handle, column)) {
    case fresnel_sqlite_integer:
      .integer(fresnel_sqlite_column_integer(handle, column))
    case fresnel_sqlite_real: .real(fresnel_sqlite_column_real(handle, column))
    case fresnel_sqlite_text: .text(bytes(column))
    case fresnel_sqlite_data: .data(bytes(column))
    default: .null
    }
  }

  /// The whole number in a column; 0 where there is none.
  package func integer(_ column: Int) -> Int64 {
    fresnel_sqlite_column_integer(handle, Int32(column))
  }

  /// The text of a column; empty for null.
  package func text(_ column: Int) -> String {
    String(decoding: bytes(Int32(column)), as: UTF8.self)
  }

  private func bytes(_ column: Int32) -> [UInt8] {
    var count = 0
    guard let start = fresnel_sqlite_column_bytes(handle, column, &count) else { return [] }
    // The bytes live until the next step or reset, and are copied here.
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
