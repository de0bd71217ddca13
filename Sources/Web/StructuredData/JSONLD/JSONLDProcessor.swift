internal import WebDocuments

/// Expands documents as JSON-LD 1.1 says: every name whole, every value an object, no context left.
///
/// Contexts at other addresses than schema.org's are not fetched.
struct JSONLDProcessor {
  /// What is done with mistakes.
  enum Strictness {
    /// The first one ends the document, as the specification has it.
    case strict
    /// What is wrong is left out, and the rest is read.
    case lenient
  }

  let strictness: Strictness
  var budget: JSONLDBudget
  /// What was wrong and left out.
  private(set) var mistakes: [JSONLDError] = []
  /// The most mistakes that are kept.
  static let mostMistakes = 50
  /// The contexts that were named and are not known, and where.
  private(set) var unknownContexts: [(address: String, offset: Int)] = []
  /// What relative addresses are relative to where no context says anything else.
  private(set) var originalBase = BaseIRI("")
  /// How deep definitions lead to others.
  var definitionDepth = 0

  /// Gets ready for a document.
  ///
  /// - Parameters:
  ///   - documentLength: Its length in bytes, which bounds the work.
  ///   - strictness: What is done with mistakes.
  init(documentLength: Int, _ strictness: Strictness) {
    budget = JSONLDBudget(documentLength: documentLength)
    self.strictness = strictness
  }

  /// Goes on after a mistake, if that may be.
  mutating func tolerate(_ error: JSONLDError) throws(JSONLDError) {
    guard strictness == .lenient, error.code != .tooLarge else { throw error }
    if mistakes.count < Self.mostMistakes { mistakes.append(error) }
  }

  /// Notes a context that isn't known.
  mutating func noteUnknownContext(_ address: String, at offset: Int) throws(JSONLDError) {
    guard strictness == .lenient else {
      throw JSONLDError(
        .contextNotFetched, "The context “\(Diagnostic.excerpt(address))” is not fetched.",
        at: offset)
    }
    if unknownContexts.count < Self.mostMistakes { unknownContexts.append((address, offset)) }
  }

  /// Expands a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - context: What words mean to begin with.
  /// - Returns: What stands at its top.
  /// - Throws: The first mistake that isn't tolerated.
  mutating func expand(
    _ document: LocatedJSON, _ context: JSONLDContext
  ) throws(JSONLDError) -> [ExpandedValue] {
    originalBase = context.base
    let expanded = try expand(document, Place(context: context)).values
    // A graph around everything is no graph.
    guard expanded.count == 1, case .node(let node) = expanded[0].kind,
      let graph = node.graph, node.hasOnlyGraph
    else { return expanded }
    return graph
  }
}
