import Dispatch
import FresnelEngine
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightService

@Suite("Embedded stores", .timeLimit(.minutes(30)))
struct EmbeddedStoresTests {
  /// Stores of which some hang when they are opened.
  private final class Stage: Sendable {
    let now = Mutex<UInt64>(1)
    let found = Mutex<[EmbeddedStoreDirectory]>([])
    let hanging = Mutex<Set<String>>([])
    let opened = Mutex<[String]>([])
    let timers = Mutex<[@Sendable () -> Void]>([])
    let release = DispatchSemaphore(value: 0)

    func dependencies(patience: DispatchTimeInterval) -> EmbeddedStores.Dependencies {
      var dependencies = EmbeddedStores.Dependencies(clock: { self.now.withLock { $0 } })
      dependencies.patience = patience
      dependencies.schedule = { _, body in self.timers.withLock { $0.append(body) } }
      dependencies.open = { directory in
        self.opened.withLock { $0.append(directory.app.identifier) }
        if self.hanging.withLock({ $0.contains(directory.app.identifier) }) { self.release.wait() }
        return try Store.open(at: directory.path, mode: .readOnly)
      }
      return dependencies
    }

    func pass(seconds: UInt64) { now.withLock { $0 += seconds * 1_000_000_000 } }
  }

  private func embeddedStore(_ app: String, in directory: String) throws -> EmbeddedStoreDirectory {
    let path = directory + "/" + app
    try Store.open(at: path).close()
    return EmbeddedStoreDirectory(app: AppIdentity(identifier: app), path: path, root: directory)
  }

