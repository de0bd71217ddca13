package import WebTestSupport

/// A web of many hosts with pages as sites have them, each host at a loopback address of its own, all of them one
/// server of the test that listens at all addresses.
package enum PageWeb {
  /// How many pages each host has besides its first one.
  package static let pagesPerHost = 8

  /// The address of a host.
  package static func host(_ number: Int) -> String { "127.11.\(number / 200).\(1 + number % 200)" }

  /// What the server answers.
  ///
  /// The first page of a host is one to begin a search on, and links to some of its pages and to another host. Of the
  /// others one redirects, one is gone, one asks not to be shown, one names another as canonical, one is a copy; what
  /// is in the sitemap alone is linked from nowhere.
  package static func answer(
    _ request: ScriptedServer.Request, hostCount: Int, port: UInt16
  ) -> [ScriptedServer.Step] {
    let parts = request.host.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 4 else { return [.answer(400)] }
    let number = parts[2] * 200 + parts[3] - 1
    func root(_ number: Int) -> String { "http://\(host((number % hostCount))):\(port)" }
    switch request.target {
    case "/robots.txt":
      return [
        .answer(200, text: "User-agent: *\nDisallow: /secret\nSitemap: \(root(number))/map.xml\n")
      ]
    case "/map.xml":
      return [
        .answer(
          200, [("Content-Type", "application/xml")],
          text: """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
            <url><loc>\(root(number))/</loc></url><url><loc>\(root(number))/hidden</loc></url>
            </urlset>
            """)
      ]
    case "/": return [first(number, root: root)]
    case "/p4": return [.answer(301, [("Location", "/p5")])]
    case "/p6": return [.answer(410)]
    case "/hidden", "/p0", "/p1", "/p2", "/p3", "/p5", "/p7":
      return [page(number, String(request.target.dropFirst()), root: root)]
    default: return [.answer(404)]
    }
  }

  private static func first(_ number: Int, root: (Int) -> String) -> ScriptedServer.Step {
    .page(
      """
      <!doctype html><html lang="en"><head><title>Kitchen \(number)</title>
      <meta name="description" content="All that is cooked in kitchen \(number).">
      <script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebSite",
        "name": "Kitchen \(number)", "url": "\(root(number))/", "potentialAction": {
        "@type": "SearchAction", "target": "\(root(number))/find?q={q}", "query-input": "name=q"}}</script>
      </head><body><nav><a href="/p0">Soups</a> <a href="/secret/\(number)">Secrets</a></nav>
      <main><h1>Kitchen \(number)</h1><p>Dishes of the day and <a href="/p3">stews</a>, with
      <a href="\(root(number + 1))/">our neighbour</a> and
      <a href="\(root(number * 7 + 3))/p\(number % 8)" rel="\(number % 5 == 0 ? "nofollow" : "")">others</a>.
      </p></main></body></html>
      """)
  }

  private static func page(
    _ number: Int, _ name: String, root: (Int) -> String
  ) -> ScriptedServer.Step {
    let place = name.utf8.last.map { Int($0) } ?? 0
    var head = ""
    if name == "p2" { head += "<meta name=\"robots\" content=\"noindex\">" }
    if name == "p7" { head += "<link rel=\"canonical\" href=\"/p3\">" }
    // The copy of another page has its title and its words.
    let shown = name == "p1" ? "p0" : name
    let words = (0..<60).map { "\(shown)word\((number * 31 + $0 * $0) % 97)" }
      .joined(separator: " ")
    return .page(
      """
      <!doctype html><html lang="en"><head><title>Dish \(shown) of kitchen \(number)</title>\(head)
      <meta property="og:image" content="\(root(number))/\(shown).jpg">
      <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
        "name": "Dish \(shown) of kitchen \(number)", "aggregateRating": {"@type": "AggregateRating",
        "ratingValue": "\(1 + (number + place) % 5)", "ratingCount": "\(number + 1)"}}</script>
      </head><body><main><p>\(words)</p>
      <a href="/p\((place + 1) % pagesPerHost)">Next</a> <a href="/p\((place + 3) % pagesPerHost)">More</a>
      <a href="\(root(number + place))/p\(place % pagesPerHost)">Elsewhere</a> <a href="/lost">Lost</a>
      <a href="https://outside.example/\(number)">Outside</a></main></body></html>
      """)
  }
}
