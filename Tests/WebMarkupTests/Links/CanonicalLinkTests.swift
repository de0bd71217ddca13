import Testing
import WebAddresses
import WebDocuments

@testable import WebMarkup

struct CanonicalLinkTests {
  private func read(
    _ head: String, body: String = "", url: String = SmallPage.url.href, header: String? = nil,
    openGraph: String? = nil, isIndexed: Bool = true
  ) throws -> (CanonicalLink, [String]) {
    let url = try #require(WebURL(url))
    var page = SmallPage.elements(head: head, body: body)
    if let header { page.links = LinkHeader.links(header) + page.links }
    var diagnostics: [Diagnostic] = []
    let link = CanonicalLink.read(
      page, url: url, base: url, openGraphURL: openGraph.flatMap { WebURL($0) },
      isIndexed: isIndexed, &diagnostics)
    return (link, diagnostics.codes)
  }

  @Test(arguments: [
    ("<link rel=canonical href=https://www.example.com/a>", "https://www.example.com/a", []),
    ("<link rel='x CANONICAL' href=' /a '>", "https://www.example.com/a", ["canonical-relative"]),
    ("<link rel=canonical href=''>", SmallPage.url.href, ["canonical-empty"]),
    (
      "<link rel=canonical href='/a#b'>", SmallPage.url.href,
      ["canonical-relative", "canonical-fragment"]
    ),
    ("<link rel=canonical href=mailto:a@b>", SmallPage.url.href, ["canonical-error"]),
    (
      "<link rel=canonical href=/a><link rel=canonical href=/a>", "https://www.example.com/a",
      ["canonical-relative", "canonical-relative"]
    ),
    (
      "<link rel=canonical href=https://www.example.com/a><link rel=canonical href=https://www.example.com/b>",
      SmallPage.url.href, ["canonical-conflict"]
    ),
  ])
  func oneAddressIsTaken(head: String, url: String, codes: [String]) throws {
    let (link, found) = try read(head)
    #expect(link.url.href == url)
    #expect(found == codes)
  }

  @Test func bodyDoesNotCount() throws {
    let (link, codes) = try read("", body: "<link rel=canonical href=https://www.example.com/a>")
    #expect(link.source == .page)
    #expect(codes == ["canonical-in-body"])
  }

  @Test func theHeaderCountsTheSame() throws {
    let (link, codes) = try read("", header: "<https://www.example.com/h>; rel=\"canonical\"")
    #expect(link.url.href == "https://www.example.com/h")
    #expect(link.source == .header)
    #expect(codes.isEmpty)
    let head = "<link rel=canonical href=https://www.example.com/a>"
    #expect(
      try read(head, header: "<https://www.example.com/h>; rel=canonical").1 == [
        "canonical-conflict"
      ])
  }

  @Test func anotherHostIsNotFollowedBeforeItIsSeen() throws {
    let (link, codes) = try read("<link rel=canonical href=https://example.org/a>")
    #expect(link.url == SmallPage.url)
    #expect(link.claimedElsewhere?.href == "https://example.org/a")
    #expect(codes == ["canonical-cross-host"])
  }

  @Test(
    arguments: [
      ("https://example.com/items/42", "https://example.com/items/42"),
      ("https://www.example.com/items/42#x", "https://www.example.com/items/42"),
      ("https://www.example.com/items/43", nil), ("https://example.org/items/42", nil),
    ] as [(String, String?)])
  func openGraphNamesTheSamePageOnly(openGraph: String, url: String?) throws {
    let (link, _) = try read("", url: SmallPage.url.href + "?utm_source=x", openGraph: openGraph)
    #expect(link.url.href == url ?? SmallPage.url.href + "?utm_source=x")
  }

  @Test func trackingIsNamed() throws {
    let (link, codes) = try read("", url: SmallPage.url.href + "?utm_source=x&id=1#frag")
    #expect(link.url.href == SmallPage.url.href + "?utm_source=x&id=1")
    #expect(codes == ["url-tracking-parameters"])
  }

  @Test func pagesThatAreNotIndexedNameNone() throws {
    let (_, codes) = try read(
      "<link rel=canonical href=https://www.example.com/a>", isIndexed: false)
    #expect(codes == ["canonical-noindex"])
  }
}
