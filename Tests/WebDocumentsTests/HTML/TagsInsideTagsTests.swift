import Testing

@testable import WebDocuments

/// The scanner that abridges a page skips what it takes for raw text, while the parser ignores the element where it
/// stands, and may be within a tag. What the scanner then takes for a tag is a part of the parser's.
struct TagsInsideTagsTests {
  /// Elements that a select ignores, and whose text the scanner skips.
  static let ignored = ["style", "title", "xmp", "iframe", "noembed", "noframes"]

  @Test(arguments: ignored, ["option", "input", "optgroup", "b"])
  func attributesInAValueStayInIt(ignored: String, name: String) throws {
    for start in ["a=\"", "a=\"1\" b=\"", "a=\"1\" a=\"", "a=1 b=\"", "class='some words' a=\""] {
      for inner in ["<p class='some words'>", "<input name='a b' type='hidden' id='some'>"] {
        let page = "<body><select><\(ignored)><\(name) \(start)</\(ignored)>\(inner)\">x"
        _ = try isAbridged(page, "\(page)")
      }
    }
    let document = HTMLDocument.parse(
      DecodedPage("<body><select><\(ignored)><option a=\"</\(ignored)><p class='some words'>\">x"))
    let option = try #require(document.allNodes.first { document.tag(of: $0) == .option })
    let attributes = document.attributes(of: option)
    #expect(attributes.map(\.name) == ["a"])
    #expect(attributes.map(\.value) == ["</\(ignored)><p class='some words'>"])
  }

  /// Whether an input is hidden decides where it stands in a table; the scanner takes its type for that of a paragraph.
  @Test(arguments: ignored)
  func attributesThatDecideAreNotLeftOutOfAnotherTag(ignored: String) throws {
    for inner in [
      "<p type=\"hidden\" b=&>", "<p type='hidden'>", "<p id=\"b\" type='hidden'>",
      "<input type='hidden' id='some words'>", "<b type='hidden' id='some words'>",
    ] {
      let page =
        "<body><table><select><\(ignored)><input a=\"</\(ignored)>\" \(inner)words<tr><td>x"
      _ = try isAbridged(page, "\(page)")
    }
  }

  /// Equal elements of formatting are opened again three times at most.
  @Test func valuesOfFormattingAreNotLeftOutOfAnotherTag() throws {
    let opened = (1...5).map { number in
      "<svg><style><b a=\"</style>\" <p title=\"words \(number)\" b=&>x"
    }
    let page = "<body><p>" + opened.joined() + "<p>more words"
    _ = try isAbridged(page, "\(page)")
  }

  @Test func tagsThatBothSeeAreAbridged() throws {
    for page in [
      "<body><select><option class='some words' a=\"</style><p class='some words'>\">x",
      "<body><p/><p class='some words'/><b class='some words' />x",
      "<body><table><input name='a b' type='hidden' id='some words'><tr><td>x",
      "<body></><p class='some words'>x",
    ] {
      #expect(try isAbridged(page, "\(page)"), "\(page)")
    }
  }
}
