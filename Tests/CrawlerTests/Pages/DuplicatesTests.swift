import FresnelTestSupport
import Testing

@testable import Crawler

@Suite("Duplicates")
struct DuplicatesTests {
  private func page(
    _ key: String, site: UInt32 = 0, host: UInt32? = nil, hash: UInt64 = 0, bits: UInt64? = nil,
    title: String = "", canonical: UInt32? = nil, redirection: UInt32? = nil, canStand: Bool = true,
    namesItself: Bool = false
  ) -> Duplicates.Page {
    Duplicates.Page(
      key: key, site: site, host: host ?? site, canStand: canStand, redirection: redirection,
      canonical: canonical,
      namesItself: namesItself, title: title, contentHash: hash,
      fingerprint: Fingerprint(bits: bits ?? 0, isVague: bits == nil))
  }

  @Test("Of pages with the same content the shortest address stands for all")
  func sameContent() {
    let pages = [
      page("http://a/long", hash: 7), page("http://a/b", hash: 7), page("http://a/c", hash: 7),
      page("http://a/d", hash: 8), page("http://b/", site: 1, hash: 7),
    ]
    #expect(Duplicates.representatives(of: pages) == [1, 1, 1, 3, 4])
  }

  @Test("A copy on another host of the site takes nobody's place, whatever it names")
  func hostsOfOneSite() {
    let bits: UInt64 = 0x1234_5678_9ABC_DEF0
    let pages = [
      page("http://victim.blogs.example/essay", host: 1, hash: 7, bits: bits, title: "A"),
      page("http://a.blogs.example/", host: 2, hash: 7, bits: bits, title: "A"),
      page("http://b.blogs.example/", host: 3, hash: 8, bits: bits, title: "A", namesItself: true),
      page("http://c.blogs.example/", host: 4, hash: 9, bits: bits, title: "A", canonical: 0),
    ]
    #expect(Duplicates.representatives(of: pages) == [0, 1, 2, 0])
  }

  @Test(
    "Schemes and www make no other host",
    arguments: [
      "http://site.example/a", "https://site.example/b?c=://d", "https://www.site.example/",
      "http://www.site.example",
    ])
  func hosts(key: String) {
    #expect(Duplicates.host(ofKey: key) == "site.example")
    #expect(Duplicates.host(ofKey: "http://a.site.example:81/") == "a.site.example:81")
  }

  @Test("Of pages that name each other as canonical, one stands for all")
  func rings() {
    let pages = [
      page("http://a/longer", hash: 1, canonical: 1), page("http://a/long", hash: 2, canonical: 2),
      page("http://a/b", hash: 3, canonical: 0), page("http://a/into", hash: 4, canonical: 0),
      page("http://a/x", hash: 5, redirection: 5, canStand: false),
      page("http://a/y", hash: 6, redirection: 4, canStand: false),
    ]
    #expect(Duplicates.representatives(of: pages) == [1, 2, 2, 0, 4, 4])
  }

