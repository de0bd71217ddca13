/// A member of an enumeration that was read from a text.
package struct MemberReading: Hashable, Sendable {
  /// The member, such as `InStock`.
  package let member: SchemaTerm
  /// What was unusual about it.
  package let oddities: [ValueOddity]

  /// Reads a member by its whole name, `https://schema.org/InStock`, or its bare one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - enumeration: The enumeration whose member it must be, or of one below; any when `nil`.
  package init?(_ text: String, of enumeration: SchemaTerm? = nil) {
    guard text.utf8.count <= 4 * ValueScanner.maximumLength else { return nil }
    let text = foldingSpace(text)
    let name = SchemaNamespace.localName(of: text) ?? text
    if let member = SchemaTerm(.member, named: name) {
      (self.member, oddities) = (member, [])
    } else if let member = SchemaTerm.differingByCase(.member, from: name) {
      (self.member, oddities) = (member, [.letterCase])
    } else {
      return nil
    }
    if let enumeration, !member.above.contains(where: { $0.isSubtype(of: enumeration) }) {
      return nil
    }
  }
}
