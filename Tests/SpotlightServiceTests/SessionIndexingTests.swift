import FresnelModel
import SpotlightService
import SpotlightWire
import Testing

@Suite("Session: indexing", .timeLimit(.minutes(30)))
struct SessionIndexingTests {
  @Test("what was put is found, and only by its app")
  func isolation() async throws {
    try await withCore { core in
      let (mine, theirs) = (TestClient(core, mail), TestClient(core, notes))
      let (first, second) = (try await mine.open(), try await mine.open("b"))
      let other = try await theirs.open()
      #expect(try await mine.put([item("1")], first) == nil)
      #expect(try await mine.put([item("2")], second) == nil)
      #expect(try await theirs.put([item("3")], other) == nil)
      #expect(try await mine.identifiers() == ["1", "2"])
      #expect(try await theirs.identifiers() == ["3"])
      #expect(await theirs.apply([.deleteAll], other) == nil)
      #expect(try await mine.identifiers() == ["1", "2"])
      #expect(try await theirs.identifiers() == [])
    }
  }

  @Test("a hundred batches sent at once are answered in order, and the state is that of the last")
  func pipelining() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      var requests: [UInt64] = []
      for number in UInt8(1)...100 {
        requests.append(
          client.send(
            .apply(
              ApplyBatch(
                handle: handle, clientState: [number],
                operations: [.put([try encoded(item("\(number)"))])]))))
      }
      let asked = client.send(.clientState(handle))
      #expect(try await client.clientState(handle) == [100])
      let answered = client.sink.envelopes.map(\.request).filter { $0 >= requests[0] }
      #expect(answered == requests + [asked, asked + 1])
      #expect(try await client.identifiers().count == 100)
    }
  }

  @Test("a batch that fails before it reaches the store is answered in its turn")
  func failuresInOrder() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      var requests: [UInt64] = []
      for number in 0..<40 {
        let state = [UInt8](repeating: 1, count: number % 2 == 0 ? 1 : 251)
        requests.append(
          client.send(
            .apply(
              ApplyBatch(
                handle: handle, clientState: state,
                operations: [.put([try encoded(item("\(number)"))])]))))
      }
      _ = await client.reply(to: requests[39])
      let replies = client.sink.envelopes.filter { requests.contains($0.request) }
      #expect(replies.map(\.request) == requests)
      for (number, reply) in replies.enumerated() {
        #expect(reply.message.failure?.code == (number % 2 == 0 ? nil : .invalidClientState))
      }
      #expect(try await client.identifiers().count == 20)
    }
  }

  @Test("a damaged item is refused by its name, and its batch changes nothing")
  func damagedItem() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      var bytes = try ItemCodec.encode(item("bad", title: "Letter"))
      bytes[bytes.count - 1] = 0xFF
      let items = [try encoded(item("good")), try EncodedItem(opening: bytes)]
      let error = await client.apply([.put(items)], handle, state: [1])
      #expect(error?.code == .invalidItem)
      #expect(error?.itemIdentifier == "bad")
      #expect(try await client.identifiers() == [])
      #expect(try await client.clientState(handle) == nil)
    }
  }

  @Test("an item without an identifier is refused")
  func emptyIdentifier() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open()
      #expect(try await client.put([item("")], handle)?.code == .invalidItem)
    }
  }

  @Test("a batch that expects another client state changes nothing")
  func compareAndSet() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      #expect(await client.apply([], handle, state: [1], expecting: .absent) == nil)
      let put = [WireOperation.put([try encoded(item("1"))])]
      let error = await client.apply(put, handle, state: [2], expecting: .equal([9]))
      #expect(error?.code == .mismatchedClientState)
      #expect(try await client.clientState(handle) == [1])
      #expect(try await client.identifiers() == [])
      #expect(await client.apply(put, handle, state: [3], expecting: .equal([1])) == nil)
      #expect(try await client.clientState(handle) == [3])
    }
  }

  @Test("the default index keeps no client state")
  func defaultIndex() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open()
      #expect(await client.apply([], handle, state: [1])?.code == .invalidClientState)
      #expect(await client.ask(.clientState(handle)).failure?.code == .invalidClientState)
    }
  }

  @Test("an index that was not opened, or with U+0000 in its name, is refused")
  func unknownIndex() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      #expect(await client.apply([.deleteAll], 7)?.code == .refused)
      #expect(await client.ask(.clientState(7)).failure?.code == .refused)
      let name = "\0replace.1."
      #expect(await client.ask(.openIndex(OpenIndex(name: name))).failure?.code == .refused)
      let long = String(repeating: "x", count: 1025)
      #expect(await client.ask(.openIndex(OpenIndex(name: long))).failure?.code == .tooLarge)
    }
  }

  @Test("what was acknowledged is there after the store is closed and opened again")
  func reopening() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      #expect(try await client.put([item("1"), item("2")], handle, state: [5, 6]) == nil)
      core.close()
      #expect(try await client.identifiers() == ["1", "2"])
      #expect(try await client.clientState(handle) == [5, 6])
    }
  }

  @Test("when the client is gone nothing is sent any more, and what it asked for is stored")
  func ended() async throws {
    try await withCore { core in
      let client = TestClient(core, mail)
      let handle = try await client.open("a")
      let requests = (0..<50).map { number in
        client.send(.apply(ApplyBatch(handle: handle, operations: number == 0 ? [] : [.deleteAll])))
      }
      let request = client.send(
        .apply(ApplyBatch(handle: handle, operations: [.put([try encoded(item("1"))])])))
      client.session.end()
      let count = client.sink.envelopes.count
      let other = TestClient(core, mail)
      let second = try await other.open("a")
      #expect(try await other.put([item("2")], second) == nil)
      #expect(try await other.identifiers() == ["1", "2"])
      #expect(client.sink.envelopes.count <= count + 1)
      #expect(client.send(.clientState(handle)) > request && requests.count == 50)
    }
  }
}
