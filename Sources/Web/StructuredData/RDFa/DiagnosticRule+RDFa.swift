public import WebDocuments

extension DiagnosticRule {
  /// A bare word without a vocabulary that it could belong to.
  public static let rdfaVocabularyMissing = DiagnosticRule(
    code: "rdfa-vocab-missing", severity: .warning,
    remedy: "Add vocab=\"https://schema.org/\" to this element or to one around it.",
    reference: "https://www.w3.org/TR/rdfa-lite/#vocab-typeof-and-property")
  /// A vocabulary that ends in the middle of a name.
  public static let rdfaVocabularyWithoutSlash = DiagnosticRule(
    code: "rdfa-vocab-no-slash", severity: .warning,
    remedy: "End the vocabulary with a slash, as in https://schema.org/.",
    reference: "https://www.w3.org/TR/rdfa-core/#s_vocab_expansion_details")

  /// The rules that RDFa is checked against.
  public static let rdfa: [DiagnosticRule] = [.rdfaVocabularyMissing, .rdfaVocabularyWithoutSlash]
}
