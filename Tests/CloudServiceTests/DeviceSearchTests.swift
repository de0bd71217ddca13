import Testing
import WebAddresses
import WebResults

@testable import CloudService

@Suite("The search of devices asks the service")
struct DeviceSearchTests {
  @Test("what the service answers is what devices understand, however little is known")
  func understood() async throws {
    let pages = [
      ServiceFixture.fullPage(), ServiceFixture.page("https://a.example/", title: "Pasta"),
    ]
    try await ServiceFixture.serving(pages) { fixture in
      let client = WebSearchClient(
        try WebSearchServer("http://127.0.0.1:\(fixture.client.port)/"))
      let question = try WebQuestion("past")
      let answer = await withCheckedContinuation { continuation in
        _ = client.ask(question, within: .seconds(60)) { continuation.resume(returning: $0) }
      }
      let results = try answer.get()
      #expect(results.count == 2)
      let full = try #require(results.first { $0.host == "www.cook.example" })
      #expect(full.title == "Pasta with cheese" && full.summary == "Boil and stir.")
      #expect(full.site == "Cook" && full.type == "Recipe" && full.date == "2026-01-02")
      #expect(full.rating?.value == 4.5 && full.rating?.best == 5 && full.rating?.count == 12)
      #expect(full.deepLink == "cook://pasta")
      #expect(results.contains { $0.title == "Pasta" && $0.url.href == "https://a.example/" })
    }
  }
}
