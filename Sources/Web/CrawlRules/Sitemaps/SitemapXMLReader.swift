import FresnelModel
import WebAddresses
import WebDocuments

/// Reads the entries of a sitemap or a feed in XML from its events.
struct SitemapXMLReader {
  /// What the entries are given to.
  var reader: SitemapReader
  /// How many elements are open.
  private var depth = 0
  /// The namespace of the root.
  private var namespace = ""
  /// Where the root begins, if it is one whose entries are read.
  private var rootLocation: SourceLocation?
  /// The entry that is open, how deep it is, and the namespace it is in.
  private var draft: SitemapDraft?
  private var entryDepth = 0
  private var entryNamespace = ""
  /// The field whose text is read, and how deep it is.
  private var field: SitemapField?
  private var fieldDepth = 0
  private var text = ""

  private static let sitemaps = "http://www.sitemaps.org/schemas/sitemap/0.9"
  private static let atom = "http://www.w3.org/2005/Atom"
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let xhtml = "http://www.w3.org/1999/xhtml"
  private static let images = "http://www.google.com/schemas/sitemap-image/1.1"
  private static let videos = "http://www.google.com/schemas/sitemap-video/1.1"

  /// Texts of fields are short; of a longer one this much is enough to say so.
  private static var limits: XMLLimits {
    var limits = XMLLimits.standard
    limits.depth = 64
    limits.textByteCount = 1 << 14
    return limits
  }

  init(_ reader: SitemapReader) { self.reader = reader }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - isCut: Whether its end is missing, which was said already.
  mutating func read(_ document: XMLText, isCut: Bool) {
    do throws(XMLError) {
      var state = self
      defer { self = state }
      try document.read(limits: Self.limits) { event, place in state.take(event, at: place) }
      state.checkThatThereAreEntries()
    } catch {
      report(error, in: document, isCut: isCut)
    }
  }

  /// Reports a sitemap that lists nothing. A feed without entries is one that has no news.
  private mutating func checkThatThereAreEntries() {
    guard reader.entryCount == 0, let rootLocation else { return }
    switch reader.sitemap.kind {
    case .urlset: reader.findings.add(.sitemapEmpty, "The sitemap lists no page.", at: rootLocation)
    case .index: reader.findings.add(.sitemapEmpty, "The index lists no sitemap.", at: rootLocation)
    case .rss, .atom, .text, .invalid: break
    }
  }

  private mutating func report(_ error: XMLError, in document: XMLText, isCut: Bool) {
    let start = String(decoding: document.bytes.prefix(1024), as: UTF8.self).lowercased()
    if reader.sitemap.kind == .invalid, start.contains("<!doctype html") {
      reader.findings.add(
        .notASitemap, "The document is a page of HTML.", at: SourceLocation(error.place))
    } else if error.kind == .documentType {
      reader.findings.add(
        .doctypeEntities, "The document has a document type, which is not read.",
        at: SourceLocation(error.place))
    } else if !isCut {
      reader.findings.add(
        .xmlMalformed, "The XML can't be read on: \(error.reason).", at: SourceLocation(error.place)
      )
    }
  }

  /// Takes what comes next; tells whether to go on.
  private mutating func take(_ event: XMLEvent, at place: SourceLocation) -> Bool {
    switch event {
    case .start(let name, let attributes):
      depth += 1
      if depth == 1 { return takeRoot(name, at: place) }
      if draft == nil {
        if isEntry(name) {
          draft = SitemapDraft(location: place)
          entryDepth = depth
          entryNamespace = name.namespace
        }
      } else {
        takeField(name, attributes, at: place)
      }
    case .text(let more, _):
      // The text of the field itself, around elements in it.
      if field != nil, depth == fieldDepth { text += more }
    case .end:
      defer { depth -= 1 }
      if field != nil, depth == fieldDepth {
        finishField()
      } else if let draft, depth == entryDepth {
        self.draft = nil
        return reader.add(draft)
      }
    }
    return true
  }

  private mutating func takeRoot(_ name: XMLName, at place: SourceLocation) -> Bool {
    namespace = name.namespace
    var expected: String?
    switch name.local {
    case "urlset": (reader.sitemap.kind, expected) = (.urlset, Self.sitemaps)
    case "sitemapindex": (reader.sitemap.kind, expected) = (.index, Self.sitemaps)
    case "feed": (reader.sitemap.kind, expected) = (.atom, Self.atom)
    case "rss": reader.sitemap.kind = .rss
    case "RDF" where namespace == Self.rdf: reader.sitemap.kind = .rss
    default:
      reader.findings.add(
        .notASitemap, "“\(Diagnostic.excerpt(name.local))” is no root of a sitemap or a feed.",
        at: place)
      return false
    }
    if let expected, namespace.isEmpty {
      reader.findings.add(
        .namespaceMissing, "The elements are not in the namespace \(expected).", at: place)
    } else if let expected, namespace != expected {
      reader.findings.add(
        .namespaceUnknown,
        "The elements are in the namespace “\(Diagnostic.excerpt(namespace))” instead of \(expected).",
        at: place)
    }
    if reader.sitemap.kind == .index, reader.indexes.count >= Sitemap.maximumIndexDepth {
      reader.findings.add(
        .indexLoop, "An index leads to an index more than \(Sitemap.maximumIndexDepth) times.",
        at: place)
      return false
    }
    rootLocation = place
    return true
  }

