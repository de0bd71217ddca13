import AppDirectory
import CrawlRules
import FresnelModel
import SiteAssociations
import SiteValidation
import StructuredData
import WebAddresses
import WebDocuments
@testable import WebFetching
import WebResults

extension GrowthCase {
  private static let base = BaseIRI("https://example.com/a/b")

  /// Addresses, structured data, and the files of sites.
  static var web: [GrowthCase] {
    [
      text("address: path segments", list("https://example.com") { "/s\($0)/../%41" }, address),
      text(
        "address: query items", list("https://example.com/?", separator: "&") { "k\($0)=é" },
        address),
      text("address: host labels", list("https://", "/", separator: ".") { "l\($0)" }, address),
      text("address: credentials", list("https://", "@a.example/") { _ in "u:p" }, address),
      text(
        "JSON-LD: items", from: 128,
        list("{\"@context\":\"https://schema.org\",\"@graph\":[", "]}", separator: ",") {
          "{\"@id\":\"#\($0)\",\"@type\":\"Recipe\",\"name\":\"n\",\"image\":{\"@id\":\"#\($0 + 1)\"}}"
        }, jsonLD),
      text(
        "JSON-LD: terms of a context", from: 128,
        list("{\"@context\":{", "},\"t1\":1}", separator: ",") {
          "\"t\($0)\":\"https://e.org/\($0)\""
        }, jsonLD),
      text(
        "JSON-LD: values of a property", from: 128,
        list(
          "{\"@context\":\"https://schema.org\",\"@type\":\"Thing\",\"name\":[", "]}",
          separator: ","
        ) { "\"n\($0)\"" }, jsonLD),
      text(
        "microdata: items", from: 128,
        list { "<p itemscope itemtype=https://schema.org/Person><b itemprop=name>n\($0)</b></p>" },
        microdata),
      text(
        "microdata: properties of one item", from: 128,
        list("<p itemscope itemtype=https://schema.org/Person>") { "<b itemprop=p\($0)>n</b>" },
        microdata),
      text(
        "microdata: references", from: 128,
        list { "<p itemscope itemref='b\($0)'></p><b id=b\($0) itemprop=name>n</b>" }, microdata),
      text(
        "microdata: references to one place", from: 128,
        list("<b id=b itemprop=name>n</b>") { _ in "<p itemscope itemref=b></p>" }, microdata),
      text(
        "RDFa: items", from: 128,
        list("<body vocab=https://schema.org/>") {
          "<p typeof=Person resource=#\($0)><b property=name>n</b></p>"
        }, rdfa),
      text(
        "RDFa: properties of one item", from: 128,
        list("<p vocab=https://schema.org/ typeof=Person>") { "<b property=p\($0)>n</b>" }, rdfa),
      text(
        "RDFa: prefixes", from: 128, list("<p prefix='", "'>") { "p\($0): https://e.org/\($0) " },
        rdfa),
      text("meta tags", list { "<meta name=n\($0) content=c>" }, metaTags),
      text("XML: elements", list("<a>", "</a>") { "<b c='\($0)'>t&amp;</b>" }, xml),
      text("XML: attributes", list("<a ", "/>", separator: " ") { "b\($0)='c'" }, xml),
      text("XML: namespaces", list("<a ", "/>", separator: " ") { "xmlns:b\($0)='c'" }, xml),
      text("JSON with places", list("[", "]", separator: ",") { "{\"a\($0)\":\"é\"}" }) {
        use(try? LocatedJSON.parse(Array($0.utf8)))
      },
      text("JSON with places: members", list("{", "}", separator: ",") { "\"a\($0)\":1" }) {
        use(try? LocatedJSON.parse(Array($0.utf8)))
      },
      text("robots.txt: rules", list("User-agent: *\n") { "Disallow: /a\($0)*b$\n" }, robots),
      rulesAndPath,
      text("robots.txt: agents", list { "User-agent: bot\($0)\nDisallow: /\n" }, robots),
      text("robots.txt: lines that are none", list { "nonsense \($0)\r" }, robots),
      text("HTTP head: fields", list { "Field-\($0): value\n" }, head),
      text("HTTP head: a value that goes on", list("Field: a\n") { " part \($0)\n" }, head),
      text("percent escapes", list { _ in "%C3%a9+a%2" }) {
        use(PercentEncoding.decode($0) as Any)
      },
      text("page directives", list("all", separator: "") { ", bot\($0): noindex" }, directives),
      text(
        "sitemap: addresses",
        list("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", "</urlset>") {
          "<url><loc>https://example.com/\($0)</loc><lastmod>2020-01-01</lastmod></url>"
        }, sitemap),
      text("sitemap: lines", list { "https://example.com/\($0)\n" }, sitemap),
      text(
        "sitemap: RSS",
        list("<rss><channel>", "</channel></rss>") {
          "<item><link>https://example.com/\($0)</link></item>"
        }, sitemap),
      text(
        "association: components", from: 64,
        list(
          "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.a.b\"],\"components\":[", "]}]}}",
          separator: ","
        ) { "{\"/\":\"/a\($0)/*\"}" }, association),
      rulesAddressesAndApps,
      text(
        "association: apps", from: 64,
        list("{\"applinks\":{\"details\":[", "]}}", separator: ",") {
          "{\"appIDs\":[\"ABCDE12345.a.b\($0)\"],\"paths\":[\"*\"]}"
        }, association),
      text(
        "association: variables", from: 64,
        list("{\"applinks\":{\"substitutionVariables\":{", "},\"details\":[]}}", separator: ",") {
          "\"v\($0)\":[\"a\"]"
        }, association),
      text(
        "asset links",
        list("[", "]", separator: ",") {
          "{\"relation\":[\"a/b\"],\"target\":{\"namespace\":\"web\",\"site\":\"https://a\($0).example\"}}"
        }
      ) { use(AssetLinksReading(Array($0.utf8)).diagnostics) },
      text(
        "AppStream: components", from: 128,
        list("<components version='0.16'>", "</components>") {
          "<component type='desktop-application'><id>a.b\($0).desktop</id><name>A</name></component>"
        }
      ) { use(AppStreamDocument.read(Array($0.utf8))) },
      text(
        "AppStream: names of one component", from: 128,
        list(
          "<components><component type='desktop-application'><id>a.b</id>",
          "</component></components>"
        ) { "<name xml:lang='l\($0)'>A</name>" }
      ) { use(AppStreamDocument.read(Array($0.utf8))) },
      text(
        "known findings", from: 128,
        list("{\"version\":1,\"findings\":[", "]}", separator: ",") {
          "{\"group\":\"/a/\($0)\",\"code\":\"title-missing\",\"severity\":\"error\"}"
        }
      ) { use((try? SurveyBaseline(reading: Array($0.utf8)))?.json as Any) },
      text(
        "answer of a public index", from: 128,
        list("{\"results\":[", "]}", separator: ",") {
          "{\"url\":\"https://a\($0).example/\",\"title\":\"T\"}"
        }
      ) { use(try? WebAnswer(reading: Array($0.utf8))) },
      text("dates, numbers and prices", list { _ in "12" }) { text in
        use(NumberReading(text) as Any)
        use(MoneyReading(text + " €") as Any)
        use(DateReading(text) as Any)
        use(DurationReading("PT" + text + "S") as Any)
        use(TimeReading(text) as Any)
      },
      encodings,
    ].flatMap { $0 }
  }

