import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Session: readings of what is asked", .timeLimit(.minutes(30)))
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

  @Test("a spelling is told to the client with the characters of each hit that it stands for")
  func spelling() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("main")
      _ = try await client.put(
        [item("1", title: "北京大学"), item("2", title: "背景图"), item("3", title: "한국 음식")], handle)
      let expected = [
        ("beijing ", ["北京", "背景"]), ("bjd", ["北京大"]), ("bei3 jing1 d", ["北京大"]),
        ("beijingdaxue ", ["北京大学"]), ("ㅎㄱㅇ", ["한국 음식"]), ("으", ["음식"]),
      ]
      for (typed, parts) in expected {
        let reply = await client.ask(.ask(AskRequest(text: typed, limit: 9)))
        guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
        let terms = answer.understandingOfHit.map { answer.understandings[$0].terms }
        #expect(terms.allSatisfy { $0.count == 1 && $0[0].range.lowerBound == 0 }, "\(typed)")
        #expect(Set(terms.map { $0[0].text }) == Set(parts), "\(typed)")
      }
    }
  }

  @Test("the spelling of words in another alphabet is told with the words of each hit")
  func spellingOfWords() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("main")
      _ = try await client.put(
        [
          item("1", title: "Москва 2024"), item("2", title: "Санкт-Петербург"),
          item("3", title: "زيارة القاهرة"), item("4", title: "Московский вокзал"),
        ], handle)
      let expected = [
        ("moskva 2024 ", [["москва", "2024"]]), ("2024 Moskva ", [["2024", "москва"]]),
        ("sankt-peterburg ", [["санкт", "петербург"]]), ("qahira ", [["القاهرة"]]),
        ("moskovs", [["московскии"]]),
      ]
      for (typed, parts) in expected {
        let reply = await client.ask(.ask(AskRequest(text: typed, limit: 9)))
        guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
        let terms = answer.understandingOfHit.map { answer.understandings[$0].terms }
        #expect(terms.map { $0.map(\.text) } == parts, "\(typed)")
        #expect(answer.understandings.map(\.reading) == [.latinSpelling], "\(typed)")
      }
    }
  }

  @Test("a spelling is told with the words of each hit, whichever attributes are asked for")
  func spellingWithoutTitles() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("main")
      _ = try await client.put([item("1", title: "Москва 2024")], handle)
      var request = AskRequest(text: "moskva ", limit: 9)
      request.detail = .items
      request.attributes = ["kMDItemContentURL"]
      guard case .answered(let answer) = await client.ask(.ask(request)) else {
        throw TestFailure("no answer")
      }
      #expect(answer.hits.count == 1)
      #expect(answer.understandings.map { $0.terms.map(\.text) } == [["москва"]])
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
