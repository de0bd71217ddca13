/// The fields of a head, in the order in which they were sent.
package struct HTTPFields: Hashable, Sendable {
  /// A field.
  package struct Field: Hashable, Sendable {
    /// The name as it was sent; names are compared without regard to case.
    package let name: String
    /// The value without the space around it. Bytes that are no UTF-8 are taken for Latin-1.
    package fileprivate(set) var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All fields.
  package private(set) var all: [Field]

  /// Makes the fields of a head.
  package init(_ fields: [Field] = []) {
    all = fields
  }

  /// The value of the first field of a name; `nil` when there is none.
  package subscript(name: String) -> String? {
    all.first { Self.isSame($0.name, name) }?.value
  }

  /// The values of all fields of a name.
  package func values(_ name: String) -> [String] {
    all.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Takes in a line of a head; one that begins with space goes on with the value before it. A line that is no field
  /// is left out.
  mutating func append(line: ArraySlice<UInt8>) {
    let content = Self.trimmed(line)
    if let first = line.first, Self.isSpace(first) {
      guard !content.isEmpty, !all.isEmpty else { return }
      // In place: a value that is copied for each of its lines takes quadratic time.
      all[all.count - 1].value += " " + Self.text(content)
    } else if let colon = content.firstIndex(of: UInt8(ascii: ":")), colon > content.startIndex {
      let name = content[..<colon]
      guard name.allSatisfy(Self.isTokenByte) else { return }
      all.append(Field(Self.text(name), Self.text(Self.trimmed(content[(colon + 1)...]))))
    }
  }

  /// Whether two names are the same.
  static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { lowercased($0) == lowercased($1) }
  }

  /// Whether a byte may stand in a name (RFC 9110, 5.6.2).
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
