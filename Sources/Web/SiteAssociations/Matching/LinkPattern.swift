/// A pattern for a part of a URL, compiled once.
struct LinkPattern: Sendable {
  /// What a pattern is made of.
  enum Element: Sendable {
    /// These characters.
    case literal([Unicode.Scalar])
    /// `?`: exactly one character.
    case anyOne
    /// `*`: any run of characters, an empty one too.
    case anyRun
    /// `$(…)`: one of the values of a variable of the document, by its number.
    case variable(Int)
    /// A text that ends here fits too: before the last slash of a pattern that ends in `/*`.
    case mayEnd
  }

  /// Why a pattern can fit nothing.
  enum Obstacle: Hashable, Sendable {
    /// It names a variable that nothing defines.
    case undefined(String)
    /// A reference has no end.
    case unterminated
  }

  /// The pattern as it was written.
  let source: String
  /// What it is made of.
  let elements: [Element]
  /// Why it fits nothing.
  let obstacle: Obstacle?

  /// Whether it fits every text.
  var fitsEverything: Bool {
    guard obstacle == nil, elements.count == 1, case .anyRun = elements[0] else { return false }
    return true
  }

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - source: The pattern.
  ///   - isPath: Whether the rules for slashes hold: those at the beginning and at the end don't count, and `/*`
  ///     at the end may be missing in the text.
  ///   - foldsCase: Whether upper and lower case are alike; the text has to be folded too.
  ///   - variables: The variables that it may name; `nil` where `$(` has no meaning.
  /// - Complexity: O(*c*) in the number of characters, and those of the values of variables not used so far.
  init(
    _ source: String, isPath: Bool, foldsCase: Bool, variables: inout VariableTable?
  ) {
    self.source = source
    let scan = PatternScan(source, readsReferences: variables != nil)
    var tokens = scan.tokens
    if isPath { tokens.applySlashRules() }
    var obstacle = scan.isUnterminated ? Obstacle.unterminated : nil
    var elements: [Element] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .literal(let scalars):
        elements.append(.literal(foldsCase ? scalars.map(\.caseFolded) : scalars))
      case .anyOne: elements.append(.anyOne)
      case .anyRun: elements.append(.anyRun)
      case .mayEnd: elements.append(.mayEnd)
      case .reference(let name):
        let use = VariableUse(
          name: name, foldsCase: foldsCase, trimsStart: isPath && index == 0,
          trimsEnd: isPath && index == tokens.count - 1)
        if let number = variables?.number(of: use) {
          elements.append(.variable(number))
        } else if obstacle == nil {
          obstacle = .undefined(name)
        }
      }
    }
    self.elements = obstacle == nil ? elements : []
    self.obstacle = obstacle
  }

}
