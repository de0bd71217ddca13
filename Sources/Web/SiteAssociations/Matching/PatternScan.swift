/// The pieces of a pattern as it is written.
struct PatternScan {
  /// A piece.
  enum Token: Hashable {
    case literal([Unicode.Scalar])
    case anyOne
    case anyRun
    case reference(String)
    case mayEnd
  }

  /// The pieces in order; several `*` behind each other are one.
  private(set) var tokens: [Token] = []
  /// Whether there is a `$(` without its `)`, or with another `$` or `(` before it.
  private(set) var isUnterminated = false

  private var literal: [Unicode.Scalar] = []

  /// Takes a pattern apart.
  ///
  /// - Parameters:
  ///   - source: The pattern.
  ///   - readsReferences: Whether `$(name)` stands for a variable, or for itself.
  init(_ source: String, readsReferences: Bool) {
    let scalars = Array(source.unicodeScalars)
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      switch scalar {
      case "?": add(.anyOne)
      case "*": add(.anyRun)
      case "$" where readsReferences && position < scalars.count && scalars[position] == "(":
        let start = position + 1
        let stop = scalars[start...].firstIndex { $0 == ")" || $0 == "$" || $0 == "(" }
        guard let stop, scalars[stop] == ")" else {
          isUnterminated = true
          return
        }
        var name = String.UnicodeScalarView()
        name += scalars[start..<stop]
        add(.reference(String(name)))
        position = stop + 1
      default: literal.append(scalar)
      }
    }
    endLiteral()
  }

  private mutating func add(_ token: Token) {
    endLiteral()
    if token == .anyRun, tokens.last == .anyRun { return }
    tokens.append(token)
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { tokens.append(.literal(literal)) }
    literal = []
  }
}

extension [PatternScan.Token] {
  /// Takes away the slashes that don't count in the pattern of a path.
  mutating func applySlashRules() {
    if case .literal(let scalars)? = first {
      replaceSubrange(0..<1, with: Self.literal(scalars.drop { $0 == "/" }))
    }
    if case .literal(let scalars)? = last {
      let kept = scalars.lastIndex { $0 != "/" }.map { scalars[...$0] } ?? []
      replaceSubrange((count - 1)..., with: Self.literal(kept))
    }
    // "/buy/*" fits "/buy".
    if count > 1, last == .anyRun, case .literal(let scalars) = self[count - 2],
      scalars.last == "/"
    {
      let kept = scalars.lastIndex { $0 != "/" }.map { scalars[...$0] } ?? []
      let slashes = scalars[kept.endIndex...]
      replaceSubrange(
        (count - 2)..<(count - 1),
        with: Self.literal(kept) + [.mayEnd] + Self.literal(slashes))
    }
  }

  private static func literal(_ scalars: some Collection<Unicode.Scalar>) -> [PatternScan.Token] {
    scalars.isEmpty ? [] : [.literal(Array<Unicode.Scalar>(scalars))]
  }
}
