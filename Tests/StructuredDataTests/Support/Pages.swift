import StructuredData
import WebDocuments

extension HTMLDocument {
  /// The tree of a page.
  static func parse(_ html: String) -> HTMLDocument { parse(DecodedPage(html)) }

  /// What relative addresses on the page are relative to.
  func base(at address: String) -> BaseIRI {
    let reference = allNodes.first { tag(of: $0) == .base && attribute(.href, of: $0) != nil }
    return BaseIRI(reference.flatMap { attribute(.href, of: $0) }, of: address)
  }
}

/// What is read of a page that stands at `https://example.com/page`.
func rdfa(_ html: String) -> RDFaReading {
  RDFaReading(.parse(html), base: BaseIRI("https://example.com/page"))
}

/// What is read of a page that stands at `https://example.com/page`.
func microdata(_ html: String) -> MicrodataReading {
  MicrodataReading(.parse(html), base: BaseIRI("https://example.com/page"))
}
