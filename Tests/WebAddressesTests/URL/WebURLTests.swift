import Testing

@testable import WebAddresses

struct WebURLTests {
  @Test func everyPartCanBeRead() throws {
    let url = try #require(
      WebURL(" HTTPS://me:se%63ret@Example.com:8443/a/../b%20c?q=1&r#top\n"))
    #expect(url.href == "https://me:se%63ret@example.com:8443/b%20c?q=1&r#top")
    #expect(url.description == url.href)
    #expect(url.scheme == "https")
    #expect(url.isHTTP)
    #expect(url.username == "me")
    #expect(url.password == "se%63ret")
    #expect(url.host == "example.com")
    #expect(url.port == 8443)
    #expect(url.effectivePort == 8443)
    #expect(url.path == "/b%20c")
    #expect(url.query == "q=1&r")
    #expect(url.fragment == "top")
    #expect(url.origin == "https://example.com:8443")
    #expect(!url.hasOpaquePath)
  }

  @Test func partsThatAreMissingAreToldFromEmptyOnes() throws {
    let bare = try #require(WebURL("http://example.com"))
    #expect(
      bare.query == nil && bare.fragment == nil && bare.port == nil && bare.effectivePort == 80)
    #expect(bare.username.isEmpty && bare.password.isEmpty && bare.path == "/")
    let empty = try #require(WebURL("http://example.com/?#"))
    #expect(empty.query?.isEmpty == true && empty.fragment?.isEmpty == true)
    #expect(bare != empty)
    let mail = try #require(WebURL("mailto:a@example.com"))
    #expect(mail.host == nil && mail.hasOpaquePath && mail.path == "a@example.com")
    #expect(mail.origin == "null" && !mail.isHTTP && mail.effectivePort == nil)
    #expect(WebURL("file:///etc")?.host?.isEmpty == true)
    #expect(WebURL("http://:pw@example.com/")?.password == "pw")
  }

  @Test(arguments: [
    ("https://u:p@example.com:81/a?b@c#d", "https://example.com:81/a?b@c#d"),
    ("http://u@example.com", "http://example.com/"),
    ("http://:p@[::1]/", "http://[::1]/"), ("http://example.com/u:p@x", "http://example.com/u:p@x"),
    ("mailto:a@b", "mailto:a@b"),
  ])
  func credentialsCanBeLeftOut(text: String, expected: String) throws {
    let url = try #require(WebURL(text)).withoutCredentials
    #expect(url.href == expected && url.username.isEmpty && url.password.isEmpty)
    #expect(url.host == WebURL(text)?.host && url.query == WebURL(text)?.query)
  }

  @Test func theFragmentCanBeLeftOut() throws {
    let url = try #require(WebURL("https://example.com/a?b#c"))
    #expect(url.withoutFragment == WebURL("https://example.com/a?b"))
    #expect(url.withoutFragment.fragment == nil && url.withoutFragment.query == "b")
    #expect(WebURL("../d", base: url.withoutFragment)?.href == "https://example.com/d")
    #expect(WebURL("about:blank#")?.withoutFragment.href == "about:blank")
  }

  @Test(arguments: [
    ("b", "https://example.com/x/b"), ("", "https://example.com/x/y?q"),
    ("?z", "https://example.com/x/y?z"),
    ("#z", "https://example.com/x/y?q#z"), ("//other.example", "https://other.example/"),
    ("/b/./c/..", "https://example.com/b/"), ("..\\b", "https://example.com/b"),
    ("https:b", "https://example.com/x/b"), ("http:b", "http://b/"), ("app:b", "app:b"),
  ])
  func relativeAddressesAreResolved(text: String, address: String) throws {
    let base = try #require(WebURL("https://example.com/x/y?q#f"))
    #expect(WebURL(text, base: base)?.href == address)
  }

  @Test(arguments: ["", "b", "/b", "//example.com", "?b", "#b", ":", "1a:b", "https:", "https://"])
  func aRelativeAddressNeedsABase(text: String) {
    #expect(WebURL(text) == nil)
  }

  @Test func anAddressHasAGreatestLength() throws {
    let start = "https://example.com/"
    let longest = start + String(repeating: "a", count: WebURL.maximumLength - start.utf8.count)
    #expect(WebURL(longest)?.href == longest)
    #expect(WebURL(longest + "a") == nil)
    // Escapes make the serialised form longer than what was given.
    #expect(WebURL(start + String(repeating: "ü", count: WebURL.maximumLength / 4)) == nil)
    // So does a base.
    let half = String(repeating: "a/", count: WebURL.maximumLength / 3)
    let base = try #require(WebURL(start + half))
    #expect(WebURL(half, base: base) == nil)
  }

  @Test func longPathsOfDotsTakeLinearTime() throws {
    let steps = String(repeating: "a/../", count: 200_000)
    #expect(WebURL("https://example.com/" + steps)?.href == "https://example.com/")
    let deep = String(repeating: "a/", count: 200_000) + String(repeating: "../", count: 200_000)
    #expect(WebURL("https://example.com/" + deep)?.href == "https://example.com/")
    let drive = "file:///c:/" + String(repeating: "../", count: 200_000)
    #expect(WebURL(drive)?.href == "file:///c:/")
    let user = "https://" + String(repeating: "@", count: 400_000) + "example.com"
    #expect(WebURL(user)?.host == "example.com")
    #expect(WebURL("https://" + String(repeating: "1.", count: 400_000)) == nil)
    #expect(WebURL("https://" + String(repeating: "ü", count: 400_000)) == nil)
  }
}
