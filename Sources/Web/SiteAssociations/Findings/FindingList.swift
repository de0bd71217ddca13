internal import WebDocuments

/// What was found in a document, with a bound on how much is told.
struct FindingList {
  /// The most findings of one severity that are told of one document.
  static let limit = 100

  private let lines: LineIndex
  private var findings: [Diagnostic] = []
  private var counts: [DiagnosticSeverity: Int] = [:]

  /// Has no finding yet.
  ///
  /// - Parameter lines: Where the lines of the document begin.
  init(_ lines: LineIndex) { self.lines = lines }

  /// Adds a finding, or counts it when there are enough of its severity.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - message: The sentence.
  ///   - offset: Where, in bytes from the start of the document.
  ///   - subject: What stands there.
  ///   - severity: How much it matters here, where that is not what the rule says.
  mutating func add(
    _ rule: DiagnosticRule, _ message: @autoclosure () -> String, at offset: Int,
    _ subject: String? = nil, severity: DiagnosticSeverity? = nil
  ) {
    let severity = severity ?? rule.severity
    counts[severity, default: 0] += 1
    guard counts[severity, default: 0] <= Self.limit else { return }
    findings.append(
      Diagnostic(
        rule, message(), at: lines.location(of: offset), subject: subject, severity: severity))
  }

  /// The findings, and one that says how many more there are.
  var all: [Diagnostic] {
    let omitted = counts.values.reduce(0) { $0 + max(0, $1 - Self.limit) }
    guard omitted > 0 else { return findings }
    return findings + [
      Diagnostic(
        .associationTooLarge, "\(omitted) more findings of this file are not told.",
        severity: .notice)
    ]
  }
}
