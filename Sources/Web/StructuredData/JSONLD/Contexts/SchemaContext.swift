/// The context that schema.org publishes, which is never fetched.
enum SchemaContext {
  /// What it says about a word; `nil` for those that merely stand behind its `@vocab`.
  static func term(_ word: String) -> JSONLDTerm? {
    var term = JSONLDTerm()
    if let keyword = keyword(for: word) {
      term.iri = keyword
      return term
    }
    switch word {
    case "HTML": term.iri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML"
    default:
      if let place = SchemaTable.place(of: word) {
        term.iri = SchemaNamespace.iri + word
        switch SchemaTerm(place: place).coercion {
        case .iri: term.type = "@id"
        case .date: term.type = SchemaNamespace.iri + "Date"
        case nil: break
        }
      } else if let iri = SchemaTable.iri(ofPrefix: word) {
        term.iri = iri
        term.isPrefix = iri.utf8.last.map(JSONLDProcessor.endsPrefix) ?? false
      } else {
        return nil
      }
    }
    return term
  }

  /// The keyword that a word stands for.
  static func keyword(for word: String) -> String? {
    switch word {
    case "type": "@type"
    case "id": "@id"
    default: nil
    }
  }

  /// How a context's address stands to schema.org's own.
  enum Address {
    /// It is one of the spellings of its address.
    case own
    /// It isn't, though what was meant is clear: `schema.org`, or the address of a type.
    case meant
    case other
  }

  /// How a context's address stands to schema.org's own.
  static func kind(of address: String) -> Address {
    let address = foldingSpace(address)
    if SchemaNamespace.isNamespace(address) { return .own }
    let name = SchemaNamespace.localName(of: address)
    switch name {
    case "jsonldcontext.json", "jsonldcontext.jsonld", "jsonldcontext.json.txt", "#", "?":
      return .own
    case _?: return .meant
    case nil: break
    }
    // Without a scheme it is a relative address, but nobody means that.
    var host = address.lowercased()[...]
    while host.first == "/" { host.removeFirst() }
    while host.last == "/" { host.removeLast() }
    let isBare = host == "schema.org" || host == "www.schema.org"
    return isBare ? .meant : .other
  }
}

/// What schema.org's context says about the words of one document, each looked up in the vocabulary once: a document
/// that lists a hundred things has the same dozen words in each.
final class SchemaTerms {
  /// What is known so far; of other words nothing is kept, as a document may have any number of them.
  private var terms: [String: JSONLDTerm] = [:]

  /// What is said about a word; `nil` for those that merely stand behind the vocabulary.
  func term(_ word: String) -> JSONLDTerm? {
    if let term = terms[word] { return term }
    guard let term = SchemaContext.term(word) else { return nil }
    terms[word] = term
    return term
  }
}
