import WebDocuments

/// The attributes of an element that RDFa reads; `nil` where one isn't there.
struct RDFaAttributes {
  private(set) var about: String?
  private(set) var resource: String?
  private(set) var href: String?
  private(set) var src: String?
  private(set) var content: String?
  private(set) var datatype: String?
  private(set) var datetime: String?
  private(set) var value: String?
  private(set) var vocab: String?
  private(set) var property: [Substring]?
  private(set) var typeof: [Substring]?
  private(set) var rel: [Substring]?
  private(set) var rev: [Substring]?
  private(set) var prefixes: [Substring] = []
  /// The attributes whose names begin with `xmlns:`.
  private(set) var namespaces: [(prefix: Substring, iri: String)] = []
  private(set) var isInList = false
  private(set) var id: String?
  private(set) var roles: [Substring] = []
  /// The language that the element names, empty where it says that there is none.
  private(set) var language: String?

  /// The attributes that change what RDFa reads in the element or below. Others say something only together with these.
  private static let relevant = HTMLAttributeSet([
    .about, .resource, .href, .src, .vocab, .property, .typeof, .rel, .rev, .prefix, .lang,
  ])

  /// Whether there is anything that changes what RDFa reads in the element or below.
  let isRelevant: Bool

  /// Whether the element only links: nothing is said of it, and nothing changes for those in it but what they speak of.
  var onlyLinks: Bool {
    (href != nil || src != nil) && about == nil && resource == nil && vocab == nil
      && property == nil && typeof == nil && prefixes.isEmpty && namespaces.isEmpty
      && language == nil
  }

  init(of node: HTMLNode, in document: HTMLDocument) {
    func text(_ name: HTMLAttributeName) -> String? { document.attribute(name, of: node) }
    func words(_ name: HTMLAttributeName) -> [Substring]? { text(name)?.splitAtHTMLSpace() }
    about = text(.about)
    resource = text(.resource)
    href = text(.href)
    src = text(.src)
    content = text(.content)
    datatype = text(.datatype)
    datetime = text(.datetime)
    value = text(.value)
    vocab = text(.vocab)
    property = words(.property)
    typeof = words(.typeof)
    rel = words(.rel)
    rev = words(.rev)
    prefixes = words(.prefix) ?? []
    isInList = document.hasAttribute(.inlist, of: node)
    id = text(.id)
    roles = words(.role) ?? []
    language = text(.lang)
    var hasXMLLanguage = false
    for (name, text) in document.attributes(ofXML: node) {
      if name == "xml:lang" {
        language = text
        hasXMLLanguage = true
      } else if name.utf8.count > 6, name.hasPrefix("xmlns:") {
        namespaces.append((name.dropFirst(6), text))
      }
    }
    isRelevant =
      !document.attributeSet(of: node).isDisjoint(with: Self.relevant) || hasXMLLanguage
      || !namespaces.isEmpty
    dropPlainLinks()
  }

  /// Takes HTML's own link types away where `property` stands too (HTML+RDFa 1.1, 3.1): bare words in `rel` and
  /// `rev`, and these themselves where nothing is left.
  private mutating func dropPlainLinks() {
    guard property != nil else { return }
    func withoutTerms(_ words: [Substring]?) -> [Substring]? {
      let kept = words?.filter { !RDFaNames.isTerm($0) }
      return kept?.isEmpty == true ? nil : kept
    }
    rel = withoutTerms(rel)
    rev = withoutTerms(rev)
  }
}
