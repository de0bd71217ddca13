/// The page about the crawler: for people who find it in the log of their server.
package struct CrawlerPage: Sendable {
  /// What the crawler calls itself in its requests.
  package var userAgent: String
  /// The name that robots.txt knows it by.
  package var token: String
  /// An address of mail or a page by which somebody answers; `nil` where the operator gave none.
  package var contact: String?

  /// The networks that it fetches from; none where the operator names none.
  package var addresses: [String]

  /// Where programs find these networks.
  package static let addressesPath = "/crawler/addresses.json"

  /// Makes a page.
  package init(userAgent: String, token: String, contact: String?, addresses: [String] = []) {
    self.userAgent = userAgent
    self.token = token
    self.contact = contact
    self.addresses = addresses
  }

  /// The page.
  package var page: String {
    PageFrame(title: "Our crawler", place: .crawler, isIndexed: true).page {
      element(.h1) { "About \(token)" }
      element(.p, .classes("lead")) {
        "\(token) fetches pages of sites that belong to apps, so that people find them when they search. It keeps what a page says, and its links."
      }
      recognising
      allowing
      manners
      contactSection
    }
  }

  private var recognising: HTML {
    element(.section) {
      element(.h2) { "How to recognise it" }
      element(.p) { "Its requests have this header:" }
      element(.pre) { element(.code) { "User-Agent: \(userAgent)" } }
      element(.p) {
        "It sends no cookies, signs in nowhere, fills in no forms and runs no scripts. It asks only for pages, for "
        element(.code) { "robots.txt" }
        ", for sitemaps, and for the files that tie a site to its app."
      }
      impostors
    }
  }

  @HTMLBuilder
  private var impostors: HTML {
    if addresses.isEmpty {
      element(.p) {
        "Anybody can send this header. The operator of this service did not say which addresses the crawler uses."
      }
    } else {
      element(.p) {
        "Anybody can send this header. The crawler itself comes from these addresses alone; what comes from others is not it. Programs read them at "
        element(.a, .href(LinkTarget(path: "/crawler/addresses.json"))) {
          element(.code) { Self.addressesPath }
        }
        "."
      }
      element(.pre) { element(.code) { addresses.joined(separator: "\n") } }
    }
  }

  private var allowing: HTML {
    element(.section) {
      element(.h2) { "How to let it in, or keep it out" }
      element(.p) {
        "It follows "
        HTML.link(LinkTarget("https://www.rfc-editor.org/rfc/rfc9309")) { "RFC 9309" }
        ". Write into the file "
        element(.code) { "/robots.txt" }
        " of your host, to keep it out of everything:"
      }
      element(.pre) { element(.code) { "User-agent: \(token)\nDisallow: /" } }
      element(.p) { "To keep it out of one folder and let it into a part of that:" }
      element(.pre) {
        element(.code) {
          "User-agent: \(token)\nDisallow: /private/\nAllow: /private/about.html"
        }
      }
      element(.p) {
        "A file that doesn't name it applies to it where it names Applebot, else where it names Googlebot, else with its rules for everybody ("
        element(.code) { "*" }
        "). It notices changes within a day."
      }
      element(.p) { "To let it read a page but show it to nobody, or describe it less:" }
      element(.pre) {
        element(.code) {
          "<meta name=\"robots\" content=\"noindex\">\n<meta name=\"robots\" content=\"nosnippet, noimageindex\">"
        }
      }
      element(.p) {
        "A page that "
        element(.code) { "robots.txt" }
        " forbids is not read, so that what it says of itself is not seen. "
        element(.a, .href(LinkTarget(path: "/validate"))) { "Check a page" }
        " to see which rule decides."
      }
    }
  }

  private var manners: HTML {
    element(.section) {
      element(.h2) { "How much it asks for" }
      element(.ul) {
        element(.li) { "One request at a time to a host." }
        element(.li) {
          "After each answer it waits ten times as long as that took, at least a second and at most a minute."
        }
        element(.li) {
          element(.code) { "Crawl-delay" }
          " in "
          element(.code) { "robots.txt" }
          " makes it wait longer, up to 30 seconds."
        }
        element(.li) {
          "Errors and the statuses 429 and 503 slow it down; "
          element(.code) { "Retry-After" }
          " is obeyed."
        }
        element(.li) { "Pages that rarely change are fetched less and less often." }
      }
      element(.pre) { element(.code) { "User-agent: \(token)\nCrawl-delay: 10" } }
    }
  }

  private var contactSection: HTML {
    element(.section) {
      element(.h2) { "Whom to ask" }
      if let contact {
        element(.p) {
          "Something is wrong, or you have a question: "
          HTML.link(target(contact)) { contact }
        }
      } else {
        element(.p) {
          "The operator of this service gave no address. What stands in "
          element(.code) { "robots.txt" }
          " always works."
        }
      }
    }
  }

  /// A page, or an address of mail that is written without its scheme.
  private func target(_ contact: String) -> LinkTarget? {
    LinkTarget(contact) ?? (contact.contains("@") ? LinkTarget("mailto:\(contact)") : nil)
  }
}
