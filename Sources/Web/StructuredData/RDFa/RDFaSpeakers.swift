import WebDocuments

/// Which elements of a document say anything in RDFa themselves. Most only lead somewhere, by `href` or `src`, which
/// matters where an element in them says something of that, or one around them waits for it.
struct RDFaSpeakers {
  private let document: HTMLDocument
  /// The first element that says anything behind one that was asked about.
  private var next: HTMLNode

  /// The attributes that say something alone, but for those of XML, whose names have no number.
  private static let attributes = HTMLAttributeSet([
    .about, .resource, .vocab, .property, .typeof, .rel, .rev, .prefix, .lang, .role,
  ])
  private static let leading = HTMLAttributeSet([.href, .src])
  /// The attributes of both, and those without a number.
  private static let all = attributes.union(leading).union(HTMLAttributeSet([], others: true))

  /// The elements of a document that say something or lead somewhere, and some that do neither, in order.
  static func candidates(in document: HTMLDocument) -> [HTMLNode] {
    document.elements(withAnyOf: all)
  }

  init(_ document: HTMLDocument) {
    self.document = document
    next = document.root
  }

  /// Whether a node is an element with an attribute that says something alone.
  func contains(_ node: HTMLNode) -> Bool { contains(node, document.attributeSet(of: node)) }

  /// The same of a node whose attributes are known.
  func contains(_ node: HTMLNode, _ attributes: HTMLAttributeSet) -> Bool {
    !attributes.isDisjoint(with: Self.attributes)
      || attributes.hasOthers && document.hasAttribute(ofXML: node)
  }

  /// Whether an element with some attributes leads somewhere.
  func leads(_ attributes: HTMLAttributeSet) -> Bool {
    !attributes.isDisjoint(with: Self.leading)
  }

  /// Whether anything in an element says something.
  ///
  /// - Parameter element: The element; none may be asked about behind which one was.
  /// - Returns: Whether anything does.
  /// - Complexity: O(*n*) in the nodes of the document for all questions together.
  mutating func isAny(in element: HTMLNode) -> Bool {
    if next <= element {
      next = element.advanced(by: 1)
      while next < document.allNodes.upperBound, !contains(next) { next = next.advanced(by: 1) }
    }
    return next < document.descendants(of: element).upperBound
  }
}
