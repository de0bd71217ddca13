import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Stores that are taken over without their programs", .timeLimit(.minutes(10)))
struct OwnStoreTests {
  /// Fills a store as a program without a daemon does.
  private func fill(
    _ directory: String, _ identifiers: [String], as program: String? = nil
  ) async throws {
    var options = CoreOptions.embedded(at: directory)
    options.program = program
    let core = ServiceCore(options)
    defer { core.close() }
    let client = TestClient(core, AppIdentity(identifier: "letters"))
    let handle = try await client.open("index")
    let failure = try await client.put(identifiers.map { item($0, title: "lens") }, handle)
    #expect(failure == nil)
  }

  private func withCore(
    _ body: (_ core: ServiceCore, _ folder: String) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let stores = StoreLocation.apps(in: directory + "/data")
      try FileSystem.createDirectory(stores)
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        EmbeddedStoreDirectory.all(in: stores, flatpaks: directory + "/flatpaks")
      }
      let core = ServiceCore(options, host: TestHost())
      defer { core.close() }
      try await body(core, stores + "/letters")
    }
  }

  private func takeOver(_ folder: String, _ client: TestClient) async throws {
    let descriptor = try SharedDescriptor(openingDirectory: folder)
    client.session.receive(
      Envelope(
        .takeOver(TakeOver(folderName: "letters")), request: 1000, descriptors: [descriptor]))
    guard case .takenOver = await client.reply(to: 1000) else {
      throw TestFailure("It is not taken over.")
    }
  }

  private func owners(_ core: ServiceCore) async throws -> [String] {
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    return try await window.hits(QueryRequest(query: "title == \"lens\"", reach: .system))
      .map { "\($0.scope.app) \($0.item.uniqueIdentifier)" }.sorted()
  }

  @Test("a store whose program ended before it could empty it is emptied for it")
  func abandoned() async throws {
    try await withCore { core, folder in
      try await fill(folder, ["1", "2"])
      let client = TestClient(core, mail)
      try await takeOver(folder, client)
      client.session.end()
      while try !StoreLocation.isVacant(folder) { await Task.yield() }
      #expect(try await owners(core) == ["\(mail.identifier) 1", "\(mail.identifier) 2"])
    }
  }

  @Test("what came to the store after it was taken over is taken over with it")
  func latecomers() async throws {
    try await withCore { core, folder in
      try await fill(folder, ["1"])
      let client = TestClient(core, mail)
      try await takeOver(folder, client)
      try await fill(folder, ["2"])
      client.session.end()
      while try !StoreLocation.isVacant(folder) { await Task.yield() }
      #expect(try await owners(core) == ["\(mail.identifier) 1", "\(mail.identifier) 2"])
    }
  }

  @Test(
    "a store is emptied for nobody who may lack the right to, nor while another writes to it",
    arguments: ["executable", "unregistered", "confined", "elsewhere", "locked", "foreign"])
  func rights(of name: String) async throws {
    try await withCore { core, folder in
      let place = name == "foreign" ? FileSystem.parent(of: folder) + "-not/letters" : folder
      try FileSystem.createDirectory(FileSystem.parent(of: place))
      try await fill(place, ["1"])
      let (app, trust): (AppIdentity, Trust) =
        switch name {
        case "confined": (mail, .confined)
        case "unregistered": (AppIdentity(identifier: "unregistered:/bin/mail"), .unregistered)
        case "elsewhere":
          (AppIdentity(identifier: "unregistered:elsewhere:/bin/mail"), .unregistered)
        default: (mail, .executable)
        }
      let peer = Peer(
        app: app, trust: trust, role: .app, processIdentifier: 1, program: "test")
      let copy = TakeOverCopy(
        core: core, peer: peer, term: AppTerm(of: app, in: core.removals), isAdoption: false)
      let lock = name == "locked" ? try FileLock(folder + "/lock") : nil
      core.emptyAbandoned(try SharedDescriptor(openingDirectory: place), with: copy)
      withExtendedLifetime(lock) {}
      let isAllowed = name == "executable" || name == "unregistered"
      #expect(try StoreLocation.isVacant(place) == isAllowed)
    }
  }

  /// A lock that a value can hold which need not be there.
  private final class FileLock {
    private let lock: LockFile

    init(_ path: String) throws { lock = try LockFile(locking: path) }
  }

  @Test("an app gets a store that was asked for, and keeps what it has deleted itself meanwhile")
  func adopted() async throws {
    try await withCore { core, folder in
      try await fill(folder, ["1", "2"])
      let client = TestClient(core, mail)
      let handle = try await client.open("index")
      #expect(try await client.put([item("1", title: "lens")], handle) == nil)
      let store = try #require(core.ownStores { $0.identifier == "letters" }.first)
      #expect(store.itemCount == 2)
      #expect(core.ownStores { $0 == mail }.isEmpty)
      let count = try await Task.detached { try core.takeOver(store, by: mail) }.value
      #expect(count == 2)
      #expect(try await owners(core) == ["\(mail.identifier) 1", "\(mail.identifier) 2"])
      #expect(core.ownStores { _ in true }.isEmpty)
    }
  }

  @Test("a store knows the programs that wrote to it, unless it was made without")
  func programs() async throws {
    try await withCore { core, folder in
      func programs() -> [String]? { core.ownStores { _ in true }.first?.programs?.paths }
      try await fill(folder, ["1"], as: "/opt/a/letters")
      try await fill(folder, ["2"], as: "/opt/a/letters")
      #expect(programs() == ["/opt/a/letters"])
      try await fill(folder, ["3"], as: "/opt/b/letters")
      #expect(programs() == ["/opt/a/letters", "/opt/b/letters"])
      try FileSystem.removeTree(folder)
      try await fill(folder, ["1"])
      try await fill(folder, ["2"], as: "/opt/a/letters")
      #expect(programs() == nil)
    }
  }
}
