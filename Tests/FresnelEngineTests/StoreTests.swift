import FresnelEngine
import FresnelModel
import FresnelStorage
import Synchronization
import Testing

@Suite("Store")
struct StoreTests {
  @Test("what was committed is found again after reopening")
  func reopening() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      try await store.put([Item("a", title: "Red Apple"), Item("b", title: "Green Pear")])
      let batch = Batch(
        scope: .notes, operations: [.deleteIdentifiers(["b"])], clientState: [1, 2, 3])
      #expect(await store.apply(batch) == nil)
      store.close()
      let reopened = try Store.open(at: directory)
      #expect(reopened.snapshot().identifiers() == ["a"])
      #expect(reopened.snapshot().clientState(of: .notes) == [1, 2, 3])
      #expect(try reopened.snapshot().matches(#"title == "apple"wc"#) == ["a"])
      #expect(reopened.loss.extent == .none)
      reopened.close()
    }
  }

  @Test("an update merges into the stored item, and creates one that is unknown")
  func updates() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      try await store.put([Item("a", title: "Old", text: "kept", domain: "d")])
      var update = Item("a", title: "New")
      update.isUpdate = true
      var other = Item("b", title: "Made")
      other.isUpdate = true
      try await store.put([update, other])
      for store in [store, try reopen(store, directory)] {
        let item = try #require(store.snapshot().item(scope: .notes, identifier: "a")).item()
        #expect(item.attributes[.title] == .string("New"))
        #expect(item.attributes[.textContent] == .string("kept"))
        #expect(item.domainIdentifier == "d")
        #expect(try store.snapshot().matches(#"title == "Old""#) == [])
        let made = try #require(store.snapshot().item(scope: .notes, identifier: "b"))
        #expect(!made.isUpdate)
      }
    }
  }

  private func reopen(_ store: Store, _ directory: String) throws -> Store {
    store.close()
    return try Store.open(at: directory)
  }

  @Test("deleting a domain deletes those below it and no other")
  func domains() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      let domains = ["a", "a.b", "a.b.c", "ab", "b", "b.a"]
      try await store.put(
        domains.map { Item($0, title: "x", domain: $0) } + [Item("none", title: "x")])
      try await store.put([Item("mail", title: "x", domain: "a")], into: .mail)
      #expect(await store.apply(Batch(scope: .notes, operations: [.deleteDomains(["a"])])) == nil)
      #expect(store.snapshot().identifiers() == ["ab", "b", "b.a", "none", "mail"])
      #expect(await store.apply(Batch(scope: .notes, operations: [.deleteAll])) == nil)
      #expect(store.snapshot().identifiers() == ["mail"])
      store.close()
    }
  }

  @Test("client states compare with those of the batches before them")
  func clientStates() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      let outcomes = Mutex<[StoreError.Code?]>([])
      func submit(_ expected: ExpectedClientState, _ state: [UInt8]?) {
        store.submit(
          Batch(scope: .notes, operations: [], clientState: state, expectedClientState: expected)
        ) { error in outcomes.withLock { $0.append(error?.code) } }
      }
      submit(.exactly(nil), [1])
      submit(.exactly(nil), [2])
      submit(.exactly([1]), [3])
      submit(.any, nil)
      #expect(
        await store.apply(
          Batch(scope: .notes, operations: [], expectedClientState: .exactly([3]))) == nil)
      #expect(outcomes.withLock { $0 } == [nil, .clientStateMismatch, nil, nil])
      #expect(store.snapshot().clientState(of: .notes) == [3])
      store.close()
    }
  }

  @Test("items vanish from every read when they expire, and an update then begins anew")
  func expiry() async throws {
    try await withTemporaryStore { directory in
      let clock = ManualClock()
      let options = StoreOptions(clock: { clock.now })
      let store = try Store.open(at: directory, options: options)
      var item = Item("a", title: "Milk", text: "old")
      item.expiration = Timestamp(secondsSinceReferenceDate: 10)
      try await store.put([item, Item("b", title: "Milk")])
      let before = store.snapshot()
      clock.advance(by: 10)
      let after = store.snapshot()
      #expect(try before.matches(#"** == "milk"cdwt"#) == ["a", "b"])
      #expect(try after.matches(#"** == "milk"cdwt"#) == ["b"])
      #expect(try after.typed("mil") == ["b"])
      #expect(after.item(scope: .notes, identifier: "a") == nil)
      #expect(after.identifiers() == ["b"])
      #expect(after.scopes().map(\.itemCount) == [1])
      var update = Item("a", title: "Bread")
      update.isUpdate = true
      try await store.put([update])
      let found = try #require(store.snapshot().item(scope: .notes, identifier: "a")).item()
      #expect(found.attributes[.textContent] == nil)
      store.close()
    }
  }

  @Test("a batch with a damaged item changes nothing")
  func damagedItems() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      let good = try ItemCodec.encode(Item("a", title: "x"))
      let error = await store.apply(
        Batch(scope: .notes, operations: [.put([good]), .put([good, [1, 2, 3]])]))
      #expect(error?.code == .invalidItem)
      #expect(error?.itemIndex == 2)
      #expect(store.snapshot().identifiers() == [])
      store.close()
    }
  }

  @Test("a second writer is refused by name, a reader follows")
  func otherProcesses() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      try await store.put([Item("a", title: "x")])
      let error = #expect(throws: StoreError.self) { try Store.open(at: directory) }
      #expect(error?.code == .locked)
      let reader = try Store.open(at: directory, mode: .readOnly)
      #expect(reader.snapshot().identifiers() == ["a"])
      try await store.put([Item("b", title: "x")])
      try reader.refresh()
      #expect(reader.snapshot().identifiers() == ["a", "b"])
      try store.compact()
      try await store.put([Item("c", title: "x")])
      try reader.refresh()
      #expect(reader.snapshot().identifiers() == ["a", "b", "c"])
      #expect(await reader.apply(Batch(scope: .notes, operations: []))?.code == .readOnly)
      reader.close()
      store.close()
      #expect(await store.apply(Batch(scope: .notes, operations: []))?.code == .closed)
    }
  }

  @Test("compaction keeps what is live and shrinks the journal")
  func compaction() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory, options: StoreOptions(garbageByteCount: 100_000))
      let text = String(repeating: "words ", count: 500)
      for round in 0..<100 {
        try await store.put((0..<5).map { Item("\($0)", title: "round \(round)", text: text) })
      }
      #expect(store.statistics().journalByteCount < 300_000)
      let state = Batch(scope: .notes, operations: [], clientState: [7])
      #expect(await store.apply(state) == nil)
      try store.compact()
      #expect(store.statistics().journalByteCount < 30_000)
      #expect(store.check().isSound)
      store.close()
      let reopened = try Store.open(at: directory)
      #expect(try reopened.snapshot().matches(#"title == "round 99""#).count == 5)
      #expect(reopened.snapshot().clientState(of: .notes) == [7])
      reopened.close()
    }
  }

  @Test("completions come in order, each once")
  func completionOrder() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      let order = Mutex<[Int]>([])
      for number in 0..<200 {
        let bytes = try ItemCodec.encode(Item("\(number % 7)", title: "n\(number)"))
        store.submit(Batch(scope: .notes, operations: [.put([bytes])])) { error in
          if error == nil { order.withLock { $0.append(number) } }
        }
      }
      #expect(await store.apply(Batch(scope: .notes, operations: [])) == nil)
      #expect(order.withLock { $0 } == Array(0..<200))
      #expect(store.snapshot().identifiers().count == 7)
      store.close()
    }
  }
}
