import Testing

@testable import Crawler

@Suite("When a page is fetched again")
struct RecrawlRulesTests {
  private let rules = RecrawlRules()
  private let hour: Int64 = 3_600_000

  @Test("The time halves when a page has changed and grows by half when it has not")
  func adapts() {
    #expect(rules.interval(after: nil, hasChanged: true) == 24 * hour)
    #expect(rules.interval(after: 24 * hour, hasChanged: true) == 12 * hour)
    #expect(rules.interval(after: 24 * hour, hasChanged: false) == 36 * hour)
  }

  @Test("It stays between an hour and 60 days")
  func bounds() {
    var interval = rules.interval(after: nil, hasChanged: false)
    for _ in 0..<50 { interval = rules.interval(after: interval, hasChanged: true) }
    #expect(interval == hour)
    for _ in 0..<100 { interval = rules.interval(after: interval, hasChanged: false) }
    #expect(interval == 60 * 24 * hour)
    #expect(rules.interval(after: .max, hasChanged: false) == 60 * 24 * hour)
  }

  @Test("After failures the time doubles")
  func retries() {
    #expect(rules.retry(after: 1) == hour)
    #expect(rules.retry(after: 3) == 4 * hour)
    #expect(rules.retry(after: 1000) == 60 * 24 * hour)
    #expect(rules.retry(after: -3) == hour)
  }
}
