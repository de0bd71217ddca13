import CommandKit
import Testing

@Suite("Words that are meant by misspelt ones")
struct SpellingTests {
  private static let names = ["title", "titles", "keywords", "contentDescription"]

  @Test(
    "the nearest is found as far as a third of the letters differ",
    arguments: [
      ("titel", "title"), ("tite", "title"), ("keyword", "keywords"), ("keywrdss", "keywords"),
      ("contentDescripton", "contentDescription"), ("contntDescrption", "contentDescription"),
    ])
  func found(word: String, meant: String) {
    #expect(nearest(to: word, among: Self.names) == meant)
  }

  @Test(
    "one that is shorter or longer by more than that is none",
    arguments: ["ti", "titleOfTheFilm", "key", "description", ""])
  func notFound(word: String) {
    #expect(nearest(to: word, among: Self.names) == nil)
  }

  @Test("a word that is longer than all is compared with none")
  func long() {
    let word = String(repeating: "title", count: 200_000)
    let names = (1...1_000).map { String(repeating: "title", count: $0) }
    #expect(nearest(to: word, among: names) == nil)
  }
}
