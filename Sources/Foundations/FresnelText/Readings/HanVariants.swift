/// Which simplified Chinese characters stand for which traditional ones.
package enum HanVariants {
  /// The traditional characters that a simplified one stands for.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: One or more, perhaps with the character itself as the last; none for what is no simplified character.
  /// - Complexity: O(1), but the first use takes the table apart: less than a millisecond.
  package static func traditional(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    tables.traditional[scalar] ?? []
  }

  /// The simplified character that stands for a traditional one.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: The character; `nil` for what is no traditional character, or stands for itself.
  /// - Complexity: As for ``traditional(_:)``.
  package static func simplified(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    tables.simplified[scalar]
  }

  private struct Tables {
    var traditional: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    var simplified: [Unicode.Scalar: Unicode.Scalar] = [:]
  }

  private static let tables: Tables = {
    let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    var tables = Tables()
    var first: Unicode.Scalar?
    var offset = 0
    while offset < bytes.count {
      let (code, byteCount) = decodeScalar(in: bytes, at: offset)
      offset += byteCount
      guard code >= 0x80, let scalar = Unicode.Scalar(code) else {
        first = nil
        continue
      }
      guard let simplified = first else {
        first = scalar
        continue
      }
      tables.traditional[simplified, default: []].append(scalar)
      // Where there are two, the first of the table is the more general one.
      if scalar != simplified, tables.simplified[scalar] == nil {
        tables.simplified[scalar] = simplified
      }
    }
    return tables
  }()
}
