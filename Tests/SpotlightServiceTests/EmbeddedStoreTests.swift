import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@Suite("Stores that apps keep themselves", .timeLimit(.minutes(30)))
struct EmbeddedStoreTests {
  private func fill(_ directory: String, _ identifier: String) async throws {
    let core = ServiceCore(.embedded(at: directory))
    let client = TestClient(core, AppIdentity(identifier: "somebody"))
    _ = try await client.put(
      [item(identifier, title: "lens")], try await client.open("index"))
    core.close()
  }

  @Test(
    "the line of a row is of the item that was found, and not of one that the daemon has by the same name",
    arguments: [ProtectionClass.none, .firstUnlock])
  func lines(protection: ProtectionClass) async throws {
    func described(_ title: String, _ text: String) -> Item {
      var item = item("1", title: title)
      item.attributes[.textContent] = .string(text)
      return item
    }
    try await withTemporaryDirectory { directory in
      let data = directory + "/data"
      let folder = StoreLocation.apps(in: data) + "/" + mail.folderName
      try FileSystem.createDirectory(StoreLocation.apps(in: data))
      let embedded = ServiceCore(.embedded(at: folder))
      let own = TestClient(embedded, AppIdentity(identifier: "somebody"))
      _ = try await own.put([described("lens", "of glass")], try await own.open("index"))
      embedded.close()
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        EmbeddedStoreDirectory.all(in: StoreLocation.apps(in: data), flatpaks: directory + "/none")
      }
      let core = ServiceCore(options, host: TestHost())
      defer { core.close() }
      let app = TestClient(core, mail)
      _ = try await app.put(
        [described("letter", "a secret")], try await app.open("index", protection))
      let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
      func lines(_ typed: String) async throws -> [String] {
        var request = SearchRequest(form: .typed, text: typed, reach: .system, limit: 10)
        request.detail = .rows
        request.snippetLength = 100
        let search = await window.ask(.search(request))
        guard case .found(let results) = search else { throw TestFailure("\(search)") }
        #expect(results.hits.count == 1)
        return results.snippets
      }
      #expect(try await lines("lens") == ["of glass"])
      #expect(try await lines("letter") == ["a secret"])
    }
  }

  @Test("an ask for classes that no app's own store is of lacks nothing where those cannot be read")
  func unreadableForClasses() async throws {
    var options = CoreOptions.daemon(FaultyStorage())
    options.embeddedStores = {
      var listing = EmbeddedStoreListing()
      listing.failure = "The disk fails."
      return listing
    }
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    func isPartial(_ classes: [ProtectionClass]?) async throws -> Bool {
      let reply = await window.ask(
        .ask(AskRequest(text: "lens", reach: .system, classes: classes, limit: 9)))
      guard case .answered(let answer) = reply else { throw TestFailure("\(reply)") }
      return answer.isPartial
    }
    #expect(try await isPartial(nil))
    #expect(try await isPartial([.none, .firstUnlock]))
    #expect(try await !isPartial([.firstUnlock]))
    #expect(try await !isPartial([.complete]))
  }

  @Test("items of a store that was searched and is then taken over are found once")
  func takenOver() async throws {
    try await withTemporaryDirectory { directory in
      let data = directory + "/data"
      let folder = StoreLocation.apps(in: data) + "/letters"
      try FileSystem.createDirectory(StoreLocation.apps(in: data))
      try await fill(folder, "1")
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        EmbeddedStoreDirectory.all(in: StoreLocation.apps(in: data), flatpaks: directory + "/none")
      }
      // No time passes, so nobody looks at the directory again.
      options.monotonicClock = { 1 }
      let core = ServiceCore(options, host: TestHost())
      defer { core.close() }
      let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
      func owners() async throws -> [String] {
        try await window.hits(QueryRequest(query: "title == \"lens\"", reach: .system))
          .map(\.scope.app)
      }
      #expect(try await owners() == ["letters"])
      let app = TestClient(core, mail)
      let descriptor = try SharedDescriptor(openingDirectory: folder)
      app.session.receive(
        Envelope(
          .takeOver(TakeOver(folderName: "letters")), request: 1000, descriptors: [descriptor]))
      guard case .takenOver(let taken) = await app.reply(to: 1000) else {
        Issue.record("It is not taken over.")
        return
      }
      #expect(taken.itemCount == 1)
      #expect(try await owners() == [mail.identifier])
    }
  }

  @Test("the system finds their items under the folder's name, and no app does")
  func embeddedStores() async throws {
    try await withTemporaryDirectory { directory in
      let (data, home) = (directory + "/data", directory + "/home")
      let folder = StoreLocation.apps(in: data) + "/" + mail.folderName
      let flatpak = StoreLocation.apps(in: home + "/.var/app/org.confined/data")
      try FileSystem.createDirectory(StoreLocation.apps(in: data))
      try FileSystem.createDirectory(flatpak)
      try await fill(folder, "1")
      try await fill(flatpak + "/" + mail.folderName, "2")
      let now = Mutex<UInt64>(1)
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        EmbeddedStoreDirectory.all(in: StoreLocation.apps(in: data), flatpaks: home + "/.var/app")
      }
      options.monotonicClock = { now.withLock { $0 } }
      let host = TestHost()
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
      func seen(_ reach: SearchReach = .system) async throws -> [String] {
        try await window.hits(QueryRequest(query: "title == \"lens\"", reach: reach))
          .map { "\($0.scope.app) \($0.item.uniqueIdentifier)" }.sorted()
      }
      let both = ["\(mail.identifier) 1", "org.confined 2"]
      #expect(try await seen() == both)
      #expect(try await seen(.apps(["org.confined"])) == ["org.confined 2"])
      let search = await window.ask(
        .search(SearchRequest(form: .typed, text: "len", reach: .system, limit: 10)))
      guard case .found(let results) = search else { throw TestFailure("\(search)") }
      #expect(Set(results.hits.map(\.scope.app)) == [mail.identifier, "org.confined"])
      let found = await window.ask(
        .item(ItemLookup(app: "org.confined", index: "index", identifier: "2")))
      guard case .itemFound(_?) = found else { throw TestFailure("\(found)") }
      for app in [mail, AppIdentity(identifier: "somebody")] {
        #expect(try await TestClient(core, app).identifiers() == [])
      }
      host.set { $0.hidden = [mail.identifier] }
      #expect(try await seen() == ["org.confined 2"])
      #expect(try await seen(.apps([mail.identifier])) == ["\(mail.identifier) 1"])
      host.set { ($0.hidden, $0.gone) = ([], [mail.identifier]) }
      #expect(try await seen() == ["org.confined 2"])
      #expect(try await seen(.apps([mail.identifier])) == [])
      host.set { $0.gone = [] }
      // What is emptied, as after it was taken over, is gone; what is new comes within a minute.
      try FileSystem.removeTree(folder)
      try await fill(flatpak + "/other", "3")
      now.withLock { $0 += 61_000_000_000 }
      #expect(try await seen() == ["org.confined 2", "org.confined 3"])
    }
  }

  @Test("stores that cannot be looked for make a search say that items may be missing")
  func unreadableDirectory() async throws {
    try await withTemporaryDirectory { directory in
      let apps = directory + "/embedded"
      // Permissions would not keep root out; a circle of links does.
      #expect(try Command("/bin/ln", ["-s", "embedded", apps]).run().isSuccess)
      for isReadable in [false, true] {
        if isReadable { try FileSystem.removeFile(apps) }
        var options = CoreOptions.daemon(FaultyStorage())
        options.embeddedStores = {
          EmbeddedStoreDirectory.all(in: apps, flatpaks: directory + "/none")
        }
        let core = ServiceCore(options, host: TestHost())
        defer { core.close() }
        let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
        let reply = await window.ask(
          .search(SearchRequest(form: .typed, text: "len", reach: .system, limit: 10)))
        guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
        #expect(results.isPartial != isReadable)
        // A list of what is there fails for no store of an app.
        #expect(try await window.hits(QueryRequest(query: "title == *", reach: .system)).isEmpty)
      }
    }
  }

  @Test("one that cannot be read is missing from a search that says so, and spoils no list")
  func unreadableStore() async throws {
    try await withTemporaryDirectory { directory in
      let apps = directory + "/embedded"
      try FileSystem.createDirectory(apps)
      try await fill(apps + "/" + mail.folderName, "1")
      // No store yet, and none any more.
      try FileSystem.createDirectory(apps + "/org.empty")
      let broken = apps + "/org.broken"
      try await fill(broken, "2")
      try FileSystem.removeFile(broken + "/manifest")
      #expect(try Command("/bin/ln", ["-s", "manifest", broken + "/manifest"]).run().isSuccess)
      let now = Mutex<UInt64>(1)
      var options = CoreOptions.daemon(FaultyStorage())
      options.monotonicClock = { now.withLock { $0 } }
      options.embeddedStores = {
        EmbeddedStoreDirectory.all(in: apps, flatpaks: directory + "/none")
      }
      let host = TestHost()
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
      func isPartial(_ reach: SearchReach) async throws -> Bool {
        let reply = await window.ask(
          .search(SearchRequest(form: .typed, text: "len", reach: reach, limit: 10)))
        guard case .found(let results) = reply else { throw TestFailure("\(reply)") }
        return results.isPartial
      }
      #expect(try await isPartial(.system))
      #expect(try await isPartial(.apps(["org.broken"])))
      #expect(try await !isPartial(.apps([mail.identifier])))
      let hits = try await window.hits(QueryRequest(query: "title == \"lens\"", reach: .system))
      #expect(hits.map(\.item.uniqueIdentifier) == ["1"])
      #expect(host.events.filter { $0.app == "org.broken" }.count == 1)
      #expect(core.examine(nil, mends: false).map(\.app) == ["org.broken"])
      // Nor is it said that the item is not there.
      let found = await window.ask(
        .item(ItemLookup(app: "org.broken", index: "index", identifier: "2")))
      guard case .failed(let error) = found else { throw TestFailure("\(found)") }
      #expect(error.code == .unavailable && !error.message.contains("protection class"))
      try FileSystem.removeTree(broken)
      try await fill(broken, "2")
      now.withLock { $0 += 61_000_000_000 }
      #expect(try await !isPartial(.system))
      #expect(core.examine(nil, mends: false).isEmpty)
    }
  }

  @Test("a Flatpak with many stores that cannot be read is one problem, told once by its path")
  func manyUnreadable() async throws {
    try await withTemporaryDirectory { directory in
      let stores = directory + "/var/org.many/data/fresnel/embedded"
      for number in 0..<40 {
        try FileSystem.createDirectory("\(stores)/\(number)")
        try FileSystem.write([1, 2, 3], to: "\(stores)/\(number)/manifest")
      }
      let now = Mutex<UInt64>(1)
      var options = CoreOptions.daemon(FaultyStorage())
      options.monotonicClock = { now.withLock { $0 } }
      options.embeddedStores = {
        EmbeddedStoreDirectory.all(in: directory + "/none", flatpaks: directory + "/var")
      }
      let host = TestHost()
      let core = ServiceCore(options, host: host)
      defer { core.close() }
      let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
      var descriptors: [SharedDescriptor] = []
      var eventCount: Int?
      for _ in 0..<3 {
        _ = try await window.hits(QueryRequest(query: "title == *", reach: .system))
        let findings = core.examine(nil, mends: false)
        #expect(findings.map(\.app) == ["org.many"])
        #expect(findings.allSatisfy { "\($0)".contains(stores) && !"\($0)".contains("/proc/") })
        let count = host.events.count { $0.app == "org.many" }
        #expect(count == eventCount ?? count && count <= 16)
        eventCount = count
        // The next look gets other descriptors.
        descriptors.append(try SharedDescriptor(openingDirectory: directory))
        now.withLock { $0 += 61_000_000_000 }
      }
    }
  }

  @Test("they are looked for when a search is opened, before the first letter")
  func opening() async {
    let looks = Log<Int>()
    var options = CoreOptions.daemon(FaultyStorage())
    options.embeddedStores = {
      looks.append(1)
      return EmbeddedStoreListing()
    }
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    window.session.receive(Envelope(.searchOpened(true)))
    while looks.values.isEmpty { await Task.yield() }
  }

  @Test(
    "a link out of a Flatpak's own directory is not followed, and a pipe keeps no search waiting")
  func traps() async throws {
    try await withTemporaryDirectory { directory in
      let flatpaks = directory + "/.var/app"
      let victim = StoreLocation.apps(in: directory + "/data") + "/" + mail.folderName
      try FileSystem.createDirectory(FileSystem.parent(of: victim))
      try await fill(victim, "1")
      let folder = { (app: String) in StoreLocation.apps(in: "\(flatpaks)/\(app)/data") }
      for app in ["org.link", "org.above", "org.files", "org.pipe"] {
        try FileSystem.createDirectory(folder(app))
      }
      func make(_ program: String, _ arguments: [String]) throws {
        #expect(try Command(program, arguments).run().isSuccess)
      }
      try make("ln", ["-s", victim, folder("org.link") + "/store"])
      try FileSystem.removeTree("\(flatpaks)/org.above/data")
      try make("ln", ["-s", directory + "/data", "\(flatpaks)/org.above/data"])
      try FileSystem.createDirectory(folder("org.files") + "/store")
      for name in try FileSystem.entries(of: victim) {
        try make("ln", ["-s", "\(victim)/\(name)", "\(folder("org.files"))/store/\(name)"])
      }
      try FileSystem.createDirectory(folder("org.pipe") + "/store")
      try make("mkfifo", [folder("org.pipe") + "/store/manifest"])
      let own = folder("org.honest")
      try FileSystem.createDirectory(own)
      try await fill(own + "/store", "2")
      var options = CoreOptions.daemon(FaultyStorage())
      options.embeddedStores = {
        EmbeddedStoreDirectory.all(in: directory + "/nowhere", flatpaks: flatpaks)
      }
      let core = ServiceCore(options, host: TestHost())
      defer { core.close() }
      let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
      let hits = try await window.hits(QueryRequest(query: "title == \"lens\"", reach: .system))
      #expect(hits.map { "\($0.scope.app) \($0.item.uniqueIdentifier)" } == ["org.honest 2"])
    }
  }
}
