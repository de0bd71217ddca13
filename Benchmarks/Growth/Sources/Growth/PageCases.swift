import FresnelModel
import WebAddresses
import WebDocuments
import WebMarkup

extension GrowthCase {
  /// Pages as trees, and all that is read of them.
  static var pages: [GrowthCase] {
    [
      text("page: paragraphs", list { "<p>text \($0) <b>bold</b><a href=/x\($0)>link</a>" }, page),
      text("page: attributes of one element", list("<p ", ">") { "a\($0)=v " }, page),
      text(
        "page: very many attributes of one element", from: 16_384,
        list("<p ", ">") { "a\($0)=v " }, page),
      text(
        "page: one attribute of an element again and again", from: 16_384,
        list("<p ", ">") { _ in "a=v " }, page),
      text(
        "page: attributes without values", from: 16_384, list("<p ", ">") { "a\($0) " }, page),
      text(
        "page: elements with many attributes", from: 128,
        list { number in "<p " + (0..<100).map { "a\(number)b\($0)=v " }.joined() + ">" }, page),
      text(
        "page: attributes of body again and again", list { "<body a\($0)=v b\($0)=w>" }, page),
      text("page: open elements", list { _ in "<div><b>" }, page),
      text("page: entities", list("<p>") { _ in "&eacute;&#x41;" }, page),
      text("page: comments and scripts", list { _ in "<!-- c --><script>x()</script>" }, page),
      text("page: table cells", list("<table>") { "<tr><td>\($0)" }, page),
      text("page, whole: links", from: 128, list { "<a href=/x\($0)>link</a>" }, reading),
      text(
        "page, whole: meta tags", from: 128,
        list { "<meta property=og:image content=/i\($0)><meta name=n\($0) content=c>" }, reading),
    ].flatMap { $0 }
  }

  private static func page(_ text: String) {
    let document = HTMLDocument.parse(
      DecodedPage.decode(Array(text.utf8), limits: .standard), limits: .standard)
    use(document.text(of: document.root))
  }

  private static func reading(_ text: String) {
    guard let url = WebURL("https://www.example.com/items/42") else { return }
    let options = PageReading.Options(now: Timestamp(secondsSinceReferenceDate: 0))
    use(PageReading(Array(text.utf8), url: url, headers: [], options: options).json())
  }
}
