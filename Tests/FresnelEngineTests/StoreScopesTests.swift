import FresnelEngine
import FresnelModel
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing

@Suite("Dropping indexes, noting losses, positions")
struct StoreScopesTests {
  private func drop(_ scopes: Set<IndexScope>, from store: Store) async -> StoreError? {
    await withCheckedContinuation { continuation in
      store.dropScopes({ scopes.contains($0) }) { continuation.resume(returning: $0) }
    }
  }

  private func recordLoss(_ store: Store) async -> StoreError? {
    await withCheckedContinuation { continuation in
      store.recordLoss { continuation.resume(returning: $0) }
    }
  }

  @Test("a dropped index is unknown, with its items and client state, also after opening again")
  func dropping() async throws {
    let storage = FaultyStorage()
    for compacts in [false, true] {
      let store = try Store.open(at: "/store\(compacts)", storage: storage)
      for scope in [IndexScope.notes, .mail] {
        try await store.put([Item("1", title: "A"), Item("2", title: "B")], into: scope)
        _ = await store.apply(Batch(scope: scope, operations: [], clientState: [1]))
      }
      if compacts { try store.compact() }
      #expect(await drop([.mail], from: store) == nil)
      store.close()
      for closes in [true, false, true] {
        let store = try Store.open(at: "/store\(compacts)", storage: storage)
        let snapshot = store.snapshot()
        #expect(!snapshot.knows(.mail))
        #expect(snapshot.knows(.notes))
        #expect(snapshot.clientState(of: .mail) == nil)
        #expect(snapshot.clientState(of: .notes) == [1])
        #expect(snapshot.scopes().map(\.scope) == [.notes])
        #expect(snapshot.identifiers() == ["1", "2"])
        if closes { try store.compact() }
        store.close()
      }
    }
  }

