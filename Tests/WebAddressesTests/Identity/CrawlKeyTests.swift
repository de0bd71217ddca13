import Testing

@testable import WebAddresses

struct CrawlKeyTests {
  @Test(arguments: [
    ("HTTP://User:pw@EXAMPLE.com:80", "http://example.com/"),
    ("https://example.com:8443/a/./b/../c", "https://example.com:8443/a/c"),
    ("https://example.com/%7euser/%2fa%C3%a9", "https://example.com/~user/%2Fa%C3%A9"),
    ("https://example.com/é?ü", "https://example.com/%C3%A9?%C3%BC"),
    ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ("https://example.com/a#part", "https://example.com/a"),
    ("https://example.com/a?", "https://example.com/a"),
    ("https://example.com/a?&a=1&&b&", "https://example.com/a?a=1&b"),
    ("https://example.com/a?utm_source=x&", "https://example.com/a"),
    ("https://example.com/a?b=2&a=1&b=1", "https://example.com/a?b=2&a=1&b=1"),
    ("https://example.com/a?utm_source=x&id=7&gclid=1", "https://example.com/a?id=7"),
    ("https://example.com/a?id=7&fbclid=1", "https://example.com/a?id=7"),
    (
      "https://example.com/a?utm_campaign&msclkid=&mc_cid=1&mc_eid=2&igshid=3&yclid=4",
      "https://example.com/a"
    ),
    ("https://example.com/a?%75tm_source=x", "https://example.com/a"),
    ("https://example.com/a?autm_source=x&utm=1", "https://example.com/a?autm_source=x&utm=1"),
    ("https://example.com/50%?x[]=1|2", "https://example.com/50%25?x%5B%5D=1%7C2"),
    ("mailto:a@example.com?subject=x#y", "mailto:a@example.com?subject=x"),
    ("web+x:/..//a", "web+x:/.//a"),
  ])
  func spellingsOfOneAddressShareAKey(address: String, key: String) throws {
    #expect(try #require(WebURL(address)).crawlKey == key)
    #expect(try #require(WebURL(key)).crawlKey == key, "A key stays what it is.")
  }

  @Test func schemesAndHostsStayApart() {
    let addresses = [
      "http://example.com/", "https://example.com/", "https://www.example.com/",
      "https://example.com/A",
      "https://example.com/a", "https://example.com/a/", "https://example.com/a?a=1&b=2",
      "https://example.com/a?b=2&a=1",
    ]
    #expect(Set(addresses.map { WebURL($0)?.crawlKey }).count == addresses.count)
  }

  @Test func parametersThatTellWhereAVisitorCameFromAreSeen() {
    #expect(WebURL("https://example.com/?a=1&utm_source=x")?.hasTrackingParameters == true)
    #expect(WebURL("https://example.com/?a=1#utm_source=x")?.hasTrackingParameters == false)
  }

  @Test func aQueryIsReadAsFormsAreWritten() {
    #expect(
      WebURL("https://example.com/?q=a+b%2B&&flag&=1&q=%C3%A9=%FF")?.queryItems == [
        QueryItem(name: "q", value: "a b+"), QueryItem(name: "flag", value: ""),
        QueryItem(name: "", value: "1"), QueryItem(name: "q", value: "é=\u{FFFD}"),
      ])
    #expect(WebURL("https://example.com/?")?.queryItems == [])
    #expect(WebURL("https://example.com/")?.queryItems == [])
  }
}
