import FresnelStorage

/// Up to 255 strings of one to eight bytes, for each of which one byte stands in coded text.
///
/// Each text is coded by itself, so that one row is read without its neighbours: after Boncz, Neumann
/// and Leis, "FSST: Fast Random Access String Compression", 2020.
struct TextSymbols: Equatable, Sendable {
  /// The greatest length of a symbol in bytes.
  static let greatestByteCount = 8
  /// How many there are at most: the last value of a byte is ``escape``.
  static let greatestCount = 255
  /// Precedes a byte that stands for itself.
  static let escape: UInt8 = 255

  /// How many symbols there are; their codes are 0, 1, ….
  var count: Int { values.count }
  /// The bytes of each code's symbol, the first one lowest, then zeros.
  private let values: [UInt64]
  private let lengths: [UInt8]

  /// Makes a table of at most 255 symbols; each has at most eight bytes, those beyond its length are 0.
  init(_ symbols: [(value: UInt64, byteCount: Int)]) {
    let symbols = symbols.prefix(Self.greatestCount)
    values = symbols.map(\.value)
    lengths = symbols.map { UInt8(clamping: min($0.byteCount, Self.greatestByteCount)) }
  }

  /// A symbol; the code must be below ``count``.
  func symbol(_ code: Int) -> (value: UInt64, byteCount: Int) {
    (values[code], Int(lengths[code]))
  }
}

extension TextSymbols {
  /// The greatest length of a table's encoding.
  static let greatestEncodedByteCount = 1 + greatestCount * (1 + greatestByteCount)

  /// Appends the table: the number of symbols, the length of each, their bytes.
  func encode(to bytes: inout [UInt8]) {
    bytes.append(UInt8(count))
    bytes.append(contentsOf: lengths)
    for code in 0..<count {
      Swift.withUnsafeBytes(of: values[code].littleEndian) {
        bytes.append(contentsOf: $0.prefix(Int(lengths[code])))
      }
    }
  }

  /// Reads a table; `nil` when the bytes are not exactly one.
  init?(decoding bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first, first <= Self.greatestCount, bytes.count > Int(first) else {
      return nil
    }
    var position = 1 + Int(first)
    var symbols: [(value: UInt64, byteCount: Int)] = []
    symbols.reserveCapacity(Int(first))
    for length in bytes[1..<position] {
      guard (1...UInt8(Self.greatestByteCount)).contains(length),
        bytes.count - position >= Int(length)
      else { return nil }
      var value: UInt64 = 0
      for place in 0..<Int(length) { value |= UInt64(bytes[position + place]) << UInt64(8 * place) }
      symbols.append((value, Int(length)))
      position += Int(length)
    }
    guard position == bytes.count else { return nil }
    self.init(symbols)
  }
}