  /// A path and rules that all have to be compared with it, of which there are as many as it has parts.
  private static var rulesAndPath: [GrowthCase] {
    [
      GrowthCase(name: "robots.txt: rules × path", smallest: 512, doublings: 4) { count in
        let rules = (0..<count).map { "Disallow: /*a*b\($0)*c\n" }.joined()
        let read = RobotsFile(Array("User-agent: *\n\(rules)".utf8)).rules()
        let url = WebURL("https://example.com/" + String(repeating: "ab1", count: count))
        return { if let url { use(read.decision(for: url)) } }
      }
    ]
  }

  /// Ten addresses that are compared for ten apps with rules, of which each has to be run through.
  private static var rulesAddressesAndApps: [GrowthCase] {
    [
      GrowthCase(
        name: "association: rules × addresses × apps", smallest: 256, doublings: 4
      ) { count in
        let names = (0..<10).map { "ABCDE12345.a.b\($0)" }
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        let rules = (0..<count).map { "{\"/\":\"*/a\($0)*b\"}" }.joined(separator: ",")
        let text =
          "{\"applinks\":{\"details\":[{\"appIDs\":[\(list)],\"components\":[\(rules)]}]}}"
        let read = AssociationReading(Array(text.utf8)).association
        let urls = (0..<10).compactMap { WebURL("https://example.com/a/\($0)/ab") }
        return {
          guard let read else { return }
          var comparison = AssociationComparison(read)
          var budget = MatchingWork(limit: MatchingWork.validationLimit)
          for name in names {
            for url in urls {
              use(
                comparison.match(
                  url, app: ApplicationIdentity(name), domain: "example.com", budget: &budget))
            }
          }
        }
      }
    ]
  }

