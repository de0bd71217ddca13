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
}
