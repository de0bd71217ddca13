internal import WebDocuments

/// What words mean at a place of a document.
struct JSONLDContext {
  /// The context that comes back where the one at hand doesn't reach.
  indirect enum Previous {
    case none
    case context(JSONLDContext)
  }

  /// What is said about words, without what schema.org's own context says.
  var terms: [String: JSONLDTerm] = [:]
  /// What schema.org's context says where the others leave it open; `nil` where it was not named.
  private(set) var schema: SchemaTerms?
  var base: BaseIRI
  /// What stands before words that nothing is said about.
  var vocabulary: String?
  var language: String?
  var direction: String?
  var previous = Previous.none

  /// A context that says nothing.
  init(base: BaseIRI) {
    self.base = base
  }

  /// The context in which a document stands that names none, though it means schema.org.
  static func schema(base: BaseIRI) -> JSONLDContext {
    var context = JSONLDContext(base: base)
    context.addSchema()
    return context
  }

  /// Adds what schema.org's own context says.
  mutating func addSchema() {
    vocabulary = SchemaNamespace.iri
    schema = schema ?? SchemaTerms()
    // It has the last word on what it says something about.
    if !terms.isEmpty { terms = terms.filter { SchemaContext.term($0.key) == nil } }
  }

  /// What is said about a word.
  func term(_ word: String) -> JSONLDTerm? {
    if let term = terms[word] { return term }
    return schema?.term(word)
  }

  /// The keyword that a word stands for; `nil` where it stands for none, as nearly all words of schema.org.
  func keyword(for word: String) -> String? {
    if JSONLDKeyword.contains(word) { return word }
    let iri = terms[word].map(\.iri) ?? (schema == nil ? nil : SchemaContext.keyword(for: word))
    return iri.flatMap { JSONLDKeyword.contains($0) ? $0 : nil }
  }
}
