import FresnelModel
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

@Suite("Quota", .timeLimit(.minutes(30)))
struct QuotaTests {
  private func core(items: Int = .max - 1, bytes: Int = .max - 1) -> (ServiceCore, TestHost) {
    let host = TestHost()
    var allowance = AppAllowance()
    allowance.itemCount = items
    allowance.byteCount = bytes
    host.set { $0.allowances[mail] = allowance }
    return (ServiceCore(.daemon(FaultyStorage()), host: host), host)
  }

  @Test("no item above the limit is taken; replacing and deleting always go; others are unaffected")
  func items() async throws {
    let (core, host) = core(items: 100)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handles = [try await client.open("a"), try await client.open("b", ProtectionClass.none)]
    for number in 0..<100 {
      let error = try await client.put(
        [item("\(number)", domain: "d\(number % 3)")], handles[number % 2])
      #expect(error == nil, "item \(number)")
    }
    let error = try await client.put([item("more")], handles[0])
    #expect(error?.code == .quotaExceeded)
    #expect(error?.message.hasPrefix("The app may store 100 items and ") == true)
    #expect(error?.details.first { $0.key == "items" }?.value == "100")
    #expect(error?.details.first { $0.key == "items.limit" }?.value == "100")
    #expect(error?.details.first { $0.key == "domain.1" }?.value.hasPrefix("d") == true)
    #expect(error?.details.contains { $0.key == "domain.3.size" } == true)
    #expect(host.events.contains { $0.kind == .quotaReached && $0.app == mail.identifier })
    let finding = core.examine(mail, mends: false).first { $0.code == .quotaReached }
    #expect(finding?.message.contains("100 items of 100 items") == true)
    #expect(finding?.message.contains("TB") == true)
    // The limit is on what all classes hold together.
    #expect(finding?.code.isOfAClass == false)
    #expect(try await client.put([item("0", title: "changed")], handles[0]) == nil)
    #expect(try await client.put([item("again")], handles[1])?.code == .quotaExceeded)
    #expect(await client.apply([.deleteIdentifiers(["0"])], handles[0]) == nil)
    #expect(try await client.put([item("more")], handles[0]) == nil)
    let other = TestClient(core, notes)
    #expect(try await other.put([item("1")], try await other.open()) == nil)
  }

  @Test("bytes are limited too, and deleting everything in the same batch makes room")
  func bytes() async throws {
    let (core, _) = core(bytes: 50_000)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    func big(_ identifier: String) throws -> EncodedItem {
      try encoded(item(identifier, title: String(repeating: "x", count: 10_000)))
    }
    for number in 0..<4 {
      #expect(await client.apply([.put([try big("\(number)")])], handle) == nil)
    }
    let refusal = await client.apply([.put([try big("4")])], handle)
    #expect(refusal?.code == .quotaExceeded)
    #expect(refusal?.message.contains("and 50.0 kB in all, and has 4 items of 4") == true)
    #expect(await client.apply([.deleteAll, .put([try big("4")])], handle) == nil)
    #expect(try await client.identifiers() == ["4"])
  }

  @Test("an item that stands in a batch twice counts once")
  func repeated() async throws {
    let (core, _) = core(items: 100)
    defer { core.close() }
    let client = TestClient(core, mail)
    let items = try (0..<100).map { try encoded(item("\($0)")) }
    // The index is not known before.
    for name in ["a", "a"] {
      let handle = try await client.open(name)
      #expect(await client.apply([.put(items + items)], handle) == nil)
    }
    let more = try encoded(item("more"))
    let error = await client.apply([.put([more, more])], try await client.open("a"))
    #expect(error?.message.contains("and would have 101 items of") == true, "\(error as Any)")
  }

  @Test("deleting everything and putting it again does not make room for more")
  func deletedAndPutAgain() async throws {
    let (core, _) = core(items: 100)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    let items = try (0..<95).map { try encoded(item("\($0)")) }
    #expect(await client.apply([.put(items)], handle) == nil)
    for _ in 0..<3 { #expect(await client.apply([.deleteAll, .put(items)], handle) == nil) }
    let more = try (100..<150).map { try encoded(item("\($0)")) }
    #expect(await client.apply([.put(more)], handle)?.code == .quotaExceeded)
    #expect(
      await client.apply([.deleteAll, .put(items + more)], handle)?.code == .quotaExceeded)
    // Nor does a batch that deletes nothing, as it fails.
    for _ in 0..<3 {
      let error = await client.apply(
        [.deleteAll, .put([items[0]])], handle, expecting: .equal([1]))
      #expect(error?.code == .mismatchedClientState)
    }
    #expect(await client.apply([.put(more)], handle)?.code == .quotaExceeded)
    #expect(try await client.identifiers().count == 95)
    #expect(await client.apply([.deleteAll, .put(more)], handle) == nil)
  }

