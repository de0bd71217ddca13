import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("OpenSearch", .timeLimit(.minutes(30)))
struct OpenSearchTests {
  /// A daemon that notes what it is told of open searches, under a name.
  private func daemon(
    _ name: String, noting heard: Log<String>, channel worker: ScriptedDaemon? = nil
  ) throws -> ScriptedDaemon {
    try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .searchOpened(let isOpen): heard.append("\(name) \(isOpen ? "open" : "closed")")
      case .channel:
        guard let socket = try? worker?.channel() else { return }
        conversation.reply(.channelOpened(.channel), envelope, descriptors: [socket])
      case .search: conversation.reply(.found(SearchResults(hits: [])), envelope)
      default: break
      }
    }
  }

  @Test(
    "The service is told that a search is open, first of all and by connecting, and each class that is used"
  )
  func telling() async throws {
    let heard = Log<String>()
    let worker = try daemon("class", noting: heard)
    let main = try daemon("main", noting: heard, channel: worker)
    main.setWelcome {
      $0.classes = [ClassCondition(protection: .complete, state: .open)]
    }
    let connection = main.connection()
    defer { connection.close() }
    connection.tell(searchIsOpen: true)
    #expect(await heard.values(count: 1) == ["main open"])
    await withCheckedContinuation { continuation in
      let request = SearchRequest(form: .typed, text: "a", limit: 10)
      connection.find(.search(request)) { _ in continuation.resume() }
    }
    connection.tell(searchIsOpen: false)
    #expect(Set(await heard.values(count: 3)) == ["main open", "main closed", "class closed"])
  }
}
