import FresnelDatabase
import FresnelPlatform
import Testing
import WebAddresses
import WebFetching

@testable import Crawler

@Suite("A crawl that an earlier program began")
struct EarlierStoreTests {
  @Test("goes on, and asks for pages whole of which it does not know all")
  func columns() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = "\(directory)/crawl"
      do {
        let store = try SQLiteCrawlStore(path: path)
        var page = PageRecord(key: "http://a/", url: "http://a/", host: 1, site: 1, depth: 0)
        page.contentHash = 7
        page.title = "Soup"
        page.validators.entityTag = "\"1\""
        _ = try store.save(page)
        var host = HostRecord(origin: "http://a", site: 1)
        host.nextAt = .max
        _ = try store.save(host)
        // One that was taken for a sitemap, and one that was linked with a password first.
        var swallowed = PageRecord(key: "http://a/b", url: "http://a/b", host: 1, site: 1, depth: 0)
        swallowed.kind = .sitemap
        swallowed.validators.entityTag = "\"2\""
        swallowed.dueAt = .max
        _ = try store.save(swallowed)
        var named = PageRecord(key: "http://a/c", url: "http://u:p@a/c", host: 1, site: 1, depth: 0)
        named.contentHash = 8
        named.dueAt = .max
        _ = try store.save(named)
        try store.database.execute(
          "ALTER TABLE hosts DROP COLUMN processor_time; ALTER TABLE pages DROP COLUMN main_item; ALTER TABLE pages DROP COLUMN names_itself"
        )
        try store.database.execute(
          "ALTER TABLE pages DROP COLUMN reading_hash; ALTER TABLE pages DROP COLUMN robots_tag; ALTER TABLE pages DROP COLUMN read_at; ALTER TABLE pages DROP COLUMN unavailable_after"
        )
      }
      let store = try SQLiteCrawlStore(path: path)
      var page = try #require(try store.page(withKey: "http://a/"))
      #expect(page.title == "Soup" && page.contentHash == 7)
      #expect(!page.namesItself && page.mainItem == nil && page.validators.entityTag == nil)
      for key in ["http://a/b", "http://a/c"] {
        let other = try #require(try store.page(withKey: key))
        #expect(other.url == key && other.validators.entityTag == nil)
        #expect(other.dueAt <= CrawlClock().now)
      }
      #expect(page.dueAt == 0)
      var host = try #require(try store.host(ofOrigin: "http://a"))
      #expect(host.nextAt.map { $0 <= CrawlClock().now } == true)
      #expect(host.processorTime == 0)
      host.processorTime = 7
      _ = try store.save(host)
      page.namesItself = true
      page.mainItem = .max
      page.readingHash = .max
      page.robotsTag = "noindex"
      page.readAt = 5
      page.unavailableAfter = 6
      _ = try store.save(page)
      let later = try SQLiteCrawlStore(path: path)
      #expect(try later.host(ofOrigin: "http://a")?.processorTime == 7)
      let again = try later.page(withKey: "http://a/")
      #expect(again?.namesItself == true && again?.mainItem == .max)
      #expect(again?.readingHash == .max && again?.robotsTag == "noindex")
      #expect(again?.readAt == 5 && again?.unavailableAfter == 6)
    }
  }
}
