/// Property copying (HTML+RDFa 1.1, 3.5): what is said of a pattern is said of everything that copies it, and the
/// pattern itself disappears. It does for RDFa what `itemref` does for Microdata.
extension RDFaReading {
  private static let copy = "http://www.w3.org/ns/rdfa#copy"
  private static let pattern = RDFTerm.iri("http://www.w3.org/ns/rdfa#Pattern")

  /// Puts the statements of patterns in the place of the statements that copy them.
  ///
  /// - Returns: Whether all could be copied: the number of statements is bounded, and so are the steps.
  mutating func copyPatterns() -> Bool {
    guard statements.contains(where: { $0.predicate == Self.copy }) else { return true }
    var bySubject: [RDFTerm: [Int]] = [:]
    var patterns = Set<RDFTerm>()
    for (index, statement) in statements.enumerated() {
      bySubject[statement.subject, default: []].append(index)
      if Self.marksPattern(statement) { patterns.insert(statement.subject) }
    }
    func isCopy(_ statement: RDFStatement) -> Bool {
      statement.predicate == Self.copy && patterns.contains(statement.object)
    }
    let copied = Set(statements.filter(isCopy).map(\.object))
    var result: [RDFStatement] = []
    // Patterns that copy each other are gone through again for everything that copies one.
    var steps = 0
    for statement in statements where !copied.contains(statement.subject) {
      guard isCopy(statement) else {
        result.append(statement)
        continue
      }
      // Patterns may copy patterns; each is copied once.
      var seen: Set = [statement.object]
      var waiting = [statement.object]
      while let pattern = waiting.popLast() {
        for index in bySubject[pattern] ?? [] where !Self.marksPattern(statements[index]) {
          let said = statements[index]
          steps += 1
          guard result.count < Self.mostStatements, steps < 10 * Self.mostStatements else {
            statements = result
            return false
          }
          if isCopy(said) {
            if seen.insert(said.object).inserted { waiting.append(said.object) }
            continue
          }
          result.append(
            RDFStatement(
              subject: statement.subject, predicate: said.predicate, object: said.object,
              node: said.node, source: said.source))
        }
      }
    }
    statements = result
    return true
  }

  private static func marksPattern(_ statement: RDFStatement) -> Bool {
    statement.predicate == RDFName.type && statement.object == pattern
  }
}
