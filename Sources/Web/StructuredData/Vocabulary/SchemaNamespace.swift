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
    var iri = iri
    return iri.withUTF8 { iri in
      let slash = UInt8(ascii: "/")
      guard let start = endOfHost(of: iri),
        let last = iri[start...].lastIndex(where: { $0 != slash })
      else { return nil }
      let name = iri[start...last].lastIndex(of: slash).map { $0 + 1 } ?? start
      return String(decoding: iri[name...last], as: UTF8.self)
    }
  }

  /// Whether an address is that of the vocabulary: `https://schema.org`, with or without a slash behind it.
  package static func isNamespace(_ iri: String) -> Bool {
    var iri = iri
    return iri.withUTF8 { iri in
      endOfHost(of: iri).map { iri[$0...].allSatisfy { $0 == UInt8(ascii: "/") } } ?? false
    }
  }

  /// The name as a graph keeps it: short when it is schema.org's, else whole.
  package static func shortened(_ iri: String) -> String {
    localName(of: iri) ?? iri
  }

  /// The name as RDF writes it; the other way round from ``shortened(_:)``.
  package static func expanded(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: ":")) ? name : iri + name
  }

  /// Where the host ends, when it is schema.org's.
  private static func endOfHost(of iri: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = 0
    func skip(_ prefix: StaticString) -> Bool {
      let count = prefix.utf8CodeUnitCount
      guard iri.count - place >= count else { return false }
      for index in 0..<count {
        let (byte, expected) = (iri[place + index], prefix.utf8Start[index])
        guard byte == expected || isCapital(byte) && byte | 0x20 == expected else { return false }
      }
      place += count
      return true
    }
    guard skip("https://") || skip("http://") else { return nil }
    _ = skip("www.")
    guard skip("schema.org") else { return nil }
    return place == iri.count || iri[place] == UInt8(ascii: "/") ? place : nil
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
