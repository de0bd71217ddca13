import Testing

@testable import SpotlightWire

@Suite("What is taken for a finished text")
struct AskFinishedTests {
  @Test(
    "white space, a closed quote and nothing before the caret end a text",
    arguments: [
      "", " ", "godfather ", "the\u{3000}", "\"the godfather\"", "the “godfather”", "„der Pate“",
      "«parrain»", "「教父」", "the『教父』", "\"a\" \"b\"",
    ])
  func finished(_ text: String) {
    #expect(AskRequest(text: text, limit: 1).isFinished)
  }

  @Test(
    "a letter, an open quote and a lone sign do not",
    arguments: [
      "g", "the godfather", "\"the godfather", "\"a\" \"b", "12\"", "the -", "教父」", "dogs'",
    ])
  func growing(_ text: String) {
    #expect(!AskRequest(text: text, limit: 1).isFinished)
    #expect(AskRequest(text: text, limit: 1, flags: .isSettled).isFinished)
  }

  @Test("the place of the caret counts, in whatever form it comes")
  func caret() {
    for (caret, isFinished) in [(0, true), (1, false), (2, true), (3, false), (99, false)] {
      #expect(AskRequest(text: "a b", caret: caret, limit: 1).isFinished == isFinished)
    }
    // In the middle of a character.
    #expect(!AskRequest(text: "aé", caret: 2, limit: 1).isFinished)
  }

  @Test("a token ends a text, unless the person refused it")
  func tokens() {
    for kind in QueryToken.Kind.allCases {
      let token = QueryToken(kind, range: 2..<5, shown: "big", query: "fileSize > 9")
      for caret in 3...5 {
        let request = AskRequest(text: "a big", caret: caret, tokens: [token], limit: 1)
        #expect(request.isFinished == (kind != .dismissed))
      }
      #expect(!AskRequest(text: "a bigger", tokens: [token], limit: 1).isFinished)
    }
  }
}
