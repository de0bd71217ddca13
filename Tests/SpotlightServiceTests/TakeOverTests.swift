import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

@Suite("Taking over", .timeLimit(.minutes(30)))
struct TakeOverTests {
  /// Fills a store as an app without a daemon does.
  private func fillEmbedded(_ directory: String) async throws {
    let core = ServiceCore(.embedded(at: directory))
    let client = TestClient(core, AppIdentity(identifier: "whatever it was called"))
    let handle = try await client.open("a")
    _ = try await client.put((0..<30).map { item("\($0)", title: "embedded") }, handle, state: [3])
    _ = try await client.put([item("x", title: "embedded")], try await client.open())
    core.close()
  }

  private func takeOver(
    _ client: TestClient, _ directory: String, as request: UInt64 = 1000
  ) async throws -> TakenOver {
    let descriptor = try SharedDescriptor(
      sharing: try FileDescriptor(opening: directory, for: .reading))
    client.session.receive(
      Envelope(.takeOver(TakeOver(folderName: "a")), request: request, descriptors: [descriptor]))
    let reply = await client.reply(to: request)
    guard case .takenOver(let taken) = reply else {
      throw reply.failure ?? ServiceError(.unavailable, "\(reply)")
    }
    return taken
  }

  @Test("a store that is handed over while others search is found once, or named")
  func searchMeanwhile() async throws {
    try await withTemporaryDirectory { directory in
      let folder = directory + "/" + mail.folderName
      try await fillEmbedded(folder)
      let (isListing, isHandedOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isFirst = Mutex(true)
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        let waits = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        if waits {
          isListing.signal()
          isHandedOver.wait()
        }
        return EmbeddedStoreListing([
          EmbeddedStoreDirectory(app: mail, path: folder, root: directory)
        ])
      }
      let core = ServiceCore(options, host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
      let search = Task { try await typed("embedded", in: window) }
      await withCheckedContinuation { continuation in
        let isStarted = DetachedThread.start {
          isListing.wait()
          continuation.resume()
        }
        #expect(isStarted)
      }
      #expect(try await takeOver(client, folder).itemCount == 31)
      isHandedOver.signal()
      // Where that took long, the search has not waited for the list of stores, and says so.
      let found = try await search.value
      #expect(found.isPartial || found.hits.count == 31)
      var later: SpotlightWire.SearchResults
      repeat { later = try await typed("embedded", in: window) } while later.isPartial
      #expect(later.hits.count == 31)
    }
  }

  @Test("what was taken over is found at once by who types, and only once")
  func typedAtOnce() async throws {
    try await withTemporaryDirectory { directory in
      for round in 0..<4 {
        let folder = "\(directory)/\(round)/" + mail.folderName
        try await fillEmbedded(folder)
        var options = CoreOptions.daemon(FaultyStorage())
        options.embeddedStores = {
          EmbeddedStoreListing([
            EmbeddedStoreDirectory(app: mail, path: folder, root: directory)
          ])
        }
        let core = ServiceCore(options, host: TestHost())
        defer { core.close() }
        let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
        let before = try await typed("embedded", in: window)
        #expect(before.isPartial || before.hits.count == 31)
        _ = try await takeOver(TestClient(core, mail), folder)
        let after = try await typed("embedded", in: window)
        #expect(after.isPartial || after.hits.count == 31)
      }
    }
  }

  /// What a person finds who types; it tells whether anything is missing.
  private func typed(
    _ text: String, in window: TestClient
  ) async throws -> SpotlightWire.SearchResults {
    let reply = await window.ask(
      .search(
        SearchRequest(form: .typed, text: text, reach: .system, limit: 100, detail: .rows)))
    guard case .found(let results) = reply else {
      throw reply.failure ?? ServiceError(.unavailable, "\(reply)")
    }
    return results
  }

  @Test(
    "history comes along once, unless the app deleted some of it meanwhile",
    arguments: [false, true])
  func history(deletesMeanwhile: Bool) async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/store"
      let embedded = ServiceCore(.embedded(at: path))
      let former = try await HistoryClient(
        embedded, AppIdentity(identifier: "whatever it was called"))
      let index = try await former.client.open()
      _ = try await former.client.put([item("1"), item("2")], index)
      #expect(try await former.donate(activity("1"), .related(to: "1")) == .new)
      #expect(try await former.donate(activity("2"), .related(to: "2")) == .new)
      #expect(try await former.donate(activity("plain")) == .new)
      embedded.close()
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      if deletesMeanwhile {
        core.home.performAndWait {
          #expect(throws: Never.self) {
            try core.home.record([PendingTakeOver.note(mail, in: core.home.metadataLog.state)])
          }
        }
        let history = try await HistoryClient(TestClient(core, mail))
        let handle = try await history.client.open()
        #expect(await history.client.apply([.deleteIdentifiers(["1"])], handle) == nil)
        #expect(await history.delete(.persistentIdentifiers(["p"])) == nil)
      }
      // Once it was taken over nothing is noted any more.
      for _ in 0..<(deletesMeanwhile ? 1 : 2) {
        _ = try await takeOver(TestClient(core, mail), path)
        let titles = try await HistoryTool(core).entries(of: mail.identifier).map(\.title)
        #expect(Set(titles) == (deletesMeanwhile ? [] : ["1", "2", "plain"]))
      }
    }
  }

  @Test(
    "taking over copies items and client states under the app's own name, twice as well as once")
  func takenOver() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory + "/store")
      let host = TestHost()
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      for step in 0..<2 {
        let client = TestClient(core, mail)
        let taken = try await takeOver(client, directory + "/store")
        // It is not read again.
        let isFirst = step == 0
        #expect(taken == TakenOver(itemCount: isFirst ? 31 : 0, indexCount: isFirst ? 2 : 0))
        #expect(
          try await client.identifiers("title == \"embedded\"").count == (step == 0 ? 31 : 30))
        let handle = try await client.open("a", methods: [.reindexAll])
        #expect(try await client.clientState(handle) == (step == 0 ? [3] : [4]))
        #expect(!client.sink.envelopes.contains { $0.message.kind == .reindexAll })
        // What the app has changed since is newer.
        #expect(try await client.put([item("5", title: "newer")], handle, state: [4]) == nil)
        #expect(try await client.identifiers("title == \"newer\"") == ["5"])
      }
      #expect(host.events.count { $0.kind == .takenOver } == 2)
      #expect(try await TestClient(core, notes).identifiers() == [])
    }
  }

  @Test("what is no store is refused with its reason")
  func notAStore() async throws {
    try await withTemporaryDirectory { directory in
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      await #expect(throws: ServiceError.self) { try await takeOver(client, directory) }
      let reply = await client.ask(.takeOver(TakeOver(folderName: "a")))
      #expect(reply.failure?.code == .refused)
    }
  }

  @Test("links to what is another app's are not followed, whichever file is one")
  func links() async throws {
    try await withTemporaryDirectory { directory in
      let (victim, trap) = (directory + "/victim", directory + "/trap")
      try await fillEmbedded(victim)
      let names = try FileSystem.entries(of: victim)
      // The lock says who writes to a store, the reserve keeps room on the disk, and the programs are the client's to
      // read: the daemon reads none of them.
      let unread = ["lock", "reserve", "programs"]
      for linked in names.filter({ !unread.contains($0) }).map({ [$0] }) + [names] {
        let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
        defer { core.close() }
        try FileSystem.removeTree(trap)
        try FileSystem.createDirectory(trap)
        for name in names {
          let arguments = ["\(victim)/\(name)", "\(trap)/\(name)"]
          #expect(
            try Command("cp", (linked.contains(name) ? ["-s"] : []) + arguments).run().isSuccess)
        }
        let client = TestClient(core, notes)
        let taken = try? await takeOver(client, trap)
        #expect((taken?.itemCount ?? 0) == 0, "\(linked)")
        // What was refused is missing, and so is what was in the linked file.
        #expect(try await client.identifiers(mayLackOwnStore: true) == [], "\(linked)")
        #expect(core.ownStoreOmission(of: notes.identifier) != nil, "\(linked)")
      }
    }
  }

  @Test("a pipe in the place of a file keeps nobody waiting", arguments: ["manifest", "journal"])
  func pipes(_ beginning: String) async throws {
    try await withTemporaryDirectory { directory in
      let store = directory + "/store"
      try await fillEmbedded(store)
      for name in try FileSystem.entries(of: store) where name.hasPrefix(beginning) {
        try FileSystem.removeFile(store + "/" + name)
        #expect(try Command("mkfifo", [store + "/" + name]).run().isSuccess)
      }
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      await #expect(throws: ServiceError.self) {
        try await takeOver(TestClient(core, mail), store)
      }
    }
  }

  @Test("a store is handed over before anything else, or not at all")
  func first() async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory + "/store")
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      let client = TestClient(core, mail)
      _ = try await client.open("a")
      await #expect(throws: ServiceError.self) {
        try await takeOver(client, directory + "/store")
      }
      #expect(try await client.identifiers() == [])
      let other = TestClient(core, mail)
      #expect(try await takeOver(other, directory + "/store").itemCount == 31)
      await #expect(throws: ServiceError.self) {
        try await takeOver(other, directory + "/store", as: 1001)
      }
    }
  }

  @Test("what an app deletes before its store can be taken over does not come back with it")
  func deletedMeanwhile() async throws {
    try await withTemporaryDirectory { directory in
      let store = directory + "/store"
      try await fillEmbedded(store)
      for isHandedOver in [true, false] {
        let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
        defer { core.close() }
        let client = TestClient(core, mail)
        if isHandedOver {
          try FileSystem.rename(store + "/manifest", to: directory + "/manifest")
          try FileSystem.createDirectory(store + "/manifest")
          await #expect(throws: ServiceError.self) { try await takeOver(client, store) }
          try FileSystem.removeTree(store + "/manifest")
          try FileSystem.rename(directory + "/manifest", to: store + "/manifest")
        } else {
          // Another process holds the lock, which comes instead of the directory.
          await #expect(throws: ServiceError.self) { try await takeOver(client, store + "/lock") }
        }
        let handle = try await client.open("a")
        #expect(try await client.put([item("5", title: "newer")], handle) == nil)
        #expect(await client.apply([.deleteIdentifiers(["7", "8"])], handle) == nil)
        #expect(await client.apply([.deleteAll], try await client.open()) == nil)

        let later = TestClient(core, mail)
        #expect(try await takeOver(later, store).itemCount == 31)
        let found = try await later.identifiers()
        #expect(Set(found) == Set((0..<30).map { "\($0)" }).subtracting(["7", "8"]))
        _ = try await later.open(methods: [.reindexAll])
        let asked = try await later.sink.message {
          if case .reindexAll = $0.message { true } else { false }
        }
        #expect(asked.message.kind == .reindexAll)
      }
    }
  }

  @Test("what an app deletes while it cannot empty its store does not come back, ever")
  func notEmptied() async throws {
    try await withTemporaryDirectory { directory in
      let store = directory + "/store"
      try await fillEmbedded(store)
      let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
      defer { core.close() }
      var left = Set((0..<30).map { "\($0)" })
      for start in 0..<3 {
        let client = TestClient(core, mail)
        #expect(try await takeOver(client, store).itemCount == (start == 0 ? 31 : 0))
        let handle = try await client.open("a")
        #expect(await client.apply([.deleteIdentifiers(["\(start)"])], handle) == nil)
        left.remove("\(start)")
        #expect(Set(try await client.identifiers("title == \"embedded\"")) == left.union(["x"]))
        client.session.end()
      }
      let last = TestClient(core, mail)
      _ = try await takeOver(last, store)
      #expect(core.home.metadataLog.state.awaitsTakeOver(of: mail.identifier))
      // What is left of a store may be put together again, and is handed over.
      try FileSystem.removeFile(store + "/manifest")
      let ended = TestClient(core, mail)
      _ = try? await takeOver(ended, store)
      ended.session.end()
      #expect(core.home.metadataLog.state.awaitsTakeOver(of: mail.identifier))
      for name in try FileSystem.entries(of: store) where name != "lock" {
        try FileSystem.removeTree(store + "/" + name)
      }
      _ = try await last.open("a")
      while core.home.metadataLog.state.awaitsTakeOver(of: mail.identifier) { await Task.yield() }
      #expect(core.home.metadataLog.state[.takeOvers].isEmpty)
      // Nothing was written to it that the app would have to be asked for.
      let scope = IndexScope(app: mail.identifier, index: "a")
      #expect(core.home.metadataLog.state.owedItems(of: scope).isEmpty)
    }
  }

  @Test(
    "each index goes to the class that its app opened it with, sealed where that is served elsewhere"
  )
  func classes() async throws {
    try await withTemporaryDirectory { directory in
      let embedded = ServiceCore(.embedded(at: directory))
      let writer = TestClient(embedded, mail)
      for protection in [ProtectionClass.none, .firstUnlock, .complete] {
        let handle = try await writer.open(
          "\(protection)", protection, flags: protection == .complete ? .isPrivate : [])
        #expect(try await writer.put([item("\(protection)")], handle, state: [9]) == nil)
      }
      #expect(try await writer.put([item("unnamed")], try await writer.open("unnamed")) == nil)
      embedded.close()

      let host = TestHost()
      let keys = try SealingKeyPair.random()
      host.set { $0.channel = .success(.locked(publicKey: keys.publicKey)) }
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      for count in [4, 0] as [UInt64] {
        let taken = try await takeOver(TestClient(core, mail), directory)
        #expect(taken.indexCount == count)
      }
      let client = TestClient(core, mail)
      let hits = try await client.hits(QueryRequest(query: "title == \"*\""))
      #expect(
        Set(hits.map { "\($0.item.uniqueIdentifier) in \($0.protection)" }) == [
          "none in none", "firstUnlock in firstUnlock", "unnamed in firstUnlock",
        ])
      // The second time the app may have gone on with it, and it is left alone.
      let kept = host.state.withLock { $0.keptSealed }
      #expect(kept.count == 1)
      let batch = try SealedBatch(opening: try #require(kept.first), with: keys)
      #expect(batch.index == "complete" && batch.clientState == [9])
      #expect(host.state.withLock { $0.notedPrivate.map(\.index) } == [batch.index])
      // What comes into the store after it was sealed is not lost: the store must not be emptied.
      let later = ServiceCore(.embedded(at: directory))
      let writer2 = TestClient(later, mail)
      let complete = try await writer2.open("complete", .complete, flags: .isPrivate)
      #expect(try await writer2.put([item("later")], complete) == nil)
      later.close()
      let refused = await #expect(throws: ServiceError.self) {
        try await takeOver(TestClient(core, mail), directory)
      }
      #expect(refused?.code == .refused)
      #expect(host.events.contains { $0.kind == .notTakenOver })
      #expect(host.state.withLock { $0.keptSealed.count } == 1)
      // All can be used with their classes.
      for protection in [ProtectionClass.none, .firstUnlock, .complete] {
        _ = try await client.open("\(protection)", protection)
      }
    }
  }

  /// Removes an app and waits until nothing of it is left.
  private func remove(_ app: AppIdentity, from core: ServiceCore) async -> ServiceError? {
    await withCheckedContinuation { continuation in
      core.removeApp(app) { continuation.resume(returning: $0) }
    }
  }

  /// Hands a store over; gives the number of the request.
  private func begin(_ client: TestClient, _ directory: String) throws -> UInt64 {
    let descriptor = try SharedDescriptor(
      sharing: try FileDescriptor(opening: directory, for: .reading))
    client.session.receive(
      Envelope(.takeOver(TakeOver(folderName: "a")), request: 1000, descriptors: [descriptor]))
    return 1000
  }

  /// What is left of an app in the stores of a core and their metadata logs.
  private func rest(of app: AppIdentity, in core: ServiceCore) throws -> [String] {
    try core.stores.flatMap { store in
      let entries = store.metadataLog.state.entries.map(\.key).filter {
        $0.hasPrefix(app.identifier)
      }
      return try store.snapshot().knownScopes.filter { $0.app == app.identifier }.map(\.index)
        + entries
    }
  }

  /// Waits until a store of an app was not taken over.
  private func waitForRefusal(by core: ServiceCore, _ host: TestHost, of app: AppIdentity) async {
    while !host.events.contains(where: { $0.kind == .notTakenOver }) { await Task.yield() }
    while core.takeOvers.place(of: app) != nil { await Task.yield() }
  }

  @Test(
    "an app that is removed while its store is taken over leaves nothing, connected or not",
    arguments: [true, false])
  func removed(isConnected: Bool) async throws {
    try await withTemporaryDirectory { directory in
      try await fillEmbedded(directory + "/store")
      let host = TestHost()
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      _ = try await TestClient(core, notes).open("other")
      let client = TestClient(core, mail)
      // Nothing is written before this ends.
      let gate = DispatchSemaphore(value: 0)
      core.home.perform { gate.wait() }
      _ = try begin(client, directory + "/store")
      if !isConnected { client.session.end() }
      async let removal = remove(mail, from: core)
      while core.removals.count(of: mail) == 0 { await Task.yield() }
      gate.signal()
      #expect(await removal == nil)
      await waitForRefusal(by: core, host, of: mail)
      for store in core.stores { store.performAndWait {} }
      #expect(try rest(of: mail, in: core) == [])
      // It may come back with what it has.
      let later = TestClient(core, mail)
      #expect(try await takeOver(later, directory + "/store").itemCount == 31)
      #expect(try await later.identifiers("title == \"embedded\"").count == 31)
    }
  }

  @Test("an app that is removed when part of its store is copied leaves nothing")
  func removedHalfWay() async throws {
    try await withTemporaryDirectory { directory in
      let embedded = ServiceCore(.embedded(at: directory))
      let writer = TestClient(embedded, mail)
      let large = try (0..<4).map { number -> EncodedItem in
        var item = item("\(number)")
        item.attributes[.thumbnailData] = .data([UInt8](repeating: 1, count: 1 << 20))
        return try encoded(item)
      }
      #expect(await writer.apply([.put(large)], try await writer.open("a"), state: [3]) == nil)
      embedded.close()

      let host = TestHost()
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      let batches = Atomic(0)
      let removal = AsyncStream.makeStream(of: ServiceError?.self)
      host.set {
        $0.willAllow = {
          guard batches.wrappingAdd(1, ordering: .relaxed).newValue == 2 else { return }
          core.removeApp(mail) { removal.continuation.yield($0) }
        }
      }
      let client = TestClient(core, mail)
      _ = try begin(client, directory)
      for await error in removal.stream {
        #expect(error == nil)
        break
      }
      await waitForRefusal(by: core, host, of: mail)
      for store in core.stores { store.performAndWait {} }
      // The third was not looked at any more.
      #expect(batches.load(ordering: .relaxed) == 2)
      #expect(try rest(of: mail, in: core) == [])
    }
  }

  @Test("nothing is sealed for an app that was removed")
  func removedBeforeSealing() async throws {
    try await withTemporaryDirectory { directory in
      let embedded = ServiceCore(.embedded(at: directory))
      let writer = TestClient(embedded, mail)
      let handle = try await writer.open("secret", .complete)
      #expect(try await writer.put([item("1")], handle, state: [3]) == nil)
      embedded.close()

      let host = TestHost()
      let keys = try SealingKeyPair.random()
      let core = ServiceCore(.daemon(FaultyStorage()), host: host)
      defer { core.close() }
      let removal = AsyncStream.makeStream(of: ServiceError?.self)
      host.set {
        $0.channel = .success(.locked(publicKey: keys.publicKey))
        $0.willOpenChannel = { core.removeApp(mail) { removal.continuation.yield($0) } }
      }
      let client = TestClient(core, mail)
      _ = try begin(client, directory)
      for await _ in removal.stream { break }
      await waitForRefusal(by: core, host, of: mail)
      #expect(host.state.withLock { $0.keptSealed.isEmpty })
      #expect(try rest(of: mail, in: core) == [])
    }
  }
}
