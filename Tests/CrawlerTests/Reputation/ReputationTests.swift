import Testing

@testable import Crawler

@Suite("Reputation")
struct ReputationTests {
  /// A small web: each page by its site, each link by its pages.
  private func reputation(
    _ sites: [UInt32?], _ links: [(UInt32, UInt32)], copies: [Int: UInt32] = [:],
    trusted: Set<UInt32> = []
  ) -> Reputation {
    Reputation(
      pages: sites.enumerated().map { page, site in
        Reputation.Page(site: site, representative: copies[page] ?? UInt32(page))
      },
      links: links.map { LinkGraph.Link($0, $1) },
      siteCount: (sites.compactMap(\.self).max().map { Int($0) + 1 }) ?? 0, trusted: trusted)
  }

  @Test("A farm of pages lifts nobody above a site that sites link to")
  func farm() {
    // Site 0 has a page that sites 1, 2 and 3 link to; site 4 has 200 pages that link to site 5.
    var sites: [UInt32?] = [0, 1, 2, 3, 5]
    var links: [(UInt32, UInt32)] = [(1, 0), (2, 0), (3, 0)]
    for number in 0..<200 {
      sites.append(4)
      links.append((UInt32(5 + number), 4))
    }
    let result = reputation(sites, links)
    #expect(result.siteRanks[0] > result.siteRanks[5])
    #expect(result.pageScores[0] > result.pageScores[4])
  }

  @Test("Links within a site lift no site")
  func noSelfVotes() {
    let plain = reputation([0, 0, 0, 1], [])
    let busy = reputation([0, 0, 0, 1], [(0, 1), (1, 2), (2, 0), (0, 2)])
    #expect(plain.siteRanks == busy.siteRanks)
  }

  @Test("A hundred pages of a site count, more do not")
  func pageLimit() throws {
    // 300 pages of site 0 link to site 1, 100 to site 2.
    let sites: [UInt32?] = [1, 2] + [UInt32?](repeating: 0, count: 400)
    let links = (0..<400).map { (UInt32($0 + 2), UInt32($0 < 300 ? 0 : 1)) }
    let result = reputation(sites, links)
    #expect(abs(result.siteRanks[1] - result.siteRanks[2]) < 1e-9)
  }

  @Test("What no trusted site leads to keeps a part of its rank")
  func trust() {
    // Trusted site 0 links to 1; 2 and 3 link to each other and to 4.
    let sites: [UInt32?] = [0, 1, 2, 3, 4]
    let links: [(UInt32, UInt32)] = [(0, 1), (2, 3), (3, 2), (2, 4), (3, 4)]
    let free = reputation(sites, links)
    #expect(free.siteScores[4] > free.siteScores[1])
    #expect(free.siteTrust.isEmpty)
    let guarded = reputation(sites, links, trusted: [0])
    #expect(guarded.siteTrust[4] == 0)
    #expect(guarded.siteScores[1] > guarded.siteScores[4])
    #expect(guarded.siteScores[4] > 0)
  }

  @Test("Copies share one place, and their links add up")
  func copies() {
    // Pages 1 and 2 are copies of page 0; 3 and 4 of other sites link to the copies.
    let sites: [UInt32?] = [0, 0, 0, 1, 2, 3]
    let links: [(UInt32, UInt32)] = [(3, 1), (4, 2)]
    let result = reputation(sites, links, copies: [1: 0, 2: 1])
    let direct = reputation([0, nil, nil, 1, 2, 3], [(3, 0), (4, 0)])
    #expect(result.pageRanks[0] == direct.pageRanks[0])
    #expect(result.pageRanks[1] == result.pageRanks[0])
    #expect(result.pageScores[2] == result.pageScores[0])
    // A ring of redirections has a place as well.
    let ring = reputation([0, 0, 1], [(2, 0)], copies: [0: 1, 1: 0])
    #expect(ring.pageRanks[0] == ring.pageRanks[1])
  }

  @Test("Scores compare: all alike are in the middle, and all lie between 0 and 1")
  func scores() {
    #expect(reputation([0, 1, 2, 3], []).pageScores == [0.5, 0.5, 0.5, 0.5])
    let result = reputation([0, 1, 2, nil], [(0, 1), (2, 1)])
    #expect(result.pageScores[1] > result.pageScores[0])
    #expect(result.pageScores[0] == result.pageScores[2])
    #expect(result.pageScores[3] == 0)
    #expect(result.pageScores.allSatisfy { (0...1).contains($0) })
    #expect(reputation([], []).pageScores.isEmpty)
  }

  @Test("Links count by where they stand")
  func weights() {
    #expect(LinkWeight.of(.content, isSameSite: false, isEndorsed: true) == 1)
    #expect(LinkWeight.of(.content, isSameSite: true, isEndorsed: true) == 0.5)
    #expect(LinkWeight.of(.boilerplate, isSameSite: false, isEndorsed: true) == 0.25)
    #expect(LinkWeight.of(.boilerplate, isSameSite: true, isEndorsed: true) == 0.125)
    #expect(LinkWeight.of(.content, isSameSite: false, isEndorsed: false) == 0)
  }
}
