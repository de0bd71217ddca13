import FresnelModel

/// Writes the fields of a record or of the segment list, little-endian.
struct ByteFieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// A string or other bytes, behind their number in four bytes.
  mutating func append(string: [UInt8]) {
    append(UInt32(string.count))
    bytes.append(contentsOf: string)
  }

  mutating func append(_ scope: IndexScope) {
    append(string: Array(scope.app.utf8))
    append(string: Array(scope.index.utf8))
  }
}

/// Reads what ``ByteFieldWriter`` writes; any bytes give a value or an error.
struct ByteFieldReader {
  private var rest: ArraySlice<UInt8>
  /// What the bytes are, as the beginning of a sentence.
  private let subject: String

  init(_ bytes: ArraySlice<UInt8>, of subject: String) {
    rest = bytes
    self.subject = subject
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws(StoreError) -> Value {
    let size = Value.bitWidth / 8
    guard rest.count >= size else { throw malformed("it ends too early") }
    var value: Value = 0
    for (index, byte) in rest.prefix(size).enumerated() {
      value |= Value(truncatingIfNeeded: byte) << Value(8 * index)
    }
    rest = rest.dropFirst(size)
    return value
  }

  mutating func bytes() throws(StoreError) -> ArraySlice<UInt8> {
    let count = Int(try integer(UInt32.self))
    guard rest.count >= count else { throw malformed("it ends too early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func string() throws(StoreError) -> String {
    String(decoding: try bytes(), as: UTF8.self)
  }

  mutating func strings(_ count: Int) throws(StoreError) -> [String] {
    var strings: [String] = []
    for _ in 0..<count { strings.append(try string()) }
    return strings
  }

  mutating func scope() throws(StoreError) -> IndexScope {
    let app = try string()
    return IndexScope(app: app, index: try string())
  }

  func malformed(_ what: String) -> StoreError {
    StoreError(.unreadable, "\(subject) is not as it should be: \(what).")
  }
}
