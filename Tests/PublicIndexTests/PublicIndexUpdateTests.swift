import Crawler
import FresnelEngine
import FresnelModel
import Foundation
import Testing
import WebAddresses

@testable import PublicIndex

struct PublicIndexUpdateTests {
  /// A crawl in a file beside the index, with a home page and so many pages that it links to.
  private struct MadeCrawl {
    let path: String

    init(beside fixture: PublicIndexFixture, pageCount: Int) throws {
      path = fixture.directory.path + "/crawl.sqlite"
      let store = try SQLiteCrawlStore(path: path)
      let site = try store.save(SiteRecord(domain: "site.example"))
      let host = try store.save(HostRecord(origin: "https://site.example", site: site))
      var identifiers: [Int64] = []
      for number in 0..<pageCount {
        let key = "https://site.example/\(number)"
        var page = PageRecord(key: key, url: key, host: host, site: site, depth: 0)
        page.isIndexable = true
        page.contentHash = UInt64(number)
        page.title = "Page \(number)"
        identifiers.append(try store.save(page))
        try store.setContent(
          try ItemCodec.encode(PublicIndexFixture.page(key, title: "Page \(number)")),
          ofPage: identifiers[number])
      }
      try store.setLinks(
        identifiers.dropFirst().map { LinkRecord(source: $0, target: identifiers[0], weight: 1) },
        ofPage: identifiers[1])
    }

    /// Changes the page with a number.
    func change(_ number: Int, _ body: (inout PageRecord) -> Void) throws {
      let store = try SQLiteCrawlStore(path: path)
      var page = try #require(try store.page(withKey: "https://site.example/\(number)"))
      body(&page)
      _ = try store.save(page)
    }

    func update(
      _ fixture: PublicIndexFixture, isProven: (@Sendable (WebURL) -> Bool)? = nil
    ) async throws -> PublicIndexUpdate.Summary {
      try await PublicIndexUpdate(of: fixture.store, isProven: isProven)
        .run(from: SQLiteCrawlStore(path: path))
    }
  }

