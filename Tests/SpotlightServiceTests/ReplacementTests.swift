import FresnelModel
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: replacing", .timeLimit(.minutes(30)))
struct ReplacementTests {
  private func begin(
    _ client: TestClient, _ handle: UInt32, domain: String? = nil
  ) async throws -> UInt32 {
    let reply = await client.ask(
      .beginReplace(BeginReplacement(handle: handle, domain: domain)))
    guard case .replacementBegun(let number) = reply else { throw TestFailure("\(reply)") }
    return number
  }

  private func commit(
    _ client: TestClient, _ handle: UInt32, state: [UInt8]? = nil,
    expecting: ClientStateExpectation = .any
  ) async -> ServiceError? {
    await client.ask(
      .commitReplace(CommitReplacement(handle: handle, expected: expecting, clientState: state))
    ).failure
  }

  @Test("what was gathered takes the place of the index in one step, with its client state")
  func wholeIndex() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      _ = try await client.put([item("old"), item("both")], handle, state: [1])
      let staging = try await begin(client, handle)
      for number in 0..<20 {
        #expect(try await client.put([item("new\(number)")], staging) == nil)
      }
      #expect(try await client.put([item("both", title: "changed")], staging) == nil)
      #expect(try await client.identifiers() == ["both", "old"])
      #expect(
        await commit(client, staging, state: [2], expecting: .equal([9]))?.code
          == .mismatchedClientState)
      #expect(try await client.identifiers() == ["both", "old"])
      #expect(await commit(client, staging, state: [2], expecting: .equal([1])) == nil)
      #expect(try await client.identifiers().count == 21)
      #expect(try await client.identifiers("title == \"changed\"") == ["both"])
      #expect(try await client.clientState(handle) == [2])
      // It is over: the number means nothing any more.
      #expect(await commit(client, staging)?.code == .refused)
    }
  }

  @Test("a domain is replaced with those below it, and nothing else; no other items are taken")
  func domain() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      _ = try await client.put(
        [item("1", domain: "d"), item("2", domain: "d.e"), item("3", domain: "de"), item("4")],
        handle)
      let staging = try await begin(client, handle, domain: "d")
      #expect(try await client.put([item("5", domain: "d.f")], staging) == nil)
      for domain in ["de", "", nil] {
        let error = try await client.put([item("6", domain: domain)], staging)
        #expect(error?.code == .invalidItem)
        #expect(error?.itemIdentifier == "6")
      }
      #expect(try await client.put([], staging, state: [1])?.code == .invalidClientState)
      #expect(await commit(client, staging) == nil)
      #expect(try await client.identifiers() == ["3", "4", "5"])
    }
  }

  @Test("what was gathered is dropped when it is given up, and when the connection ends")
  func abandoned() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      _ = try await client.put([item("old")], handle)
      let staging = try await begin(client, handle)
      _ = try await client.put([item("new")], staging)
      #expect(await client.ask(.abandonReplace(staging)).failure == nil)
      #expect(await client.apply([], staging)?.code == .refused)
      _ = try await client.put([item("new")], try await begin(client, handle))
      client.session.end()
      let other = TestClient(core, mail)
      #expect(try await other.identifiers() == ["old"])
      let indexes = other.send(.list(ItemList()))
      _ = await other.reply(to: indexes)
      #expect(other.hits(of: indexes).map(\.item.uniqueIdentifier) == ["old"])
    }
  }

  @Test(
    "after a crash at any moment the index is the old one or the new one, and nothing is left over")
  func crash() async throws {
    for step in 0..<3 {
      let storage = FaultyStorage()
      let core = ServiceCore(.daemon(storage), host: TestHost())
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      _ = try await client.put([item("old")], handle, state: [1])
      let staging = try await begin(client, handle)
      _ = try await client.put([item("new1"), item("new2")], staging)
      if step > 0 { #expect(await commit(client, staging, state: [2]) == nil) }
      let left = step == 2 ? storage.afterPowerLoss() : storage.afterKill()
      core.close()
      let again = ServiceCore(.daemon(left), host: TestHost())
      let reader = TestClient(again, mail)
      #expect(try await reader.identifiers() == (step == 0 ? ["old"] : ["new1", "new2"]))
      #expect(try await reader.clientState(try await reader.open("a")) == (step == 0 ? [1] : [2]))
      let tool = TestClient(again, AppIdentity(identifier: "org.fresnel.tool"), role: .tool)
      let list = tool.send(.list(ItemList()))
      _ = await tool.reply(to: list)
      #expect(tool.hits(of: list).allSatisfy { $0.scope.index == "a" })
      again.close()
    }
  }
}
