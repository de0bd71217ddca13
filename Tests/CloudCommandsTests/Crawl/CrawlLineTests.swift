import Crawler
import Testing

@testable import CloudCommands

@Suite("The line of a crawl's progress")
struct CrawlLineTests {
  @Test("Pages, rate, what waits and how long it takes at least")
  func line() {
    var progress = CrawlProgress()
    (progress.pages, progress.unchanged, progress.underWay) = (1200, 34, 12)
    progress.failures = 3
    var overview = CrawlOverview()
    overview.dueCount = 600
    func text(rate: Double, showsEnd: Bool = true, columns: Int = 100) -> String {
      CrawlLine.text(progress, overview, rate: rate, showsEnd: showsEnd, columns: columns)
    }
    #expect(
      text(rate: 10)
        == "crawling  1,234 pages  10/s  600 waiting  12 under way  3 failed  1 min 0 s left at least"
    )
    #expect(!text(rate: 10, showsEnd: false).contains("left"))
    #expect(!text(rate: 0).contains("left"))
    #expect(text(rate: 0.25).contains("0.3/s"))
    #expect(text(rate: 10, columns: 40).count <= 39)
  }

  @Test("The rate is that of the last while")
  func rate() {
    var rate = CrawlRate()
    #expect(rate.perSecond == 0)
    rate.note(0, at: 1000)
    #expect(rate.perSecond == 0)
    rate.note(50, at: 6000)
    #expect(rate.perSecond == 10)
    for second in 7...60 { rate.note(50 + (second - 6) * 2, at: UInt64(second) * 1000) }
    #expect(abs(rate.perSecond - 2) < 0.01)
  }

  @Test("Numbers are in the form that Prometheus reads")
  func numbers() {
    var text = MetricsText()
    text.begin("pages", .gauge, "Pages.")
    text.add("pages", 12, ["kind": "a \"b\"\\\n"])
    text.single("seconds", .counter, "Time.", 0.25)
    #expect(
      text.text
        == "# HELP pages Pages.\n# TYPE pages gauge\npages{kind=\"a \\\"b\\\"\\\\\\n\"} 12\n"
        + "# HELP seconds Time.\n# TYPE seconds counter\nseconds 0.25\n")
  }

  @Test("Times are counted by their length")
  func histogram() {
    var histogram = CrawlHistogram()
    for time: Int64 in [0, 10, 11, 1000, 700_000, -5] { histogram.count(time) }
    #expect(histogram.counts == [3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1])
    #expect((histogram.count, histogram.sum) == (6, 701_021))
  }
}
