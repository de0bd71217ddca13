import CrawlRules
import WebAddresses
import WebDocuments

/// robots.txt files.
enum RobotsTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "User-agent: *\r\nDisallow: /*.php$ # no\r\nAllow: /index.html\n\nSitemap: https://example.com/s.xml\n",
      "\u{FEFF}user agent Applebot\nuser-agent: x\ndissallow /a%2a*b\ncrawl-delay: 2.5\nuser-agent: *\nallow: /é\n",
      "disallow: /\nhost: example.com\rnonsense\ruser-agent: Mozilla/5.0\r",
    ].map { Array($0.utf8) }
  }

  private static let addresses = [
    "https://example.com/", "https://example.com/a%2Ab/index.php?x=*$", "https://example.com/é",
    "https://example.com/robots.txt",
  ].compactMap { WebURL($0) }

  static func examine(_ input: [UInt8]) {
    let file = RobotsFile(input)
    for agents in [RobotsFile.agents, ["x"], []] {
      let rules = file.rules(for: agents)
      expect(
        (0...RobotsRules.maximumCrawlDelay).contains(rules.crawlDelay ?? 0),
        "A delay is out of bounds.")
      for url in addresses {
        let decision = rules.decision(for: url)
        expect(decision.isAllowed || decision.rule?.isAllowing == false, "Nothing forbids it.")
        expect(decision.isAllowed == (decision.finding(for: url) == nil), "A refusal isn't said.")
      }
    }
    for finding in file.diagnostics {
      expect(finding.message.hasSuffix("."), "A finding is no sentence.")
    }
  }
}
