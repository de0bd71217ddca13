/// The page that people search on, and its results.
package struct SearchPage: Sendable {
  /// A search on a site itself, offered above the results.
  package struct SiteSearch: Hashable, Sendable {
    /// The name of the site.
    package var site: String
    /// The host that the search leads to.
    package var host: String
    /// The address of its results.
    package var url: String

    /// Names a search.
    package init(site: String, host: String, url: String) {
      self.site = site
      self.host = host
      self.url = url
    }
  }

  /// How many results there are.
  package struct Count: Hashable, Sendable {
    /// The number.
    package var number: Int
    /// Whether there are no more.
    package var isWhole: Bool

    /// Tells a number.
    package init(_ number: Int, isWhole: Bool = true) {
      self.number = number
      self.isWhole = isWhole
    }
  }

  /// What was found.
  package struct Results: Sendable {
    /// What is shown of each page, best first.
    package var cards: [CardContent]
    /// Which part of the results this is, from 1.
    package var number: Int
    /// Which of all results the first one is, from 1.
    package var first: Int
    /// Whether there is another part behind it.
    package var hasMore: Bool
    /// How many there are in all parts; `nil` where nobody says.
    package var count: Count?
    /// How long it took to find them; `nil` where nobody says.
    package var seconds: Double?
    /// The search of a site that was found.
    package var siteSearch: SiteSearch?

    /// Makes results.
    package init(
      cards: [CardContent], number: Int = 1, first: Int = 1, hasMore: Bool = false,
      count: Count? = nil, seconds: Double? = nil, siteSearch: SiteSearch? = nil
    ) {
      self.cards = cards
      self.number = number
      self.first = first
      self.count = count
      self.seconds = seconds
      self.hasMore = hasMore
      self.siteSearch = siteSearch
    }
  }

  /// The most characters of a question.
  package static let longestQuestion = 250

  /// What was asked; empty where nothing was.
  package var question: String
  /// What was found; `nil` where nothing was asked.
  package var results: Results?

  /// Makes a page.
  package init(question: String = "", results: Results? = nil) {
    self.question = question
    self.results = results
  }

  /// The page.
  package var page: String {
    PageFrame(
      title: results == nil ? "Search" : question, place: .search, isIndexed: results == nil,
      script: .searchScript
    ).page {
      element(.h1, results == nil ? nil : .classes("hidden")) {
        results == nil ? "Search the web of apps" : "Search"
      }
      if results == nil {
        element(.p, .classes("lead")) {
          "Pages of sites that belong to apps. Where the app is on your device, a result opens in it."
        }
      }
      form
      if let results { found(results) }
    }
  }

  private var form: HTML {
    element(
      .form, .action("/search"), .set(.method, "get"), .set(.role, "search"),
      .set(.enhance, "search")
    ) {
      element(.div, .classes("field")) {
        element(.label, .set(.labelFor, "q"), results == nil ? nil : .classes("hidden")) {
          "What are you looking for?"
        }
        element(.div, .classes("with-button")) {
          element(
            .input, .set(.type, "search"), .set(.id, "q"), .set(.name, "q"),
            .set(.value, question), .set(.maxlength, "\(Self.longestQuestion)"),
            .set(.enterkeyhint, "search"), .set(.autocapitalize, "none"),
            .set(.spellcheck, "false"), .set(.autocomplete, "off"),
            .flag(.required), .flag(.autofocus, if: results == nil))
          element(.button, .classes("primary"), .set(.type, "submit")) { "Search" }
        }
      }
    }
  }

  @HTMLBuilder
  private func found(_ results: Results) -> HTML {
    element(.section, .set(.ariaLabelledBy, "results")) {
      element(.h2, .set(.id, "results")) {
        results.cards.isEmpty ? "Nothing was found for " : "Results for "
        element(.bdi) { question }
        if results.number > 1 { ", part \(results.number)" }
      }
      if let tally = tally(results) { element(.p, .classes("tally")) { tally } }
      if results.count?.isWhole == false {
        element(.p, .classes("muted")) {
          "Part of the index can't be read at the moment, so pages may be missing here."
        }
      }
      if let search = results.siteSearch, let target = LinkTarget(search.url) {
        element(.p) {
          element(.a, .classes("button"), .href(target), .set(.rel, "nofollow noopener")) {
            "Search on "
            element(.bdi) { search.site }
            // A name is no address.
            if search.site != search.host { " (\(search.host))" }
          }
        }
      }
      if results.cards.isEmpty {
        element(.p) {
          results.number > 1
            ? "There is no more."
            : "Try other words, or fewer of them. Only pages of apps' sites are found here."
        }
      } else {
        element(.ol, .classes("results"), .set(.role, "list")) {
          for card in results.cards { element(.li) { CardView(card).html } }
        }
      }
      turning(results)
    }
  }

  /// How many results there are, which of them these are, and how long they took.
  private func tally(_ results: Results) -> String? {
    guard let count = results.count, !results.cards.isEmpty else { return nil }
    let last = results.first + results.cards.count - 1
    let all = max(count.number, last)
    let number = count.isWhole ? "\(all)" : "at least \(all)"
    let shown =
      count.isWhole && results.cards.count == all
      ? "\(all) \(all == 1 ? "result" : "results")"
      : "\(results.first)–\(last) of \(number) results"
    return results.seconds.map { "\(shown) in \(Self.time($0))" } ?? shown
  }

  private static func time(_ seconds: Double) -> String {
    let milliseconds = (seconds * 1_000).rounded()
    if milliseconds < 1 { return "less than 1 ms" }
    return milliseconds < 1_000
      ? "\(Int(milliseconds)) ms" : "\((milliseconds / 100).rounded() / 10) s"
  }

  /// The links to the parts before and behind.
  @HTMLBuilder
  private func turning(_ results: Results) -> HTML {
    if results.number > 1 || results.hasMore {
      element(.nav, .classes("turning"), .set(.ariaLabel, "Parts of the results")) {
        if results.number > 1 { part(results.number - 1, "Previous", rel: "prev") }
        if results.hasMore { part(results.number + 1, "Next", rel: "next") }
      }
    }
  }

  private func part(_ number: Int, _ name: String, rel: String) -> HTML {
    let target = LinkTarget(
      path: "/search", query: number > 1 ? ["q": question, "part": "\(number)"] : ["q": question])
    return element(.a, .classes("button"), .href(target), .set(.rel, rel)) { name }
  }
}
