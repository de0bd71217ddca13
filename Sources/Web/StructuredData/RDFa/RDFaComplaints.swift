import WebDocuments

extension RDFaWalk {
  /// Reports a bare word that no vocabulary was named for, each once.
  mutating func complainOfVocabulary(_ word: Substring, at node: HTMLNode, _ attribute: String) {
    guard complaints.insert(attribute + " " + word.prefix(256)).inserted else { return }
    findings.add(
      .rdfaVocabularyMissing,
      "The \(attribute) “\(Diagnostic.excerpt(String(word)))” belongs to no vocabulary and is not read.",
      at: document.location(ofAttribute: attribute, of: node), subject: attribute)
  }

  /// Reports a vocabulary whose names would run together with it.
  mutating func checkVocabulary(_ iri: String, at node: HTMLNode) {
    guard let last = iri.utf8.last, last != UInt8(ascii: "/"), last != UInt8(ascii: "#"),
      complaints.insert("vocab " + iri).inserted
    else { return }
    let message =
      SchemaNamespace.isNamespace(iri)
      ? "The vocabulary “\(Diagnostic.excerpt(iri))” lacks the slash at its end, which is read as if it were there."
      : "The vocabulary “\(Diagnostic.excerpt(iri))” ends without a slash, so that names run together with it."
    findings.add(
      .rdfaVocabularyWithoutSlash, message,
      at: document.location(ofAttribute: "vocab", of: node), subject: "vocab")
  }

  /// Reports that the rest of the document was not read.
  mutating func complainOfSize(_ what: String, at node: HTMLNode) {
    findings.add(
      .tooLarge,
      what == "prefixes"
        ? "The element binds more than \(RDFaNames.mostPrefixes) prefixes; the others are not read."
        : "The document says too much in RDFa; what follows is not read.",
      at: document.location(of: node), subject: what)
  }
}
