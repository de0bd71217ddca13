/// How a pattern uses a variable.
struct VariableUse: Hashable, Sendable {
  /// The variable.
  var name: String
  /// Whether upper and lower case are alike.
  var foldsCase: Bool
  /// Whether it begins the pattern of a path, so that slashes at the start of its values don't count.
  var trimsStart: Bool
  /// Whether it ends the pattern of a path, so that slashes at the end of its values don't count.
  var trimsEnd: Bool
}

/// The variables of a document, each compiled for the ways in which patterns use it.
struct VariableTable: Sendable {
  /// The values of a variable, for one use.
  struct Values: Sendable {
    /// The values without wildcards.
    var texts = ValueTrie()
    /// The values with them.
    var patterns: [[LinkPattern.Element]] = []
  }

  /// The compiled ones, by the number that patterns know them by.
  private(set) var compiled: [Values] = []

  private let own: [String: [String]]
  private var numbers: [VariableUse: Int] = [:]

  /// Holds the document's own variables.
  ///
  /// - Parameter own: The values that may be used, by name.
  init(own: [String: [String]]) { self.own = own }

  /// The number of a variable in one use; `nil` when nothing defines it.
  mutating func number(of use: VariableUse) -> Int? {
    if let number = numbers[use] { return number }
    guard let values = own[use.name] ?? PredefinedVariable(rawValue: use.name)?.values else {
      return nil
    }
    numbers[use] = compiled.count
    compiled.append(Self.compile(values, use))
    return compiled.count - 1
  }

  private static func compile(_ values: [String], _ use: VariableUse) -> Values {
    var result = Values()
    var none: VariableTable?
    for value in values {
      var scalars = Array(value.unicodeScalars)[...]
      if use.trimsStart { scalars = scalars.drop { $0 == "/" } }
      if use.trimsEnd { while scalars.last == "/" { scalars.removeLast() } }
      if scalars.contains("*") || scalars.contains("?") {
        var text = String.UnicodeScalarView()
        text += scalars
        let pattern = LinkPattern(
          String(text), isPath: false, foldsCase: use.foldsCase, variables: &none)
        result.patterns.append(pattern.elements)
      } else {
        result.texts.insert(use.foldsCase ? scalars.map(\.caseFolded) : Array(scalars))
      }
    }
    return result
  }
}
