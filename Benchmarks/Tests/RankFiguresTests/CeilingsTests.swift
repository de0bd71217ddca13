import RankFigures
import Testing

@Suite("Ceilings")
struct CeilingsTests {
  /// A corpus made by hand: three titles begin with `red ca`, two of them with `red car`, one is `red car`.
  private let titles = [
    "Red Car", "Red: carpet!", "Red Cap", "Red Dog", "Blue Car", "Red", "A car",
  ]

  @Test("a title has two words that everybody types in the same way, or none")
  func words() {
    #expect(TitleWords("The X-Files")?.whole == nil)
    #expect(TitleWords("The Godfather (1972)")?.whole == "the godfather")
    #expect(TitleWords("man.1 - page") == nil)
    #expect(TitleWords("Amélie returns") == nil)
    #expect(TitleWords("Red") == nil)
    #expect(TitleWords("Apollo 13")?.typed.map(\.text) == ["apollo 1", "apollo 13"])
  }

  @Test("titles that begin like what was typed share the places")
  func titleCeiling() {
    let ceiling = TitleCeiling(titles.compactMap(TitleWords.init))
    #expect(ceiling.reciprocalRank("red c") == (1 + 0.5 + 1.0 / 3) / 3)
    #expect(ceiling.reciprocalRank("red ca") == ceiling.reciprocalRank("red c"))
    #expect(ceiling.reciprocalRank("red car") == 0.75)
    #expect(ceiling.reciprocalRank("red carp") == 1)
    #expect(ceiling.reciprocalRank("blue c") == 1)
    #expect(ceiling.reciprocalRank("green c") == 0)
    #expect(ceiling.first("red car") == 0.5)
    #expect(ceiling.first("red dog") == 1)
  }

  @Test(
    "one error from four letters on, two from eight",
    arguments: [
      ("frm", "form", false), ("fomr", "form", true), ("fsdm", "form", false),
      ("teh", "the", false), ("godfater", "godfather", true), ("gidfatter", "godfather", true),
      ("hodfather", "godfather", true), ("hidfather", "godfather", false),
      ("recieve", "receive", true), ("recieev", "receive", false), ("f0rm", "form", false),
      ("form", "form", false), ("alot", "a lot", false),
    ])
  func correction(typed: String, meant: String, isAllowed: Bool) {
    #expect(CorrectionCeiling.allows(typed, for: meant) == isAllowed)
  }

  @Test(
    "errors are counted so that no letter takes part in two",
    arguments: [("ca", "abc", 3), ("", "ab", 2), ("ab", "ba", 1), ("kitten", "sitting", 3)])
  func distance(typed: String, meant: String, distance: Int) {
    #expect(CorrectionCeiling.distance(Array(typed), Array(meant)) == distance)
    #expect(CorrectionCeiling.distance(Array(meant), Array(typed)) == distance)
  }
}
