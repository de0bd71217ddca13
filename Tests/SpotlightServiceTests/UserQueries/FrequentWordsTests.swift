import Testing

@testable import SpotlightService

@Suite("Frequent words")
struct FrequentWordsTests {
  @Test("a word weighs the more the fewer texts have it, in any case")
  func weights() {
    #expect(FrequentWords.weight(of: "the") == 0)
    #expect(FrequentWords.weight(of: "The") == 0)
    let weights = ["the", "my", "remember", "orogeny"].map { FrequentWords.weight(of: $0) }
    #expect(weights == weights.sorted() && Set(weights).count == 4)
  }

  @Test("what is in no list weighs the most")
  func others() {
    for text in ["", " ", "the ", "th", "thee e", "0", "zzz", "\n", "Ærø", "北京", "aa", "the 0"] {
      #expect(FrequentWords.weight(of: text) == FrequentWords.greatestWeight, "“\(text)”")
    }
  }

  @Test("each word of the table is found with its weight")
  func table() {
    let lines = "\(FrequentWords.table)".split(separator: "\n")
    #expect(lines.count > 20_000)
    for line in lines {
      let parts = line.split(separator: " ")
      #expect(FrequentWords.weight(of: String(parts[0])) == Int(parts[1], radix: 20))
    }
  }

  @Test("a word that goes on weighs no more than any that begins with it")
  func beginnings() {
    for beginning in ["t", "Th", "bud", "tim", "zz", "q", ""] {
      let longer = FrequentWords.table.description.split(separator: "\n").filter {
        $0.hasPrefix(beginning.lowercased())
      }
      let least = longer.compactMap { $0.last.flatMap { Int(String($0), radix: 20) } }.min()
      #expect(
        FrequentWords.weight(of: beginning, goesOn: true) == least ?? FrequentWords.greatestWeight,
        "\(beginning)")
    }
  }
}
