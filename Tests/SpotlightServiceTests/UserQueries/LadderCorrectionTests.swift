import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder: typing errors", .timeLimit(.minutes(30)))
struct LadderCorrectionTests {
  @Test(
    "what was meant is found, and the answer says how it was understood",
    arguments: [
      ("godfater", "godfather", 1), ("godfater ", "godfather ", 1), ("Godfaher", "godfather", 1),
      ("hodfather", "godfather", 1), ("the godfatehr", "the godfather", 1),
      ("gidfatter ", "godfather ", 2),
    ])
  func godfather(typed: String, meant: String, edits: Int) async throws {
    let stage = LadderStage()
    try await stage.put([item("film", title: "The Godfather"), item("other", title: "Father")])
    try await stage.put([item("god", title: "Gold")], of: notes, .firstUnlock)
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["film"])
    #expect(answer.readings == [edits == 1 ? .oneEdit : .twoEdits])
    let understanding = try #require(answer.understandings.first)
    #expect(understanding.correctedText == meant)
    #expect(understanding.editCount == edits)
    #expect(try stage.answer(typed, isExact: true).identifiers.isEmpty)
  }

  @Test("two words with an error each, one of them still being typed")
  func twoWords() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("book", title: "Harry Potter"), item("vase", title: "Pottery"),
      item("dog", title: "Hairy dog"),
    ])
    for typed in ["hary poter", "hary poter ", "harry poter", "hary potter"] {
      let answer = try stage.answer(typed)
      #expect(answer.identifiers == ["book"], "\(typed)")
      #expect(answer.readings == [.oneEdit], "\(typed)")
      #expect(
        answer.understandings.first?.correctedText?.hasPrefix("harry potter") == true, "\(typed)")
    }
  }

  @Test("a word that is right is not corrected while it finds enough")
  func rightWords() async throws {
    let stage = LadderStage()
    try await stage.put([item("form", title: "Form"), item("from", title: "From")])
    let answer = try stage.answer("form ")
    #expect(answer.identifiers == ["form"] && answer.readings == [.asTyped])
    // Neither is what one or three letters stand for, a number, a phrase, or the beginning of a word.
    for typed in ["frm ", "f0rm ", "\"fomr\"", "fomr", "2024 "] {
      #expect(try stage.answer(typed).rows.isEmpty, "\(typed)")
    }
    #expect(try stage.answer("fomr ").identifiers == ["form"])
  }

  @Test("a known word that no item has is not taken for another one")
  func knownWords() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("horse", title: "Horse racing"), item("form", title: "Form of the day"),
    ])
    #expect(try stage.answer("house ").rows.isEmpty)
    #expect(try stage.answer("House ").rows.isEmpty)
    #expect(try stage.answer("house racing ").readings != [.oneEdit])
    // What is not known is corrected, and so is what still grows.
    #expect(try stage.answer("hoese ").identifiers == ["horse"])
    #expect(try stage.answer("fomr ").identifiers == ["form"])
    #expect(try stage.answer("house").identifiers == ["horse"])
  }

  @Test("where all words exist and nothing has them all, a word is taken for a much commoner one")
  func commonerWord() async throws {
    for count in [5, 40] {
      let stage = LadderStage()
      try await stage.put(
        [item("slip", title: "Hose")]
          + (0..<count).map { item("\($0)", title: "House number \($0)") })
      try await stage.put([item("wanted", title: "Blue house")])
      let answer = try stage.answer("blue hose ")
      let corrected = zip(answer.identifiers, answer.readings).filter { $0.1 == .oneEdit }
      #expect(corrected.map(\.0) == (count == 40 ? ["wanted"] : []), "\(count)")
    }
  }

  @Test("where a corrected word finds nothing, one that exists is taken for a much commoner one")
  func commonerWordBesideAnError() async throws {
    for count in [5, 40] {
      let stage = LadderStage()
      try await stage.put(
        [item("slip", title: "Tratso"), item("wanted", title: "Lemon tarts")]
          + (0..<count).map { item("\($0)", title: "Tarts number \($0)") })
      let answer = try stage.answer("lemmon trats")
      let corrected = zip(answer.identifiers, answer.readings).filter { $0.1 == .oneEdit }
      #expect(corrected.map(\.0) == (count == 40 ? ["wanted"] : []), "\(count)")
      // As a finished word, no item has it.
      #expect(try stage.answer("trats lemmon").identifiers == ["wanted"], "\(count)")
    }
    let stage = LadderStage()
    try await stage.put(
      [item("slip", title: "Tratso"), item("lemon", title: "Lemon tratso")]
        + (0..<40).map { item("\($0)", title: "Lemon tarts number \($0)") })
    // What the words as they are find is not mixed with what others would.
    #expect(try stage.answer("lemmon trats").identifiers == ["lemon"])
  }

  @Test("a short last word is corrected once the person is done")
  func shortLastWord() async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: "Lemon tart"), item("other", title: "Tratado")])
    for typed in ["lemmon trat", "lemon trat"] {
      #expect(try stage.answer(typed, isSettled: true).identifiers.first == "wanted", "\(typed)")
      #expect(try stage.answer(typed).readings.allSatisfy { !$0.isCorrection }, "\(typed)")
    }
  }

  @Test("an app that has many words near one does not drive it out")
  func hostileApp() async throws {
    let stage = LadderStage()
    let letters = "abcdefghijklmnopqstuvwxyz"
    let words =
      letters.filter { $0 != "r" }.map { "godfate\($0)" }
      + letters.prefix(13).map { "godfa\($0)er" }
    try await stage.put(
      words.flatMap { word in
        (0..<3).map { item("\(word) \($0)", title: "\(word) spam") }
      }, of: notes)
    try await stage.put([item("film", title: "The Godfather")])
    #expect(try stage.answer("the godfater ").identifiers == ["film"])
    #expect(try stage.answer("godfater ", of: mail).identifiers == ["film"])
  }

  @Test("words of other apps correct nothing, and no filter is passed by")
  func hiddenWords() async throws {
    let stage = LadderStage()
    try await stage.put([item("film", title: "The Godfather")], of: notes)
    try await stage.put([item("own", title: "The Godmother")])
    #expect(try stage.answer("godfater ", of: mail).rows.isEmpty)
    #expect(try stage.answer("godfater ", of: notes).identifiers == ["film"])
    #expect(try stage.answer("godfater ", filters: [#"title == "*mother"c"#]).rows.isEmpty)
  }

  @Test("a corrected row of a live list stays when its word arrives as it was typed")
  func liveRows() async throws {
    let stage = LadderStage()
    var state = LadderState()
    try await stage.put([item("film", title: "The Godfather")])
    #expect(try stage.answer("godfater ", &state).identifiers == ["film"])
    try await stage.put([item("slip", title: "Godfater")])
    let answer = try stage.answer("godfater ", &state)
    #expect(answer.identifiers == ["slip", "film"])
    #expect(answer.readings == [.asTyped, .oneEdit])
    #expect(answer.matchCount == 2)
  }
}
