/// A rule that documents are checked against.
///
/// The module that checks a rule declares it, as a static constant in an extension.
public struct DiagnosticRule: Hashable, Sendable {
  /// The short name, such as `jsonld-syntax`, which stays the same for ever.
  public let code: String
  /// How much it matters, unless a finding says otherwise.
  public let severity: DiagnosticSeverity
  /// How to mend what breaks it: one sentence that begins with a verb.
  public let remedy: String
  /// The address of the public rule behind it; `nil` where there is none.
  public let reference: String?

  /// Declares a rule.
  ///
  /// - Parameters:
  ///   - code: Lower-case words with hyphens.
  ///   - severity: How much it matters.
  ///   - remedy: How to mend what breaks it.
  ///   - reference: The address of the public rule behind it.
  public init(
    code: String, severity: DiagnosticSeverity, remedy: String, reference: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.remedy = remedy
    self.reference = reference
  }

  /// Hashes the short name: no two rules have the same.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
