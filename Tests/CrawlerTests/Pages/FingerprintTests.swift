import FresnelTestSupport
import Testing

@testable import Crawler

@Suite("Fingerprints of texts")
struct FingerprintTests {
  private func text(_ seed: UInt64, words: Int = 300) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<words).map { _ in "word\(random.below(2000))" }
  }

  private func fingerprint(_ words: [String]) -> Fingerprint {
    Fingerprint(of: words.joined(separator: " "))
  }

  @Test("Space, signs and capitals do not count")
  func normalized() {
    let words = text(1)
    let plain = fingerprint(words)
    #expect(Fingerprint(of: words.joined(separator: ",\n ")) == plain)
    #expect(Fingerprint(of: words.joined(separator: " ").uppercased()) == plain)
  }

  @Test("Long texts that differ in a word are near nearly always, other texts never")
  func near() {
    var near = 0
    for seed in UInt64(1)...20 {
      let words = text(seed, words: 2000)
      var changed = words
      changed[1000] = "another"
      near += fingerprint(words).isNear(fingerprint(changed)) ? 1 : 0
      #expect(!fingerprint(words).isNear(fingerprint(text(seed + 100, words: 2000))))
    }
    #expect(near >= 18)
  }

  @Test("A short text is like no other, not even itself")
  func vague() {
    let short = Fingerprint(of: "Not found")
    #expect(short.isVague)
    #expect(!short.isNear(short))
    #expect(Fingerprint(of: "").isVague)
  }

  @Test("Scripts without spaces have words too")
  func chinese() {
    let text = String(repeating: "今天的汤是番茄汤和面包店里有很多人", count: 3)
    let fingerprint = Fingerprint(of: text)
    #expect(!fingerprint.isVague)
    let other = String(repeating: "图书馆每天早上九点开门读者可以借十本", count: 3)
    #expect(!fingerprint.isNear(Fingerprint(of: other)))
  }
}
