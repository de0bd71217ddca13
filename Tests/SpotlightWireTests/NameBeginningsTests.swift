import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("NameBeginnings")
struct NameBeginningsTests {
  private func isNamed(_ name: String, _ typed: String) -> Bool {
    var (names, asked) = (NameBeginnings(), NameBeginnings())
    names.insert(wordsOf: name)
    asked.insert(typed: typed)
    return names.contains(asked)
  }

  @Test(
    "whatever begins words of a name is in it",
    arguments: [
      ("blue nap report", "n"), ("blue nap report", "nap"), ("blue nap report", "report bl"),
      ("naps_2024.pdf", "pdf nap"), ("n-ap", "nap"), ("n-ap", "ap"), ("東京都の地図", "地図"),
      ("a", "a"), ("наповал", "нап"), ("blue nap", "nap-b"),
    ])
  func words(name: String, typed: String) { #expect(isNamed(name, typed)) }

  @Test("what begins no word is mostly not in it, and nothing is in no name")
  func others() {
    #expect(!isNamed("", "n"))
    var generator = SeededGenerator(seed: 4)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    func word() -> String {
      String((0..<5).map { _ in letters.randomElement(using: &generator) ?? "a" })
    }
    let wrong = (0..<2000).count { _ in isNamed("\(word()) \(word()) \(word())", word()) }
    #expect(wrong < 20)
    var nothing = NameBeginnings()
    nothing.insert(typed: " -?")
    #expect(nothing.isEmpty)
  }
}
