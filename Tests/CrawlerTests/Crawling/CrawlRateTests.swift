import CrawlTestSupport
import FresnelPlatform
import FresnelTestSupport
import Testing
import WebAddresses
import WebFetching
import WebTestSupport

@testable import Crawler

@Suite("The rate of a crawl", .enabled(if: Torture.isOn))
struct CrawlRateTests {
  @Test("20,000 pages of a web that takes 20 ms for an answer")
  func rate() async throws {
    let hostCount = 2500
    let server = try ScriptedServer {
      [.wait(.milliseconds(20))] + LineWeb.answer($0, hostCount: hostCount)
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { directory in
      let crawl = try Crawl(
        SQLiteCrawlStore(path: "\(directory)/crawl"), plan: LineWeb.plan,
        fetcher: WebFetcher(LineWeb.policy(hostCount: hostCount, at: server.address)),
        reader: CrawlReader(read: LineWeb.read))
      for number in 0..<hostCount {
        try await crawl.add(seed: try #require(WebURL("http://\(LineWeb.host(number))/")))
      }
      let start = MonotonicClock.milliseconds
      try await crawl.run(patience: 1000)
      let seconds = Double(MonotonicClock.milliseconds - start) / 1000
      let progress = await crawl.progress
      #expect(progress.pages == hostCount * LineWeb.pagesPerHost)
      Torture.tell(
        """
        \(progress.requests) requests, \(progress.pages) pages in \(seconds) s: \
        \(Int(Double(progress.requests) / seconds)) requests a second
        """)
    }
  }
}
