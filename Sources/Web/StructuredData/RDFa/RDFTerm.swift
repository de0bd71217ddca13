/// What RDF speaks of.
package enum RDFTerm: Hashable, Sendable {
  /// A thing with a name: an absolute IRI.
  case iri(String)
  /// A thing without a name, by a number of its own in the document.
  case blank(Int)
  /// A text, with the language that is named for it, or with the whole name of its kind.
  case literal(String, language: String?, datatype: String?)

  /// The name; `nil` for what has none.
  var iri: String? {
    if case .iri(let iri) = self { iri } else { nil }
  }
}
