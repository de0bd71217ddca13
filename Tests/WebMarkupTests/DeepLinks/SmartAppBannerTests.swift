import Testing
import WebDocuments

@testable import WebMarkup

struct SmartAppBannerTests {
  private func read(_ head: String, body: String = "") -> (SmartAppBanner?, [String]) {
    var diagnostics: [Diagnostic] = []
    let banner = SmartAppBanner.read(
      SmallPage.elements(head: head, body: body).tags, &diagnostics)
    return (banner, diagnostics.codes)
  }

  @Test(arguments: [
    ("app-id=1, app-argument=x://list?ids=1,2,3", "x://list?ids=1,2,3"),
    ("app-argument=x://a?b=c=d, app-id=1", "x://a?b=c=d"),
    ("  app-id = 1 ,  app-argument = x://y  ", "x://y"),
    ("app-argument=x://a?b,c=d, APP-ID=1", "x://a?b,c=d"),
    ("app-id=1,affiliate-data=a=b&c,d=e,app-argument=https://example.com/", "https://example.com/"),
  ])
  func commasEndAValueWhereAKeyFollows(content: String, argument: String) {
    let (banner, codes) = read("<meta name=apple-itunes-app content='\(content)'>")
    #expect(banner?.appID == "1")
    #expect(banner?.appArgument == argument)
    #expect(codes.isEmpty)
  }

  @Test(arguments: [
    ("app-argument=x://y", ["banner-app-id-missing"]), ("", ["banner-app-id-missing"]),
    ("app-id=id12, app-argument=x://y", ["banner-app-id-not-numeric"]),
    ("app-id=1,234", ["banner-app-id-not-numeric"]),
  ])
  func withoutANumberThereIsNoBanner(content: String, codes: [String]) {
    let (banner, found) = read("<meta name=apple-itunes-app content='\(content)'>")
    #expect(banner == nil)
    #expect(found.contains(codes[0]))
  }

  @Test(arguments: ["not a url", "/items/42", "javascript:alert(1)", "data:text/html,x"])
  func argumentsThatNoAppCanOpenAreDropped(argument: String) {
    let (banner, codes) = read(
      "<meta name=apple-itunes-app content='app-id=1, app-argument=\(argument)'>")
    #expect(banner?.appID == "1")
    #expect(banner?.appArgument == nil)
    #expect(codes == ["banner-argument-not-url"])
  }

  @Test func clipsAndAffiliateDataAreKept() {
    let (banner, codes) = read(
      """
      <meta name=apple-itunes-app content="app-id=1, app-clip-bundle-id=com.example.clip, \
      app-clip-display=card, affiliate-data=a=1&amp;b=2, app-argument=x://y, colour=red">
      """)
    #expect(banner?.clipBundleID == "com.example.clip")
    #expect(banner?.clipDisplay == "card")
    #expect(banner?.affiliateData == "a=1&b=2")
    // A key without a meaning doesn't end an address.
    #expect(codes == ["banner-argument-not-url"])
  }

  @Test func theFirstTagCountsAndTheRestIsReported() {
    let (banner, codes) = read(
      "<meta name=apple-itunes-app content='app-id=1, tint=red'>",
      body: "<meta name=Apple-iTunes-App content='app-id=2'>")
    #expect(banner?.appID == "1")
    #expect(codes == ["banner-repeated", "banner-unknown-key", "banner-argument-missing"])
  }
}
