import CommandKit
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import Testing

@testable import FresnelCommands

@Suite("Searches through several stores")
struct SeveralStoresTests {
  /// Fills the person's own store and that of an app, and opens both.
  private func withStores(
    own: [String], app: [String], _ body: (_ stores: StoreSet) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let data = directory + "/data"
      let places = [data + "/fresnel/store", data + "/fresnel/embedded/com.example.app"]
      for (place, titles) in zip(places, [own, app]) {
        let lines = titles.enumerated().map { #"{"id":"\#($0)","title":"\#($1)"}"# + "\n" }
        let file = directory + "/items"
        try FileSystem.write(Array(lines.joined().utf8), to: file)
        let run = ToolRun("index", file, "--store", place, in: directory, readsEverything: true)
        #expect(run.status == .success, "\(run.errors)")
      }
      let console = Console(
        write: { _ in }, writeError: { _ in }, flush: {}, outputIsTerminal: false,
        errorIsTerminal: false, inputIsTerminal: false, columns: 80, usesColor: false)
      let context = CommandContext(
        tool: FresnelTool.tool, console: console, environment: [:],
        directories: BaseDirectories(environment: ["XDG_DATA_HOME": data], home: directory))
      let stores = StoreSet(opening: StoreLocations(option: nil, context: context))
      #expect(stores.members.count == 2)
      try body(stores)
    }
  }

  private func ask(_ text: String, of stores: StoreSet, limit: Int) throws -> StoreSet.Answer {
    let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 0))
    let request = try SearchText.words(text).items(limit, countsMatches: true, in: context)
    return try stores.search(request)
  }

  @Test("a store without a hit does not guess while another has enough")
  func guesses() throws {
    for (count, isGuessed) in [(2, true), (3, false), (10, false)] {
      try withStores(own: (0..<count).map { "Vexo \($0)" }, app: ["Vexa"]) { stores in
        let answer = try ask("vexo ", of: stores, limit: 50)
        let expected = count + (isGuessed ? 1 : 0)
        #expect(answer.found.count == expected)
        #expect(answer.matchCount == expected)
        // A list that is full has no place for guesses.
        let short = try ask("vexo ", of: stores, limit: 2)
        #expect(short.found.count == 2)
        #expect(short.matchCount == count)
      }
    }
  }

  @Test("a corrected text ends in a whole word of what was found")
  func correctedText() throws {
    try withStores(own: ["Rhubarb Crumble", "Golden Bakery"], app: ["Crème brûlée"]) { stores in
      for (typed, shown) in [
        ("rubarb crumbl", "rhubarb crumble"), ("bakery goldn", "bakery golden"),
        ("goldn bakery ", "golden bakery "), ("brulee crenme", "brulee crème"),
      ] {
        let answer = try ask(typed, of: stores, limit: 10)
        #expect(answer.correctedText == shown, "\(typed)")
      }
      let answer = try ask("rhubarb crumbl", of: stores, limit: 10)
      #expect(answer.correctedText == nil)
    }
  }
}
