import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

/// What becomes of what an app has stored itself without a daemon when it hands that over and the disk is full.
@Suite("An app's own store, and no byte free", .serialized, .timeLimit(.minutes(30)))
struct OwnStoreNoByteFreeTests {
  @Test("nothing acknowledged is lost, and nothing comes back that the app has deleted")
  func handOver() throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/data")
      let disk: SmallDisk
      do {
        disk = try SmallDisk(on: directory + "/data", mebibytes: 40)
      } catch is SmallDisk.NotPossibleHere {
        try Test.cancel("nothing can be mounted")
      }
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims"], entrance: disk.entrance)
      defer { daemon.kill() }
      try daemon.start()
      var app = OwnStoreApp(disk: disk, daemon: daemon)
      try app.putWithDaemon(4)
      var refusalCount = 0
      for round in 0..<4 {
        let place = "round \(round), seed \(seed)"
        daemon.kill()
        try app.putWithoutDaemon(20)
        // What is copied before there is no room any more differs.
        try disk.fill(leaving: round == 0 ? 0 : generator.below(1_500_000))
        for _ in 0..<2 {
          try daemon.start()
          let client = try app.connect()
          if try !app.handOver(over: client) {
            refusalCount += 1
            #expect(try app.isPartial(client), "\(place)")
          }
          try app.delete(3, over: client, &generator)
          daemon.kill()
        }
        try disk.empty()
        try daemon.start()
        // The store may look at the disk again after a moment only.
        let isWhole = try TestProgram.wait { try app.handOver(over: try app.connect()) }
        #expect(isWhole, "\(place)")
        try app.check(place)
        daemon.kill()
        try daemon.start()
        try app.check(place)
      }
      #expect(refusalCount > 0, "the disk was never full, seed \(seed)")
      #expect(app.deletedCount > 0, "nothing could be deleted, seed \(seed)")
    }
  }
}

/// An app with numbered items, some in a store of its own, and what it was told of them.
private struct OwnStoreApp {
  private static let identifier = "org.example.own"
  let disk: SmallDisk
  let daemon: DaemonProcess
  /// The items that are stored, wherever.
  private var stored: Set<String> = []
  /// The items whose deletion failed: they may be there or not.
  private var doubtful: Set<String> = []
  private(set) var deletedCount = 0
  private var lastNumber = 0

  init(disk: SmallDisk, daemon: DaemonProcess) {
    self.disk = disk
    self.daemon = daemon
  }

  /// The directory of its own store, as the daemon's person has it.
  private var directory: String {
    disk.pathFromOutside + "/fresnel/embedded/" + Self.identifier
  }

  /// Items of some tens of kilobytes that do not shrink much.
  private mutating func items(_ count: Int) throws -> [EncodedItem] {
    try (0..<count).map { _ in
      lastNumber += 1
      var generator = SeededGenerator(seed: UInt64(lastNumber))
      var item = Item(uniqueIdentifier: "\(lastNumber)")
      item.attributes[.title] = .string("thing \(lastNumber)")
      item.attributes[.textContent] = .string(
        (0..<5_000).map { _ in "w\(generator.below(1_000_000))" }.joined(separator: " "))
      return try EncodedItem(opening: try ItemCodec.encode(item))
    }
  }

  /// Connects; nothing was said then.
  func connect() throws -> RawClient {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: Self.identifier)
    return client
  }

  private func open(_ client: RawClient) throws -> UInt32 {
    try client.open("things", ProtectionClass.none)
  }

  /// Stores new items with the daemon.
  mutating func putWithDaemon(_ count: Int) throws {
    let items = try items(count)
    let client = try connect()
    let batch = ApplyBatch(handle: try open(client), operations: [.put(items)])
    guard case .done = try client.ask(.apply(batch)) else { throw OwnStoreFailure.notStored }
    stored.formUnion(items.map(\.uniqueIdentifier))
  }

  /// Stores new items in the store of its own.
  mutating func putWithoutDaemon(_ count: Int) throws {
    let items = try items(count)
    try FileSystem.createDirectory(directory)
    let store = try Store.open(at: directory, mode: .readWrite)
    defer { store.close() }
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<StoreError?>(nil)
    store.submit(
      Batch(
        scope: IndexScope(app: Self.identifier, index: "things"), operations: [.putEncoded(items)])
    ) { error in
      failure.withLock { $0 = error }
      isDone.signal()
    }
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    stored.formUnion(items.map(\.uniqueIdentifier))
  }

  /// Hands its own store over, if there is one, and empties it if the daemon has all of it.
  ///
  /// - Parameter client: A connection over which nothing was said.
  /// - Returns: Whether there is none any more.
  /// - Throws: An error of the connection or of the directory.
  func handOver(over client: RawClient) throws -> Bool {
    // As the library does, so that no other process of the app writes meanwhile.
    let lock = try LockFile(locking: directory + "/" + StoreLocation.lockName)
    defer { _ = lock.rawDescriptor }
    if try StoreLocation.isVacant(directory) { return true }
    let descriptor = try SharedDescriptor(openingDirectory: directory)
    let request = TakeOver(folderName: Self.identifier)
    switch try client.ask(.takeOver(request), descriptors: [descriptor]) {
    case .takenOver:
      try StoreLocation.empty(descriptor)
      _ = try open(client)
      return true
    case .failed: return false
    case let other: throw RawClient.Failure.unexpected(other.kind)
    }
  }

  /// Whether the app's searches say that its own store is missing.
  func isPartial(_ client: RawClient) throws -> Bool {
    let search = SearchRequest(form: .typed, text: "thing", limit: 10)
    guard case .found(let results) = try client.ask(.search(search)) else {
      throw OwnStoreFailure.notFound
    }
    return results.isPartial
  }

  /// Deletes some of the items, as far as the daemon does that.
  mutating func delete(
    _ count: Int, over client: RawClient, _ generator: inout SeededGenerator
  ) throws {
    let index = try open(client)
    for _ in 0..<count where !stored.isEmpty {
      let all = stored.sorted()
      let identifier = all[generator.below(all.count)]
      stored.remove(identifier)
      let batch = ApplyBatch(handle: index, operations: [.deleteIdentifiers([identifier])])
      switch try client.ask(.apply(batch)) {
      case .done: deletedCount += 1
      case .failed: doubtful.insert(identifier)
      case let other: throw RawClient.Failure.unexpected(other.kind)
      }
    }
  }

  /// Checks that the app finds what it has stored and not deleted, and hears that this is all.
  func check(_ place: String) throws {
    let found = Set(try connect().identifiers(matching: "title == \"thing*\""))
    #expect(found.subtracting(doubtful) == stored, "\(place)")
  }
}

private enum OwnStoreFailure: Error {
  case notStored
  case notFound
}