  private static func address(_ text: String) {
    guard let url = WebURL(text) else { return }
    use(url.crawlKey)
    use(url.queryItems)
    use(url.registrableDomain as Any)
  }

  private static func jsonLD(_ text: String) {
    let reading = JSONLDReading(Array(text.utf8), base: base)
    use(reading.graph.vocabularyDiagnostics())
    use(ItemGraph.merging([reading.graph, reading.graph]))
  }

  private static func microdata(_ text: String) {
    let document = HTMLDocument.parse(DecodedPage(utf8: Array(text.utf8)))
    use(ItemGraph(MicrodataReading(document, base: base), of: document).normalForm())
  }

  private static func rdfa(_ text: String) {
    let document = HTMLDocument.parse(DecodedPage(utf8: Array(text.utf8)))
    use(ItemGraph(RDFaReading(document, base: base), of: document).normalForm())
  }

  private static func metaTags(_ text: String) {
    let document = HTMLDocument.parse(DecodedPage(utf8: Array(text.utf8)))
    let tags = MetaTag.all(in: document)
    var findings: [Diagnostic] = []
    use(OpenGraph(document, tags: tags, base: base, &findings))
    use(TwitterCard(document, tags: tags, base: base, &findings))
    use(PageMetadata(document, tags: tags))
  }

  private static func xml(_ text: String) {
    var count = 0
    try? XMLText(Array(text.utf8)).read(limits: .standard) { _, _ in
      count += 1
      return true
    }
    use(count)
  }

  private static func robots(_ text: String) {
    let file = RobotsFile(Array(text.utf8))
    use(file.rules(for: RobotsFile.agents))
    use(file.diagnostics)
  }

  private static func head(_ text: String) {
    var fields = HTTPFields()
    for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) { fields.append(line: line) }
    use(fields["Last-Modified"] as Any)
  }

  private static func directives(_ text: String) {
    var directives = PageDirectives(now: .distantFuture)
    directives.addMeta(name: "robots", content: text)
    directives.addHeader(text)
    use(directives)
  }

  private static func sitemap(_ text: String) {
    guard let url = WebURL("https://example.com/s.xml") else { return }
    use(Sitemap(Array(text.utf8), at: url, robotsOrigins: []))
  }

  private static func association(_ text: String) {
    let reading = AssociationReading(Array(text.utf8))
    use(reading.diagnostics)
    use(reading.association as Any)
  }

  private static var encodings: [GrowthCase] {
    bytes(
      "all encodings of text",
      { count in
        (0..<count).flatMap { [0x41, 0xE9, 0x81, 0x30, UInt8($0 & 0x7F)] }
      }
    ) { bytes in
      for encoding in TextEncoding.allCases { use(encoding.decode(bytes[...])) }
    }
  }
}