  @Test("A page that is named as canonical and redirects means the page that it leads to")
  func redirectedCanonicals() {
    var pages = [
      // It names what leads to another page, by one step and by two.
      page("http://a/old-name", hash: 1, canonical: 2),
      page("http://a/other", hash: 2, canonical: 3),
      page("http://a/b", hash: 3, redirection: 4, canStand: false),
      page("http://a/c", hash: 4, redirection: 2, canStand: false), page("http://a/d", hash: 5),
      // It names what leads back to it, and is not joined with what is alike.
      page("http://a/long-one", hash: 6, canonical: 6),
      page("http://a/e", hash: 7, redirection: 5, canStand: false), page("http://a/x", hash: 6),
      // It names a ring, what leads to nothing that may be shown, and what leads to another site.
      page("http://a/f", hash: 8, canonical: 9),
      page("http://a/g", hash: 9, redirection: 10, canStand: false),
      page("http://a/h", hash: 10, redirection: 9, canStand: false),
      page("http://a/i", hash: 11, canonical: 12),
      page("http://a/j", hash: 12, redirection: 13, canStand: false),
      page("http://a/gone", hash: 13, canStand: false), page("http://a/k", hash: 14, canonical: 15),
      page("http://a/l", hash: 15, redirection: 16, canStand: false),
      page("http://b/", site: 1, hash: 16),
    ]
    Duplicates.resolveCanonicals(in: &pages)
    #expect(
      Duplicates.representatives(of: pages)
        == [4, 4, 4, 2, 4, 5, 5, 5, 8, 9, 9, 11, 13, 13, 14, 16, 16])
  }

  @Test("However pages redirect to and name each other, none that may be shown is lost")
  func nothingIsLost() {
    var generator = SeededGenerator(seed: 19)
    for _ in 0..<2_000 {
      let count = Int.random(in: 2...8, using: &generator)
      func other() -> UInt32? {
        Bool.random(using: &generator)
          ? UInt32.random(in: 0..<UInt32(count), using: &generator) : nil
      }
      var pages = (0..<count).map { number in
        let redirection = Int.random(in: 0..<3, using: &generator) == 0 ? other() : nil
        return page(
          "http://a/\(number)", hash: UInt64(number), canonical: other(),
          redirection: redirection,
          canStand: redirection == nil && Int.random(in: 0..<4, using: &generator) > 0)
      }
      Duplicates.resolveCanonicals(in: &pages)
      let representatives = Duplicates.representatives(of: pages)
      for number in pages.indices where pages[number].canStand {
        var last = number
        for _ in pages.indices { last = Int(representatives[last]) }
        #expect(pages[last].canStand && Int(representatives[last]) == last)
      }
    }
  }

  @Test("Nearly the same content below the same title counts within a site")
  func near() {
    let bits: UInt64 = 0x1234_5678_9ABC_DEF0
    let pages = [
      page("http://a/b", hash: 1, bits: bits, title: "A"),
      page("http://a/bb", hash: 2, bits: bits ^ 0b111, title: "A"),
      page("http://a/bbb", hash: 3, bits: bits ^ 0xF, title: "A"),
      page("http://b/b", site: 1, hash: 4, bits: bits, title: "A"),
      page("http://a/bbbb", hash: 5, bits: bits ^ (1 | 1 << 20 | 1 << 40), title: "A"),
      page("http://a/bbbbb", hash: 6, bits: bits, title: "B"),
      page("http://a/bbbbbb", hash: 7, bits: bits),
    ]
    #expect(Duplicates.representatives(of: pages) == [0, 0, 2, 3, 0, 5, 6])
  }

  @Test(
    "What a page names as canonical is followed within its site, and elsewhere where it is alike")
  func canonical() {
    let pages = [
      page("http://a/1", hash: 1, canonical: 1), page("http://a/2", hash: 2),
      page("http://a/3", hash: 3, title: "Soup", canonical: 5),
      page("http://a/4", hash: 4, title: "Bread", canonical: 5),
      page("http://a/5", hash: 5, canonical: 6),
      page("http://b/1", site: 1, hash: 6, title: "Soup"),
      page("http://a/6", hash: 7, canStand: false), page("http://a/7", hash: 8, canonical: 7),
      page("http://a/8", hash: 9, canonical: 99),
    ]
    #expect(Duplicates.representatives(of: pages) == [1, 1, 5, 3, 4, 5, 6, 7, 8])
  }

  @Test("A redirection stands for where it leads")
  func redirections() {
    let pages = [
      page("http://a/1", redirection: 1, canStand: false), page("http://b/", site: 1, hash: 2),
    ]
    #expect(Duplicates.representatives(of: pages) == [1, 1])
  }

  @Test("The order of the pages does not count", arguments: UInt64(1)...10)
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pages = (0..<60).map { number in
      page(
        "http://a/\(number)", site: UInt32(random.below(2)), hash: UInt64(random.below(30)),
        bits: UInt64(random.below(8)) << UInt64(random.below(3) * 20),
        title: "Title \(random.below(2))", namesItself: random.below(4) == 0)
    }
    let found = Duplicates.representatives(of: pages)
    let order = pages.indices.shuffled(using: &random)
    let shuffled = Duplicates.representatives(of: order.map { pages[$0] })
    for (place, number) in order.enumerated() {
      #expect(order[Int(shuffled[place])] == Int(found[number]))
    }
  }
}
