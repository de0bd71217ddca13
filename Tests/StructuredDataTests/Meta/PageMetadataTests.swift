import Testing
import WebDocuments

@testable import StructuredData

struct PageMetadataTests {
  private func read(_ html: String) -> PageMetadata {
    let document = HTMLDocument.parse(html)
    return PageMetadata(document, tags: MetaTag.all(in: document))
  }

  @Test func aPageSaysWhatItIs() {
    let page = read(
      """
      <!DOCTYPE html><html lang="en-GB">
      <head><title> A
       title</title><meta name="Description" content=" D "><meta name=description content=E>
      <meta name=keywords content="a, b ,a,,c  d"><meta name=keywords content="b,e">
      <meta name=author content=W><meta name=application-name content=N><meta name=generator content=G>
      <meta name=theme-color media="(prefers-color-scheme: dark)" content="#000">
      <meta name=theme-color content="#fff"><meta name=theme-color content="#eee">
      <meta name=date content=2020><meta name=DCTERMS.issued content=2019>
      <meta http-equiv=last-modified content=2021></head>
      """)
    #expect(page.title?.text == "A title")
    #expect(page.title?.location == SourceLocation(line: 2, column: 7))
    #expect(page.description?.text == "D")
    #expect(page.keywords.map(\.text) == ["a", "b", "c d", "e"])
    #expect(page.author?.text == "W")
    #expect(page.language?.text == "en-GB")
    #expect(page.applicationName?.text == "N")
    #expect(page.generator?.text == "G")
    #expect(page.themeColor?.text == "#fff")
    #expect(page.published?.text == "2019")
    #expect(page.modified?.text == "2021")
  }

  @Test(arguments: [
    ("<body><svg><title>no</title></svg><p>a", nil),
    ("<body><p>a</p><title>late</title>", "late"),
    ("<title></title><body>", nil),
    ("<head><title>first</title><title>second</title>", "first"),
  ])
  func theTitleIsThatOfTheHead(html: String, title: String?) {
    #expect(read(html).title?.text == title)
  }

  @Test func aHeaderMayNameTheLanguage() {
    #expect(read("<meta http-equiv=Content-Language content=de>").language?.text == "de")
    #expect(read("<meta http-equiv=Content-Language content='de, en'>").language == nil)
    #expect(
      read("<html lang=fr><meta http-equiv=Content-Language content=de>").language?.text == "fr")
  }
}