  @Test("an app that was refused is counted again once it has deleted something, or after a second")
  func refusals() async throws {
    let timers = TestTimers()
    let host = TestHost()
    var allowance = AppAllowance()
    allowance.itemCount = 10
    host.set { $0.allowances[mail] = allowance }
    var options = CoreOptions.daemon(FaultyStorage())
    timers.use(in: &options)
    let core = ServiceCore(options, host: host)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put((0..<10).map { item("\($0)") }, handle) == nil)
    func countings() -> Int { host.events.count { $0.kind == .quotaReached } }
    for number in 10..<60 {
      #expect(try await client.put([item("\(number)")], handle)?.code == .quotaExceeded)
    }
    #expect(countings() == 1)
    #expect(try await client.put([item("3", title: "changed")], handle) == nil)
    #expect(await client.apply([.deleteIdentifiers(["3"])], handle) == nil)
    #expect(try await client.put([item("10")], handle) == nil)
    #expect(try await client.put([item("11")], handle)?.code == .quotaExceeded)
    #expect(countings() == 2)
    timers.advance(seconds: 1)
    #expect(try await client.put([item("11")], handle)?.code == .quotaExceeded)
    #expect(countings() == 3)
  }

  @Test("what replaces other items counts by what it is more than these")
  func replacing() async throws {
    let (core, _) = core(items: 100)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    #expect(try await client.put((0..<80).map { item("\($0)", domain: "d") }, handle) == nil)
    func begin(_ domain: String? = nil) async throws -> UInt32 {
      let reply = await client.ask(
        .beginReplace(BeginReplacement(handle: handle, domain: domain)))
      guard case .replacementBegun(let number) = reply else { throw TestFailure("\(reply)") }
      return number
    }
    func commit(_ number: UInt32) async -> ServiceError? {
      await client.ask(.commitReplace(CommitReplacement(handle: number))).failure
    }
    let whole = try await begin()
    for start in stride(from: 0, to: 90, by: 10) {
      let items = (start..<start + 10).map { item("new\($0)", domain: "d") }
      #expect(try await client.put(items, whole) == nil)
    }
    #expect(
      try await client.put((0..<30).map { item("\($0)") }, whole)?.code == .quotaExceeded)
    #expect(await commit(whole) == nil)
    #expect(try await client.identifiers().count == 90)
    // What is gathered for an empty domain takes nothing's place.
    let domain = try await begin("e")
    #expect(try await client.put((0..<50).map { item("\($0)", domain: "e") }, domain) == nil)
    #expect(await commit(domain)?.code == .quotaExceeded)
    #expect(await client.ask(.abandonReplace(domain)).failure == nil)
    #expect(try await client.identifiers().count == 90)
  }

  @Test("nothing is replaced while indexing is paused")
  func pausedReplacement() async throws {
    let (core, host) = core()
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    _ = try await client.put([item("old")], handle)
    let reply = await client.ask(.beginReplace(BeginReplacement(handle: handle)))
    guard case .replacementBegun(let staging) = reply else { throw TestFailure("\(reply)") }
    _ = try await client.put([item("new")], staging)
    host.set { $0.allowances[mail]?.isPaused = true }
    let commit = ClientMessage.commitReplace(CommitReplacement(handle: staging))
    let error = await client.ask(commit).failure
    #expect(error?.code == .paused && error?.isRetryable == true)
    #expect(try await client.identifiers() == ["old"])
    host.set { $0.allowances[mail]?.isPaused = false }
    #expect(await client.ask(commit).failure == nil)
    #expect(try await client.identifiers() == ["new"])
  }

  @Test("batches that are sent all at once cannot get past the limit together")
  func pipelined() async throws {
    let (core, _) = core(items: 50)
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    var requests: [UInt64] = []
    for number in 0..<100 {
      requests.append(
        client.send(
          .apply(
            ApplyBatch(handle: handle, operations: [.put([try encoded(item("\(number)"))])]))))
    }
    var refusedCount = 0
    for request in requests {
      if await client.reply(to: request).failure?.code == .quotaExceeded { refusedCount += 1 }
    }
    #expect(refusedCount >= 50)
    let count = try await client.identifiers().count
    #expect(count == 100 - refusedCount)
    // What was counted twice while it was under way is taken when it is sent again.
    for number in 100..<(150 - count) {
      #expect(try await client.put([item("\(number)")], handle) == nil)
    }
    #expect(try await client.identifiers().count == 50)
    #expect(try await client.put([item("more")], handle)?.code == .quotaExceeded)
  }

  @Test("while indexing is paused nothing is taken, and searches go on")
  func paused() async throws {
    let (core, host) = core()
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a")
    _ = try await client.put([item("1")], handle)
    host.set { $0.allowances[mail]?.isPaused = true }
    let error = try await client.put([item("2")], handle)
    #expect(error?.code == .paused && error?.isRetryable == true)
    #expect(try await client.identifiers() == ["1"])
  }
}
