extension SchemaTable {
  /// The IRI that a prefix stands for in schema.org's JSON-LD context.
  ///
  /// - Complexity: O(*n*) in the length of the table, about four thousand bytes.
  static func iri(ofPrefix prefix: String) -> String? {
    let table = UnsafeBufferPointer(start: prefixes.utf8Start, count: prefixes.utf8CodeUnitCount)
    for line in table.split(separator: UInt8(ascii: "\n")) where line.starts(with: prefix.utf8) {
      let rest = line.dropFirst(prefix.utf8.count)
      guard rest.first == UInt8(ascii: " ") else { continue }
      return String(decoding: rest.dropFirst(), as: UTF8.self)
    }
    return nil
  }
}
