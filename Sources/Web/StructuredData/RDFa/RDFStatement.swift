package import WebDocuments

/// One thing that is said of something: RDF's triple.
package struct RDFStatement: Hashable, Sendable {
  /// Where a statement comes from in an element.
  package enum Source: Hashable, Sendable {
    case typeof, property, link, vocabulary, list, role
  }

  /// What it is said of: a name or a blank node.
  package let subject: RDFTerm
  /// The whole name of what is said.
  package let predicate: String
  /// What is said.
  package let object: RDFTerm
  /// The element that says it.
  package let node: HTMLNode
  /// What of the element says it.
  package let source: Source
}

/// Names that the standards give.
enum RDFName {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let xsd = "http://www.w3.org/2001/XMLSchema#"
  static let type = rdf + "type"
  static let first = rdf + "first"
  static let rest = rdf + "rest"
  static let `nil` = rdf + "nil"
  static let string = xsd + "string"
  static let usesVocabulary = "http://www.w3.org/ns/rdfa#usesVocabulary"
}
