import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A store whose directory is deleted or replaced")
struct StoreDirectoryTests {
  private static func open(_ storage: FaultyStorage, at directory: String = "/store") throws
    -> Store
  {
    try Store.open(
      at: directory, storage: storage,
      options: StoreOptions(mergesInBackground: false, flushByteCount: 1))
  }

  private static func batch(_ item: Item, into scope: IndexScope = .notes) throws -> Batch {
    Batch(scope: scope, operations: [.put([try ItemCodec.encode(item)])])
  }

  @Test("nothing is acknowledged; the store begins anew and asks the owners of all indexes")
  func deleted() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    try await store.put([Item("1", title: "One")])
    await PatchFixture.settle(store)
    storage.removeTree("/store")
    let error = await store.apply(try Self.batch(Item("2", title: "Two")))
    #expect(error?.code == .directoryReplaced)
    #expect(error?.isDiskFull == false)
    #expect(store.loss.extent == .complete && store.lossScopes == .all)
    #expect(store.snapshot().identifiers() == [])
    #expect(store.snapshot().needsReindex(.notes) && store.snapshot().needsReindex(.mail))
    try await store.put([Item("3", title: "Three")])
    store.close()
    let again = try Self.open(storage.afterPowerLoss())
    #expect(again.snapshot().identifiers() == ["3"])
    #expect(again.loss.extent == .none)
    #expect(again.snapshot().needsReindex(.notes))
    again.close()
  }

  /// In a second round the disk is full first, and then something else fails.
  @Test("whatever fails meanwhile, the owners are asked in the end", arguments: [false, true])
  func deletedAmidFailures(isFullFirst: Bool) async throws {
    var (call, callCount) = (0, 1)
    while call < callCount {
      call += 1
      let storage = FaultyStorage()
      let store = try Self.open(storage)
      try await store.put([Item("1", title: "One")])
      await PatchFixture.settle(store)
      storage.removeTree("/store")
      let batch = try Self.batch(Item("2", title: "Two"))
      if isFullFirst {
        let calls = FaultyStorage()
        let fresh = try Self.open(calls)
        // Room for a new store, and for nothing more.
        storage.setCapacity(calls.usedByteCount)
        fresh.close()
        #expect(await store.apply(batch) != nil)
        storage.setCapacity(nil)
      }
      storage.setFault(.init(call: call, isPersistent: false))
      _ = await store.apply(batch)
      callCount = max(callCount, storage.callCount)
      storage.setFault(nil)
      for _ in 0..<2 { _ = await store.apply(batch) }
      try await store.put([Item("3", title: "Three")])
      #expect(store.snapshot().needsReindex(.notes), "call \(call)")
      #expect(store.snapshot().needsReindex(.mail), "call \(call)")
      #expect(store.loss.extent != .none, "call \(call)")
      store.close()
      let again = try Self.open(storage.afterPowerLoss())
      #expect(again.snapshot().needsReindex(.notes), "call \(call)")
      again.close()
    }
    #expect(callCount > 20)
  }

  @Test("a batch that changes nothing is not acknowledged either")
  func unchanged() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    try await store.put([Item("1", title: "One")])
    await PatchFixture.settle(store)
    storage.removeTree("/store")
    let error = await store.apply(try Self.batch(Item("1", title: "One")))
    #expect(error?.code == .directoryReplaced)
    store.close()
  }

  @Test(
    "without its lock file, which another process could lock anew, a store acknowledges nothing")
  func withoutLock() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      try await store.put([Item("1", title: "One")])
      try FileSystem.removeFile(directory + "/lock")
      let error = await store.apply(try Self.batch(Item("2", title: "Two")))
      #expect(error?.code == .directoryReplaced)
      // Everything else is in its place: nothing is lost, and the batch may be there, whole.
      #expect(store.loss.extent == .none)
      #expect(store.snapshot().identifiers().first == "1")
      try await store.put([Item("3", title: "Three")])
      store.close()
      let again = try Store.open(at: directory)
      #expect(Set(again.snapshot().identifiers()).isSuperset(of: ["1", "3"]))
      again.close()
    }
  }

  @Test("another store in its place is gone on with and not written over")
  func replaced() async throws {
    let storage = FaultyStorage()
    let other = try Self.open(storage, at: "/other")
    try await other.put((0..<20).map { Item("\($0)", title: "Old \($0)") })
    try other.compact()
    other.close()
    let store = try Self.open(storage)
    try await store.put((0..<20).map { Item("\($0)", title: "New \($0)") })
    try await store.put((20..<40).map { Item("\($0)", title: "New \($0)") }, into: .mail)
    // Files are made after a batch is acknowledged.
    await PatchFixture.settle(store)
    storage.moveTree("/store", to: "/aside")
    storage.moveTree("/other", to: "/store")
    // Merging files writes files of its own: not here.
    #expect {
      try store.compact()
    } throws: {
      ($0 as? StoreError)?.code == .directoryReplaced
    }
    let error = await store.apply(try Self.batch(Item("x", title: "X")))
    #expect(error == nil && store.loss.extent != .none)
    let snapshot = store.snapshot()
    #expect(snapshot.item(scope: .notes, identifier: "7") != nil)
    #expect(snapshot.item(scope: .mail, identifier: "27") == nil)
    #expect(snapshot.needsReindex(.mail))
    #expect(store.check().isSound)
    store.close()
    let aside = try Self.open(storage.afterPowerLoss(), at: "/aside")
    #expect(aside.snapshot().identifiers().count == 40)
    aside.close()
  }

  @Test(
    "a directory that cannot be looked at is not taken for a deleted one; what replaces it meanwhile is",
    arguments: [false, true])
  func unreachable(isReplacedMeanwhile: Bool) async throws {
    try await withTemporaryStore { directory in
      let place = FileSystem.parent(of: directory) + "/place"
      try FileSystem.createDirectory(place)
      defer {
        for path in [place, place + ".aside"] { try? FileSystem.removeTree(path) }
      }
      let store = try Store.open(at: place + "/store")
      try await store.put([Item("1", title: "One")])
      await PatchFixture.settle(store)
      try FileSystem.rename(place, to: place + ".aside")
      // Permissions would not keep root out; a circle of links does.
      #expect(try Command("/bin/ln", ["-s", "place", place]).run().isSuccess)
      for _ in 0..<2 {
        let error = await store.apply(try Self.batch(Item("2", title: "Two")))
        #expect(error != nil && error?.code != .directoryReplaced)
        #expect(error?.message.contains("symbolic links") == true, "\(error?.message ?? "none")")
      }
      #expect(store.loss.extent == .none)
      #expect(store.snapshot().identifiers().contains("1"))
      try FileSystem.removeFile(place)
      if isReplacedMeanwhile {
        try FileSystem.createDirectory(place)
        try await store.put([Item("3", title: "Three")])
        #expect(store.loss.extent != .none && store.snapshot().needsReindex(.notes))
        return store.close()
      }
      try FileSystem.rename(place + ".aside", to: place)
      try await store.put([Item("3", title: "Three")])
      #expect(store.loss.extent == .none && !store.snapshot().needsReindex(.notes))
      store.close()
      let again = try Store.open(at: place + "/store")
      #expect(Set(again.snapshot().identifiers()).isSuperset(of: ["1", "3"]))
      again.close()
    }
  }

  @Test(
    "a program that changes to another directory goes on with a store that it opened by a relative path"
  )
  func relative() async throws {
    try await withTemporaryStore { directory in
      try FileSystem.createDirectory(directory + "/elsewhere")
      await #expect(processExitsWith: .success) { [directory = directory as String] in
        chdir(directory)
        let store = try Store.open(at: "store", options: StoreOptions(flushByteCount: 1))
        try await store.put([Item("1", title: "One")])
        chdir(directory + "/elsewhere")
        try await store.put([Item("2", title: "Two")])
        try store.compact()
        #expect(store.loss.extent == .none)
        store.close()
      }
      let store = try Store.open(at: directory + "/store")
      #expect(store.snapshot().identifiers() == ["1", "2"])
      store.close()
      #expect(try FileSystem.entries(of: directory + "/elsewhere") == [])
    }
  }

  @Test("a directory that was moved away and back lost nothing")
  func movedBack() async throws {
    let storage = FaultyStorage()
    let store = try Self.open(storage)
    try await store.put([Item("1", title: "One")])
    await PatchFixture.settle(store)
    storage.moveTree("/store", to: "/aside")
    #expect(await store.apply(try Self.batch(Item("2", title: "Two"))) != nil)
    storage.removeTree("/store")
    storage.moveTree("/aside", to: "/store")
    let error = await store.apply(try Self.batch(Item("3", title: "Three")))
    if error != nil { try await store.put([Item("3", title: "Three")]) }
    #expect(Set(store.snapshot().identifiers()).isSuperset(of: ["1", "3"]))
    store.close()
  }

  @Test("on a real file system")
  func real() async throws {
    try await withTemporaryStore { directory in
      let store = try Store.open(at: directory)
      try await store.put([Item("1", title: "One")])
      try FileSystem.removeTree(directory)
      let error = await store.apply(try Self.batch(Item("2", title: "Two")))
      #expect(error?.code == .directoryReplaced)
      try await store.put([Item("3", title: "Three")])
      store.close()
      let again = try Store.open(at: directory)
      #expect(again.snapshot().identifiers() == ["3"])
      #expect(again.snapshot().needsReindex(.notes))
      again.close()
    }
  }
}
