extension SchemaTable {
  /// The prefixes of schema.org's JSON-LD context and what they stand for.
  private static let iris: [String: String] = {
    let table = UnsafeBufferPointer(start: prefixes.utf8Start, count: prefixes.utf8CodeUnitCount)
    var iris: [String: String] = [:]
    for line in table.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2 else { continue }
      iris[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
    }
    return iris
  }()

  /// The IRI that a prefix stands for in schema.org's JSON-LD context.
  static func iri(ofPrefix prefix: String) -> String? { iris[prefix] }
}
