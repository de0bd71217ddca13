import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// A suite about what an app is told whose own store was not taken over.
protocol OwnStoreSuite {}

extension OwnStoreSuite {
  /// Fills a store as an app without a daemon does.
  func fillEmbedded(
    _ directory: String, lockable: Bool = false, textLength: Int = 0
  ) async throws {
    let core = ServiceCore(.embedded(at: directory))
    let client = TestClient(core, mail)
    let plain = try await client.open("a")
    var embedded = item("embedded", title: "own")
    embedded.attributes[.textContent] = .string(String(repeating: "text ", count: textLength / 5))
    #expect(try await client.put([embedded], plain) == nil)
    if lockable {
      let secret = try await client.open("secret", .complete)
      #expect(try await client.put([item("secret", title: "own")], secret) == nil)
    }
    core.close()
  }

  /// An item of an own store.
  func thing(_ identifier: String, in domain: String? = nil) -> Item {
    var thing = item(identifier, title: "own")
    thing.domainIdentifier = domain
    return thing
  }

  /// Stores items without the daemon, each batch in a run of its own.
  func store(
    _ batches: [Item]..., as index: String = "a", in directory: String
  ) async throws {
    for batch in batches {
      let core = ServiceCore(.embedded(at: directory))
      let client = TestClient(core, mail)
      #expect(try await client.put(batch, try await client.open(index)) == nil)
      core.close()
    }
  }

  /// Hands something over as the first that a client says; gives the failure.
  @discardableResult
  func handOver(
    _ path: String, from client: TestClient
  ) async throws -> ServiceError? {
    try beginHandingOver(path, from: client)
    return await client.reply(to: 1000).failure
  }

  /// Hands something over, without waiting for the answer, which is to the request 1000.
  func beginHandingOver(_ path: String, isKept: Bool = false, from client: TestClient) throws {
    let descriptor = try SharedDescriptor(
      sharing: try FileDescriptor(opening: path, for: .reading))
    beginHandingOver(descriptor, isKept: isKept, from: client)
  }

  private func beginHandingOver(
    _ descriptor: SharedDescriptor, isKept: Bool = false, from client: TestClient
  ) {
    client.session.receive(
      Envelope(
        .takeOver(TakeOver(folderName: "a", isKept: isKept)), request: 1000,
        descriptors: [descriptor]))
  }

  /// Hands a store over in one of the ways that a client may have to choose; gives the failure.
  func handOver(
    _ directory: String, as offer: StoreOffer, from client: TestClient
  ) async throws -> ServiceError? {
    let lock = directory + "/" + StoreLocation.lockName
    switch offer {
    case .directory: try beginHandingOver(directory, from: client)
    case .lock: try beginHandingOver(lock, from: client)
    case .kept: try beginHandingOver(lock, isKept: true, from: client)
    case .memoryFile, .keptAndUnreadable:
      let bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      let file = try MemoryFile.sealed(bytes, name: "offer")
      beginHandingOver(file, isKept: offer == .keptAndUnreadable, from: client)
    }
    return await client.reply(to: 1000).failure
  }

  /// Whether the client is told that nothing of the store is missing, so that it says nothing to the developer.
  func isHandedOver(_ error: ServiceError?) -> Bool {
    error?.details.contains { $0.key == "handedOver" } == true
  }

  /// Does something while an app's store is copied, which has an index of a lockable class and waits for the key of
  /// that.
  ///
  /// - Returns: The core and the client that has handed the store over, once all of it was copied.
  func copy(
    _ directory: String, at timers: TestTimers = TestTimers(),
    meanwhile body: (ServiceCore) async throws -> Void
  ) async throws -> (core: ServiceCore, client: TestClient) {
    var key = try HeldKey()
    let core = key.core(at: timers)
    let client = TestClient(core, mail)
    try beginHandingOver(directory, from: client)
    let give = try await key.asked()
    try await body(core)
    give(key.keys.publicKey)
    #expect(await client.reply(to: 1000).failure == nil)
    return (core, client)
  }

  /// What the doctor says of stores that were not taken over.
  func storesNotTakenOver(_ core: ServiceCore) -> [ServiceFinding] {
    core.examine(nil, mends: false).filter { $0.code == .storeNotTakenOver }
  }

  /// Hands over the lock of a store, as the client of one does that another process writes to.
  @discardableResult
  func handOverLock(
    of directory: String, from client: TestClient
  ) async throws -> ServiceError? {
    try await handOver(directory + "/" + StoreLocation.lockName, from: client)
  }

  /// Empties a store that was handed over, as its client does, and says so by going on.
  func empty(_ directory: String, by client: TestClient) async throws {
    try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
    _ = try await client.identifiers()
  }

