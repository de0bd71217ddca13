internal import WebDocuments

// The variables of a document.

extension AssociationReader {
  /// Reads `substitutionVariables`: the values that may be used, by name.
  mutating func readVariables(_ variables: LocatedJSON?) -> [String: [String]] {
    let place = "applinks.substitutionVariables"
    guard let variables else { return [:] }
    guard case .object(let members) = variables.value else {
      noteWrongType(variables, place, wanted: "an object")
      return [:]
    }
    var result: [String: [String]] = [:]
    for member in members {
      let own = subject(place, member.name)
      let shown = Diagnostic.excerpt(member.name)
      if member.name.isEmpty || member.name.unicodeScalars.contains(where: Self.endsNames) {
        findings.add(
          .associationVariableName, "\"\(shown)\" is no name that a pattern could write.",
          at: member.nameOffset, own)
        continue
      }
      if PredefinedVariable(rawValue: member.name) != nil {
        findings.add(
          .associationVariableShadows,
          "\"\(shown)\" is defined anyhow; the file's own values count.", at: member.nameOffset,
          own)
      }
      result[member.name] = readValues(member.value, own)
    }
    return result
  }

  private mutating func readValues(_ list: LocatedJSON, _ place: String) -> [String] {
    let values = texts(list, place)
    if case .array(let entries) = list.value, entries.isEmpty {
      findings.add(
        .associationVariableEmpty, "\(place) has no value, so patterns with it fit nothing.",
        at: list.offset, place)
    }
    return values.compactMap { value in
      guard Self.holdsReference(value.text) else { return value.text }
      findings.add(
        .associationVariableNested,
        "\"\(Diagnostic.excerpt(value.text))\" names a variable, and never fits.",
        at: value.offset, value.subject)
      return nil
    }
  }

  private static func endsNames(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "$" || scalar == "(" || scalar == ")"
  }

  private static func holdsReference(_ value: String) -> Bool {
    var isBehindDollar = false
    for byte in value.utf8 {
      if isBehindDollar, byte == UInt8(ascii: "(") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }
}
