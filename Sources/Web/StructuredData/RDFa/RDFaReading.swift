package import WebDocuments

/// What a document says in RDFa.
package struct RDFaReading: Sendable {
  /// Everything that is said, in the order of the document as far as lists allow.
  package internal(set) var statements: [RDFStatement] = []
  /// The members of each list, by the blank node that begins it.
  package internal(set) var lists: [RDFTerm: [RDFTerm]] = [:]
  /// What was found wrong.
  package internal(set) var diagnostics: [Diagnostic] = []

  /// The most statements of a document.
  static let mostStatements = 100_000
  /// The most bytes of names and values of a document, all together.
  static let mostBytes = 16 << 20

  /// Reads the RDFa of a document: RDFa Core 1.1, 7.5, with what HTML+RDFa 1.1 changes.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - base: What its addresses are relative to.
  /// - Complexity: O(*n*) in the size of the document, and of what is said.
  package init(_ document: HTMLDocument, base: BaseIRI) {
    var walk = RDFaWalk(document, base: base)
    walk.run()
    self = walk.reading
    diagnostics = walk.findings.all
  }

  init() {}
}
