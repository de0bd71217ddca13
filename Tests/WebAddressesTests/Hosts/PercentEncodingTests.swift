import Testing

@testable import WebAddresses

struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("a%20b", "a b"), ("%C3%A9%c3%a9", "éé"), ("%", "%"), ("%4", "%4"),
    ("%zz%41", "%zzA"), ("%%41", "%A"),
  ])
  func escapesAreUndone(text: String, plain: String) {
    #expect(PercentEncoding.decode(text) == plain)
  }

  @Test func whatIsNoTextIsSaid() {
    #expect(PercentEncoding.decode("%FF") == nil)
    #expect(PercentEncoding.decode("%FF".utf8) == [0xff])
  }

  /// The sets of the URL Standard, as it lists them.
  @Test(arguments: [
    (ByteSet.control, ""), (.fragment, " \"<>`"), (.query, " \"#<>"), (.specialQuery, " \"#<>'"),
    (.path, " \"#<>?^`{}"), (.userInfo, " \"#<>?^`{}/:;=@[\\]|"),
    (.forbiddenInDomain, " #/:<>?@[\\]^|%"),
  ])
  func setsHoldWhatTheStandardLists(set: ByteSet, printable: String) {
    for byte in UInt8.min...UInt8.max {
      let isMember = byte < 0x20 || byte >= 0x7f || printable.utf8.contains(byte)
      #expect(set.contains(byte) == isMember)
    }
  }

  @Test func anOpaqueHostMayHoldOtherControlCharacters() {
    for byte in UInt8(0)..<0x80 {
      let isMember = [0, 9, 10, 13].contains(byte) || " #/:<>?@[\\]^|".utf8.contains(byte)
      #expect(ByteSet.forbiddenInHost.contains(byte) == isMember)
    }
  }
}