  @Test("a store that hangs delays one search for a moment, and is left alone while it hangs")
  func hanging() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) },
        stage.dependencies(patience: .milliseconds(20)))
      defer { embeddedStores.close() }
      let (bad, good) = (
        try embeddedStore("bad", in: directory), try embeddedStore("good", in: directory)
      )
      stage.hanging.withLock { $0 = ["bad"] }
      stage.found.withLock { $0 = [bad] }
      #expect(embeddedStores.snapshots().isEmpty)
      while stage.opened.withLock({ $0.isEmpty }) { await Task.yield() }
      stage.found.withLock { $0 = [bad, good] }
      // The look is given up after a while; another leaves out what it hung at.
      for _ in 0..<3 {
        stage.pass(seconds: 61)
        while !embeddedStores.snapshots().contains(where: { $0.app == good.app }) {}
      }
      #expect(embeddedStores.snapshots().map(\.app) == [good.app])
      #expect(stage.opened.withLock { $0 } == ["bad", "good"])
      // When it hangs no longer, it comes back.
      stage.hanging.withLock { $0 = [] }
      stage.release.signal()
      while embeddedStores.snapshots().count < 2 { stage.pass(seconds: 61) }
    }
  }

  @Test("a store that is still being opened is named, and searches that go on are told when it is")
  func opening() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let slow = try embeddedStore("slow", in: directory)
      let openings = Mutex(0)
      stage.hanging.withLock { $0 = ["slow"] }
      stage.found.withLock { $0 = [slow] }
      var dependencies = stage.dependencies(patience: .milliseconds(20))
      dependencies.contentsChanged = { openings.withLock { $0 += 1 } }
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) }, dependencies)
      defer { embeddedStores.close() }
      for _ in 0..<3 {
        #expect(embeddedStores.snapshots().isEmpty)
        #expect(!embeddedStores.problems.isEmpty)
      }
      while stage.opened.withLock({ $0.isEmpty }) { await Task.yield() }
      #expect(embeddedStores.problems.map(\.app) == [slow.app])
      stage.hanging.withLock { $0 = [] }
      stage.release.signal()
      while openings.withLock({ $0 == 0 }) { await Task.yield() }
      #expect(embeddedStores.snapshots().map(\.app) == [slow.app])
      #expect(embeddedStores.problems.isEmpty)
    }
  }

  @Test("a store that is taken over is left out from the beginning on, and named until the end")
  func takingOver() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let store = try embeddedStore("own", in: directory)
      stage.found.withLock { $0 = [store] }
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) },
        stage.dependencies(patience: .seconds(60)))
      defer { embeddedStores.close() }
      let handed = try SharedDescriptor(openingDirectory: store.path)
      #expect(embeddedStores.snapshots().count == 1)
      embeddedStores.beginTakingOver(handed)
      stage.pass(seconds: 61)
      #expect(embeddedStores.snapshots().isEmpty)
      #expect(embeddedStores.problems.map(\.app) == [store.app])
      // It could not be taken over.
      embeddedStores.endTakingOver(handed)
      #expect(embeddedStores.snapshots().count == 1)
      #expect(embeddedStores.problems.isEmpty)
      embeddedStores.beginTakingOver(handed)
      embeddedStores.haveTakenOver(handed)
      stage.pass(seconds: 61)
      #expect(embeddedStores.snapshots().isEmpty)
      #expect(embeddedStores.problems.isEmpty)
      for name in try FileSystem.entries(of: store.path) where name != "lock" {
        try FileSystem.removeTree(store.path + "/" + name)
      }
      embeddedStores.endTakingOver(handed)
      #expect(embeddedStores.snapshots().isEmpty)
      #expect(embeddedStores.problems.isEmpty)
    }
  }

  @Test("searches that go on are told when a take-over is complete, and when it ends")
  func takeOverEnds() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let store = try embeddedStore("own", in: directory)
      let changes = Mutex(0)
      stage.found.withLock { $0 = [store] }
      var dependencies = stage.dependencies(patience: .seconds(60))
      dependencies.contentsChanged = { changes.withLock { $0 += 1 } }
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) }, dependencies)
      defer { embeddedStores.close() }
      let handed = try SharedDescriptor(openingDirectory: store.path)
      #expect(embeddedStores.snapshots().count == 1)
      let before = embeddedStores.takeOverCount
      embeddedStores.beginTakingOver(handed)
      #expect(changes.withLock { $0 } == 0)
      #expect(embeddedStores.takeOverCount != before)
      embeddedStores.haveTakenOver(handed)
      #expect(changes.withLock { $0 } == 1)
      embeddedStores.endTakingOver(handed)
      #expect(changes.withLock { $0 } == 2)
      // What it holds is missing until the next look.
      #expect(embeddedStores.problems.map(\.app) == [store.app])
      #expect(embeddedStores.snapshots().count == 1)
      #expect(embeddedStores.problems.isEmpty)
    }
  }

  @Test(
    "a list of stores that takes long is told of after a pause, and is no news if it is the same")
  func listing() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let store = try embeddedStore("own", in: directory)
      let listings = Mutex(0)
      let changes = Mutex(0)
      let hangs = Mutex(false)
      stage.found.withLock { $0 = [store] }
      var dependencies = stage.dependencies(patience: .milliseconds(20))
      dependencies.contentsChanged = { changes.withLock { $0 += 1 } }
      let embeddedStores = EmbeddedStores(
        directories: {
          listings.withLock { $0 += 1 }
          if hangs.withLock({ $0 }) { stage.release.wait() }
          return EmbeddedStoreListing(stage.found.withLock { $0 })
        }, dependencies)
      defer { embeddedStores.close() }
      while embeddedStores.snapshots().isEmpty || !embeddedStores.problems.isEmpty {
        await Task.yield()
      }
      let before = changes.withLock { $0 }
      hangs.withLock { $0 = true }
      stage.pass(seconds: 61)
      #expect(embeddedStores.snapshots().count == 1)
      #expect(embeddedStores.problems.isEmpty)
      hangs.withLock { $0 = false }
      stage.release.signal()
      // A new list is made when that one is at its end.
      let handed = try SharedDescriptor(openingDirectory: directory)
      embeddedStores.endTakingOver(handed)
      while listings.withLock({ $0 }) < 3 { _ = embeddedStores.snapshots() }
      #expect(changes.withLock { $0 } == before + 1)
      embeddedStores.close()
      hangs.withLock { $0 = true }
      let contents = embeddedStores.contents()
      #expect(contents.snapshots.isEmpty)
      #expect(contents.problems.map(\.app) == [nil])
      stage.release.signal()
    }
  }

  @Test("while the list of stores hangs, those that were found before go on, and no other is begun")
  func hangingList() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let store = try embeddedStore("own", in: directory)
      stage.found.withLock { $0 = [store] }
      let listings = Mutex(0)
      let hangs = Mutex(false)
      let embeddedStores = EmbeddedStores(
        directories: {
          listings.withLock { $0 += 1 }
          if hangs.withLock({ $0 }) { stage.release.wait() }
          return EmbeddedStoreListing(stage.found.withLock { $0 })
        }, stage.dependencies(patience: .milliseconds(20)))
      defer { embeddedStores.close() }
      while embeddedStores.snapshots().isEmpty { stage.pass(seconds: 61) }
      hangs.withLock { $0 = true }
      let before = listings.withLock { $0 }
      while listings.withLock({ $0 }) == before {
        stage.pass(seconds: 1)
        _ = embeddedStores.snapshots()
      }
      try FileSystem.removeTree(store.path)
      while !embeddedStores.snapshots().isEmpty { stage.pass(seconds: 61) }
      #expect(listings.withLock { $0 } == before + 1)
      #expect(embeddedStores.problems.map(\.app) == [nil])
      hangs.withLock { $0 = false }
      stage.release.signal()
      while !embeddedStores.problems.isEmpty {
        stage.pass(seconds: 61)
        _ = embeddedStores.snapshots()
      }
    }
  }

  @Test("a store whose app has emptied it is closed at the next look")
  func emptied() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let store = try embeddedStore("own", in: directory)
      stage.found.withLock { $0 = [store] }
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) },
        stage.dependencies(patience: .seconds(60)))
      defer { embeddedStores.close() }
      #expect(embeddedStores.snapshots().count == 1)
      for name in try FileSystem.entries(of: store.path) where name != "lock" {
        try FileSystem.removeTree(store.path + "/" + name)
      }
      stage.pass(seconds: 1)
      #expect(embeddedStores.snapshots().isEmpty)
      #expect(embeddedStores.problems.isEmpty)
    }
  }

  @Test(
    "a store that comes, goes or is replaced is noticed a second later, and that of a removed app at once"
  )
  func changes() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let first = try embeddedStore("first", in: directory)
      stage.found.withLock { $0 = [first] }
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) },
        stage.dependencies(patience: .seconds(60)))
      defer { embeddedStores.close() }
      func apps() -> [String] { embeddedStores.snapshots().map(\.app.identifier).sorted() }
      #expect(apps() == ["first"])
      let second = try embeddedStore("second", in: directory)
      stage.found.withLock { $0 = [first, second] }
      #expect(apps() == ["first"])
      stage.pass(seconds: 1)
      #expect(apps() == ["first", "second"])
      // Another directory at the path is opened, and what was read of the one before is let go.
      try FileSystem.rename(first.path, to: directory + "/aside")
      _ = try embeddedStore("first", in: directory)
      stage.pass(seconds: 1)
      #expect(apps() == ["first", "second"])
      #expect(stage.opened.withLock { $0 } == ["first", "second", "first"])
      // Gone, though the list still names it.
      try FileSystem.removeTree(second.path)
      stage.pass(seconds: 1)
      #expect(apps() == ["first"])
      try FileSystem.removeTree(first.path)
      embeddedStores.forget(first.app)
      #expect(apps().isEmpty && embeddedStores.problems.isEmpty)
    }
  }

  @Test("a store that cannot be opened is tried again after a minute, or when searches look at all")
  func failing() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let store = try embeddedStore("bad", in: directory)
      try FileSystem.write(Array("no manifest".utf8), to: store.path + "/manifest")
      stage.found.withLock { $0 = [store] }
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) },
        stage.dependencies(patience: .seconds(60)))
      defer { embeddedStores.close() }
      #expect(embeddedStores.snapshots().isEmpty)
      for _ in 0..<3 {
        stage.pass(seconds: 1)
        #expect(embeddedStores.snapshots().isEmpty)
        #expect(embeddedStores.problems.map(\.app) == [store.app])
      }
      #expect(stage.opened.withLock { $0 } == ["bad"])
      stage.pass(seconds: 61)
      _ = embeddedStores.snapshots()
      #expect(stage.opened.withLock { $0 } == ["bad", "bad"])
    }
  }

  @Test("stores are closed when nobody searches, also those that came after the first search")
  func closing() async throws {
    try await withTemporaryDirectory { directory in
      let stage = Stage()
      let embeddedStores = EmbeddedStores(
        directories: { EmbeddedStoreListing(stage.found.withLock { $0 }) },
        stage.dependencies(patience: .seconds(60)))
      #expect(embeddedStores.snapshots().isEmpty)
      #expect(stage.timers.withLock { $0.isEmpty })
      let late = try embeddedStore("late", in: directory)
      stage.found.withLock { $0 = [late] }
      stage.pass(seconds: 61)
      #expect(embeddedStores.snapshots().count == 1)
      #expect(stage.timers.withLock { $0.count } == 1)
      stage.pass(seconds: 61)
      stage.timers.withLock { $0.removeFirst() }()
      // Closed: the next search opens it again.
      #expect(embeddedStores.snapshots().count == 1)
      #expect(stage.opened.withLock { $0 } == ["late", "late"])
      embeddedStores.close()
    }
  }
}
