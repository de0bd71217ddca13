import Testing

@testable import WebServing

/// Which requests the threads that read them work on.
struct InPlaceWorkTests {
  @Test func briefRequestsAreWorkedOnInPlaceUpToTheLimit() {
    var work = InPlaceWork(ServerLimits(requestsInPlace: 2))
    func begin(_ effort: RequestEffort) -> Bool { work.begin(effort) }
    #expect(begin(.brief))
    #expect(begin(.brief))
    #expect(!begin(.brief))
    // What takes no time is no part of that, and neither is what takes any.
    #expect(begin(.negligible))
    #expect(!begin(.long))
    work.end(.negligible)
    #expect(!begin(.brief))
    work.end(.brief)
    #expect(begin(.brief))
  }

  @Test func afterASlowOneThePoolWorksOnAllUntilManyWereQuick() {
    var work = InPlaceWork(ServerLimits(inPlaceTime: .milliseconds(5)))
    func begin(_ effort: RequestEffort) -> Bool { work.begin(effort) }
    work.note(.milliseconds(5), .brief)
    work.note(.seconds(60), .long)
    #expect(begin(.brief))
    work.end(.brief)
    work.note(.seconds(2), .brief)
    var quickCount = 0
    while !begin(.brief), quickCount < 1_000 {
      #expect(begin(.negligible))
      work.end(.negligible)
      work.note(.milliseconds(1), .brief)
      quickCount += 1
    }
    #expect((40...60).contains(quickCount))
  }
}