  /// Waits until nothing is noted of a store any more.
  func waitUntilForgotten(in core: ServiceCore) async {
    while core.home.metadataLog.state.awaitsTakeOver(of: mail.identifier) { await Task.yield() }
  }

  /// Checks that an app is told, and the doctor, and nobody else.
  func expectMissing(_ client: TestClient, _ found: [String] = []) async throws {
    #expect(try await OwnStoreAnswers(client) == OwnStoreAnswers(found, isPartial: true))
    let core = client.session.core
    let others = try await OwnStoreAnswers(TestClient(core, notes))
    #expect(others == OwnStoreAnswers([], isPartial: false))
    let findings = storesNotTakenOver(core)
    #expect(findings.map(\.app) == [mail.identifier])
    #expect(findings.allSatisfy { $0.severity == .warning })
    #expect(core.examine(notes, mends: false).allSatisfy { $0.code != .storeNotTakenOver })
  }

  /// Checks that nothing is missing any more.
  func expectWhole(_ client: TestClient, _ found: [String]) async throws {
    let told = try await OwnStoreAnswers(client)
    #expect(told == OwnStoreAnswers(found, isPartial: false))
    #expect(storesNotTakenOver(client.session.core).isEmpty)
  }

  /// A storage whose store has lost the first items of an app, which has one index and no delegate.
  func damaged(ofApp app: AppIdentity) async throws -> FaultyStorage {
    let storage = FaultyStorage()
    let core = ServiceCore(.daemon(storage), host: TestHost())
    let client = TestClient(core, app)
    let handle = try await client.open("a")
    for name in ["first", "second", "third"] {
      #expect(try await client.put([thing(name)], handle) == nil)
    }
    let damaged = storage.afterKill()
    core.close()
    // The first frame is behind the header, and others follow.
    let path = try #require(damaged.paths.first { $0.hasPrefix("/first/store/journal-") })
    var bytes = try #require(damaged.contents(of: path))
    bytes[4286] ^= 1
    damaged.setContents(bytes, of: path)
    return damaged
  }
}

/// What a client hands over of its store.
enum StoreOffer: CaseIterable {
  /// The directory, whose lock it holds.
  case directory
  /// The lock, which another process holds.
  case lock
  /// The lock, as the client could not empty the directory when it was taken over.
  case kept
  /// A file in memory, as it cannot look into the directory.
  case memoryFile
  /// A file in memory, as the client could not empty the directory when it was taken over, and cannot look into it now.
  case keptAndUnreadable
}

/// The place of some store that is none of a test's.
func otherPlace() throws -> OwnStore.Place {
  try #require(OwnStore.Place(of: SharedDescriptor(openingDirectory: "/")))
}

/// What an app is told in each way of looking for its items.
struct OwnStoreAnswers: Equatable {
  var found: [String] = []
  var isQueryPartial = false
  var isSearchPartial = false
  var isAskPartial = false
  var isListPartial = false
  /// Whether nobody can tell whether there is an item that is not found.
  var isItemUnknown = false

  init(_ client: TestClient) async throws {
    let query = client.send(.query(QueryRequest(query: "title == \"own\"")))
    let end = await client.reply(to: query).failure
    #expect(end == nil || end?.lacksOwnStoreAlone == true)
    isQueryPartial = end != nil
    found = client.hits(of: query).map(\.item.uniqueIdentifier).sorted()
    let search = await client.ask(.search(SearchRequest(form: .typed, text: "own", limit: 10)))
    guard case .found(let results) = search else { throw TestFailure("\(search)") }
    isSearchPartial = results.isPartial
    #expect(results.hits.map(\.item.uniqueIdentifier).sorted() == found)
    let ask = await client.ask(.ask(AskRequest(text: "own", classes: [.firstUnlock], limit: 10)))
    guard case .answered(let answer) = ask else { throw TestFailure("\(ask)") }
    isAskPartial = answer.isPartial
    let list = client.send(.list(ItemList()))
    isListPartial = await client.reply(to: list).failure?.omissions.count == 1
    let app = client.session.peer.app.identifier
    let reply = await client.ask(
      .item(ItemLookup(app: app, index: "a", identifier: "nowhere")))
    if case .itemFound(nil) = reply { return }
    #expect(reply.failure?.code == .unavailable && reply.failure?.omissions.count == 1)
    isItemUnknown = true
  }

  init(_ found: [String], isPartial: Bool) {
    self.found = found
    (isQueryPartial, isSearchPartial) = (isPartial, isPartial)
    (isAskPartial, isListPartial, isItemUnknown) = (isPartial, isPartial, isPartial)
  }
}

extension DaemonMessage {
  /// Whether it asks for all of an index.
  var isReindexAll: Bool { if case .reindexAll = self { true } else { false } }
}
