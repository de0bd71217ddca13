import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing

@Suite("The protocol's reference page")
struct ProtocolPageTests {
  private let root: String
  private let text: String

  init() throws {
    let tests = FileSystem.parent(of: #filePath)
    root = FileSystem.parent(of: FileSystem.parent(of: tests))
    text = String(
      decoding: try FileSystem.contents(of: root + "/Documentation/protocol.md"), as: UTF8.self)
  }

  @Test("Every kind stands on it, with its number and its name")
  func kinds() {
    for kind in MessageKind.allCases {
      let digits = String(kind.rawValue, radix: 16, uppercase: true)
      let number = "`0x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "`"
      let name = "`\(kind)`"
      #expect(
        text.split(separator: "\n").contains { $0.contains(number) && $0.contains(name) },
        "\(number) \(name)")
    }
  }

  @Test("Every code of a failure stands on it")
  func failures() {
    for code in ServiceError.Code.allCases {
      #expect(text.contains("| \(code.rawValue) | \(code) |"))
    }
  }

  @Test("The bytes of the example are those of its messages")
  func example() throws {
    var attributes = Attributes()
    attributes[.title] = .string("Café")
    let item = try EncodedItem(
      validating: ItemCodec.encode(
        Item(uniqueIdentifier: "note-1", domainIdentifier: "notes", attributes: attributes)))
    let nonce = [UInt8](0..<16)
    let hit = WireHit(
      scope: IndexScope(app: "notes", index: "main"), protection: .firstUnlock, score: 2.5,
      item: item)
    let batch = ApplyBatch(
      handle: 3, clientState: Array("v1".utf8), operations: [.put([item])])
    var stream = Stream()
    try stream.append(Envelope(DaemonMessage.greeting(Greeting(nonce: nonce))))
    try stream.append(Envelope(ClientMessage.hello(Hello(nonce: nonce, program: "notes 1.0"))))
    try stream.append(
      Envelope(
        DaemonMessage.welcome(
          Welcome(identity: "notes", trust: .executable, role: .app, classes: []))))
    try stream.append(Envelope(ClientMessage.openIndex(OpenIndex(name: "main")), request: 1))
    try stream.append(
      Envelope(
        DaemonMessage.indexOpened(IndexOpened(handle: 3, protection: .firstUnlock)), request: 1))
    try stream.append(Envelope(ClientMessage.apply(batch), request: 2))
    try stream.append(Envelope(DaemonMessage.done, request: 2))
    try stream.append(
      Envelope(
        ClientMessage.search(SearchRequest(form: .typed, text: "caf", limit: 20)), request: 3))
    try stream.append(
      Envelope(DaemonMessage.found(SearchResults(hits: [hit])), request: 3))
    #expect(HexBlocks.bytes(of: text) == stream.pieces.flatMap(\.bytes))
  }

  @Test(
    "The client that was written from it passes its own tests",
    .enabled(if: Command.path(of: "python3") != nil, "python3 is not installed"))
  func pythonClient() throws {
    let python = try #require(Command.path(of: "python3"))
    var command = Command(
      python, ["-B", "-m", "unittest", "discover", root + "/Clients/python"])
    // What the tests print is of interest only when one fails.
    command.error = .inherited
    let (ending, _) = try command.capture()
    #expect(ending.isSuccess, "Run python3 -m unittest discover Clients/python.")
  }
}
