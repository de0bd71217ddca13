import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Session: readings of what is asked", .timeLimit(.minutes(10)))
struct SessionAskReadingTests {
  private func readings(_ client: TestClient, _ request: AskRequest) async throws -> [Reading] {
    let reply = await client.ask(.ask(request))
    guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
    return answer.understandingOfHit.map { answer.understandings[$0].reading }
  }

  @Test("hits in any order are only looked for as they were typed")
  func unranked() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("main")
      _ = try await client.put([item("film", title: "The Godfather")], handle)
      var request = AskRequest(text: "godfater ", limit: 9)
      #expect(try await readings(client, request) == [.oneEdit])
      for flags in [AskRequest.Flags.isUnranked, .isExact] {
        request.flags = flags
        #expect(try await readings(client, request).isEmpty)
      }
    }
  }

  @Test("words that are joined or taken apart are told to the client, with the parts of the text")
  func joinedOrSplit() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("main")
      _ = try await client.put(
        [item("tablet", title: "iPad Pro"), item("radio", title: "Bluetooth")], handle)
      for (typed, words) in [("ipadpro", ["ipad", "pro"]), ("blue tooth", ["bluetooth"])] {
        let reply = await client.ask(.ask(AskRequest(text: typed, limit: 9)))
        guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
        #expect(answer.hits.count == 1 && answer.understandings.count == 1)
        #expect(answer.understandings[0].reading == .joinedOrSplit)
        #expect(answer.understandings[0].terms.map(\.text) == words)
        let range = answer.understandings[0].terms.map(\.range)
        #expect(range.first?.lowerBound == 0 && range.last?.upperBound == typed.utf8.count)
      }
    }
  }

  @Test("the service takes a text for finished where the client does")
  func finished() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("main")
      // One row by a longer word is enough for a text that still grows, and too few for one that is finished.
      _ = try await client.put(
        [item("long", title: "The Godfathers film"), item("near", title: "The Gowfat film")],
        handle)
      let token = QueryToken(.size, range: 12..<15, shown: "big", query: "title = \"*\"")
      let requests = [
        AskRequest(text: "godfat film", limit: 9), AskRequest(text: "godfat film ", limit: 9),
        AskRequest(text: "godfat film -", limit: 9), AskRequest(text: "- godfat film", limit: 9),
        AskRequest(text: "godfat film \"the\"", limit: 9),
        AskRequest(text: "godfat film \"the", limit: 9),
        AskRequest(text: "godfat film 「the」", limit: 9),
        AskRequest(text: "godfat film big", tokens: [token], limit: 9),
        AskRequest(text: "godfat film big", caret: 14, tokens: [token], limit: 9),
        AskRequest(text: "godfat film the", caret: 9, limit: 9),
        AskRequest(text: "godfat film the", caret: 12, limit: 9),
        AskRequest(text: "godfat film", limit: 9, flags: .isSettled),
      ]
      for request in requests {
        let readings = try await readings(client, request)
        #expect(
          readings == (request.isFinished ? [.prefixes, .oneEdit] : [.prefixes]),
          "\(request.text), \(request.caret)")
      }
    }
  }
}