  @Test("an index that was dropped begins anew when something is put into it")
  func revival() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    try await store.put([Item("1", title: "A")], into: .mail)
    _ = await store.apply(Batch(scope: .mail, operations: [], clientState: [1]))
    try store.compact()
    #expect(await drop([.mail], from: store) == nil)
    try await store.put([Item("2", title: "B")], into: .mail)
    #expect(store.snapshot().clientState(of: .mail) == nil)
    #expect(store.snapshot().identifiers(in: .scope(.mail)) == ["2"])
    store.close()
    let again = try Store.open(at: "/store", storage: storage)
    #expect(again.snapshot().identifiers() == ["2"])
    #expect(again.snapshot().clientState(of: .mail) == nil)
    again.close()
  }

  @Test("batches submitted before a drop go with it, those submitted after it stay")
  func order() async throws {
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    for number in 0..<50 {
      store.submit(
        Batch(
          scope: .mail,
          operations: [.put([try ItemCodec.encode(Item("\(number)", title: "A"))])])
      ) { _ in }
    }
    async let dropped = drop([.mail], from: store)
    #expect(await dropped == nil)
    try await store.put([Item("later", title: "A")], into: .mail)
    #expect(store.snapshot().identifiers() == ["later"])
    store.close()
  }

  @Test("a reader in another process sees that an index was dropped")
  func following() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    try await store.put([Item("1", title: "A")], into: .mail)
    let reader = try Store.open(at: "/store", mode: .readOnly, storage: storage)
    #expect(reader.snapshot().identifiers() == ["1"])
    #expect(await drop([.mail], from: store) == nil)
    try reader.refresh()
    #expect(reader.snapshot().identifiers() == [])
    #expect(!reader.snapshot().knows(.mail))
    #expect(await drop([.mail], from: reader)?.code == .readOnly)
    reader.close()
    store.close()
    #expect(await drop([.mail], from: store)?.code == .closed)
  }

  @Test(
    "random changes, drops, compactions and openings agree with a plain table", arguments: 1...6)
  func model(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let scopes = (0..<4).map { IndexScope(app: "app\($0 % 2)", index: "index\($0)") }
    var storage = FaultyStorage()
    var options = StoreOptions(threadCount: 1, mergesInBackground: false)
    options.garbageByteCount = 2000
    var model: [IndexScope: Set<String>] = [:]
    var store = try Store.open(at: "/store", storage: storage, options: options)
    for step in 0..<120 {
      let scope = scopes[Int.random(in: 0..<scopes.count, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        #expect(await drop([scope], from: store) == nil)
        model[scope] = nil
      case 1: try store.compact()
      case 2:
        store.close()
        store = try Store.open(at: "/store", storage: storage, options: options)
      case 3:
        // A crash.
        storage = storage.afterPowerLoss()
        store.close()
        store = try Store.open(at: "/store", storage: storage, options: options)
      default:
        let identifier = "item\(Int.random(in: 0..<30, using: &random))"
        try await store.put([Item(identifier, title: "A")], into: scope)
        model[scope, default: []].insert(identifier)
      }
      let snapshot = store.snapshot()
      for scope in scopes {
        let note: Comment = "seed \(seed), step \(step), \(scope)"
        #expect(snapshot.knows(scope) == (model[scope] != nil), note)
        #expect(
          snapshot.identifiers(in: .scope(scope)).sorted() == (model[scope] ?? []).sorted(), note)
      }
    }
    store.close()
  }

  @Test("after a loss that was noted all owners are asked, also those of later openings")
  func noting() async throws {
    let storage = FaultyStorage()
    let store = try Store.open(at: "/store", storage: storage)
    try await store.put([Item("1", title: "A")], into: .notes)
    #expect(!store.snapshot().needsReindex(.notes))
    #expect(await recordLoss(store) == nil)
    #expect(store.snapshot().needsReindex(.notes))
    #expect(store.snapshot().identifiers() == ["1"])
    let count = store.snapshot().lossCount
    let error: StoreError? = await withCheckedContinuation { continuation in
      store.acknowledgeReindex(of: .notes, upTo: count) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    #expect(!store.snapshot().needsReindex(.notes))
    #expect(await recordLoss(store) == nil)
    store.close()
    let again = try Store.open(at: "/store", storage: storage)
    #expect(again.snapshot().needsReindex(.notes))
    again.close()
  }

  @Test("a position never goes back, and tells an older copy and a fork of it")
  func positions() async throws {
    let storage = FaultyStorage()
    var last: JournalPosition?
    var store = try Store.open(at: "/store", storage: storage)
    for number in 0..<20 {
      try await store.put([Item("\(number)", title: "A")])
      if number % 7 == 3 { try store.compact() }
      if number % 5 == 4 {
        store.close()
        store = try Store.open(at: "/store", storage: storage)
      }
      let position = try #require(store.position)
      if let last {
        #expect(position.hasPassed(last))
        #expect(!last.hasPassed(position))
      }
      last = position
    }
    store.close()
    #expect(store.position == nil)
    let position = try #require(last)
    var fork = position
    fork.salt += 1
    fork.sequence += 10
    #expect(!fork.hasPassed(position))
  }

  @Test("what expires before a time is found, of the indexes asked for, and nothing else")
  func expiring() async throws {
    let clock = ManualClock()
    let store = try Store.open(
      at: "/store", storage: FaultyStorage(), options: StoreOptions(clock: { clock.now }))
    let times: [Double?] = [nil, 5, 50, 100, 150]
    for (number, seconds) in times.enumerated() {
      var item = Item("\(number)", title: "A")
      item.expiration = seconds.map { Timestamp(secondsSinceReferenceDate: $0) }
      try await store.put([item], into: number == 3 ? .mail : .notes)
      if number == 2 { try store.compact() }
    }
    clock.advance(by: 10)
    func expiring(_ filter: ScopeFilter, _ seconds: Double) -> [String] {
      var found: [String] = []
      store.snapshot().forEachExpiring(
        in: filter, before: Timestamp(secondsSinceReferenceDate: seconds)
      ) { _, item in
        found.append(item.uniqueIdentifier)
        return true
      }
      return found.sorted()
    }
    #expect(expiring(.everything, 120) == ["2", "3"])
    #expect(expiring(.scope(.notes), 120) == ["2"])
    #expect(expiring(.everything, 1000) == ["2", "3", "4"])
    #expect(expiring(.everything, 20) == [])
    // An item renewed in its place counts with its new time.
    var item = Item("2", title: "A")
    item.expiration = Timestamp(secondsSinceReferenceDate: 500)
    try await store.put([item])
    #expect(expiring(.everything, 120) == ["3"])
    #expect(expiring(.everything, 1000) == ["2", "3", "4"])
    store.close()
  }

  @Test("whoever asked for it hears of each state that is published")
  func publishing() async throws {
    let counter = Counter()
    var options = StoreOptions()
    options.didPublish = { counter.add() }
    let store = try Store.open(at: "/store", storage: FaultyStorage(), options: options)
    let before = counter.value
    try await store.put([Item("1", title: "A")])
    _ = store.snapshot()
    #expect(counter.value > before)
    store.close()
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
