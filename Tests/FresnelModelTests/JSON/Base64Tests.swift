import Testing

@testable import FresnelModel

@Suite("Base64")
struct Base64Tests {
  // RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of the standard hold`(plain: String, text: String) {
    #expect(Base64.encode(Array(plain.utf8)) == text)
    #expect(Base64.decode(text) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zm 9", "Zm-_", "é===",
  ])
  func `what is not the one text of some bytes is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func `all bytes come back`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for count in 0..<100 {
      #expect(Base64.decode(Base64.encode(Array(bytes[..<count]))) == Array(bytes[..<count]))
    }
    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
  }
}
