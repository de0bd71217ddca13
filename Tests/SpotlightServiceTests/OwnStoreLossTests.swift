import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What an app's own store had lost, and what of it is left out when it is taken over.
@Suite("What an app's own store lacks when it is taken over", .timeLimit(.minutes(30)))
struct OwnStoreLossTests: OwnStoreSuite {
  private let scope = IndexScope(app: mail.identifier, index: "a")

  @Test("is asked for, and missing until then, where its store had lost some of it")
  func damaged() async throws {
    try await withTemporaryDirectory { directory in
      try await store([thing("first")], [thing("second")], [thing("third")], in: directory)
      try damage("second", in: directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      try await takeOver(directory, by: core)
      let told = try await OwnStoreAnswers(TestClient(core, mail))
      #expect(told == OwnStoreAnswers(told.found, isPartial: true))
      #expect(!told.found.contains("second"))
      try await storeAgain(["first", "second", "third"], in: core)
    }
  }

  @Test("is missing until it is stored again, where more was deleted than is noted")
  func manyDeletions() async throws {
    try await withTemporaryDirectory { directory in
      try await store([thing("first"), thing("second")], in: directory)
      let host = TestHost()
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      let handle = try await client.open("a")
      let names = (0...1000).map { "never \($0)" }
      #expect(await client.apply([.deleteIdentifiers(names)], handle) == nil)
      try await takeOver(directory, by: core)
      let message = host.events.first { $0.kind == .takenOver }?.message
      #expect(message?.hasPrefix("0 of 2 items of 1 indexes were taken over.") == true)
      let told = try await OwnStoreAnswers(TestClient(core, mail))
      #expect(told == OwnStoreAnswers([], isPartial: true))
      try await storeAgain(["first", "second"], in: core)
    }
  }

  @Test("is whole without what was in it where the app emptied the index, and is asked for that")
  func emptied() async throws {
    try await withTemporaryDirectory { directory in
      try await store([thing("first"), thing("second")], in: directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      let handle = try await client.open("a")
      let names = (0...1000).map { "never \($0)" }
      #expect(await client.apply([.deleteIdentifiers(names)], handle) == nil)
      #expect(await client.apply([.deleteAll], handle) == nil)
      #expect(await client.apply([.deleteIdentifiers(names)], handle) == nil)
      #expect(try await client.put([thing("new")], handle) == nil)
      try await takeOver(directory, by: core)
      try await expectWhole(TestClient(core, mail), ["new"])
      let owed = core.home.metadataLog.state[.owedCallbacks, OwedCallback.key(scope)]
      #expect(owed == Array(OwedCallback.isChanged.utf8))
    }
  }

  @Test("stays missing when the app hands over another store, or is asked for another reason")
  func nextStore() async throws {
    try await withTemporaryDirectory { directory in
      try await store([thing("first")], [thing("second")], [thing("third")], in: directory)
      try damage("second", in: directory)
      let storage = FaultyStorage()
      let former = ServiceCore(.daemon(storage), host: TestHost())
      try await takeOver(directory, by: former)
      let second = storage.afterKill()
      former.close()
      try await store([thing("later")], in: directory)
      let core = ServiceCore(.daemon(second), host: TestHost())
      defer { core.close() }
      try await takeOver(directory, by: core)
      let failure = await withCheckedContinuation { continuation in
        core.oweAll(of: "a", app: mail, reason: "Something else.") {
          continuation.resume(returning: $0)
        }
      }
      #expect(failure == nil)
      let told = try await OwnStoreAnswers(TestClient(core, mail))
      #expect(told == OwnStoreAnswers(told.found, isPartial: true))
      #expect(told.found.contains("later"))
      try await storeAgain(["first", "later", "second", "third"], in: core)
    }
  }

  @Test("is missing in all indexes of the app where the name of the index is lost, too")
  func unnamedIndex() async throws {
    try await withTemporaryDirectory { directory in
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      for index in ["a", "b"] {
        #expect(try await client.put([thing(index)], try await client.open(index)) == nil)
      }
      client.session.end()
      try await store([thing("lost")], as: "b", in: directory)
      try await store([thing("left")], in: directory)
      try damage("lost", in: directory)
      try await takeOver(directory, by: core)
      let app = TestClient(core, mail)
      let told = try await OwnStoreAnswers(app)
      #expect(told == OwnStoreAnswers(told.found, isPartial: true))
      #expect(Set(told.found).isSuperset(of: ["a", "b"]) && !told.found.contains("lost"))
      for index in ["a", "b"] {
        _ = try await app.open(index, methods: [.reindexAll])
        let asked = try await app.sink.message {
          if case .reindexAll(let all) = $0.message { all.index == index } else { false }
        }
        app.session.receive(Envelope(.acknowledged, request: asked.request))
      }
      while core.ownStoreOmission(of: mail.identifier) != nil { await Task.yield() }
    }
  }

  @Test("stays where it is if it has lost all, and nobody knows of which indexes")
  func nothingLeft() async throws {
    try await withTemporaryDirectory { directory in
      try await store([thing("lost")], in: directory)
      try await store([thing("torn")], in: directory)
      try damage("lost", in: directory)
      try damage("torn", in: directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      #expect(try await handOver(directory, from: client) != nil)
      try await expectMissing(client)
    }
  }

  @Test("is asked for, and not missing, where the loss may be older than the index")
  func earlierLoss() async throws {
    try await withTemporaryDirectory { directory in
      try await store([thing("first")], [thing("second")], [thing("third")], in: directory)
      try damage("second", in: directory)
      try await store([thing("later")], as: "b", in: directory)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      try await takeOver(directory, by: core)
      let told = try await OwnStoreAnswers(TestClient(core, mail))
      #expect(told == OwnStoreAnswers(told.found, isPartial: false))
      #expect(told.found.contains("later"))
      for index in ["a", "b"] {
        let scope = IndexScope(app: mail.identifier, index: index)
        let owed = core.home.metadataLog.state[.owedCallbacks, OwedCallback.key(scope)]
        #expect(owed == Array(OwedCallback.hadLosses.utf8))
      }
    }
  }

  @Test("is whole in an index that was made after the core's own store lost items of others")
  func indexAfterLoss() async throws {
    let storage = FaultyStorage()
    let former = ServiceCore(.daemon(storage), host: TestHost())
    let writer = TestClient(former, notes)
    let handle = try await writer.open("a")
    for name in ["first", "second", "third"] {
      #expect(try await writer.put([thing(name)], handle) == nil)
    }
    let second = storage.afterKill()
    former.close()
    // The first frame is behind the header, and others follow.
    let path = try #require(second.paths.first { $0.hasPrefix("/first/store/journal-") })
    let bytes = try #require(second.contents(of: path))
    let offset = 4286
    try #require(bytes.count > offset)
    let file = try second.open(path, for: .updating)
    try file.write([bytes[offset] ^ 1], at: UInt64(offset))
    try file.sync()
    let core = ServiceCore(.daemon(second), host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    _ = try await client.identifiers()
    #expect(try await client.put([thing("new")], try await client.open("a")) == nil)
    #expect(try await client.identifiers() == ["new"])
  }

  // MARK: - Steps

  /// Has a core take a store over that its client empties.
  private func takeOver(_ directory: String, by core: ServiceCore) async throws {
    let client = TestClient(core, mail)
    #expect(try await handOver(directory, from: client) == nil)
    try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
    // It goes on, and says so with that.
    _ = try await client.identifiers(mayLackOwnStore: true)
    await waitUntilForgotten(in: core)
    client.session.end()
  }

  /// Does what an app does that is asked for all of an index, until nothing is missing any more.
  private func storeAgain(_ names: [String], in core: ServiceCore) async throws {
    let app = TestClient(core, mail)
    let handle = try await app.open("a", methods: [.reindexAll])
    let asked = try await app.sink.message {
      if case .reindexAll = $0.message { true } else { false }
    }
    #expect(try await app.put(names.map { thing($0) }, handle) == nil)
    app.session.receive(Envelope(.acknowledged, request: asked.request))
    while core.ownStoreOmission(of: mail.identifier) != nil { await Task.yield() }
    try await expectWhole(app, names)
  }

  /// Changes a byte of an item in the journal of a store.
  private func damage(_ identifier: String, in directory: String) throws {
    for name in try FileSystem.entries(of: directory) where name.hasPrefix("journal") {
      let path = directory + "/" + name
      var bytes = Array(try FileSystem.contents(of: path))
      guard let place = firstIndex(of: identifier, in: bytes) else { continue }
      bytes[place] ^= 1
      return try FileSystem.write(bytes, to: path)
    }
    throw TestFailure("No journal has \(identifier).")
  }

  private func firstIndex(of identifier: String, in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: identifier.utf8) }
  }
}
