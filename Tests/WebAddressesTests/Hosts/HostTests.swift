import Testing

@testable import WebAddresses

struct HostTests {
  @Test(arguments: [
    ("0x7f.1", "127.0.0.1"), ("1.2.3", "1.2.0.3"), ("4294967295", "255.255.255.255"),
    ("010.1.1.1.", "8.1.1.1"),
    ("0", "0.0.0.0"), ("1.2.3.4.com", "1.2.3.4.com"), ("a.0b", "a.0b"),
    ("[::]", "[::]"), ("[1::8]", "[1::8]"), ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"),
    ("[0:0:1::]", "[0:0:1::]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"),
    ("[1:0:2:0:3:0:4:0]", "[1:0:2:0:3:0:4:0]"),
    ("[::ffff:192.168.0.1]", "[::ffff:c0a8:1]"), ("[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:102:304]"),
    ("[1::3:4:5:6:7:8]", "[1:0:3:4:5:6:7:8]"), ("[1:2:3:4:5::1.2.3.4]", "[1:2:3:4:5:0:102:304]"),
    ("[ABCD::]", "[abcd::]"), ("[::1:0:0:0]", "[::1:0:0:0]"),
    ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"),
    ("[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"),
  ])
  func addressesAreWrittenInOneForm(host: String, canonical: String) {
    #expect(WebURL("https://\(host)/")?.host == canonical)
  }

  @Test(arguments: [
    "256.1.1.1", "1.2.3.4.5", "0x1ffffffff", "1..2", "a.08", "a.0x",
    "1.2.3.99999999999999999999999999",
    "[]", "[", "[1]", "[:]", "[:1:2:3:4:5:6:7]", "[1:]", "[1::2::3]", "[1:2:3:4:5:6:7:8:9]",
    "[12345::]",
    "[::1.2.3]", "[::1.2.3.4.5]", "[::01.2.3.4]", "[::256.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]",
    "[::.1.2.3]",
    "[::1%25eth0]", "[::1", "::1", "[1:2:3:4:5:6:7:8::]", "[g::]", "[1:2:3:4:5:6:7::8]",
    "[::1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6::1.2.3.4]", "[::1.2.3.4:5]",
    "[::0001.2.3.4]",
    "a b", "a<b", "a%2fb", "%", "a\u{0}b", "\u{AD}", "a^b", "a|b",
  ])
  func whatIsNoHostIsRefused(host: String) {
    #expect(WebURL("https://\(host)/") == nil)
  }

  @Test(arguments: [
    // Capital letters whose small ones came later.
    ("Ӏ.example", "xn--s5a.example"), ("Ⴀ.example", "xn--rkj.example"),
    ("Ⅎ.example", "xn--73g.example"),
    ("FAẞ.example", "xn--fa-hia.example"),
    // Fillers.
    ("a\u{115f}b\u{3164}.example", "ab.example"), ("a\u{206a}b.example", "ab.example"),
    ("BÜCHER.example", "xn--bcher-kva.example"), ("b%C3%BCcher.example", "xn--bcher-kva.example"),
    ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("ＧＯ.com", "go.com"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("XN--ZZ.example", "xn--zz.example"),
  ])
  func namesInAllScriptsBecomeASCII(host: String, ascii: String) {
    #expect(WebURL("https://\(host)/")?.host == ascii)
  }

  @Test func aHostOfAnUnknownSchemeStaysAsItIs() {
    #expect(WebURL("app://Some-Host_é/x")?.host == "Some-Host_%C3%A9")
    #expect(WebURL("app://0x7f.1/x")?.host == "0x7f.1")
    #expect(WebURL("app:///x")?.host?.isEmpty == true)
    #expect(WebURL("app://a b/x") == nil)
  }
}
