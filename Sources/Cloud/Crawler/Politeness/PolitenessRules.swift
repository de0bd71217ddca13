/// How much a host is asked of. Times are milliseconds.
package struct PolitenessRules: Hashable, Sendable {
  /// The least time between the end of an answer and the next request to its host.
  package var shortestDelay: Int64 = 1000
  /// The most, unless the host itself asks for more.
  package var longestDelay: Int64 = 60_000
  /// How many times as long as it took to answer a host is left alone.
  package var delayFactor: Int64 = 10
  /// The most that a host's `crawl-delay` counts.
  package var longestCrawlDelay: Int64 = 30_000
  /// How long a host is left alone that is overloaded or cannot be reached; doubled each time.
  package var firstBackOff: Int64 = 60_000
  /// After how many such times in a row a host is dropped for a while.
  package var failureLimit = 8
  /// How long a host is dropped; also the most that it can ask for.
  package var dropTime: Int64 = 86_400_000
  /// How many hosts at one address are asked at once.
  package var requestsPerAddress = 2

  /// The usual ones.
  package init() {}
}

/// How a request went, as its host sees it.
package enum HostExperience: Hashable, Sendable {
  /// The host answered, whatever it said.
  case answered
  /// The host answered that it failed.
  case erred
  /// The host has too much to do (429, 503); with the milliseconds that it wants to be left alone, if it says so.
  case overloaded(retryAfter: Int64?)
  /// There was no answer.
  case unreachable
}

/// When a host may be asked next, and what that depends on. Times are milliseconds, moments those since
/// 1 January 1970.
package struct HostPace: Hashable, Sendable {
  /// Before this moment nothing is asked.
  package var readyAt: Int64
  /// How many times in a row it failed in some way.
  package var failureCount: Int
  /// What its robots.txt asks for between requests.
  package var crawlDelay: Int64

  /// The pace of a host, at first one that was never asked.
  package init(readyAt: Int64 = 0, failureCount: Int = 0, crawlDelay: Int64 = 0) {
    self.readyAt = readyAt
    self.failureCount = failureCount
    self.crawlDelay = crawlDelay
  }

  /// Notes how a request went.
  ///
  /// - Parameters:
  ///   - experience: How.
  ///   - duration: How long the answer took.
  ///   - now: When it ended.
  ///   - rules: How much a host is asked of.
  package mutating func note(
    _ experience: HostExperience, duration: Int64, at now: Int64, _ rules: PolitenessRules
  ) {
    let floor = max(rules.shortestDelay, min(crawlDelay, rules.longestCrawlDelay))
    let adapted = max(0, duration).multipliedClamped(by: rules.delayFactor)
    let delay = max(floor, min(adapted, rules.longestDelay))
    switch experience {
    case .answered:
      failureCount = 0
      readyAt = now.addingClamped(delay)
    case .erred:
      failureCount += 1
      let slower = delay.multipliedClamped(by: Self.power(failureCount))
      readyAt = now.addingClamped(max(floor, min(slower, rules.longestDelay)))
    case .overloaded(let retryAfter):
      backOff(retryAfter, at: now, floor: floor, rules)
    case .unreachable:
      backOff(nil, at: now, floor: floor, rules)
    }
  }

  private mutating func backOff(
    _ asked: Int64?, at now: Int64, floor: Int64, _ rules: PolitenessRules
  ) {
    failureCount += 1
    var time = asked ?? rules.firstBackOff.multipliedClamped(by: Self.power(failureCount - 1))
    if failureCount >= rules.failureLimit {
      failureCount = 0
      time = rules.dropTime
    }
    readyAt = now.addingClamped(max(floor, min(time, rules.dropTime)))
  }

  private static func power(_ exponent: Int) -> Int64 { 1 << Int64(max(0, min(exponent, 32))) }
}

extension Int64 {
  /// The sum, or the nearest number that there is.
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, isTooFar) = addingReportingOverflow(other)
    return isTooFar ? (other < 0 ? .min : .max) : sum
  }

  /// The product of two numbers from 0 on, or the highest number.
  func multipliedClamped(by other: Int64) -> Int64 {
    let (product, isTooFar) = multipliedReportingOverflow(by: other)
    return isTooFar ? .max : product
  }
}
