import WebAddresses

/// Addresses: the input is an address, then a zero and a base if there is one.
enum WebURLTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "https://me:pw@www.example.com:8443/a/./b/../c%20d?utm_source=x&q=1#top",
      "../x?y\u{0}http://example.com/a/b",
      "file:///C|/a/../..\u{0}", "//[::ffff:1.2.3.4]:80\\x\u{0}https://example.com",
      "http://0x7f.1", "web+x:/..//p",
      "https://bücher.例え。テスト/é", "mailto:a@example.com #x", "blob:https://example.com/1",
      "\u{0}file://h/C:/x",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let texts = String(decoding: input, as: UTF8.self).split(
      separator: "\u{0}", maxSplits: 1, omittingEmptySubsequences: false)
    let base = texts.count > 1 ? WebURL(String(texts[1])) : nil
    for url in [WebURL(String(texts[0]), base: base), base].compactMap(\.self) {
      expect(url.href.utf8.allSatisfy { 0x20..<0x7f ~= $0 }, "An address is not plain ASCII.")
      let again = WebURL(url.href)
      expect(again == url, "An address is another one when it is read again.")
      expect(
        again.map(Self.parts(of:)) == Self.parts(of: url),
        "An address has other parts when it is read again."
      )
      let key = url.crawlKey
      expect(WebURL(key)?.crawlKey == key, "A key has another key.")
      if let host = url.host, let domain = url.registrableDomain {
        expect(host.contains(domain), "A host doesn't belong to its domain.")
      }
      _ = url.queryItems
    }
  }

  private static func parts(of url: WebURL) -> [String?] {
    [
      url.scheme, url.username, url.password, url.host, url.port.map { String($0) }, url.path,
      url.query,
      url.fragment, url.origin, url.withoutFragment.href,
    ]
  }
}
