import WebDocuments

/// Findings as they come, with a bound on those of one kind: a file with a fault in every line is one with a fault.
struct FindingList: Hashable {
  /// The findings.
  private(set) var findings: [Diagnostic] = []
  private var counts: [String: Int] = [:]

  /// How many findings of one rule are kept.
  static let maximumCount = 20

  /// Keeps a finding, unless there are enough of its rule.
  mutating func add(
    _ rule: DiagnosticRule, _ message: String, at location: SourceLocation? = nil,
    subject: String? = nil
  ) {
    counts[rule.code, default: 0] += 1
    guard counts[rule.code, default: 0] <= Self.maximumCount else { return }
    findings.append(Diagnostic(rule, message, at: location, subject: subject))
  }
}
