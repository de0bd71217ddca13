import FresnelQuery

/// Numbers as unsigned integers of the same order, one sort for whole numbers and one for the others.
enum NumberCode {
  /// The code of a whole number.
  static func code(_ integer: Int64) -> UInt64 {
    UInt64(bitPattern: integer) ^ (1 << 63)
  }

  /// The code of a binary64 number, which is not NaN; both zeros have one code.
  static func code(_ double: Double) -> UInt64 {
    let bits = (double == 0 ? 0 : double).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// The whole number of a code.
  static func integer(_ code: UInt64) -> Int64 {
    Int64(bitPattern: code ^ (1 << 63))
  }

  /// The binary64 number of a code; NaN for codes that no number has.
  static func double(_ code: UInt64) -> Double {
    Double(bitPattern: code >> 63 == 1 ? code ^ (1 << 63) : ~code)
  }

  /// The number of a code of either sort.
  static func quantity(_ code: UInt64, isFloating: Bool) -> Quantity {
    isFloating ? .double(double(code)) : .integer(integer(code))
  }
}

extension Quantity {
  /// The same number as a whole number, where it is one and fits.
  var canonical: Quantity {
    guard case .double(let double) = self, let integer = Int64(exactly: double) else { return self }
    return .integer(integer)
  }

  /// The number as binary64, rounded if need be.
  var approximation: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    }
  }

  /// The number as binary64; `nil` if no binary64 is that number.
  var exactDouble: Double? {
    switch self {
    case .integer(let integer): Double(exactly: integer)
    case .double(let double): double
    }
  }
}
