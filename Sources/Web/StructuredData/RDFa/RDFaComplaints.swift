import WebDocuments

extension RDFaWalk {
  /// The most words without vocabulary that are named, since pages repeat them.
  private static let mostComplaints = 20

  /// Reports a bare word that no vocabulary was named for, each once.
  mutating func complainOfVocabulary(_ word: Substring, at node: HTMLNode, _ attribute: String) {
    guard complaints.count < Self.mostComplaints,
      complaints.insert(attribute + " " + word.prefix(256)).inserted
    else { return }
    reading.diagnostics.append(
      Diagnostic(
        .rdfaVocabularyMissing,
        "The \(attribute) “\(Diagnostic.excerpt(String(word)))” belongs to no vocabulary and is not read.",
        at: document.location(ofAttribute: attribute, of: node), subject: attribute))
  }

  /// Reports a vocabulary whose names would run together with it.
  mutating func checkVocabulary(_ iri: String, at node: HTMLNode) {
    guard let last = iri.utf8.last, last != UInt8(ascii: "/"), last != UInt8(ascii: "#"),
      complaints.count < Self.mostComplaints, complaints.insert("vocab " + iri).inserted
    else { return }
    let message =
      SchemaNamespace.isNamespace(iri)
      ? "The vocabulary “\(Diagnostic.excerpt(iri))” lacks the slash at its end, which is read as if it were there."
      : "The vocabulary “\(Diagnostic.excerpt(iri))” ends without a slash, so that names run together with it."
    reading.diagnostics.append(
      Diagnostic(
        .rdfaVocabularyWithoutSlash, message,
        at: document.location(ofAttribute: "vocab", of: node), subject: "vocab"))
  }

  /// Reports that the rest of the document was not read.
  mutating func complainOfSize(_ what: String, at node: HTMLNode) {
    reading.diagnostics.append(
      Diagnostic(
        .tooLarge,
        what == "prefixes"
          ? "The element binds more than \(RDFaNames.mostPrefixes) prefixes; the others are not read."
          : "The document says too much in RDFa; what follows is not read.",
        at: document.location(of: node), subject: what))
  }
}
