/// A finding: what was read, where, and which rule it breaks or follows.
public struct Diagnostic: Hashable, Sendable {
  /// The rule.
  public let rule: DiagnosticRule
  /// How much it matters here.
  public let severity: DiagnosticSeverity
  /// One sentence that says what was read and what is wrong with it.
  public let message: String
  /// Where; `nil` when the finding is about the whole, or about something that isn't there.
  public let location: SourceLocation?
  /// What stands there, as its format names it: `Recipe.image`, `applinks.details[0].components[2]`.
  public let subject: String?

  /// Makes a finding.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - message: One sentence. What it quotes of the document is cut with ``excerpt(_:)``.
  ///   - location: Where.
  ///   - subject: What stands there.
  ///   - severity: How much it matters here, where that is not what the rule says.
  public init(
    _ rule: DiagnosticRule, _ message: String, at location: SourceLocation? = nil,
    subject: String? = nil, severity: DiagnosticSeverity? = nil
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.message = message
    self.location = location
    self.subject = subject
  }

  /// The rule's short name.
  public var code: String { rule.code }

  /// How to mend it.
  public var remedy: String { rule.remedy }
}
