import BusTestSupport
import FresnelModel
import FresnelPlatform
import SpotlightDaemon
import SpotlightWire
import Testing
import WireTestSupport

@Suite(
  "Protection classes of the daemon", .timeLimit(.minutes(30)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct ProtectionTests {
  /// Runs a daemon that follows a session of the test's.
  private func withSession(
    isLocked: Bool = false, _ options: [String] = [],
    _ body: (DaemonProcess, TestLogin) throws -> Void
  ) throws {
    let login = try TestLogin(isLocked: isLocked)
    try withDaemon(["--trust-claims", "--system-bus-address", login.address] + options) { daemon in
      try body(daemon, login)
    }
  }

  /// A client that was taken in.
  private func client(of daemon: DaemonProcess, role: Role = .app) throws -> RawClient {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: role, claiming: "com.example.mail")
    return client
  }

  /// Waits until the daemon has run anew after a lock, and connects again.
  private func reconnect(_ client: RawClient, to daemon: DaemonProcess) throws -> RawClient {
    #expect(try client.waitForEnd() == nil)
    return try self.client(of: daemon)
  }

  /// Opens an index of a class, and returns the client of the class's own channel with its index.
  private func openChannel(
    _ client: RawClient, _ name: String, _ protection: ProtectionClass
  ) throws -> (channel: RawClient, index: UInt32) {
    guard case .open(let channel, let index) = try client.openLockable(name, protection) else {
      throw RawClient.Failure.unexpected(.indexOpened)
    }
    return (channel, index)
  }

  /// Waits until a client hears that a class has a state.
  private func hear(
    _ state: ClassState, of protection: ProtectionClass, by client: RawClient
  ) throws -> ClassCondition {
    while true {
      if case .classChanged(let condition) = try client.receive().message,
        condition.protection == protection, condition.state == state
      {
        return condition
      }
    }
  }

  /// Whether the daemon comes to tell newcomers that a class has a state. Telling them is no service.
  private func greets(with state: ClassState, _ daemon: DaemonProcess) throws -> Bool {
    try TestProgram.wait {
      let newcomer = try RawClient(path: daemon.socketPath)
      return try newcomer.shakeHands(role: .app, claiming: "com.example.mail").classes
        .contains { $0.protection == .complete && $0.state == state }
    }
  }

  @Test("An unlock between the end of the old program and the beginning of the new one is not lost")
  func unlockInTheGap() throws {
    try withSession { daemon, login in
      #expect(try greets(with: .empty, daemon))
      // It has served nobody, and does not run anew for this.
      try login.lockWithHint()
      #expect(try greets(with: .locked, daemon))
      let client = try client(of: daemon)
      #expect(try client.identifiers(matching: "title == \"*\"").isEmpty)
      // Now it does.
      try login.unlockUnheard()
      #expect(try client.waitForEnd() == nil)
      #expect(try greets(with: .empty, daemon))
      #expect(daemon.log.contains("executedAgain"))
    }
  }

  @Test("Items of a lockable class are out of reach while the session is locked, and back after")
  func lockAndUnlock() throws {
    try withSession { daemon, login in
      let client = try client(of: daemon)
      try waitUntilOpen(client)
      let (channel, index) = try openChannel(client, "letters", .complete)
      try channel.put(["a letter"], into: index, clientState: [1, 2, 3])
      #expect(try channel.identifiers(matching: "title == \"*letter*\"") == ["a letter"])
      try login.lock(true)
      // The news comes first, and the channel ends without a word.
      _ = try hear(.locked, of: .complete, by: client)
      #expect(try channel.waitForEnd() == nil)
      let next = try reconnect(client, to: daemon)
      _ = try lockedIndex("letters", .complete, of: next)
      try login.lock(false)
      _ = try hear(.open, of: .complete, by: next)
      let (again, reopened) = try openChannel(next, "letters", .complete)
      #expect(try again.identifiers(matching: "title == \"*letter*\"") == ["a letter"])
      #expect(try again.clientState(of: reopened) == [1, 2, 3])
    }
  }

  /// A daemon starts locked, until logind has said what is.
  private func waitUntilOpen(_ client: RawClient) throws {
    let isOpen = try TestProgram.wait {
      if case .channelOpened(.channel) = try client.ask(.channel(.complete)) { return true }
      return false
    }
    #expect(isOpen)
  }

  @Test(
    "Sealed changes are kept while a class is locked and are there when it opens, in their order",
    arguments: [ProtectionClass.complete, .completeUnlessOpen])
  func sealedChanges(protection: ProtectionClass) throws {
    try withSession { daemon, login in
      let client = try client(of: daemon)
      try waitUntilOpen(client)
      let (channel, index) = try openChannel(client, "letters", protection)
      try channel.put(["first", "second"], into: index, clientState: [1])
      try login.lock(true)
      let condition = try hear(.locked, of: protection, by: client)
      let publicKey = try #require(condition.publicKey)
      let next = try reconnect(client, to: daemon)
      let locked = try lockedIndex("letters", protection, of: next)
      func send(_ batch: SealedBatch) throws {
        let sealed = SealedChanges(handle: locked, bytes: try batch.sealed(to: publicKey))
        switch try next.ask(.applySealed(sealed)) {
        case .done: break
        case .failed(let error): throw error
        case let other: throw RawClient.Failure.unexpected(other.kind)
        }
      }
      try send(SealedBatch(index: "letters", operations: [.deleteIdentifiers(["first"])]))
      let put = try RawClient.batch(of: ["third"], into: 0)
      try send(
        SealedBatch(index: "letters", clientState: [2], operations: put.operations))
      // What was acknowledged outlives the daemon.
      daemon.kill()
      #expect(
        try MemoryScan.texts(["third", "first"], inFilesBelow: daemon.directory + "/data").isEmpty)
      try daemon.start()
      let later = try self.client(of: daemon)
      try waitUntilOpen(later)
      let (reopened, again) = try openChannel(later, "letters", protection)
      #expect(try reopened.identifiers(matching: "title == \"*\"") == ["second", "third"])
      #expect(try reopened.clientState(of: again) == [2])
    }
  }

  @Test(
    "What was sealed before a pause is carried out at the unlock, and nothing is sealed meanwhile")
  func pause() throws {
    try withSession { daemon, login in
      let first = try client(of: daemon)
      try waitUntilOpen(first)
      let (channel, index) = try openChannel(first, "letters", .completeUnlessOpen)
      try channel.put(["first"], into: index)
      try login.lock(true)
      let publicKey = try #require(
        try hear(.locked, of: .completeUnlessOpen, by: first).publicKey)
      let client = try reconnect(first, to: daemon)
      let tool = try self.client(of: daemon, role: .tool)
      let locked = try lockedIndex("letters", .completeUnlessOpen, of: client)
      let put = try RawClient.batch(of: ["second"], into: 0)
      let batch = SealedBatch(index: "letters", operations: put.operations)
      let sealed = ClientMessage.applySealed(
        SealedChanges(handle: locked, bytes: try batch.sealed(to: publicKey)))
      #expect(try client.ask(sealed) == .done)
      _ = try tool.order("pause", "{}")
      guard case .failed(let error) = try client.ask(sealed) else {
        throw RawClient.Failure.unexpected(.done)
      }
      #expect(error.code == .paused)
      try login.lock(false)
      _ = try hear(.open, of: .completeUnlessOpen, by: client)
      let (reopened, _) = try openChannel(client, "letters", .completeUnlessOpen)
      #expect(try reopened.identifiers(matching: "title == \"*\"") == ["first", "second"])
    }
  }

  @Test(
    "A class is empty until something of it is stored, and its process does not run for searches")
  func emptyClass() throws {
    try withSession { daemon, login in
      #expect(try greets(with: .empty, daemon))
      let client = try client(of: daemon)
      let process = try #require(daemon.processIdentifier)
      #expect(try MemoryScan.family(of: process) == [process])
      let (channel, index) = try openChannel(client, "letters", .complete)
      try channel.put(["a letter"], into: index)
      _ = try hear(.open, of: .complete, by: client)
      // From now on it has a store.
      try login.lock(true)
      _ = try hear(.locked, of: .complete, by: client)
      let next = try reconnect(client, to: daemon)
      try login.lock(false)
      _ = try hear(.open, of: .complete, by: next)
    }
  }

  private func lockedIndex(
    _ name: String, _ protection: ProtectionClass, of client: RawClient
  ) throws -> UInt32 {
    guard case .locked(let index, _) = try client.openLockable(name, protection) else {
      throw RawClient.Failure.unexpected(.indexOpened)
    }
    return index
  }

  @Test("Compacting shrinks the store of an open class, and says why that of a locked one stays")
  func compaction() throws {
    try withSession { daemon, login in
      let client = try client(of: daemon)
      try waitUntilOpen(client)
      let names = (0..<2000).map { "letter \($0) of many that were written and thrown away" }
      let (channel, index) = try openChannel(client, "letters", .complete)
      try channel.put(names + ["the last letter"], into: index)
      guard case .done = try channel.ask(.apply(Self.deletion(of: names, from: index))) else {
        throw RawClient.Failure.unexpected(.done)
      }
      let open = try compaction(of: .complete, in: daemon)
      guard case .integer(let before)? = open["bytesBefore"],
        case .integer(let after)? = open["bytesAfter"]
      else {
        Issue.record("\(open)")
        return
      }
      #expect(after < before / 2)
      #expect(try channel.identifiers(matching: "title == \"*\"") == ["the last letter"])

      try login.lock(true)
      #expect(try channel.waitForEnd() == nil)
      let next = try reconnect(client, to: daemon)
      let locked = try compaction(of: .complete, in: daemon)
      guard case .string(let reason)? = locked["failure"], locked["bytesAfter"] == nil else {
        Issue.record("\(locked)")
        return
      }
      #expect(reason.hasSuffix("."))

      try login.lock(false)
      _ = try hear(.open, of: .complete, by: next)
      let (again, _) = try openChannel(next, "letters", .complete)
      #expect(try again.identifiers(matching: "title == \"*\"") == ["the last letter"])
    }
  }

  private static func deletion(of names: [String], from index: UInt32) -> ApplyBatch {
    ApplyBatch(handle: index, operations: [.deleteIdentifiers(names)])
  }

  /// What a tool is told of compacting the store of a class.
  private func compaction(
    of protection: ProtectionClass, in daemon: DaemonProcess
  ) throws -> JSONValue {
    let tool = try RawClient(path: daemon.socketPath)
    try tool.shakeHands(role: .tool, claiming: "org.fresnel")
    let report = try tool.order("compact", "{}")
    guard case .array(let stores)? = report["stores"] else { return report }
    return try #require(stores.first { $0["class"] == .string(protection.name) })
  }

  @Test("Reading and describing an index of a locked class fails and says why")
  func lockedReading() throws {
    try withSession(isLocked: true) { daemon, _ in
      let client = try client(of: daemon)
      let index = try lockedIndex("letters", .complete, of: client)
      #expect {
        try client.clientState(of: index)
      } throws: { ($0 as? ServiceError)?.code == .classLocked }
      #expect {
        try client.put(["a"], into: index)
      } throws: { ($0 as? ServiceError)?.code == .classLocked }
      #expect(try client.identifiers(matching: "title == \"*\"").isEmpty)
    }
  }

  @Test("A worker that is killed is started again, and its clients find what they stored")
  func crash() throws {
    try withSession { daemon, _ in
      let client = try client(of: daemon)
      try waitUntilOpen(client)
      let (channel, index) = try openChannel(client, "letters", .complete)
      try channel.put(["a letter"], into: index)
      let process = try #require(daemon.processIdentifier)
      for worker in try MemoryScan.family(of: process) where worker != process {
        Signal.kill.send(to: worker)
      }
      #expect(try channel.waitForEnd() == nil)
      // The daemon knows that it is gone by now, and leads to the next one.
      let (again, _) = try openChannel(client, "letters", .complete)
      #expect(try again.identifiers(matching: "title == \"*letter*\"") == ["a letter"])
    }
  }

  @Test(
    "An app has a limited number of channels to a class, and may have others when it drops some")
  func channelLimit() throws {
    try withSession { daemon, _ in
      let client = try client(of: daemon)
      try waitUntilOpen(client)
      let limit = ConnectionLimits().connectionsPerIdentity
      /// One more; `nil` when it is refused.
      func openOne() throws -> SharedDescriptor? {
        let request = try client.request(.channel(.complete))
        while true {
          let envelope = try client.receive()
          guard envelope.request == request else { continue }
          if case .failed(let error) = envelope.message {
            #expect(error.code == .refused)
            return nil
          }
          return envelope.descriptors.first
        }
      }
      var channels: [SharedDescriptor] = []
      while channels.count <= limit, let channel = try openOne() { channels.append(channel) }
      #expect(channels.count <= limit && channels.count >= limit - 1)
      #expect(try openOne() == nil)
      channels = []
      #expect(try TestProgram.wait { try openOne() != nil })
    }
  }

  @Test("The commands lock and unlock where there is no session")
  func commands() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let tool = try client(of: daemon, role: .tool)
      #expect(try tool.order("lock", "{}")["complete"] == .string("locked"))
      // Nothing was ever stored in it.
      #expect(try tool.order("unlock", "{}")["complete"] == .string("empty"))
      // Nothing was served but these orders, so nothing had to be forgotten.
      #expect(!daemon.log.contains("executedAgain"))
      let app = try client(of: daemon)
      let (channel, index) = try openChannel(app, "letters", .complete)
      try channel.put(["a letter"], into: index)
      #expect(try hear(.open, of: .complete, by: app).publicKey != nil)
      #expect(try tool.order("lock", "{}")["complete"] == .string("locked"))
      #expect(try channel.waitForEnd() == nil)
      _ = try reconnect(tool, to: daemon)
      let process = try #require(daemon.processIdentifier)
      #expect(try MemoryScan.family(of: process) == [process])
      #expect(daemon.log.contains("executedAgain"))
    }
  }

  @Test(
    "After the lock nothing of a lockable class, and nothing typed, is in any process or file; before it was"
  )
  func memory() throws {
    try withSession(["--dumpable"]) { daemon, login in
      let secrets = ["Gartenzwergverleih", "Nebelkrähenparade", "Zwiebelturmkonzert"]
      let client = try client(of: daemon)
      try waitUntilOpen(client)
      let (channel, index) = try openChannel(client, "letters", .complete)
      try channel.put([secrets[0]], into: index, clientState: Array(secrets[1].utf8))
      _ = try channel.identifiers(matching: "title == \"\(secrets[2])\"")
      #expect(try channel.identifiers(matching: "title == \"*\"") == [secrets[0]])
      // Typed into main, as a person's words are: for the classes that it serves.
      let typed = ["Rhabarberfernrohr", "Kümmelbotanik"]
      #expect(try client.identifiers(matching: "title == \"\(typed[0])\"").isEmpty)
      switch try client.ask(
        .search(SearchRequest(form: .typed, text: typed[1], limit: 10, detail: .rows)))
      {
      case .found: break
      case let other: Issue.record("\(other.kind)")
      }
      let process = try #require(daemon.processIdentifier)
      var before: Set<String> = []
      for member in try MemoryScan.family(of: process) {
        let found = try MemoryScan.texts(secrets + typed, inMemoryOf: member)
        before.formUnion(found)
        if member == process {
          #expect(found.isDisjoint(with: secrets), "What is locked never passes main.")
        }
      }
      // Proves that the scan finds what is there.
      #expect(before.contains(secrets[0]) && !before.isDisjoint(with: typed))
      try login.lock(true)
      _ = try hear(.locked, of: .complete, by: client)
      let reached = try reconnect(client, to: daemon)
      #expect(try MemoryScan.family(of: process) == [process])
      #expect(try MemoryScan.texts(secrets + typed, inMemoryOf: process).isEmpty)
      // It serves: what is not lockable is there.
      #expect(try reached.identifiers(matching: "title == \"*\"").isEmpty)
      for directory in ["data", "state", "config", "run"] {
        let path = "\(daemon.directory)/\(directory)"
        #expect(
          try MemoryScan.texts(secrets + typed, inFilesBelow: path).isEmpty, "\(directory)")
      }
    }
  }

  @Test(
    "fresnel lock without a session leaves nothing typed in memory, also where classes began locked",
    arguments: [false, true])
  func commandForgetsTypedWords(isUnlockedFirst: Bool) throws {
    try withDaemon(["--trust-claims", "--dumpable"]) { daemon in
      let typed = ["Rhabarberfernrohr", "Kümmelbotanik"]
      let process = try #require(daemon.processIdentifier)
      if isUnlockedFirst { try daemon.unlock() }
      // Twice: the classes of the program that runs anew begin locked in any case.
      for round in 1...2 {
        let client = try client(of: daemon)
        #expect(try client.identifiers(matching: "title == \"\(typed[0])\"").isEmpty)
        switch try client.ask(
          .search(SearchRequest(form: .typed, text: typed[1], limit: 10, detail: .rows)))
        {
        case .found: break
        case let other: Issue.record("\(other.kind)")
        }
        // Proves that the scan finds what is there.
        #expect(try !MemoryScan.texts(typed, inMemoryOf: process).isEmpty)
        let tool = try self.client(of: daemon, role: .tool)
        #expect(try tool.order("lock", "{}")["complete"] == .string("locked"))
        #expect(try client.waitForEnd() == nil)
        // Who is greeted is greeted by the new program.
        _ = try self.client(of: daemon)
        for member in try MemoryScan.family(of: process) {
          #expect(try MemoryScan.texts(typed, inMemoryOf: member).isEmpty, "round \(round)")
        }
      }
    }
  }
}
