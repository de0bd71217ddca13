package import WebServing

/// The parameters of a request, which are as its operation describes them.
package struct APIParameters: Sendable {
  private var texts: [String: String] = [:]
  private var numbers: [String: Int] = [:]

  /// The value of a text or a choice; `nil` where it is missing.
  package func text(_ name: String) -> String? { texts[name] }

  /// The value of a whole number; what it is by default where it is missing.
  package func integer(_ name: String) -> Int { numbers[name] ?? 0 }

  /// Whether a flag is 1.
  package func flag(_ name: String) -> Bool { numbers[name] == 1 }

  /// Reads the fields of a query.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - descriptions: What there may be.
  /// - Throws: ``APIProblem`` for a field that nobody knows, that comes twice, is missing or has another value.
  package init(_ fields: [FormField], as descriptions: [APIParameter]) throws(APIProblem) {
    for field in fields where !(field.name.isEmpty && field.value.isEmpty) {
      guard let description = descriptions.first(where: { $0.name == field.name }) else {
        let known = descriptions.map(\.name).joined(separator: ", ")
        throw .badParameter(
          Self.shown(field.name),
          "There is no parameter \"\(Self.shown(field.name))\"; "
            + (known.isEmpty ? "there is none at all." : "those there are: \(known)."))
      }
      guard texts[field.name] == nil, numbers[field.name] == nil else {
        throw .badParameter(field.name, "The parameter \(field.name) comes twice.")
      }
      try read(field.value, as: description)
    }
    for description in descriptions {
      let isThere = texts[description.name] != nil || numbers[description.name] != nil
      if case .integer(_, let value) = description.kind, !isThere {
        numbers[description.name] = value
      } else if description.isRequired, !isThere {
        throw .badParameter(
          description.name,
          "The parameter \(description.name) is missing.")
      }
    }
  }

  private mutating func read(
    _ value: String, as description: APIParameter
  ) throws(APIProblem) {
    let name = description.name
    switch description.kind {
    case .text(let bytes):
      let count = value.utf8.count
      guard value.contains(where: { !$0.isWhitespace }) else {
        throw .badParameter(name, "The parameter \(name) is empty.")
      }
      guard count >= bytes.lowerBound else {
        throw .badParameter(
          name, "The parameter \(name) has at least \(bytes.lowerBound) bytes.")
      }
      guard count <= bytes.upperBound else {
        throw .badParameter(
          name, "The parameter \(name) has \(count) bytes; it may have \(bytes.upperBound).")
      }
      texts[name] = value
    case .choice(let words):
      guard words.contains(value) else {
        throw .badParameter(
          name, "The parameter \(name) is one of \(words.joined(separator: ", ")).")
      }
      texts[name] = value
    case .integer(let range, _):
      guard let number = Int(value), range.contains(number) else {
        throw .badParameter(
          name,
          "The parameter \(name) is a whole number from \(range.lowerBound) to \(range.upperBound)."
        )
      }
      numbers[name] = number
    case .flag:
      guard let number = ["0": 0, "1": 1][value] else {
        throw .badParameter(name, "The parameter \(name) is 1 or 0.")
      }
      numbers[name] = number
    }
  }

  /// A name that came from outside as it is told: without what would not show.
  private static func shown(_ name: String) -> String {
    String(
      name.unicodeScalars.prefix(40).map { scalar in
        scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
      })
  }
}
