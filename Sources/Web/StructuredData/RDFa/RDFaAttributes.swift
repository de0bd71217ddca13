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

  /// The attributes that say something alone. Those for languages and namespaces of XML have no number.
  static let names = HTMLAttributeSet(
    [
      .about, .resource, .href, .src, .vocab, .property, .typeof, .rel, .rev, .prefix, .lang, .role,
    ], others: true)

  /// Whether there is anything that changes what RDFa reads in the element or below.
  private(set) var isRelevant = false

  init(of node: HTMLNode, in document: HTMLDocument) {
    var hasXMLLanguage = false
    for (name, text) in document.attributes(of: node) {
      switch name {
      case "about": about = text
      case "resource": resource = text
      case "href": href = text
      case "src": src = text
      case "vocab": vocab = text
      case "property": property = text.splitAtHTMLSpace()
      case "typeof": typeof = text.splitAtHTMLSpace()
      case "rel": rel = text.splitAtHTMLSpace()
      case "rev": rev = text.splitAtHTMLSpace()
      case "prefix": prefixes = text.splitAtHTMLSpace()
      case "xml:lang":
        language = text
        hasXMLLanguage = true
      case "lang":
        if !hasXMLLanguage { language = text }
      // These say something only together with others.
      case "content":
        content = text
        continue
      case "datatype":
        datatype = text
        continue
      case "datetime":
        datetime = text
        continue
      case "value":
        value = text
        continue
      case "id":
        id = text
        continue
      case "role":
        roles = text.splitAtHTMLSpace()
        continue
      case "inlist":
        isInList = true
        continue
      default:
        guard name.utf8.count > 6, name.hasPrefix("xmlns:") else { continue }
        namespaces.append((name.dropFirst(6), text))
      }
      isRelevant = true
    }
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
