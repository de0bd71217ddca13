import FresnelModel
import Testing

@testable import WebDocuments

struct XMLTextTests {
  /// What was told, and the error behind it.
  private func read(
    _ text: XMLText, limits: XMLLimits = .standard, stopAfter: Int = .max
  ) -> (events: [XMLEvent], places: [WebDocuments.SourceLocation], error: XMLError?) {
    var events: [XMLEvent] = []
    var places: [WebDocuments.SourceLocation] = []
    do throws(XMLError) {
      try text.read(limits: limits) { event, place in
        events.append(event)
        places.append(place)
        return events.count < stopAfter
      }
      return (events, places, nil)
    } catch {
      return (events, places, error)
    }
  }

  private func read(_ text: String, limits: XMLLimits = .standard) -> [XMLEvent] {
    read(XMLText(Array(text.utf8)), limits: limits).events
  }

  private func start(_ name: String, _ namespace: String = "") -> XMLEvent {
    .start(XMLName(name, namespace: namespace), attributes: [])
  }

  @Test func elementsTextsAndAttributesAreToldInOrder() {
    let told = read(
      "<?xml version='1.0'?><a x='1' y='&lt;&#233;'>t &amp; <![CDATA[<u>]]> v<!-- c --><b/>w</a>")
    #expect(
      told == [
        .start(
          XMLName("a"),
          attributes: [XMLAttribute(XMLName("x"), "1"), XMLAttribute(XMLName("y"), "<é")]),
        .text("t & <u> v", isWhole: true), start("b"), .end(XMLName("b")),
        .text("w", isWhole: true), .end(XMLName("a")),
      ])
  }

  @Test func prefixesStandForTheirNamespaces() {
    let told = read("<a xmlns='urn:1' xmlns:p='urn:2' p:x='y' z=''><p:b/></a>")
    #expect(
      told == [
        .start(
          XMLName("a", namespace: "urn:1"),
          attributes: [
            XMLAttribute(XMLName("x", namespace: "urn:2"), "y"), XMLAttribute(XMLName("z"), ""),
          ]),
        start("b", "urn:2"), .end(XMLName("b", namespace: "urn:2")),
        .end(XMLName("a", namespace: "urn:1")),
      ])
  }

  @Test func everythingHasItsPlace() {
    let told = read(XMLText(Array("<a>\n é<b>x</b>\n</a>".utf8)))
    #expect(
      told.places.map { "\($0.line):\($0.column)" } == [
        "1:1", "1:4", "2:3", "2:6", "2:7", "2:11", "3:1",
      ])
  }

  @Test func whatStandsBeforeAFaultIsTold() {
    let told = read(XMLText(Array("<a><b>x</b>\n<c>y</d></a>".utf8)))
    #expect(told.events.count == 7)
    #expect(told.events.last == .text("y", isWhole: true))
    #expect(told.error?.kind == .malformed)
    #expect((told.error.map { SourceLocation($0.place) }) == SourceLocation(line: 2, column: 7))
    #expect(told.error?.reason == "mismatched tag")
    for text in [
      "", "x", "<a>", "<a", "<a></a><b/>", "<a b=c/>", "<a>&nbsp;</a>", "<p:a/>", "<a>\u{1}</a>",
    ] {
      #expect(read(XMLText(Array(text.utf8))).error?.kind == .malformed, "\(text)")
    }
    #expect(read(XMLText([0x3c, 0x61, 0x3e, 0xff])).error?.kind == .malformed)
  }

  @Test func aDocumentTypeIsRefused() {
    for type in [
      "<!DOCTYPE a>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'>",
      "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;&b;&b;&b;&b;&b;&b;&b;'>]>",
    ] {
      let told = read(XMLText(Array("\(type)<a>&d;</a>".utf8)))
      #expect(told.error?.kind == .documentType)
      #expect(told.events.isEmpty)
    }
  }

  @Test func readingStopsWhenNobodyWantsMore() {
    let told = read(XMLText(Array("<a><b/>x<c/></a>".utf8)), stopAfter: 2)
    #expect(told.events == [start("a"), start("b")])
    #expect(told.error == nil)
    // What follows is not even looked at.
    #expect(read(XMLText(Array("<a><b/></c>".utf8)), stopAfter: 2).error == nil)
  }

  @Test func otherEncodingsAreDecoded() {
    let latin: [UInt8] =
      Array("<?xml version='1.0' encoding='windows-1251'?><a>".utf8) + [0xe0] + Array("</a>".utf8)
    #expect(read(XMLText(latin)).events.contains(.text("а", isWhole: true)))
    let header = XMLText(
      Array("<a>".utf8) + [0xe9] + Array("</a>".utf8), contentType: "text/xml; charset=latin1")
    #expect(read(header).events.contains(.text("é", isWhole: true)))
    #expect(header.encoding == .windows1252)
    let wide = XMLText(
      [0xff, 0xfe] + "<a>é</a>".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    #expect(read(wide).events.contains(.text("é", isWhole: true)))
    let marked = XMLText([0xef, 0xbb, 0xbf] + Array("<a/>".utf8))
    #expect(read(marked).error == nil)
    #expect(read(XMLText(Array("<?xml version='1.0' encoding='utf-16'?><a/>".utf8))).error == nil)
  }

  @Test func nestingIsBounded() {
    let told = read(XMLText(Array(String(repeating: "<a>", count: 100_000).utf8)))
    #expect(told.events.count == 256)
    #expect(told.error?.kind == .tooDeep)
  }

  @Test func longTagsEndTheReadingAndLongTextsAreCut() {
    var limits = XMLLimits.standard
    limits.tokenByteCount = 100_000
    limits.textByteCount = 5
    for text in [
      "<a b='\(String(repeating: "x", count: 4_000_000))'/>",
      "<a><!-- \(String(repeating: "x", count: 4_000_000))--></a>",
      "<a \((0..<400_000).map { "b\($0)=''" }.joined(separator: " "))/>",
      "<a \(String(repeating: " ", count: 4_000_000))/>",
      "<\(String(repeating: "x", count: 4_000_000))>",
    ] {
      #expect(read(XMLText(Array(text.utf8)), limits: limits).error?.kind == .tooLong)
    }
    #expect(read("<a>abcdé&amp;f</a>", limits: limits)[1] == .text("abcd", isWhole: false))
    #expect(read("<a>abcde</a>", limits: limits)[1] == .text("abcde", isWhole: true))
    let long = "<a>\(String(repeating: "&amp;", count: 1_000_000))<b/></a>"
    #expect(
      read(long, limits: limits).prefix(3) == [
        start("a"), .text("&&&&&", isWhole: false), start("b"),
      ])
  }

  @Test func aTextInPiecesIsToldAsTheWholeIs() throws {
    let document = Array(
      "<?xml version='1.0'?><a x='é' xmlns:p='urn:p'>t &amp; é<p:b/><![CDATA[<u>]]>\n</a>".utf8)
    let whole = read(XMLText(document))
    for length in 1...document.count {
      var events: [XMLEvent] = []
      var places: [WebDocuments.SourceLocation] = []
      let stream = XMLStream { event, place in
        events.append(event)
        places.append(WebDocuments.SourceLocation(place))
        return true
      }
      for start in Swift.stride(from: 0, to: document.count, by: length) {
        let end = min(start + length, document.count)
        #expect(try stream.read(document[start..<end], isLast: false))
      }
      #expect(try !stream.read([], isLast: true))
      #expect(events == whole.events && places == whole.places)
    }
  }

  @Test func aTextInPiecesEndsWhereNobodyWantsMoreOrItIsWrong() throws {
    let stopped = XMLStream { _, _ in false }
    #expect(try !stopped.read(Array("<a><b/>".utf8), isLast: false))
    #expect(try !stopped.read(Array("<<".utf8), isLast: true))
    let wrong = XMLStream { _, _ in true }
    #expect(try wrong.read(Array("<a>".utf8), isLast: false))
    #expect(throws: XMLError.self) { try wrong.read(Array("</b>".utf8), isLast: false) }
    let open = XMLStream { _, _ in true }
    #expect(try open.read(Array("<a>".utf8), isLast: false))
    #expect(throws: XMLError.self) { try open.read([], isLast: true) }
  }
}
