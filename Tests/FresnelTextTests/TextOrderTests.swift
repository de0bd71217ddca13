import FresnelText
import Testing

@Suite("TextOrder")
struct TextOrderTests {
  private func sorted(_ texts: [String], _ locale: String = "") -> [String] {
    var order = TextOrder(TextLocale(identifier: locale))
    return texts.map { (order.key(of: $0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  @Test("digits count as the numbers that they write, and case decides last")
  func numbers() {
    let texts = ["chapter 2", "Chapter 2", "chapter 9b", "chapter 10", "dawn"]
    #expect(sorted(texts.reversed()) == texts)
  }

  @Test("each language has its own order of letters")
  func languages() {
    #expect(sorted(["zebra", "ånger", "apa"], "sv") == ["apa", "zebra", "ånger"])
    #expect(sorted(["zebra", "ånger", "apa"], "de") == ["ånger", "apa", "zebra"])
  }

  @Test("long texts, empty ones and any letters have keys")
  func anyText() {
    var order = TextOrder(.root)
    let long = String(repeating: "wörter 𝔘 ", count: 5000)
    #expect(order.key(of: "") < order.key(of: "a"))
    #expect(order.key(of: "v" + long) < order.key(of: long))
    #expect(order.key(of: long) == order.key(of: long + "b"))
  }
}
