/// A value as SQLite keeps it; text as its bytes, which need not be UTF-8.
package enum Cell: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case data([UInt8])

  /// How many bytes it takes, about.
  var byteCount: Int {
    switch self {
    case .null, .integer, .real: 8
    case .text(let bytes), .data(let bytes): bytes.count
    }
  }

  /// The value as a key: SQLite takes 1 and 1.0 for the same.
  var asKey: Cell {
    if case .real(let number) = self, let whole = Int64(exactly: number) { return .integer(whole) }
    return self
  }

  /// A text.
  package static func string(_ text: String) -> Cell { .text(Array(text.utf8)) }

  /// The value as apps see it; `nil` for null.
  var value: SearchableValue? {
    switch self {
    case .null: nil
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .data(let bytes): .data(bytes)
    }
  }
}

extension SearchableValue {
  /// The value as SQLite keeps it.
  var cell: Cell {
    switch self {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .string(text)
    case .data(let bytes): .data(bytes)
    }
  }
}
