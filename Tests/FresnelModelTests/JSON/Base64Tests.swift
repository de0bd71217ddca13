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
    #expect(Base64.decode(text.utf8) == Array(plain.utf8))
    let unpadded = String(text.prefix { $0 != "=" })
    #expect(Base64.encode(Array(plain.utf8), .forNames) == unpadded)
    #expect(Base64.decode(unpadded.utf8, .forNames) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zm 9", "Zm-_", "é===",
  ])
  func `what is not the one text of some bytes is refused`(text: String) {
    #expect(Base64.decode(text.utf8) == nil)
  }

  @Test(arguments: ["Z", "Zh", "Zm9=", "Zg==", "Zm 9", "Zm+/", "Zm9vY"])
  func `names have no padding, and two characters of their own`(text: String) {
    #expect(Base64.encode([0xFB, 0xFF], .forNames) == "-_8")
    #expect(Base64.decode(text.utf8, .forNames) == nil)
  }

  @Test func `all bytes come back`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for count in 0..<100 {
      let some = Array(bytes[..<count])
      #expect(Base64.decode(Base64.encode(some).utf8) == some)
      #expect(Base64.decode(Base64.encode(some, .forNames).utf8, .forNames) == some)
    }
    #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
  }
}
