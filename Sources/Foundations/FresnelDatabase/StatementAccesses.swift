internal import CSQLite

/// What a statement would read and call.
package struct StatementAccesses {
  /// A column that it reads.
  package struct Column: Hashable {
    /// The table.
    package var table: String
    /// The column.
    package var column: String
  }
  /// The columns, in the order in which they are met.
  package var columns: [Column] = []
  /// How many selects it has, itself included.
  package var selectCount = 0
  /// The names of functions that it calls.
  package var functions: [String] = []

  /// Makes an account of nothing.
  package init() {}

  static let watcher: fresnel_sqlite_watcher = { context, action, first, second in
    // The context is the pointer that `prepare` passes.
    guard let found = context?.assumingMemoryBound(to: StatementAccesses.self) else { return }
    switch Int(action) {
    case fresnel_sqlite_reads_column:
      guard let first, let second else { return }
      let column = Column(table: String(cString: first), column: String(cString: second))
      if !found.pointee.columns.contains(column) { found.pointee.columns.append(column) }
    case fresnel_sqlite_selects: found.pointee.selectCount += 1
    case fresnel_sqlite_calls:
      if let second { found.pointee.functions.append(String(cString: second)) }
    default: break
    }
  }
}
