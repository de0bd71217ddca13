import FresnelEngine
import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: history", .timeLimit(.minutes(30)))
struct HistoryTests {
  private let timers = TestTimers()
  private let host = TestHost()

  private func withHistory(
    _ body: (ServiceCore) async throws -> Void
  ) async throws {
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    let core = ServiceCore(options, host: host)
    defer { core.close() }
    try await body(core)
  }

  @Test(
    "a state has one entry, whose visits are counted once a minute, with dates that never descend")
  func visits() async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      let tool = HistoryTool(core)
      #expect(try await history.donate(activity("Inbox"), isVisit: false) == .nothingToUpdate)
      #expect(try await history.donate(activity("Inbox")) == .new)
      let first = timers.timeOfDay
      timers.advance(seconds: 59)
      #expect(try await history.donate(activity("Inbox")) == .known)
      #expect(try await tool.entries().map(\.visitCount) == [1])
      timers.advance(seconds: 2)
      #expect(try await history.donate(activity("Inbox")) == .known)
      let entry = try #require(try await tool.entries().first)
      #expect(entry.visitCount == 2)
      #expect(entry.firstVisit == first)
      #expect(entry.lastVisit == timers.timeOfDay)
      #expect(
        (entry.app, entry.title, entry.type) == (mail.identifier, "Inbox", "com.example.view"))
      #expect(entry.protection == .firstUnlock)
      // Another one of the same type is another state, and so is that of another app.
      #expect(try await history.donate(activity("Sent")) == .new)
      #expect(try await HistoryClient(core, notes).donate(activity("Inbox")) == .new)
      #expect(try await tool.entries().count == 3)
      #expect(try await tool.entries(of: notes.identifier).count == 1)
      #expect(try await tool.entries(pageLength: 1) == tool.entries())
    }
  }

  @Test(
    "what is kept is found by no app, is in no index, and does not count to what an app may store")
  func hidden() async throws {
    try await withHistory { core in
      host.set { $0.allowances[mail] = .items(1) }
      let history = try await HistoryClient(core, mail)
      let client = history.client
      let handle = try await client.open()
      #expect(try await history.donate(activity("Inbox")) == .new)
      #expect(try await history.donate(activity("Sent")) == .new)
      #expect(try await client.put([item("1")], handle) == nil)
      #expect(try await client.put([item("2")], handle)?.code == .quotaExceeded)
      #expect(try await client.identifiers() == ["1"])
      #expect(try await client.identifiers(reach: .apps([mail.identifier])) == ["1"])
      let opened = await client.ask(.openIndex(OpenIndex(name: "\0activities")))
      #expect(opened.failure?.code == .refused)
      #expect(core.report().apps.first { $0.identity == mail }?.itemCount == 1)
      #expect(try core.indexes().map(\.itemCount) == [1])
    }
  }

  @Test("activities that cannot be kept are told from those that need not be")
  func refusals() async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      var forged = Attributes()
      forged[.stateRecord] = .data([1])
      await #expect(throws: ServiceError.self) { try await history.donate(activity("a"), forged) }
      var long = Attributes()
      long[.textContent] = .string(String(repeating: "a", count: 600 << 10))
      await #expect(throws: ServiceError.self) { try await history.donate(activity("a"), long) }
      #expect(
        try await history.donate(activity("a", expiration: timers.timeOfDay)) == .expired)
      host.set { $0.history[mail, default: HistoryRules()].declaredTypes = ["com.example.view"] }
      #expect(try await history.donate(activity("a", type: "b")) == .typeNotDeclared)
      #expect(
        try await history.donate(activity("web", type: "NSUserActivityTypeBrowsingWeb")) == .new)
      #expect(try await history.donate(activity("a")) == .new)
      host.set { $0.history[mail]?.isKept = false }
      #expect(try await history.donate(activity("a")) == .switchedOff)
      // Handles of others mean nothing.
      let stranger = TestClient(core, notes)
      let donation = DonateActivity(
        handle: history.handle, isVisit: true, activity: activity("a"), attributes: nil)
      #expect(await stranger.ask(.donate(donation)).failure?.code == .refused)
      let surface = TestClient(core, notes, role: .surface)
      #expect(await surface.ask(.deleteHistory(DeleteHistory())).failure?.code == .refused)
      #expect(await stranger.ask(.listHistory(ListHistory(limit: 1))).failure?.code == .refused)
      #expect(await surface.ask(.listHistory(ListHistory(limit: 501))).failure?.code == .refused)
      let helper = TestClient(core, mail, role: .extension)
      #expect(await helper.ask(.openHistory).failure?.code == .refused)
    }
  }

  @Test("states of items that were lost stay gone, also if their store can't be read at first")
  func lateSweep() async throws {
    let storage = FaultyStorage()
    func core() -> ServiceCore {
      var options = CoreOptions.daemon(storage)
      timers.use(in: &options)
      return ServiceCore(options, host: host)
    }
    let first = core()
    let history = try await HistoryClient(first, mail)
    let handle = try await history.client.open("a", ProtectionClass.none)
    #expect(try await history.client.put([item("1")], handle) == nil)
    #expect(try await history.donate(activity("1"), .related(to: "1")) == .new)
    first.close()
    storage.makeUnreadable(0..<1, of: "/none/store/manifest")
    let second = core()
    defer { second.close() }
    let client = TestClient(second, mail)
    let other = try await client.open("b")
    #expect(try await client.put([item("2")], other) == nil)
    // It was lost for good.
    for path in storage.paths where path.hasPrefix("/none/") { storage.removeContents(of: path) }
    #expect(try await client.put([item("3")], other) == nil)
    let again = try await client.open("a", ProtectionClass.none)
    #expect(try await client.put([item("1")], again) == nil)
    #expect(try await HistoryTool(second).entries().isEmpty)
  }

  @Test("what stands for items of a file that turns out to be damaged does not come back with them")
  func sweepAfterDamage() async throws {
    let storage = FaultyStorage()
    func core() -> ServiceCore {
      var options = CoreOptions.daemon(storage)
      timers.use(in: &options)
      return ServiceCore(options, host: host)
    }
    let first = core()
    let history = try await HistoryClient(first, mail)
    let handle = try await history.client.open("a", ProtectionClass.none)
    let text = String(repeating: "word ", count: 50)
    let items = (0..<2000).map { item("\($0)", title: "\(text) \($0)") }
    #expect(try await history.client.put(items, handle) == nil)
    #expect(try await history.donate(activity("1"), .related(to: "1")) == .new)
    first.close()
    let second = core()
    defer { second.close() }
    let client = TestClient(second, mail)
    let other = try await client.open("b")
    let again = try await client.open("a", ProtectionClass.none)
    let files = storage.paths.filter { $0.hasPrefix("/none/store/segment-") }
    #expect(!files.isEmpty)
    for file in files {
      storage.makeUnreadable(0..<(storage.contents(of: file) ?? []).count, of: file)
    }
    #expect(try await client.put([item("of another index")], other) == nil)
    // What is damaged is set aside.
    while (try? await client.identifiers(mayLackOwnStore: true)) == nil { await Task.yield() }
    #expect(try await client.put([item("1")], again) == nil)
    #expect(try await HistoryTool(second).entries().isEmpty)
  }

  @Test("a state that is tied to an item is kept as long as the item is there")
  func ties() async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      let tool = HistoryTool(core)
      let handle = try await history.client.open("a", ProtectionClass.none)
      #expect(try await history.donate(activity("1"), .related(to: "1")) == .relatedItemUnknown)
      #expect(try await history.client.put([item("1"), item("2")], handle) == nil)
      #expect(try await history.donate(activity("1"), .related(to: "1")) == .new)
      timers.advance(seconds: 1)
      #expect(try await history.donate(activity("2"), .related(to: "2")) == .new)
      #expect(try await tool.entries().map(\.relatedIdentifier) == ["2", "1"])
      // What is deleted and put again in one step was only changed.
      _ = await history.client.apply(
        [.deleteIdentifiers(["1"]), .put([try encoded(item("1"))])], handle)
      #expect(try await tool.entries().count == 2)
      _ = await history.client.apply([.deleteIdentifiers(["1"])], handle)
      #expect(try await tool.entries().map(\.relatedIdentifier) == ["2"])
      #expect(try await history.client.put([item("1")], handle) == nil)
      #expect(try await tool.entries().map(\.relatedIdentifier) == ["2"])
      _ = await history.client.apply([.deleteAll], handle)
      #expect(try await history.client.put([item("2")], handle) == nil)
      #expect(try await tool.entries().isEmpty)
    }
  }

  @Test("an app that hands over too many has those of one state joined, and others refused")
  func flood() async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      for number in 0..<HistoryLane.donationsPerMinute {
        #expect(try await history.donate(activity("\(number)")) == .new)
      }
      #expect(try await history.donate(activity("more")) == .tooMany)
      #expect(try await HistoryClient(core, notes).donate(activity("more")) == .new)
      timers.advance(seconds: 61)
      #expect(try await history.donate(activity("more")) == .new)
    }
  }

  @Test("the states that were visited least recently make room for others")
  func limit() async throws {
    try await withHistory { core in
      let history = try await HistoryClient(core, mail)
      let tool = HistoryTool(core)
      #expect(try await history.donate(activity("first")) == .new)
      // As if it had been handed over one at a time, which takes half an hour.
      let begin = timers.now
      let store = try #require(core.store(of: .firstUnlock))
      let items = try (1..<History.stateLimit).map { number in
        timers.advance(seconds: 2)
        let record = StateRecord(
          activity: activity("\(number)"), firstVisit: timers.timeOfDay)
        return try StateEntry.item(StateKey.of(record.activity, nil), record, nil)
      }
      #expect(timers.now > begin)
      store.performAndWait {
        store.submit(
          Batch(scope: .activities(of: mail.identifier), operations: [.putEncoded(items)])
        ) { #expect($0 == nil) }
      }
      timers.advance(seconds: 61)
      #expect(try await history.donate(activity("first")) == .known)
      core.close()
      for number in 0..<3 {
        #expect(try await history.donate(activity("late \(number)")) == .new)
      }
      let titles = try await tool.entries().map(\.title)
      #expect(titles.count == History.stateLimit)
      #expect(titles.contains("first"))
      #expect(!titles.contains("3"))
      #expect(titles.contains("4"))
    }
  }

  @Test("a person deletes by app, by state and since a time, and switches it off for an app")
  func personDeletes() async throws {
    try await withHistory { core in
      let tool = HistoryTool(core)
      let mailHistory = try await HistoryClient(core, mail)
      let noteHistory = try await HistoryClient(core, notes)
      #expect(try await mailHistory.donate(activity("old")) == .new)
      #expect(try await noteHistory.donate(activity("old note")) == .new)
      timers.advance(seconds: 100)
      let time = timers.timeOfDay
      #expect(try await mailHistory.donate(activity("new")) == .new)
      #expect(try await noteHistory.donate(activity("new note")) == .new)
      #expect(try await tool.delete(DeleteHistory(app: mail.identifier, since: time)) == 1)
      #expect(try await tool.entries().map(\.title) == ["new note", "old", "old note"])
      let key = try #require(try await tool.entries().last?.key)
      #expect(try await tool.delete(DeleteHistory(keys: [key])) == 1)
      #expect(try await tool.entries().map(\.title) == ["new note", "old"])
      host.set { $0.history[mail, default: HistoryRules()].isKept = false }
      await withCheckedContinuation { done in
        core.settingsChanged { error in
          #expect(error == nil)
          done.resume()
        }
      }
      host.set { $0.history[mail]?.isKept = true }
      #expect(try await tool.entries().map(\.title) == ["new note"])
      #expect(try await tool.delete(DeleteHistory()) == 1)
      #expect(try await tool.entries().isEmpty)
    }
  }

  @Test(
    "an app deletes its activities by their identifiers and by domain, behind those it sent before")
  func appDeletes() async throws {
    try await withHistory { core in
      let tool = HistoryTool(core)
      let history = try await HistoryClient(core, mail)
      #expect(try await history.donate(activity("1", persistent: "p")) == .new)
      #expect(try await history.donate(activity("2"), .domain("a.b")) == .new)
      #expect(try await history.donate(activity("3"), .domain("ab")) == .new)
      #expect(await history.delete(.persistentIdentifiers(["p", "q"])) == nil)
      #expect(try await tool.entries().map(\.title) == ["3", "2"])
      // The domain of items is that of activities too.
      let handle = try await history.client.open()
      #expect(await history.client.apply([.deleteDomains(["a"])], handle) == nil)
      #expect(try await tool.entries().map(\.title) == ["3"])
      let requests = (0..<8).map { number in
        history.client.send(
          .donate(
            DonateActivity(
              handle: history.handle, isVisit: true, activity: activity("late \(number)"),
              attributes: nil)))
      }
      #expect(await history.delete(.all) == nil)
      for request in requests {
        #expect(await history.client.reply(to: request) == .donated(.new))
      }
      #expect(try await tool.entries().isEmpty)
    }
  }

  @Test("what an app sent before it was removed is not kept, and what is kept goes with it")
  func removal() async throws {
    try await withHistory { core in
      let tool = HistoryTool(core)
      let history = try await HistoryClient(core, mail)
      #expect(try await history.donate(activity("1")) == .new)
      for number in 0..<8 {
        history.client.send(
          .donate(
            DonateActivity(
              handle: history.handle, isVisit: true, activity: activity("late \(number)"),
              attributes: nil)))
      }
      await withCheckedContinuation { done in
        core.removeApp(mail) { error in
          #expect(error == nil)
          done.resume()
        }
      }
      #expect(try await tool.entries().isEmpty)
      let again = try await HistoryClient(core, mail)
      #expect(try await again.donate(activity("1")) == .new)
      #expect(try await tool.entries().map(\.visitCount) == [1])
    }
  }

  @Test(
    "nothing is deleted while it is not known whether the key comes, which is no lock, nor where it is locked"
  )
  func awaitedKey() async throws {
    var options = CoreOptions.daemon(FaultyStorage())
    options.directories[0].key = .awaited
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let tool = HistoryTool(core)
    let awaited = await tool.client.ask(.deleteHistory(DeleteHistory())).failure
    #expect(awaited?.code == .unavailable)
    #expect(
      awaited?.message
        == "The key of the class first-unlock has not come yet, so what is noted in it is still there."
    )
    core.provideKey(
      .failure(ServiceError(.unavailable, "Run fresnel unlock.")), for: .firstUnlock)
    let locked = await tool.client.ask(.deleteHistory(DeleteHistory())).failure
    #expect(
      locked?.message
        == "The class first-unlock is locked, so what is noted in it is still there; Run fresnel unlock."
    )
  }
}

extension AppAllowance {
  /// So many items.
  fileprivate static func items(_ count: Int) -> AppAllowance {
    var allowance = AppAllowance()
    allowance.itemCount = count
    return allowance
  }
}
