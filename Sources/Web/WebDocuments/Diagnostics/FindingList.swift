/// Findings as they come, with a bound on those of one rule: a document with a fault in every line is one with a fault.
package struct FindingList: Hashable, Sendable {
  /// How many findings of one rule are kept.
  package static let mostOfARule = 20

  private var kept: [Diagnostic] = []
  private var counts: [DiagnosticRule: Int] = [:]
  /// The first finding of each rule that wasn't kept, in the order in which they came.
  private var omitted: [Diagnostic] = []

  /// Has no finding yet.
  package init() {}

  /// Keeps a finding, or counts it when there are enough of its rule.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - message: The sentence, which is made only for findings that are kept.
  ///   - location: Where.
  ///   - subject: What stands there.
  ///   - severity: How much it matters here, where that is not what the rule says.
  package mutating func add(
    _ rule: DiagnosticRule, _ message: @autoclosure () -> String,
    at location: SourceLocation? = nil, subject: String? = nil,
    severity: DiagnosticSeverity? = nil
  ) {
    let count = counts[rule, default: 0] + 1
    counts[rule] = count
    if count <= Self.mostOfARule {
      kept.append(
        Diagnostic(rule, message(), at: location, subject: subject, severity: severity))
    } else if count == Self.mostOfARule + 1 {
      omitted.append(Diagnostic(rule, "", at: location, severity: severity))
    }
  }

  /// The findings that were kept, and for each rule with more one that says how many, where the first of them is.
  package var all: [Diagnostic] {
    kept
      + omitted.map { first in
        let count = counts[first.rule, default: 0] - Self.mostOfARule
        let place = first.location == nil ? "There" : "From here on there"
        return Diagnostic(
          first.rule,
          count == 1
            ? "\(place) is 1 more finding of this kind."
            : "\(place) are \(count) more findings of this kind.",
          at: first.location, severity: first.severity)
      }
  }
}
