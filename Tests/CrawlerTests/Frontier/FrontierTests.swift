import FresnelPlatform
import FresnelTestSupport
import Testing
import WebAddresses

@testable import Crawler

@Suite("What is fetched next")
struct FrontierTests {
  /// Crawls a made-up web to the end.
  private func crawl(
    _ web: FakeWeb, _ body: (CrawlSimulation) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { directory in
      var simulation = CrawlSimulation(web, path: "\(directory)/crawl")
      #expect(try simulation.run())
      try body(simulation)
    }
  }

  @Test("Every page that may be fetched is fetched, once, and no other", arguments: UInt64(1)...4)
  func completeness(seed: UInt64) throws {
    let web = FakeWeb(seed: seed)
    try crawl(web) { simulation in
      var counts: [String: Int] = [:]
      for request in simulation.requests where !request.url.hasSuffix("/robots.txt") {
        counts[request.url, default: 0] += 1
      }
      let overloaded = web.origin(3)
      for (url, count) in counts where !url.hasPrefix(overloaded) {
        #expect(count == 1, "\(url)")
      }
      // Rules of robots.txt, and hosts that no site is a seed of.
      for url in counts.keys {
        let number = Int(url.dropFirst("http://h".count).prefix { $0 != "." }) ?? -1
        #expect(number < web.hostCount)
        if number % 4 == 0 { #expect(!url.hasSuffix("/private")) }
      }
      // What is linked from a page that was fetched is fetched.
      let reached = Set(counts.keys)
      #expect(reached.contains("\(web.origin(1))/listed"))
      #expect(!reached.contains("\(web.origin(0))/listed"))
      for url in reached {
        guard case .page(let page)? = web.pages[String(url.prefix { $0 != "?" })]?.content else {
          continue
        }
        for link in page.links where link.url.query == nil {
          let host = Int(link.url.href.dropFirst("http://h".count).prefix { $0 != "." }) ?? 0
          if host >= web.hostCount || host % 4 == 0 && link.url.path == "/private" { continue }
          #expect(
            reached.contains(link.url.href) || reached.contains(link.url.href + "?utm_source=x"),
            "\(link.url)")
        }
      }
    }
  }

  @Test("A host is asked one thing at a time, slowly, and an address by two at most")
  func politeness() throws {
    let web = FakeWeb(seed: 5)
    try crawl(web) { simulation in
      #expect(simulation.requests.count > 200)
      let hosts = Dictionary(grouping: simulation.requests, by: \.host)
      for (host, requests) in hosts {
        let number = Int(host.dropFirst().prefix { $0 != "." }) ?? 0
        for (first, second) in zip(requests, requests.dropFirst()) {
          let ended = try #require(first.endedAt)
          let adapted = max(1000, min(60_000, 10 * (ended - first.beganAt)))
          let least = max(adapted, number % 4 == 1 && !first.url.hasSuffix("robots.txt") ? 3000 : 0)
          // An overloaded host asks for a time of its own.
          if number == 3, first.beganAt < FakeWeb.overloadedUntil {
            #expect(second.beganAt - ended >= 20_000, "\(host)")
          } else {
            #expect(second.beganAt - ended >= least, "\(host)")
          }
        }
      }
      for request in simulation.requests {
        let others = simulation.requests.count {
          $0.address == request.address && $0.beganAt <= request.beganAt
            && ($0.endedAt ?? .max) > request.beganAt
        }
        #expect(others <= 2)
      }
    }
  }

  @Test("No host waits long for others")
  func fairness() throws {
    // All hosts are done at about the moment at which the slowest would be alone.
    let web = FakeWeb(seed: 6, hostCount: 40, pagesPerHost: 6)
    try crawl(web) { simulation in
      let firsts = Dictionary(grouping: simulation.requests, by: \.host).mapValues {
        $0.map(\.beganAt).min() ?? 0
      }
      #expect(firsts.count == 40)
      #expect(firsts.values.allSatisfy { $0 < 5000 })
    }
  }

  @Test("A crawl that is killed at any moment ends as one that is not", arguments: UInt64(1)...3)
  func kills(seed: UInt64) throws {
    let web = FakeWeb(seed: seed)
    try FileSystem.withTemporaryDirectory { directory in
      var undisturbed = CrawlSimulation(web, path: "\(directory)/undisturbed")
      #expect(try undisturbed.run())
      let expected = try SQLiteCrawlStore(path: undisturbed.path).summary()
      let scores = try scores(SQLiteCrawlStore(path: undisturbed.path))
      var random = SeededGenerator(seed: seed)
      for round in 0..<Torture.count(2, 20) {
        var killed = CrawlSimulation(web, path: "\(directory)/killed-\(round)")
        for _ in 0..<10 {
          if try killed.run(killedAfter: 1 + random.below(250)) { break }
        }
        #expect(try killed.run())
        #expect(try SQLiteCrawlStore(path: killed.path).summary() == expected)
        for (key, score) in try self.scores(SQLiteCrawlStore(path: killed.path)) {
          #expect(abs(score - (scores[key] ?? -1)) < 1e-6, "\(key)")
        }
        // Asked again is only what was under way when it was killed, once for each time.
        var repeated = 0
        for (url, requests) in Dictionary(grouping: killed.requests, by: \.url)
        where !url.hasPrefix(web.origin(3)) && !url.hasSuffix("robots.txt") {
          let ended = requests.count { $0.endedAt != nil }
          #expect(ended == 1, "\(url)")
          #expect(Set(requests.map(\.life)).count == requests.count)
          repeated += requests.count - 1
        }
        #expect(repeated <= killed.recovered)
      }
    }
  }

  /// The scores of all pages, by their keys.
  private func scores(_ store: SQLiteCrawlStore) throws -> [String: Double] {
    let known = try CrawlReputation(of: store, at: .max)
    var scores: [String: Double] = [:]
    for (number, id) in known.pages.enumerated() {
      let page = try #require(try store.page(id))
      scores[page.key] = known.reputation.pageScores[number]
      if page.redirection != nil { #expect(known.representatives[number] != UInt32(number)) }
    }
    #expect(scores.values.contains { $0 > 0.9 })
    return scores
  }

  @Test("After a kill a host is left alone as if nothing had happened")
  func politeAfterKill() throws {
    let web = FakeWeb(seed: 1, hostCount: 1)
    try FileSystem.withTemporaryDirectory { directory in
      var simulation = CrawlSimulation(web, path: "\(directory)/crawl")
      for _ in 0..<30 { _ = try simulation.run(killedAfter: 4) }
      #expect(try simulation.run())
      for requests in Dictionary(grouping: simulation.requests, by: \.host).values {
        for (first, second) in zip(requests, requests.dropFirst()) {
          #expect(second.beganAt - first.beganAt >= 1000)
        }
      }
    }
  }
}