  private func isEntry(_ name: XMLName) -> Bool {
    switch reader.sitemap.kind {
    case .urlset: depth == 2 && name.local == "url" && name.namespace == namespace
    case .index: depth == 2 && name.local == "sitemap" && name.namespace == namespace
    case .atom: depth == 2 && name.local == "entry" && name.namespace == namespace
    // In a channel, or beside it in RSS 1.0.
    case .rss:
      depth <= 3 && name.local == "item" && (namespace == Self.rdf || name.namespace == namespace)
    case .text, .invalid: false
    }
  }

  /// Looks whether an element within an entry is one that is read.
  private mutating func takeField(
    _ name: XMLName, _ attributes: [XMLAttribute], at place: SourceLocation
  ) {
    if field != nil { return }
    // Of repeated ones the first counts.
    defer { if let field, draft?.places[field] == nil { draft?.places[field] = place } }
    if depth == entryDepth + 1 {
      switch reader.sitemap.kind {
      case .urlset, .index: takeSitemapField(name, attributes)
      case .rss: takeRSSField(name, attributes)
      case .atom: takeAtomField(name, attributes)
      case .text, .invalid: break
      }
    } else if depth == entryDepth + 2 {
      switch (name.namespace, name.local) {
      case (Self.images, "loc"): begin(.image)
      case (Self.videos, "content_loc"), (Self.videos, "player_loc"): begin(.video)
      default: break
      }
    }
  }

  private mutating func takeSitemapField(_ name: XMLName, _ attributes: [XMLAttribute]) {
    if name == XMLName("link", namespace: Self.xhtml) {
      let language = value(of: "hreflang", in: attributes) ?? ""
      let count = draft?.alternates.count ?? 0
      if value(of: "rel", in: attributes)?.lowercased() == "alternate",
        count < SitemapDraft.maximumCount,
        let address = value(of: "href", in: attributes)
      {
        draft?.alternates.append((language, address))
      }
      return
    }
    guard name.namespace == namespace else { return }
    switch name.local {
    case "loc": begin(.address)
    case "lastmod": begin(.changed)
    case "changefreq": begin(.frequency)
    case "priority": begin(.priority)
    default: break
    }
  }

  private mutating func takeRSSField(_ name: XMLName, _ attributes: [XMLAttribute]) {
    if name == XMLName("date", namespace: Self.dublinCore) { return begin(.w3cDate) }
    // Elements of RSS 2.0 are in no namespace, those of RSS 1.0 and others in one. Others add elements of the same
    // names, such as a link of Atom or of media, which are something else.
    guard name.namespace == entryNamespace else { return }
    switch name.local {
    case "link": begin(.address)
    case "guid" where value(of: "isPermaLink", in: attributes)?.lowercased() != "false":
      begin(.identifier)
    case "pubDate": begin(.changed)
    default: break
    }
  }

  private mutating func takeAtomField(_ name: XMLName, _ attributes: [XMLAttribute]) {
    guard name.namespace == namespace else { return }
    switch name.local {
    case "link":
      let relation = value(of: "rel", in: attributes)?.lowercased() ?? "alternate"
      let address = SitemapReader.trimmed(value(of: "href", in: attributes) ?? "")
      if relation == "alternate", draft?.texts[.address] == nil {
        draft?.texts[.address] = address
        draft?.isRelativeAllowed = true
      }
    case "updated": begin(.changed)
    case "published": begin(.w3cDate)
    default: break
    }
  }

  private func value(of name: String, in attributes: [XMLAttribute]) -> String? {
    attributes.first { $0.name.local == name && $0.name.namespace.isEmpty }?.value
  }

  private mutating func begin(_ field: SitemapField) {
    self.field = field
    fieldDepth = depth
    text = ""
  }

  private mutating func finishField() {
    guard let field else { return }
    self.field = nil
    let text = SitemapReader.trimmed(text)
    let maximum = SitemapDraft.maximumCount
    switch field {
    case .image where draft?.images.count ?? 0 < maximum: draft?.images.append(text)
    case .video where draft?.videos.count ?? 0 < maximum: draft?.videos.append(text)
    case .image, .video: break
    default:
      // Of repeated ones the first counts.
      if draft?.texts[field] == nil { draft?.texts[field] = text }
    }
  }
}
