import FresnelModel
import Testing

@Suite("Property lists in XML")
struct XMLPropertyListTests {
  private func read(_ text: String) throws(PropertyListError) -> PropertyList {
    try PropertyList.read(Array(text.utf8))
  }

  private func plist(_ body: String) -> String { "<plist version=\"1.0\">\(body)</plist>" }

  private func message(_ text: String) -> String? {
    do throws(PropertyListError) {
      _ = try read(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("a document as Xcode writes it is read whole")
  func document() throws {
    let text = #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- for <b>people</b> -->
      <plist version="1.0">
      <dict>
      	<key>text</key>
      	<string>a &lt;b&gt; &amp; &quot;c&apos; &#233;&#x1F50D; <![CDATA[<raw> & ]]>end</string>
      	<key>empty</key><string/>
      	<key>number</key><integer> -17 </integer>
      	<key>hexadecimal</key><integer>0xFF</integer>
      	<key>real</key><real>2.5e-3</real>
      	<key>yes</key><true/>
      	<key>no</key><false></false>
      	<key>date</key><date>2001-01-02T00:00:00Z</date>
      	<key>data</key><data>
      	AAEC
      	Aw==
      	</data>
      	<key>list</key><array><array/><dict/><string>x<!-- not text -->y</string></array>
      </dict>
      </plist>
      """#
    let expected: PropertyList = [
      "text": "a <b> & \"c' é🔍 <raw> & end", "empty": "", "number": -17, "hexadecimal": 255,
      "real": 0.0025, "yes": true, "no": false,
      "date": .date(Timestamp(secondsSinceReferenceDate: 86_400)), "data": .data([0, 1, 2, 3]),
      "list": [[], [:], "xy"],
    ]
    #expect(try read(text) == expected)
  }

  @Test("marks and UTF-16 of either order are understood")
  func encodings() throws {
    let text = "<?xml version='1.0' encoding='UTF-16'?>" + plist("<string>Ä🔍</string>")
    let big: [UInt8] = [0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    let little: [UInt8] = [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    #expect(try PropertyList.read(big) == "Ä🔍")
    #expect(try PropertyList.read(little) == "Ä🔍")
    #expect(try PropertyList.read([0xef, 0xbb, 0xbf] + Array(plist("<true/>").utf8)) == true)
    #expect(
      message(text) == "Line 1, column 31: encoding specified in XML declaration is incorrect.")
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?>" + plist("<string>Ä</string>")
    #expect(try PropertyList.read(latin.unicodeScalars.map { UInt8($0.value) }) == "Ä")
    #expect(
      message("<?xml version='1.0' encoding='klingon'?>" + plist("<true/>"))?
        .contains("unknown encoding") == true)
    #expect(throws: PropertyListError.self) { try PropertyList.read(Array(little.dropLast())) }
    #expect(throws: PropertyListError.self) {
      try PropertyList.read([0xff, 0xfe, 0x3c, 0, 0x00, 0xd8])
    }
  }

  @Test("each mistake is named with its line and column")
  func mistakes() {
    func expect(_ body: String, _ expected: String, line: Int = #line) {
      #expect(message(plist(body)) == expected, "line \(line)")
    }
    expect("<dict><key>a</key></dict>", "Line 1, column 40: the key \"a\" has no value.")
    expect(
      "<dict><string>a</string></dict>", "Line 1, column 28: expected a key before the string.")
    expect(
      "<dict><key>a</key><true/>\n<key>a</key><true/></dict>",
      "Line 2, column 1: the key \"a\" comes twice.")
    expect("\n<array>\n  <integer>1.5</integer></array>", "Line 3, column 3: no whole number: 1.5.")
    expect(
      "<integer>9223372036854775808</integer>",
      "Line 1, column 22: a whole number beyond 64 bits: 9223372036854775808.")
    expect("<integer>0x-5</integer>", "Line 1, column 22: no whole number: 0x-5.")
    expect("<real>nan</real>", "Line 1, column 22: no number: nan.")
    expect("<real>1e999</real>", "Line 1, column 22: a number beyond range: 1e999.")
    expect(
      "<date>2026-02-30T00:00:00Z</date>",
      "Line 1, column 22: no date as 2026-11-21T09:30:00Z: 2026-02-30T00:00:00Z.")
    expect("<data>?</data>", "Line 1, column 22: the data are not base64.")
    expect("<set/>", "Line 1, column 22: a property list has no element set.")
    expect("<key>a</key>", "Line 1, column 22: a key outside a dictionary.")
    expect("<string>a & b</string>", "Line 1, column 33: not well-formed (invalid token).")
    expect("<string>&nbsp;</string>", "Line 1, column 30: undefined entity.")
    expect("<string>&#0;</string>", "Line 1, column 30: reference to invalid character number.")
    expect("<string>a</key>", "Line 1, column 33: mismatched tag.")
    expect("<string>a<b/></string>", "Line 1, column 31: an element b within a string.")
    expect("<a:true xmlns:a='b'/>", "Line 1, column 22: a property list has no element b:true.")
    expect("<string a='b'/>", "Line 1, column 22: string takes no attribute a.")
    expect("<true/><true/>", "Line 1, column 29: expected </plist> after the value.")
    expect("", "Line 1, column 22: plist holds no value.")
    expect("text", "Line 1, column 22: text between elements.")
    #expect(message("<plist><array>") == "Line 1, column 15: the element array is not closed.")
    #expect(message("<html/>") == "Line 1, column 1: expected the element plist.")
    #expect(message("<!-- <plist/>") == "Line 1, column 1: unclosed token.")
    #expect(message(plist("<true/>") + "x")?.contains("junk after document element") == true)
    #expect(message("hello")?.contains("neither as XML nor") == true)
    #expect(message("") == "At byte 0: the file is empty.")
    #expect(
      message("<plist>\n<string>\u{8}</string></plist>")
        == "Line 2, column 9: not well-formed (invalid token).")
  }

  @Test("no document defines entities, so none can stand for more than was written")
  func entities() {
    let bomb = """
      <!DOCTYPE plist [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;">]>
      <plist><string>&b;</string></plist>
      """
    #expect(
      message(bomb)
        == "Line 1, column 17: a document type with declarations of its own, or another name, is not read."
    )
    #expect(message(plist("<string>&b;</string>"))?.contains("undefined entity") == true)
    #expect(message("<!DOCTYPE html><html/>")?.contains("or another name, is not read") == true)
    // What a document type elsewhere may define is not left out.
    let named = "<!DOCTYPE plist PUBLIC \"a\" \"b\">" + plist("<string>x&b;y</string>")
    #expect(message(named)?.contains("undefined entity") == true)
    let parameters = """
      <!DOCTYPE plist [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]><plist><true/></plist>
      """
    #expect(message(parameters)?.contains("declarations of its own") == true)
  }

  @Test("lists of a hundred thousand values, and dictionaries of fifty thousand, are read whole")
  func long() throws {
    let values = String(repeating: "<integer>1</integer>", count: 100_000)
    #expect(try read(plist("<array>\(values)</array>")).array?.count == 100_000)
    let entries = (0..<50_000).map { "<key>\($0)</key><true/>" }.joined()
    #expect(try read(plist("<dict>\(entries)</dict>")).dictionary?.count == 50_000)
  }

  @Test("nesting and size end where the limits say")
  func limits() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        plist(
          String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        ).utf8)
    }
    _ = try PropertyList.read(nested(64))
    for depth in [65, 100_000] {
      do throws(PropertyListError) {
        _ = try PropertyList.read(nested(depth))
        Issue.record("\(depth) containers were read")
      } catch {
        #expect(error.code == .tooDeep)
      }
    }
    do throws(PropertyListError) {
      _ = try PropertyList.read(nested(3), limits: PropertyListLimits(byteCount: 10))
      Issue.record("more bytes than the limit were read")
    } catch {
      #expect(error.code == .tooLarge)
    }
  }
}
