/// A value as SQLite keeps it; text as its bytes, which need not be UTF-8.
package enum Cell: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text in UTF-8.
  case text([UInt8])
  /// Bytes.
  case data([UInt8])

  /// How many bytes it takes, about.
  package var byteCount: Int {
    switch self {
    case .null, .integer, .real: 8
    case .text(let bytes), .data(let bytes): bytes.count
    }
  }

  /// The value as a key: SQLite takes 1 and 1.0 for the same.
  package var asKey: Cell {
    if case .real(let number) = self, let whole = Int64(exactly: number) { return .integer(whole) }
    return self
  }

  /// A text.
  package static func string(_ text: String) -> Cell { .text(Array(text.utf8)) }
}
