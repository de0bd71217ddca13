internal import FresnelModel

/// Reads the parts that messages are made of, from bytes that may be anything.
///
/// Every read checks its bounds first and throws ``WireError/Code/malformed`` when the bytes are not
/// the one encoding of something. Lengths and counts are checked against the bytes that are left
/// before anything is made of them, and lists have no more than ``WireLimits/partCount`` parts, so no
/// message can ask for much more memory than it has bytes.
package struct WireReader {
  private let bytes: [UInt8]
  private let start: Int
  private let end: Int
  private var index: Int
  /// How many parts the lists that were read have.
  private(set) var partCount = 0

  /// Reads a part of a buffer; items that are read share it.
  ///
  /// - Parameters:
  ///   - bytes: The buffer.
  ///   - range: Lies inside the buffer; anything else is a programmer's error and traps.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
    index = start
  }

  /// Reads a whole buffer.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// How many bytes were read.
  package var position: Int { index - start }

  /// What was read since the reader's position was that; shares the buffer.
  func bytesRead(since place: Int) -> ArraySlice<UInt8> { bytes[start + place..<index] }

  /// Whether everything was read: fields that came later may be missing at the end.
  package var isAtEnd: Bool { index == end }

  /// Checks that everything was read.
  package func finish() throws(WireError) {
    guard index == end else { throw .malformed("more follows than the message has", at: position) }
  }

  private mutating func take(_ count: Int) throws(WireError) -> Range<Int> {
    guard count <= end - index else { throw .malformed("it ends too early", at: position) }
    defer { index += count }
    return index..<index + count
  }

  /// Reads a number of fixed size.
  package mutating func integer<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(WireError) -> Number {
    let range = try take(MemoryLayout<Number>.size)
    var number: Number = 0
    for index in range.reversed() {
      if Number.bitWidth > 8 { number <<= 8 }
      number |= Number(truncatingIfNeeded: bytes[index])
    }
    return number
  }

  /// Reads a number written seven bits a byte, in the fewest bytes.
  package mutating func varint() throws(WireError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = bytes[try take(1).lowerBound]
      if shift == 63, byte > 1 {
        throw .malformed("a number needs more than 64 bits", at: position - 1)
      }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 {
        if byte == 0, shift > 0 {
          throw .malformed("a number is longer than need be", at: position - 1)
        }
        return value
      }
      shift += 7
    }
  }

  /// Reads a number written seven bits a byte that counts something.
  package mutating func ordinal() throws(WireError) -> Int {
    let place = position
    guard let value = Int(exactly: try varint()) else {
      throw .malformed("a number is beyond all that can be counted", at: place)
    }
    return value
  }

  /// Reads a number of things of at least one byte each.
  private mutating func count() throws(WireError) -> Int {
    let place = position
    let count = try varint()
    guard count <= UInt64(end - index) else {
      throw .malformed("a length runs past the end", at: place)
    }
    return Int(count)
  }

  /// Reads a floating-point number, which is a number and not negative zero.
  package mutating func double() throws(WireError) -> Double {
    let number = Double(bitPattern: try integer())
    guard !number.isNaN, number.bitPattern != (-0.0).bitPattern else {
      throw .malformed("it is not a number", at: position - 8)
    }
    return number
  }

  /// Reads 0 or 1.
  package mutating func flag() throws(WireError) -> Bool {
    let byte = try integer(UInt8.self)
    guard byte <= 1 else { throw .malformed("a flag is neither 0 nor 1", at: position - 1) }
    return byte == 1
  }

  /// Reads flags, of which no unknown one may be set.
  package mutating func flags<Flags: OptionSet>(
    _ known: Flags
  ) throws(WireError) -> Flags where Flags.RawValue: FixedWidthInteger {
    let place = position
    let bits = try integer(Flags.RawValue.self)
    guard bits & ~known.rawValue == 0 else { throw .malformed("an unknown flag is set", at: place) }
    return Flags(rawValue: bits)
  }

  /// Reads bytes with their number.
  package mutating func byteRun() throws(WireError) -> [UInt8] {
    Array(bytes[try take(try count())])
  }

  /// Reads so many bytes.
  package mutating func raw(count: Int) throws(WireError) -> [UInt8] {
    Array(bytes[try take(count)])
  }

  /// Reads a string.
  package mutating func string() throws(WireError) -> String {
    let place = position
    let range = try take(try count())
    guard let text = try? UTF8Span(validating: bytes.span.extracting(range)) else {
      throw .malformed("text is not UTF-8", at: place)
    }
    return String(copying: text)
  }

  /// Finds an item, which shares the buffer; see ``EncodedItem``.
  mutating func item() throws(WireError) -> EncodedItem {
    let range = try take(try count())
    do throws(ModelError) {
      return try EncodedItem(opening: bytes, in: range)
    } catch {
      throw WireError(.malformed, "The item at byte \(range.lowerBound - start): \(error.message)")
    }
  }

  /// Reads a value.
  package mutating func value<Value: WireValue>(
    _ type: Value.Type = Value.self
  ) throws(WireError) -> Value {
    try Value(from: &self)
  }

  /// Reads a value that may be missing.
  package mutating func optional<Value: WireValue>(
    _ type: Value.Type = Value.self
  ) throws(WireError) -> Value? {
    try flag() ? try Value(from: &self) : nil
  }

  /// Reads bytes that may be missing.
  package mutating func optionalBytes() throws(WireError) -> [UInt8]? {
    try flag() ? try byteRun() : nil
  }

  /// Reads values with their number.
  package mutating func list<Value: WireValue>(
    of type: Value.Type = Value.self
  ) throws(WireError) -> [Value] {
    let place = position
    let count = try count()
    partCount += count
    guard partCount <= WireLimits.partCount else {
      throw .malformed("its lists have more than \(WireLimits.partCount) parts", at: place)
    }
    var values: [Value] = []
    // A value takes more memory than the one byte that proves it; the rest grows with what is read.
    values.reserveCapacity(min(count, 1024))
    for _ in 0..<count { values.append(try Value(from: &self)) }
    return values
  }
}

extension WireError {
  /// Bytes of a message's payload that break the protocol.
  static func malformed(_ what: String, at offset: Int) -> WireError {
    WireError(.malformed, "The payload is malformed at byte \(offset): \(what).")
  }
}
