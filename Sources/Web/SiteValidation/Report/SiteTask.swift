package import WebDocuments

/// Something to do: a rule that a document breaks, once or more often.
package struct SiteTask: Sendable {
  /// The rule, which says what to do.
  package let rule: DiagnosticRule
  /// How much it matters.
  package let severity: DiagnosticSeverity
  /// What it costs in search.
  package let effect: FindingEffect
  /// Where, and what was read: a few findings, each with the name of its document.
  package let examples: [(document: String, diagnostic: Diagnostic)]
  /// How many findings there are.
  package let count: Int

  /// The most findings that are kept as examples.
  private static let exampleLimit = 5

  /// What to do about the findings of documents, in order of effect.
  static func all(of documents: [SiteDocument]) -> [SiteTask] {
    struct Key: Hashable {
      let rule: DiagnosticRule
      let severity: DiagnosticSeverity
    }
    var order: [Key] = []
    var findings: [Key: (count: Int, examples: [(String, Diagnostic)])] = [:]
    for document in documents {
      for diagnostic in document.diagnostics where diagnostic.severity > .notice {
        let key = Key(rule: diagnostic.rule, severity: diagnostic.severity)
        var found = findings[key] ?? (0, [])
        if found.count == 0 { order.append(key) }
        found.count += 1
        if found.examples.count < exampleLimit {
          found.examples.append((document.name, diagnostic))
        }
        findings[key] = found
      }
    }
    let tasks = order.compactMap { key -> SiteTask? in
      guard let found = findings[key], let first = found.examples.first else { return nil }
      return SiteTask(
        rule: key.rule, severity: key.severity, effect: FindingEffect(of: first.1),
        examples: found.examples, count: found.count)
    }
    return tasks.enumerated().sorted { first, second in
      let ((place, one), (otherPlace, other)) = (first, second)
      if one.severity != other.severity { return one.severity > other.severity }
      guard let first = one.examples.first, let second = other.examples.first else { return false }
      return FindingEffect.comesFirst(first.diagnostic, second.diagnostic)
        ?? (place < otherPlace)
    }.map(\.element)
  }
}
