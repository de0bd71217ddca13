/// Reads the parts that values are made of, from bytes that may be anything.
///
/// Every read checks its bounds first and throws ``ModelError/Code/damaged`` when the bytes are not
/// the one encoding of something. Offsets in errors count from the start of the item.
struct ByteReader {
  private let bytes: [UInt8]
  private let origin: Int
  private(set) var position: Int
  let end: Int

  /// Reads `bytes[position..<end]`; the item that they belong to starts at `origin`.
  ///
  /// The caller has checked that the range lies inside the buffer.
  init(_ bytes: [UInt8], from position: Int, to end: Int, origin: Int) {
    self.bytes = bytes
    self.origin = origin
    self.position = position
    self.end = end
  }

  var isAtEnd: Bool { position == end }

  func damaged(_ what: String) -> ModelError {
    .damaged(what, at: position - origin)
  }

  mutating func byte() throws(ModelError) -> UInt8 {
    guard position < end else { throw damaged("it ends inside a value") }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func tag() throws(ModelError) -> ValueTag {
    guard let tag = ValueTag(rawValue: try byte()) else { throw damaged("unknown type of value") }
    return tag
  }

  /// Seven bits a byte, least significant first, in the fewest bytes.
  mutating func varint() throws(ModelError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      if shift == 63, byte > 1 { throw damaged("a number needs more than 64 bits") }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 {
        if byte == 0, shift > 0 { throw damaged("a number is longer than need be") }
        return value
      }
      shift += 7
    }
  }

  /// A number of things of at least one byte each, so that it is proven before anything is made.
  mutating func count() throws(ModelError) -> Int {
    let count = try varint()
    guard count <= UInt64(end - position) else { throw damaged("a length runs past the end") }
    return Int(count)
  }

  mutating func integer() throws(ModelError) -> Int64 {
    let zigzag = try varint()
    return Int64(bitPattern: (zigzag >> 1) ^ (0 &- (zigzag & 1)))
  }

  mutating func double() throws(ModelError) -> Double {
    guard end - position >= 8 else { throw damaged("it ends inside a number") }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    let value = Double(bitPattern: bits)
    guard !value.isNaN, bits != (-0.0).bitPattern else { throw damaged("not a number") }
    position += 8
    return value
  }

  /// The place of a run of bytes, in the buffer; its length stands before it.
  mutating func run() throws(ModelError) -> Range<Int> {
    let length = try count()
    defer { position += length }
    return position..<position + length
  }

  mutating func data() throws(ModelError) -> [UInt8] {
    Array(bytes[try run()])
  }

  mutating func string() throws(ModelError) -> String {
    let start = position
    let run = try run()
    guard let text = try? UTF8Span(validating: bytes.span.extracting(run)) else {
      throw .damaged("text is not UTF-8", at: start - origin)
    }
    return String(copying: text)
  }

  /// The place of a string's bytes, proven to be UTF-8.
  mutating func utf8Run() throws(ModelError) -> Range<Int> {
    let start = position
    let run = try run()
    guard (try? UTF8Span(validating: bytes.span.extracting(run))) != nil else {
      throw .damaged("text is not UTF-8", at: start - origin)
    }
    return run
  }
}
