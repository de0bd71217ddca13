public import WebDocuments

extension DiagnosticRule {
  /// A block that isn't JSON, or breaks a rule of JSON-LD.
  public static let jsonldSyntax = DiagnosticRule(
    code: "jsonld-syntax", severity: .error,
    remedy: "Correct the JSON; comments and commas before a closing bracket aren't allowed.",
    reference: "https://www.rfc-editor.org/rfc/rfc8259")
  /// A block that says nothing.
  public static let jsonldEmpty = DiagnosticRule(
    code: "jsonld-empty", severity: .warning,
    remedy: "Describe something in the block, or take it out.",
    reference: "https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents")
  /// A block without a context.
  public static let jsonldContextMissing = DiagnosticRule(
    code: "jsonld-context-missing", severity: .error,
    remedy: "Add \"@context\": \"https://schema.org\" to the object.",
    reference: "https://www.w3.org/TR/json-ld11/#the-context")
  /// A context that isn't schema.org's.
  public static let jsonldContextUnknown = DiagnosticRule(
    code: "jsonld-context-unknown", severity: .warning,
    remedy: "Use \"https://schema.org\" as the context; other contexts are not fetched.",
    reference: "https://schema.org/docs/developers.html")
  /// A reference to something of the page that the page doesn't describe.
  public static let jsonldIdentifierUnresolved = DiagnosticRule(
    code: "jsonld-id-unresolved", severity: .notice,
    remedy: "Describe the thing of this @id on the page, or correct the reference.",
    reference: "https://www.w3.org/TR/json-ld11/#node-identifiers")
  /// A block that is not read to its end.
  public static let jsonldTooLarge = DiagnosticRule(
    code: "jsonld-too-large", severity: .error,
    remedy: "Make the block smaller, and its contexts simpler.",
    reference: nil)

  /// The rules that blocks of JSON-LD are checked against.
  public static let jsonLD: [DiagnosticRule] = [
    .jsonldSyntax, .jsonldEmpty, .jsonldContextMissing, .jsonldContextUnknown,
    .jsonldIdentifierUnresolved, .jsonldTooLarge,
  ]
}
