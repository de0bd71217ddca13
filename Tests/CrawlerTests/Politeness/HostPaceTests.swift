import Testing

@testable import Crawler

@Suite("The pace of a host")
struct HostPaceTests {
  private let rules = PolitenessRules()

  /// When a host may be asked after an experience, counted from its end.
  private func delay(
    _ experience: HostExperience, duration: Int64 = 0, crawlDelay: Int64 = 0, failures: Int = 0
  ) -> Int64 {
    var pace = HostPace(readyAt: 0, failureCount: failures, crawlDelay: crawlDelay)
    pace.note(experience, duration: duration, at: 5_000_000, rules)
    return pace.readyAt - 5_000_000
  }

  @Test("A host is left alone ten times as long as it took to answer, within bounds")
  func adapts() {
    #expect(delay(.answered) == 1000)
    #expect(delay(.answered, duration: 99) == 1000)
    #expect(delay(.answered, duration: 250) == 2500)
    #expect(delay(.answered, duration: 20_000) == 60_000)
    #expect(delay(.answered, duration: .max) == 60_000)
    #expect(delay(.answered, duration: -5) == 1000)
  }

  @Test("What robots.txt asks for is the least, up to 30 seconds")
  func crawlDelay() {
    #expect(delay(.answered, crawlDelay: 7000) == 7000)
    #expect(delay(.answered, duration: 2000, crawlDelay: 7000) == 20_000)
    #expect(delay(.answered, crawlDelay: 500_000) == 30_000)
    #expect(delay(.overloaded(retryAfter: 0), crawlDelay: 7000) == 7000)
  }

  @Test("A host that is overloaded is left alone as long as it asks, or ever longer")
  func backOff() {
    #expect(delay(.overloaded(retryAfter: 5000)) == 5000)
    #expect(delay(.overloaded(retryAfter: 0)) == 1000)
    #expect(delay(.overloaded(retryAfter: .max)) == 86_400_000)
    #expect(delay(.overloaded(retryAfter: nil)) == 60_000)
    #expect(delay(.unreachable, failures: 3) == 480_000)
  }

  @Test("After eight times a host is dropped for a day, and then has a new chance")
  func drop() {
    var pace = HostPace()
    var now: Int64 = 0
    for _ in 0..<7 {
      pace.note(.unreachable, duration: 0, at: now, rules)
      #expect(pace.readyAt - now < rules.dropTime)
      now = pace.readyAt
    }
    pace.note(.overloaded(retryAfter: 1000), duration: 0, at: now, rules)
    #expect(pace.readyAt - now == rules.dropTime)
    #expect(pace.failureCount == 0)
  }

  @Test("A host whose pages fail is asked more slowly, and as before once they do not")
  func errs() {
    #expect(delay(.erred) == 2000)
    #expect(delay(.erred, failures: 3) == 16_000)
    #expect(delay(.erred, failures: 60) == 60_000)
    var pace = HostPace(failureCount: 5)
    pace.note(.answered, duration: 0, at: 0, rules)
    #expect(pace.failureCount == 0)
    #expect(pace.readyAt == 1000)
  }

  @Test("Moments near the end of time do no harm")
  func overflow() {
    var pace = HostPace(readyAt: .max, failureCount: .max - 1, crawlDelay: .max)
    pace.note(.unreachable, duration: .max, at: .max, rules)
    #expect(pace.readyAt == .max)
  }
}
