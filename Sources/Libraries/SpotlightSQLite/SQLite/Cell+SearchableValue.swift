internal import FresnelDatabase

extension Cell {
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
