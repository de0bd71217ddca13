import Testing
import WebAddresses

@testable import WebResults

@Suite("When questions are asked again, or not at all")
struct AskingPaceTests {
  private let millisecond: UInt64 = 1_000_000
  private let second: UInt64 = 1_000_000_000

  /// A pace that tells without changing in the middle of an expectation.
  private final class Keys {
    private var pace = AskingPace()

    func type(_ text: String?, at now: UInt64) throws {
      pace.typed(try text.map { (text) throws(WebSearchError) in try WebQuestion(text) }, at: now)
    }

    func asked(at now: UInt64) -> String? { pace.take(at: now)?.text }
    func succeed() { pace.succeed() }
    func fail(at now: UInt64) -> Bool { pace.fail(at: now) }

    /// Whether a question is asked when the keys rest.
    func asks(at now: UInt64) throws -> Bool {
      try type("tomato", at: now)
      return asked(at: now + 150_000_000) == "tomato"
    }
  }

  @Test("a question goes out when the keys have rested, and only the last one")
  func quiet() throws {
    let keys = Keys()
    try keys.type("to", at: 0)
    #expect(keys.asked(at: 149 * millisecond) == nil)
    try keys.type("tom", at: 149 * millisecond)
    #expect(keys.asked(at: 150 * millisecond) == nil)
    #expect(keys.asked(at: 299 * millisecond) == "tom")
    #expect(keys.asked(at: 300 * millisecond) == nil)
    try keys.type("to", at: 400 * millisecond)
    try keys.type(nil, at: 410 * millisecond)
    #expect(keys.asked(at: 1000 * millisecond) == nil)
  }

  @Test("three failures in a row leave the server alone for a minute, then each one more does")
  func backOff() throws {
    let keys = Keys()
    #expect(!keys.fail(at: 0) && !keys.fail(at: 0))
    keys.succeed()
    #expect(!keys.fail(at: 0) && !keys.fail(at: 0))
    #expect(try keys.asks(at: 0))
    #expect(keys.fail(at: 1 * second))
    #expect(try !keys.asks(at: 2 * second) && !keys.asks(at: 60 * second))
    #expect(try keys.asks(at: 61 * second))
    #expect(keys.fail(at: 62 * second))
    #expect(try !keys.asks(at: 120 * second) && keys.asks(at: 122 * second))
    keys.succeed()
    #expect(try !keys.fail(at: 130 * second) && keys.asks(at: 130 * second))
  }

  @Test("answers are remembered for ten minutes, the latest thirty-two of them")
  func cache() throws {
    var cache = AnswerCache()
    let results = [
      WebResult(
        url: try #require(WebURL("https://a.example/")), title: "a", summary: nil, site: nil,
        type: nil, date: nil, rating: nil, deepLink: nil)
    ]
    let question = try WebQuestion("tomato")
    #expect(cache.results(for: question, at: 0) == nil)
    cache.keep(results, for: question, at: 0)
    #expect(cache.results(for: question, at: 599 * second) == results)
    #expect(cache.results(for: question, at: 600 * second) == nil)
    cache.keep([], for: question, at: 600 * second)
    #expect(cache.results(for: question, at: 601 * second) == [])
    for number in 0..<32 {
      cache.keep(results, for: try WebQuestion("other \(number)"), at: 601 * second)
    }
    #expect(cache.results(for: question, at: 601 * second) == nil)
    #expect(cache.results(for: try WebQuestion("other 0"), at: 601 * second) == results)
  }

  @Test("a page that is known by any of its names is not shown again, nor one twice")
  func known() throws {
    func result(_ url: String, deepLink: String? = nil) throws -> WebResult {
      WebResult(
        url: try #require(WebURL(url)), title: url, summary: nil, site: nil, type: nil, date: nil,
        rating: nil, deepLink: deepLink)
    }
    var known = KnownEntities()
    for name in ["https://a.example/soup?utm_source=x", "recipes://stew", "not an address", "17"] {
      known.insert(name)
    }
    let results = [
      try result("http://a.example/soup#top"), try result("https://b.example/1"),
      try result("https://c.example/stew", deepLink: "recipes://stew"),
      try result("https://b.example/1?"), try result("https://b.example/2"),
      try result("https://b.example/3"),
    ]
    #expect(
      known.unknown(of: results, atMost: 2).map(\.url.href)
        == ["https://b.example/1", "https://b.example/2"])
    #expect(KnownEntities().unknown(of: results, atMost: 10).count == 5)
  }
}
