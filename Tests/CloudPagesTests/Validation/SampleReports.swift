import CrawlRules
import FresnelPlatform
import SiteAssociations
import WebAddresses
import WebMarkup

@testable import SiteValidation

/// Reports of a good page, a bad one and none at all.
enum SampleReports {
  /// A page with nothing to mend but small things, of a site that is tied to its app.
  static let goodPage = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
      <meta charset="utf-8">
      <title>Pasta with tomatoes and basil</title>
      <meta name="description" content="A quick pasta with fresh tomatoes, a handful of basil and good olive oil: on the table in twenty minutes.">
      <link rel="canonical" href="https://cooking.example/recipes/pasta">
      <meta property="og:site_name" content="Cooking">
      <meta property="og:title" content="Pasta with tomatoes and basil">
      <meta property="og:type" content="website">
      <meta property="og:url" content="https://cooking.example/recipes/pasta">
      <meta property="og:image" content="https://cooking.example/pasta.jpg">
      <meta name="apple-itunes-app" content="app-id=123456789, app-argument=cooking://recipes/pasta">
      <meta property="al:linux:url" content="cooking://recipes/pasta">
      <meta property="al:linux:app_id" content="org.example.Cooking">
      <meta property="al:linux:app_name" content="Cooking Book">
      <script type="application/ld+json">
      {
        "@context": "https://schema.org", "@type": "Recipe", "@id": "https://cooking.example/recipes/pasta#recipe",
        "name": "Pasta with tomatoes and basil", "image": "https://cooking.example/pasta.jpg",
        "datePublished": "2026-03-14", "totalTime": "PT20M", "recipeYield": "4 people",
        "author": {"@type": "Person", "name": "Ada Cook"},
        "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.5", "ratingCount": 128},
        "recipeIngredient": ["400 g pasta", "500 g tomatoes", "1 handful of basil"],
        "video": {"@type": "VideoObject", "name": "How it is made", "contentUrl": "https://cooking.example/pasta.mp4",
          "thumbnailUrl": "https://cooking.example/pasta.jpg", "uploadDate": "2026-03-14T08:00:00Z"}
      }
      </script>
    </head>
    <body><main><h1>Pasta with tomatoes and basil</h1>
    <p>A quick pasta with fresh tomatoes, a handful of basil and good olive oil. By Ada Cook. 4.5 of 5 by 128 people.</p>
    <p>400 g pasta, 500 g tomatoes, 1 handful of basil. 20 minutes, 4 people.</p></main></body>
    </html>
    """

  /// A page with something wrong everywhere.
  static let badPage = """
    <html>
    <head>
      <title>Home</title>
      <meta name="apple-itunes-app" content="app-id=id640199958">
      <meta name="robots" content="noindex">
      <link rel="canonical" href="/diner#menu">
      <meta property="og:image" content="http://diner.example/front.bmp">
      <script type="application/ld+json">
      {"@context": "https://schema.org", "@type": "Restaurant", "name": "Diner <b>&amp; Bar</b>",
       "telephone": "call us", "geo": {"@type": "GeoCoordinates", "latitude": 123, "longitude": 7},
       "aggregateRating": {"@type": "AggregateRating", "ratingValue": "11", "bestRating": "10"},
       "openingTimes": "always", "address": "Main Street", "menu": {"@type": "Menue"}}
      </script>
      <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe", }</script>
    </head>
    <body><p>Welcome.</p></body>
    </html>
    """

  private static let association = """
    {"applinks": {"details": [{"appIDs": ["ABCDE12345.org.example.cooking"], "components": [
      {"/": "/recipes/drafts/*", "exclude": true, "comment": "not for others yet"}, {"/": "/recipes/*"}]}]}}
    """

  /// A report as after fetching.
  private static func fetched(_ html: String, at address: String, robots: String) -> SiteReport {
    let url = known(address)
    let origin = url.origin
    let offline = SiteReport(
      documents: [
        SiteDocument(name: address, bytes: Array(html.utf8), url: url),
        SiteDocument(
          name: "\(origin)/robots.txt", bytes: Array(robots.utf8),
          url: known("\(origin)/robots.txt")),
        SiteDocument(
          name: "\(origin)/.well-known/apple-app-site-association", bytes: Array(association.utf8),
          url: known("\(origin)/.well-known/apple-app-site-association")),
      ],
      apps: [
        SiteApp(
          ApplicationIdentity("ABCDE12345.org.example.cooking"), name: "Cooking Book",
          domains: AssociatedDomains(["applinks:cooking.example"]))
      ],
      tests: [known("\(origin)/recipes/drafts/soup"), known("\(origin)/about")])
    return SiteReport(
      requested: known(address.replacing("https:", with: "http:")), documents: offline.documents,
      hops: [
        SiteHop(
          url: known(address.replacing("https:", with: "http:")), outcome: .redirection(to: url),
          status: 301, version: "1.1", contentType: nil, byteCount: 0, answering: .milliseconds(31)),
        SiteHop(
          url: url, outcome: .page, status: 200, version: "2",
          contentType: "text/html; charset=utf-8",
          byteCount: html.utf8.count, answering: .milliseconds(84)),
      ],
      access: offline.access
        ?? SiteAccess(RobotsFile(Array(robots.utf8)), at: known("\(origin)/robots.txt"), page: url),
      apps: offline.apps,
      resources: [
        SiteResource(
          role: .image, url: known("\(origin)/pasta.jpg"), outcome: .found,
          contentType: "image/jpeg",
          size: nil, isBlockedByRobots: false)
      ], duration: .milliseconds(412))
  }

  private static func known(_ address: String) -> WebURL {
    guard let url = WebURL(address) else { fatalError("The address is one.") }
    return url
  }

  /// What is said of the good page.
  static let good = fetched(
    goodPage, at: "https://cooking.example/recipes/pasta",
    robots:
      "User-agent: *\nDisallow: /recipes/drafts/\nAllow: /recipes/\nSitemap: https://cooking.example/sitemap.xml\n"
  )

  /// What is said of the bad page.
  static let bad = fetched(
    badPage, at: "https://diner.example/diner",
    robots: "User-agent: Googlebot\nDisallow: /diner\nCrawl-delay: 5\n")

  /// What is said of a page that doesn't answer.
  static let unreachable = SiteReport(
    requested: known("https://gone.example/"),
    documents: [
      SiteDocument(
        name: "https://gone.example/", url: known("https://gone.example/"), bytes: [],
        reading: .missing(.page),
        diagnostics: [Diagnostic(.fetchDNS, "Nobody knows the host gone.example.")])
    ],
    hops: [
      SiteHop(
        url: known("https://gone.example/"),
        outcome: .failure("Nobody knows the host gone.example."),
        status: nil, version: nil, contentType: nil, byteCount: 0, answering: nil)
    ], duration: .milliseconds(20))

  /// What is said of HTML that was pasted.
  static func pasted(_ html: String) -> SiteReport {
    SiteReport(documents: [SiteDocument(name: "page", bytes: Array(html.utf8), url: nil)])
  }
}