  @Test func pagesOfACrawlAreFound() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 300)
    let summary = try await crawl.update(fixture)
    #expect(summary == PublicIndexUpdate.Summary(written: 300))
    #expect(try fixture.answers(Question("page 217")).first == "https://site.example/217")
    // Others link to it.
    #expect(try fixture.answers(Question("page")).first == "https://site.example/0")
  }

  @Test(arguments: [
    ("https://me:secret@site.example/0?utm_source=a#b", "https://site.example/0"),
    ("https://me:secret@site.example/other?a=1", "https://site.example/other?a=1"),
  ])
  func addressesAreShownWithoutPasswords(written: String, shown: String) async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 2)
    do {
      let store = try SQLiteCrawlStore(path: crawl.path)
      let key = "https://site.example/0"
      var item = PublicIndexFixture.page(key, title: "Page 0")
      item.attributes[.url] = .url(written)
      item.attributes[.contentSources] = .array([.string(written)])
      let page = try #require(try store.page(withKey: key))
      try store.setContent(try ItemCodec.encode(item), ofPage: page.id)
    }
    _ = try await crawl.update(fixture)
    let results = try PublicSearch(fixture.store.snapshot()).results(for: Question("page"))
    #expect(results.map(\.page.url).sorted() == [shown, "https://site.example/1"].sorted())
    let item = try fixture.store.snapshot().item(
      scope: PublicPages.scope, identifier: "https://site.example/0")?.item()
    let attributes = try #require(item?.attributes)
    #expect(!"\(attributes)".contains("secret"))
  }

  @Test func whatIsAsBeforeIsNotWrittenAgain() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 3)
    _ = try await crawl.update(fixture)
    #expect(try await crawl.update(fixture) == PublicIndexUpdate.Summary(unchanged: 3))
  }

  @Test func whatIsNotToBeShownIsRemoved() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 5)
    _ = try await crawl.update(fixture)
    try crawl.change(1) { $0.isIndexable = false }
    try crawl.change(2) { $0.state = .gone }
    try crawl.change(3) { $0.contentHash = 4 }
    let summary = try await crawl.update(fixture)
    #expect(summary.removed == 3)
    // The fourth and the fifth are alike: one stands for both.
    #expect(
      try fixture.answers(Question("page")).sorted()
        == ["https://site.example/0", "https://site.example/3"])
  }

  @Test func whatAskedToBeTakenDownIsRemovedThen() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 2)
    try crawl.change(1) { $0.unavailableAfter = CrawlClock().now + 3_600_000 }
    #expect(try await crawl.update(fixture) == PublicIndexUpdate.Summary(written: 2))
    try crawl.change(1) { $0.unavailableAfter = CrawlClock().now }
    #expect(try await crawl.update(fixture).removed == 1)
    #expect(try fixture.answers(Question("page")) == ["https://site.example/0"])
  }

  @Test func whatIsDamagedIsFoundAgainAfterAnExaminationAndAnUpdate() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 300)
    _ = try await crawl.update(fixture)
    #expect(try IndexCompaction(of: fixture.store).run() == .rewritten)
    let questions = ["page", "page 217"].map { Question($0, limit: 50) }
    let before = try questions.map { try fixture.answers($0) }
    let segment = try #require(try fixture.files.first { $0.hasPrefix("segment-") })
    var damageCount = 0
    for eighth in 1..<8 {
      let copy = fixture.directory.appendingPathExtension("\(eighth)")
      defer { try? FileManager.default.removeItem(at: copy) }
      try FileManager.default.copyItem(at: fixture.directory, to: copy)
      let path = copy.appending(path: segment)
      var bytes = try Data(contentsOf: path)
      bytes[bytes.count * eighth / 8] ^= 0x10
      try bytes.write(to: path)
      let store = try Store.open(at: copy.path)
      defer { store.close() }
      damageCount += await IndexExamination(of: store).mend()
      _ = try await PublicIndexUpdate(of: store).run(from: SQLiteCrawlStore(path: crawl.path))
      let search = PublicSearch(store.snapshot())
      let after = try questions.map { try search.results(for: $0).map(\.page.identifier) }
      #expect(after == before, "byte \(bytes.count * eighth / 8) of \(bytes.count)")
    }
    #expect(damageCount > 0)
  }

  @Test func whatTheCrawlKnowsNoMoreIsRemoved() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 2)
    _ = try await crawl.update(fixture)
    try await fixture.put([PublicIndexFixture.page("https://gone.example/", title: "Page")])
    #expect(
      try await crawl.update(fixture) == PublicIndexUpdate.Summary(removed: 1, unchanged: 2))
    #expect(try fixture.answers(Question("page")).allSatisfy { $0.contains("//site.example/") })
  }

  @Test func whatIsProvenNowCountsAndNotWhatWasProvenOnce() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 3)
    func proven() throws -> [String: String] {
      var links: [String: String] = [:]
      for number in 0..<3 {
        let key = "https://site.example/\(number)"
        let item = try #require(
          fixture.store.snapshot().item(scope: PublicPages.scope, identifier: key))
        let link = PageCard(of: item).deepLink
        #expect(PageFacts(of: item).hasVerifiedLink == (link?.isVerified ?? false))
        if let link, link.isVerified { links[key] = link.url }
      }
      return links
    }
    _ = try await crawl.update(fixture)
    #expect(try proven().isEmpty)
    let summary = try await crawl.update(fixture) { $0.path == "/1" }
    #expect(summary == PublicIndexUpdate.Summary(written: 1, unchanged: 2))
    #expect(try proven() == ["https://site.example/1": "https://site.example/1"])
    #expect(
      try await crawl.update(fixture) { $0.path == "/2" }
        == PublicIndexUpdate.Summary(written: 2, unchanged: 1))
    #expect(try proven() == ["https://site.example/2": "https://site.example/2"])
  }

  @Test func contentThatIsNoneIsLeftOut() async throws {
    let fixture = try PublicIndexFixture()
    let crawl = try MadeCrawl(beside: fixture, pageCount: 2)
    let store = try SQLiteCrawlStore(path: crawl.path)
    let page = try #require(try store.page(withKey: "https://site.example/1"))
    try store.setContent([1, 2, 3], ofPage: page.id)
    let summary = try await crawl.update(fixture)
    #expect(summary == PublicIndexUpdate.Summary(written: 1, unreadable: 1))
  }
}
