import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What becomes of items whose wrapped key somebody deleted: nothing is stored that nobody could read later.
@Suite("Keys that were deleted", .serialized, .timeLimit(.minutes(30)))
struct LostKeysTests {
  private func client(of daemon: DaemonProcess, role: Role = .app) throws -> RawClient {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: role, claiming: "com.example.mail")
    return client
  }

  /// Puts items where a store that was deleted may have to be noticed first.
  private func put(
    _ names: [String], in daemon: DaemonProcess, index name: String = "letters"
  ) throws {
    let client = try client(of: daemon)
    let index = try client.open(name, .firstUnlock)
    do {
      try client.put(names, into: index)
    } catch let error as ServiceError where error.isRetryable {
      try client.put(names, into: index)
    }
  }

  /// Opens an index of a class that can be locked.
  private func opened(_ daemon: DaemonProcess) throws -> (channel: RawClient, index: UInt32) {
    guard
      case .open(let channel, let index) = try client(of: daemon)
        .openLockable("letters", .complete)
    else { throw RawClient.Failure.unexpected(.indexOpened) }
    return (channel, index)
  }

  private func found(in daemon: DaemonProcess) throws -> [String] {
    try client(of: daemon).identifiers(matching: "title == \"*\"")
  }

  private func codes(_ report: JSONValue) -> [String] {
    guard case .array(let values)? = report["findings"] else { return [] }
    return values.compactMap { value in
      if case .string(let code)? = value["code"] { code } else { nil }
    }
  }

  @Test("what is stored after the data directory was deleted is there at the next start")
  func dataDirectory() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(["before"], in: daemon)
      try FileSystem.removeTree(daemon.directory + "/data/fresnel")
      try put(["after"], in: daemon)
      daemon.kill()
      try daemon.start()
      #expect(try found(in: daemon) == ["after"], "\(daemon.log)")
    }
  }

  @Test("keys that were deleted alone are written again by who has them in memory")
  func keysOnly() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(["before"], in: daemon)
      try FileSystem.removeTree(daemon.directory + "/data/fresnel/keys")
      try put(["after"], in: daemon)
      try daemon.stop()
      try daemon.start()
      #expect(try found(in: daemon).sorted() == ["after", "before"], "\(daemon.log)")
    }
  }

  @Test(
    "keys that were damaged under a running daemon are written again, and what was found is kept",
    arguments: KeyDamage.allCases.filter { $0 != .deleted })
  func damagedKeys(damage: KeyDamage) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(["before"], in: daemon)
      let keys = daemon.directory + "/data/fresnel/keys/first-unlock"
      try damage.apply(to: keys)
      // The metadata log is written for another index, which asks the disk at once.
      try put(["after"], in: daemon, index: "more")
      daemon.kill()
      #expect(FileSystem.exists(keys + ".set-aside-1"), "\(daemon.log)")
      try daemon.start()
      #expect(try found(in: daemon).sorted() == ["after", "before"], "\(daemon.log)")
    }
  }

  @Test(
    "the doctor tells once of keys that it had written again", arguments: KeyDamage.allCases)
  func toldKeys(damage: KeyDamage) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(["before"], in: daemon)
      try damage.apply(to: daemon.directory + "/data/fresnel/keys/first-unlock")
      let tool = try client(of: daemon, role: .tool)
      let report = try tool.order("doctor", "{}")
      #expect(codes(report) == ["keysUnreadable"], "\(report.text())")
      #expect(report.text(indented: false).contains(#""mended":true"#), "\(report.text())")
      #expect(codes(try tool.order("doctor", "{}")).isEmpty)
    }
  }

  @Test("what is stored where no key can be kept is not acknowledged, and the reason is told")
  func noPlaceForKeys() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(["before"], in: daemon)
      try daemon.stop()
      try daemon.start()
      #expect(try found(in: daemon) == ["before"])
      let keys = daemon.directory + "/data/fresnel/keys"
      try FileSystem.rename(keys, to: keys + ".moved")
      try FileSystem.write([], to: keys)
      // The metadata log is written for another index, which asks the disk at once.
      let client = try client(of: daemon)
      #expect(throws: ServiceError.self) {
        try client.put(["after"], into: try client.open("more", .firstUnlock))
      }
      let report = try self.client(of: daemon, role: .tool).order("doctor", "{}")
      let text = report.text()
      #expect(codes(report).contains("storeUnavailable") && text.contains(keys), "\(text)")
      try FileSystem.removeFile(keys)
      try FileSystem.rename(keys + ".moved", to: keys)
      try put(["after"], in: daemon)
      daemon.kill()
      try daemon.start()
      #expect(try found(in: daemon).sorted() == ["after", "before"], "\(daemon.log)")
    }
  }

  @Test("no other keys are made beside an encrypted store; the doctor sets it aside on request")
  func refusal() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(["before"], in: daemon)
      try daemon.stop()
      let keys = daemon.directory + "/data/fresnel/keys"
      try FileSystem.removeTree(keys)
      try daemon.start()
      #expect(throws: ServiceError.self) { try put(["after"], in: daemon) }
      #expect(!FileSystem.exists(keys + "/first-unlock"))
      let seen = try daemon.fresnel(["doctor"])
      #expect(seen.status == 3, "\(seen.output)")
      #expect(seen.output.contains(keys + "/first-unlock"), "\(seen.output)")
      #expect(seen.output.contains("fresnel doctor --mend"), "\(seen.output)")
      let mended = try daemon.fresnel(["doctor", "--mend"])
      let classes = daemon.directory + "/data/fresnel/classes/"
      #expect(mended.status == 0, "\(mended.output)")
      #expect(mended.output.contains(classes + "first-unlock.set-aside-1"), "\(mended.output)")
      #expect(FileSystem.exists(classes + "first-unlock.set-aside-1/store/manifest"))
      try put(["after"], in: daemon)
      #expect(try found(in: daemon) == ["after"])
      let sound = try daemon.fresnel(["doctor"])
      #expect(sound.status == 0, "\(sound.output)")
      daemon.kill()
      try daemon.start()
      #expect(try found(in: daemon) == ["after"])
    }
  }

  @Test(
    "the doctor sets a class aside that can be locked and whose keys are gone",
    arguments: [false, true])
  func lockableRefusal(isLocked: Bool) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let first = try opened(daemon)
      try first.channel.put(["before"], into: first.index)
      try daemon.stop()
      let data = daemon.directory + "/data/fresnel"
      try FileSystem.removeFile(data + "/keys/complete")
      try daemon.start()
      if !isLocked { try daemon.unlock() }
      let tool = try client(of: daemon, role: .tool)
      let isNamed = try TestProgram.wait {
        codes(try tool.order("doctor", "{}")).contains("keysMissing")
      }
      #expect(isNamed && !FileSystem.exists(data + "/keys/complete"))
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.output.contains("complete.set-aside-1"), "\(mended.output)")
      #expect(FileSystem.exists(data + "/classes/complete.set-aside-1/store/manifest"))
      if isLocked { try daemon.unlock() }
      // A process that has found no key looks again a little later.
      let isOpen = try TestProgram.wait {
        do {
          let again = try opened(daemon)
          try again.channel.put(["after"], into: again.index)
          return try again.channel.identifiers(matching: "title == \"*\"") == ["after"]
        } catch let error as ServiceError where error.isRetryable {
          return false
        }
      }
      #expect(isOpen, "\(daemon.log)")
    }
  }

  @Test("a store that another key encrypts, as an earlier version left it, is set aside on request")
  func anotherKey() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(["before"], in: daemon)
      try daemon.stop()
      let data = daemon.directory + "/data/fresnel"
      try FileSystem.removeTree(data + "/keys")
      try FileSystem.rename(data + "/classes", to: data + "/classes.moved")
      try daemon.start()
      try put(["between"], in: daemon)
      try daemon.stop()
      try FileSystem.removeTree(data + "/classes")
      try FileSystem.rename(data + "/classes.moved", to: data + "/classes")
      try daemon.start()
      let seen = try daemon.fresnel(["doctor"])
      #expect(seen.status == 3 && seen.output.contains("doctor --mend"), "\(seen.output)")
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.status == 0 && mended.output.contains("set-aside-1"), "\(mended.output)")
      try put(["after"], in: daemon)
      #expect(try found(in: daemon) == ["after"])
      #expect(FileSystem.exists(data + "/classes/first-unlock/store.set-aside-1/manifest"))
    }
  }

  @Test(
    "a class that can be locked keeps its keys too, open or locked", arguments: [false, true],
    KeyDamage.allCases)
  func lockable(isLocked: Bool, damage: KeyDamage) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let first = try opened(daemon)
      try first.channel.put(["before"], into: first.index)
      let keys = daemon.directory + "/data/fresnel/keys/complete"
      if isLocked {
        // Without logind a daemon begins locked.
        try daemon.stop()
        try daemon.start()
        let second = try client(of: daemon)
        guard
          case .locked(let locked, let publicKey) = try second.openLockable("letters", .complete)
        else { throw RawClient.Failure.unexpected(.indexOpened) }
        try damage.apply(to: keys)
        let batch = try RawClient.batch(of: ["after"], into: 0)
        let sealed = try SealedBatch(index: "letters", operations: batch.operations)
          .sealed(to: publicKey)
        let reply = try second.ask(.applySealed(SealedChanges(handle: locked, bytes: sealed)))
        #expect(reply == .done)
        daemon.kill()
      } else {
        try damage.apply(to: keys)
        try first.channel.put(["after"], into: first.index)
        try daemon.stop()
      }
      #expect(FileSystem.exists(keys + ".set-aside-1") == (damage != .deleted), "\(daemon.log)")
      try daemon.start()
      try daemon.unlock()
      let found = try opened(daemon).channel.identifiers(matching: "title == \"*\"")
      #expect(found.sorted() == ["after", "before"], "\(daemon.log)")
    }
  }

  @Test(
    "keys deleted under an open class are written again although its process is killed",
    arguments: [false, true])
  func killedHolder(isLocked: Bool) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let first = try opened(daemon)
      try first.channel.put(["before"], into: first.index)
      try daemon.stop()
      try daemon.start()
      try daemon.unlock()
      // From here on it only reads: a process that writes looks for its keys by itself.
      #expect(try opened(daemon).channel.identifiers(matching: "title == \"*\"") == ["before"])
      let keys = daemon.directory + "/data/fresnel/keys/complete"
      try FileSystem.removeFile(keys)
      if isLocked {
        let lock = try daemon.fresnel(["lock"])
        #expect(lock.status == 0, "\(lock.output)")
        try #require(FileSystem.exists(keys), "\(daemon.log)")
        let unlock = try daemon.fresnel(["unlock"])
        #expect(unlock.status == 0, "\(unlock.output)")
      } else {
        let main = try #require(daemon.processIdentifier)
        for process in try MemoryScan.family(of: main) where process != main {
          Signal.kill.send(to: process)
        }
      }
      let isOpen = try TestProgram.wait {
        do {
          return try opened(daemon).channel.identifiers(matching: "title == \"*\"") == ["before"]
        } catch let error as ServiceError where error.isRetryable {
          return false
        } catch RawClient.Failure.ended {
          // Main may not know yet that the process is dying to which the channel leads.
          return false
        }
      }
      #expect(isOpen && FileSystem.exists(keys), "\(daemon.log)")
    }
  }
}

/// What may become of a file of keys.
enum KeyDamage: CaseIterable {
  case deleted, emptied, cutShort, changed

  /// Does it to a file.
  func apply(to path: String) throws {
    var bytes = try FileSystem.contents(of: path)
    switch self {
    case .deleted: return try FileSystem.removeFile(path)
    case .emptied: bytes = []
    case .cutShort: bytes.removeLast(bytes.count / 2)
    case .changed: bytes[bytes.count / 2] ^= 1
    }
    try FileSystem.write(bytes, to: path)
  }
}
