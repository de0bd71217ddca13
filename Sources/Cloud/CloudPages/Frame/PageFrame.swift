/// What all pages have in common: head, way around, and the landmarks that assistive technology moves by.
package struct PageFrame: Sendable {
  /// A part of the service.
  package enum Place: CaseIterable, Sendable {
    /// The search.
    case search
    /// The check of a page.
    case validation
    /// The page about the crawler.
    case crawler

    fileprivate var name: String {
      switch self {
      case .search: "Search"
      case .validation: "Check a page"
      case .crawler: "Our crawler"
      }
    }

    fileprivate var target: LinkTarget {
      switch self {
      case .search: LinkTarget(path: "/")
      case .validation: LinkTarget(path: "/validate")
      case .crawler: LinkTarget(path: "/crawler")
      }
    }
  }

  /// The title, without the name of the service.
  package var title: String
  /// The part of the service that the page is in; `nil` for none.
  package var place: Place?
  /// Whether search engines may show the page.
  package var isIndexed: Bool
  /// What makes this page more convenient, besides what does so for all; `nil` for nothing.
  package var script: PageAsset?

  /// Makes a frame.
  package init(title: String, place: Place?, isIndexed: Bool = false, script: PageAsset? = nil) {
    self.title = title
    self.place = place
    self.isIndexed = isIndexed
    self.script = script
  }

  /// A whole page.
  ///
  /// - Parameter content: What stands in `main`. It begins with the only `h1` of the page.
  /// - Returns: The page as HTML.
  package func page(@HTMLBuilder content: () -> HTML) -> String {
    HTML.document(
      element(.html, .set(.lang, "en")) {
        head
        element(.body) {
          element(.a, .classes("skip"), .href(LinkTarget(fragment: "main"))) {
            "Skip to the content"
          }
          banner
          element(.main, .set(.id, "main"), .set(.tabindex, "-1"), content: content)
          element(.footer, .classes("site-footer")) {
            element(.p) { "Fresnel reads pages as they are served; their scripts are not run." }
          }
        }
      })
  }

  private var head: HTML {
    element(.head) {
      element(.meta, .set(.charset, "utf-8"))
      element(.title) { "\(title) · Fresnel" }
      element(
        .meta, .set(.name, "viewport"), .set(.content, "width=device-width, initial-scale=1"))
      element(.meta, .set(.name, "color-scheme"), .set(.content, "light dark"))
      if !isIndexed { element(.meta, .set(.name, "robots"), .set(.content, "noindex")) }
      element(.link, .set(.rel, "stylesheet"), .href(PageAsset.styleSheet))
      element(.link, .set(.rel, "icon"), .set(.type, "image/svg+xml"), .href(PageAsset.icon))
      element(
        .link, .set(.rel, "search"), .set(.type, "application/opensearchdescription+xml"),
        .set(.title, "Fresnel"), .href(LinkTarget(path: "/opensearch.xml")))
      element(.script, .source(PageAsset.script), .flag(.loadsLate))
      if let script { element(.script, .source(script), .flag(.loadsLate)) }
    }
  }

  private var banner: HTML {
    element(.header, .classes("site-header")) {
      element(.a, .classes("brand"), .href(LinkTarget(path: "/"))) { "Fresnel" }
      element(.nav, .set(.ariaLabel, "Parts of this service")) {
        element(.ul) {
          for place in Place.allCases {
            element(.li) {
              element(
                .a, .href(place.target), .set(.ariaCurrent, place == self.place ? "page" : nil)
              ) { place.name }
            }
          }
        }
      }
    }
  }
}
