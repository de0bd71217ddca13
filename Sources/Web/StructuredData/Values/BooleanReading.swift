/// A truth value that was read from a text.
package struct BooleanReading: Hashable, Sendable {
  /// The truth value.
  package let value: Bool
  /// What was unusual about it.
  package let oddities: [ValueOddity]

  /// Reads `true`, `false`, or the name of one of them in schema.org.
  package init?(_ text: String) {
    guard text.utf8.count <= 4 * ValueScanner.maximumLength else { return nil }
    let text = foldingSpace(text)
    let name = SchemaNamespace.localName(of: text) ?? text
    switch name {
    case "true", "True": (value, oddities) = (true, [])
    case "false", "False": (value, oddities) = (false, [])
    default:
      switch name.lowercased() {
      case "true": (value, oddities) = (true, [.letterCase])
      case "false": (value, oddities) = (false, [.letterCase])
      default: return nil
      }
    }
  }
}
