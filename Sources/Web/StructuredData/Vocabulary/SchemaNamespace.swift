/// The names of schema.org as documents write them: `http` or `https`, with `www.` or without.
package enum SchemaNamespace {
  /// The namespace as schema.org itself writes it in its context.
  package static let iri = "http://schema.org/"

  /// The short name of a type, property or member.
  ///
  /// - Parameter iri: A whole name, such as `https://schema.org/Restaurant`.
  /// - Returns: What stands behind the last slash, such as `Restaurant`; `nil` when the name is not
  ///   schema.org's, or is that of schema.org itself.
  package static func localName(of iri: String) -> String? {
    let rest = remainder(of: iri.utf8[...])
    guard let rest, let name = rest.split(separator: UInt8(ascii: "/")).last else { return nil }
    return String(Substring(name))
  }

  /// Whether an address is that of the vocabulary: `https://schema.org`, with or without a slash behind it.
  package static func isNamespace(_ iri: String) -> Bool {
    remainder(of: iri.utf8[...])?.allSatisfy { $0 == UInt8(ascii: "/") } ?? false
  }

  /// The name as a graph keeps it: short when it is schema.org's, else whole.
  package static func shortened(_ iri: String) -> String {
    localName(of: iri) ?? iri
  }

  /// The name as RDF writes it; the other way round from ``shortened(_:)``.
  package static func expanded(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: ":")) ? name : iri + name
  }

  /// What stands behind the host, when the host is schema.org's.
  private static func remainder(of iri: Substring.UTF8View) -> Substring.UTF8View? {
    var rest = iri
    func skip(_ prefix: StaticString) -> Bool {
      let count = prefix.utf8CodeUnitCount
      guard rest.count >= count else { return false }
      let matches = prefix.withUTF8Buffer { expected in
        zip(rest, expected).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && isCapital($0) }
      }
      if matches { rest = rest.dropFirst(count) }
      return matches
    }
    guard skip("https://") || skip("http://") else { return nil }
    _ = skip("www.")
    guard skip("schema.org") else { return nil }
    return rest.first == nil || rest.first == UInt8(ascii: "/") ? rest : nil
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
