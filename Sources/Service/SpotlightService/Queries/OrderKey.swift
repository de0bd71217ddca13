internal import FresnelModel
internal import FresnelQuery
internal import FresnelText

extension SortValue {
  /// Bytes that compare, one after the other, as the values do: those of several processes are brought into
  /// one order by who knows nothing of locales.
  ///
  /// The first byte is 1 for numbers, 2 for dates and 3 for texts, which come in this order.
  var orderKey: [UInt8] {
    switch self {
    case .number(let quantity): [1] + quantity.orderKey
    case .date(let date): [2] + date.secondsSinceReferenceDate.orderKey
    case .text(let key): [3] + key.bytes
    }
  }
}

extension Quantity {
  /// The greatest floating-point number that is not above, and how far above that the number is: whole numbers
  /// lie closer together than floating-point numbers of their size, 2,048 to one at most.
  fileprivate var orderKey: [UInt8] {
    switch self {
    case .double(let number): return number.orderKey + [0, 0]
    case .integer(let number):
      var below = Double(number)
      if below >= 0x1p63 || Int64(below) > number { below = below.nextDown }
      return below.orderKey + UInt16(number - Int64(below)).bigEndianBytes
    }
  }
}

extension Double {
  /// The bits, of which negative numbers have all turned and the others the first: so they ascend.
  fileprivate var orderKey: [UInt8] {
    // Both zeroes are the same number.
    let bits = (self == 0 ? 0 : self).bitPattern
    let isNegative = bits >> 63 == 1
    return (isNegative ? ~bits : bits | 1 << 63).bigEndianBytes
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
