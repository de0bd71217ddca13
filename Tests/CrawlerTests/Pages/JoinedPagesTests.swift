import CrawlRules
import FresnelPlatform
import Testing
import WebAddresses
import WebMarkup

@testable import Crawler

@Suite("Pages of a site that share most of their words")
struct JoinedPagesTests {
  /// Words as a shop has them below each product: those of a real document, the licence of this project.
  private static func terms(_ count: Int) throws -> String {
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let text = String(
      decoding: try FileSystem.contents(of: "/\(package)/LICENSE"), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    try #require(words.count >= count)
    return words.prefix(count).joined(separator: " ")
  }

  /// What differs between pages, besides the address.
  private struct Shown {
    var title = "Enamel mug"
    var head = ""
    var body = ""
  }

  private static let colours = [
    "red", "blue", "green", "black", "white", "grey", "brown", "pink", "violet", "orange",
  ]

  private func page(
    _ path: String, _ shown: Shown, words: Int, canonical: String? = nil
  ) throws -> Duplicates.Page {
    let url = try #require(WebURL("https://shop.example\(path)"))
    let link = canonical.map { "<link rel=canonical href=\"\($0)\">" } ?? ""
    let html = """
      <!doctype html><html lang=en><head><title>\(shown.title)</title>\(link)\(shown.head)</head>
      <body><main><h1>\(shown.title)</h1>\(shown.body)<p>\(try Self.terms(words))</p></main></body>
      """
    let bytes = Array(html.utf8)
    let read = CrawledPage(
      PageReading(bytes, url: url), contentHash: CrawlReader.hash(of: bytes), content: [])
    return Duplicates.Page(
      key: url.crawlKey, site: 0, host: 0, namesItself: read.namesItself, title: read.title,
      mainItem: read.mainItem, contentHash: read.contentHash, fingerprint: read.fingerprint)
  }

  private func product(_ number: Int, sku: Int? = nil) -> String {
    """
    <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",
      "name": "Enamel mug", "sku": "\(sku ?? number)"}</script>
    """
  }

  @Test("Products with names of their own are all shown", arguments: [150, 420])
  func products(words: Int) throws {
    let pages = try (0..<30).map { number in
      let name = "Enamel mug \(Self.colours[number % 10]) \(250 + 50 * (number / 10)) ml"
      return try page(
        "/mugs/\(number)", Shown(title: name, head: product(number)), words: words,
        canonical: "https://shop.example/mugs/\(number)")
    }
    #expect(Duplicates.representatives(of: pages) == (0..<30).map { UInt32($0) })
  }

  @Test("Neither title, nor canonical address, nor subject has to be there for the others to count")
  func oneIsEnough() throws {
    let titled = try (0..<30).map {
      try page("/a/\($0)", Shown(title: "Mug \(Self.colours[$0 % 10]) \($0)"), words: 420)
    }
    #expect(Duplicates.standing(of: titled).alike.isEmpty)
    let named = try (0..<30).map {
      try page(
        "/b/\($0)", Shown(body: "<p>No. \($0)</p>"), words: 420,
        canonical: "https://shop.example/b/\($0)")
    }
    #expect(Duplicates.standing(of: named).alike.isEmpty)
    let told = try (0..<30).map {
      try page("/c/\($0)", Shown(head: product($0)), words: 420)
    }
    #expect(Duplicates.standing(of: told).alike.isEmpty)
  }

  /// What differs between things of one name that have no number.
  enum Difference: CaseIterable { case title, address, identifier, colour, size }

  @Test(
    "Things of one name are told apart by anything that differs", arguments: Difference.allCases)
  func namesakes(difference: Difference) throws {
    let pages = try (0..<30).map { number in
      let more =
        switch difference {
        case .title: ""
        case .address: "\"url\": \"/p/\(number)\","
        case .identifier: "\"@id\": \"https://shop.example/things/\(number)#mug\","
        case .colour: "\"color\": \"\(Self.colours[number % 10])-\(number)\","
        case .size: "\"size\": \"\(number) ml\","
        }
      let head = """
        <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",
          \(more) "name": "Enamel mug"}</script>
        """
      let title = difference == .title ? "Enamel mug \(number)" : "Enamel mug"
      return try page("/p/\(number)", Shown(title: title, head: head), words: 420)
    }
    #expect(Duplicates.standing(of: pages).alike.isEmpty)
  }

  @Test("Copies of a page give its thing the same address, and are one page")
  func copiesOfOneThing() throws {
    let head = """
      <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",
        "@id": "#mug", "url": "/p/mug", "name": "Enamel mug"}</script>
      """
    let pages = try ["/p/mug", "/p/mug?variant=print", "/print/mug"].map { path in
      try page(path, Shown(head: head, body: "<p>\(path)</p>"), words: 420)
    }
    #expect(Duplicates.standing(of: pages).alike == [1, 2])
  }

  @Test("A page that names itself stands for its copies, however long its address is")
  func copies() throws {
    let pages = [
      try page("/p?print=1", Shown(body: "<p>Printed</p>"), words: 420),
      try page("/p/mug-of-enamel", Shown(), words: 420, canonical: "/p/mug-of-enamel"),
      try page("/q", Shown(title: "Print", head: product(7)), words: 420),
      try page("/q/mug", Shown(title: "Mug", head: product(0, sku: 7)), words: 420),
    ]
    #expect(Duplicates.representatives(of: pages) == [1, 1, 2, 2])
    #expect(Duplicates.standing(of: pages).alike == [0, 3])
  }

  @Test("Two that name themselves stay two though a third one is like both")
  func between() throws {
    let pages = [
      try page("/a", Shown(), words: 420),
      try page("/bb", Shown(), words: 420, canonical: "/bb"),
      try page("/cc", Shown(), words: 420, canonical: "/cc"),
    ]
    #expect(Duplicates.representatives(of: pages) == [1, 1, 2])
  }
}
