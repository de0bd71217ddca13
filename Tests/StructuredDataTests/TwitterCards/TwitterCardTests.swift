import Testing
import WebDocuments

@testable import StructuredData

struct TwitterCardTests {
  private func read(_ head: String) -> (card: TwitterCard, codes: [String]) {
    var diagnostics: [Diagnostic] = []
    let document = HTMLDocument.parse(head)
    let card = TwitterCard(
      document, tags: MetaTag.all(in: document), base: BaseIRI("https://www.example.com/a"),
      &diagnostics)
    return (card, diagnostics.map(\.code))
  }

  @Test func aCardIsRead() {
    let (card, codes) = read(
      """
      <meta name="twitter:card" content="app"><meta name="twitter:title" content=" T ">
      <meta name="Twitter:Description" content="D"><meta name="twitter:image" content="/i.png">
      <meta name="twitter:image:alt" content="A"><meta name="twitter:site" content="@s">
      <meta name="twitter:creator" value="@c"><meta name="twitter:app:country" content="GB">
      <meta name="twitter:app:name:iphone" content="N"><meta name="twitter:app:id:iphone" content="640199958">
      <meta name="twitter:app:url:iphone" content="exampleapp://42">
      <meta property="twitter:app:id:ipad" content="5"><meta name="twitter:app:id:googleplay" content="com.example">
      <meta name="twitter:title" content="U">
      """)
    #expect(codes == [])
    #expect(card.kind?.text == "app")
    #expect(card.title?.text == "T")
    #expect(card.description?.text == "D")
    #expect(card.image?.text == "https://www.example.com/i.png")
    #expect(card.imageDescription?.text == "A")
    #expect(card.site?.text == "@s")
    #expect(card.creator?.text == "@c")
    #expect(card.country?.text == "GB")
    #expect(card.iPhone.name?.text == "N")
    #expect(card.iPhone.id?.text == "640199958")
    #expect(card.iPhone.url == MetaValue("exampleapp://42", at: SourceLocation(line: 6, column: 1)))
    #expect(card.iPad.id?.text == "5")
    #expect(card.googlePlay.id?.text == "com.example")
    #expect(card.iPad.url == nil)
  }

  @Test func unknownKindsAreReported() {
    #expect(read("<meta name=twitter:card content=gallery>").codes == ["twitter-card-unknown"])
    #expect(read("<meta name=twitter:card content=summary_large_image>").codes == [])
  }

  @Test func aPageMaySayNothing() {
    #expect(read("<meta name=description content=D>").card.isEmpty)
    #expect(read("<meta name=twitter:title content=''>").card.isEmpty)
  }
}
