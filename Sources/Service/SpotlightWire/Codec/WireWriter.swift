/// Appends the parts that messages are made of; ``WireReader`` reads them back.
package struct WireWriter: ~Copyable {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// Makes a writer of an empty message.
  package init() {}

  /// Gives up the writer for what it wrote.
  package consuming func finish() -> [UInt8] { bytes }

  /// Appends a number of fixed size, the least significant byte first.
  package mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a number seven bits a byte, the least significant first.
  package mutating func append(varint number: some UnsignedInteger) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends a floating-point number; one that is not a number becomes zero, and so does negative zero.
  package mutating func append(_ number: Double) {
    append(number == 0 || number.isNaN ? 0 : number.bitPattern)
  }

  /// Appends 1 for true, 0 for false.
  package mutating func append(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  /// Appends the number of bytes and the bytes.
  package mutating func append(bytes run: some Collection<UInt8>) {
    append(varint: UInt(run.count))
    bytes.append(contentsOf: run)
  }

  /// Appends bytes of which the reader knows how many there are.
  package mutating func append(raw run: some Collection<UInt8>) {
    bytes.append(contentsOf: run)
  }

  /// Appends the number of bytes and the UTF-8.
  package mutating func append(string: String) {
    append(bytes: string.utf8)
  }

  /// Appends a value.
  package mutating func append(_ value: some WireValue) {
    value.write(to: &self)
  }

  /// Appends 0, or 1 and the value.
  package mutating func append(optional value: (some WireValue)?) {
    append(value != nil)
    if let value { append(value) }
  }

  /// Appends 0, or 1 and bytes with their number.
  package mutating func append(optionalBytes run: [UInt8]?) {
    append(run != nil)
    if let run { append(bytes: run) }
  }

  /// Appends the number of values and the values.
  package mutating func append(list values: [some WireValue]) {
    append(varint: UInt(values.count))
    for value in values { append(value) }
  }

  /// Overwrites the first bytes.
  mutating func replaceStart(with start: some Collection<UInt8>) {
    bytes.replaceSubrange(0..<start.count, with: start)
  }
}
