import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightClient
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

/// The lists of a search that goes on.
private final class WatchedSearch: Sendable {
  private let lists = Mutex<[[String]]>([])
  private let end = Mutex<(isOver: Bool, error: ServiceError?)>((false, nil))

  func start(_ request: SearchRequest, over connection: ServiceConnection) -> LiveSearch {
    connection.follow(
      .search(request),
      revise: { revision in
        self.lists.withLock { $0.append(revision.hits.map(\.item.uniqueIdentifier).sorted()) }
      },
      finish: { error in self.end.withLock { $0 = (true, error) } })
  }

  /// All lists so far.
  var all: [[String]] { lists.withLock { $0 } }
  /// Whether it has ended.
  var isOver: Bool { end.withLock { $0.isOver } }
  /// Why it has ended.
  var error: ServiceError? { end.withLock { $0.error } }

  /// Whether the search comes to have this list.
  func shows(_ list: [String]) -> Bool {
    TestProgram.wait { lists.withLock { $0.last } == list }
  }
}

@Suite("Searches that go on, and the lock", .timeLimit(.minutes(30)))
struct LiveSearchLockTests {
  private static let request = SearchRequest(
    form: .query, text: "title == \"*thing*\"", limit: 10, flags: .isLive)

  private func put(
    _ name: String, _ protection: ProtectionClass, over connection: ServiceConnection
  ) {
    var item = Item(uniqueIdentifier: name)
    item.attributes[.title] = .string(name)
    let isDone = DispatchSemaphore(value: 0)
    connection.index(named: "\(protection)", protection: protection)
      .apply(.success(.addItems([item]))) { error in
        #expect(error == nil)
        isDone.signal()
      }
    #expect(isDone.wait(timeout: .now() + 600) == .success)
  }

  @Test(
    "A search loses what is locked, goes on in the daemon that runs anew, and has all after the unlock"
  )
  func acrossTheLock() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let process = try #require(daemon.processIdentifier)
      let connection = ServiceConnection(
        daemonAt: daemon.socketPath, claiming: AppIdentity(identifier: "org.example.searcher"))
      defer { connection.close() }
      put("open thing", .firstUnlock, over: connection)
      put("secret thing", .complete, over: connection)
      let watched = WatchedSearch()
      let search = watched.start(Self.request, over: connection)
      #expect(watched.shows(["open thing", "secret thing"]))
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      try tool.order("lock", "{}")
      #expect(try tool.waitForEnd() == nil)
      #expect(watched.shows(["open thing"]))
      // What is stored from now on, the program that runs anew has told.
      put("newer thing", .firstUnlock, over: connection)
      #expect(watched.shows(["newer thing", "open thing"]))
      #expect(daemon.log.contains("executedAgain") && daemon.processIdentifier == process)
      let lists = watched.all
      let firstWithout = try #require(
        lists.lastIndex { $0.contains("secret thing") }.map { $0 + 1 })
      #expect(lists[firstWithout] == ["open thing"], "\(lists)")
      try daemon.unlock()
      #expect(watched.shows(["newer thing", "open thing", "secret thing"]), "\(watched.all)")
      #expect(!watched.isOver)
      search.cancel()
      #expect(TestProgram.wait { watched.isOver })
      #expect(watched.error?.code == .cancelled)
    }
  }

  @Test("What the person switches off goes from running searches of lockable classes too")
  func settings() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let app = "org.example.writer"
      let writer = try RawClient(path: daemon.socketPath)
      try writer.shakeHands(claiming: app)
      let secrets = try writer.channel(to: .complete)
      try secrets.put(["a thing"], into: try secrets.open("secrets", .complete))
      let surface = try RawClient(path: daemon.socketPath)
      try surface.shakeHands(role: .surface, claiming: "org.fresnel.window")
      let channel = try surface.channel(to: .complete)
      var wanted = Self.request
      wanted.reach = .system
      let request = try channel.request(.search(wanted))
      /// The next list.
      func next() throws -> [String] {
        while true {
          let envelope = try channel.receive()
          guard envelope.request == request else { continue }
          guard case .found(let found) = envelope.message else {
            throw RawClient.Failure.unexpected(envelope.message.kind)
          }
          return found.hits.map { $0.item.uniqueIdentifier }
        }
      }
      #expect(try next() == ["a thing"])
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      try tool.order("settings.set", "{\"id\":\"\(app)\",\"search\":false}")
      #expect(try next() == [])
      try tool.order("settings.set", "{\"id\":\"\(app)\",\"search\":true}")
      #expect(try next() == ["a thing"])
    }
  }
}
