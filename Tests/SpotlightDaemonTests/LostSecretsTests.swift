import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What becomes of items whose local key file somebody deleted or damaged, the other half of what opens their class.
@Suite("Local key files that were deleted", .serialized, .timeLimit(.minutes(30)))
struct LostSecretsTests {
  private func client(of daemon: DaemonProcess, role: Role = .app) throws -> RawClient {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: role, claiming: "com.example.mail")
    return client
  }

  private func put(_ name: String, in daemon: DaemonProcess, index: String = "letters") throws {
    let client = try client(of: daemon)
    try client.put([name], into: try client.open(index, .firstUnlock))
  }

  private func found(in daemon: DaemonProcess) throws -> [String] {
    try client(of: daemon).identifiers(matching: "title == \"*\"").sorted()
  }

  private func opened(_ daemon: DaemonProcess) throws -> (channel: RawClient, index: UInt32) {
    guard
      case .open(let channel, let index) = try client(of: daemon)
        .openLockable("letters", .complete)
    else { throw RawClient.Failure.unexpected(.indexOpened) }
    return (channel, index)
  }

  @Test(
    "a local key file deleted under a running daemon is written again",
    arguments: ["kill", "stop", "idle"])
  func writtenAgain(end: String) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put("before", in: daemon)
      let secrets = daemon.directory + "/state/fresnel/local-keys"
      let secret = try FileSystem.contents(of: secrets + "/first-unlock")
      try FileSystem.removeTree(secrets)
      if end != "idle" {
        // Another index: the metadata log is written, which asks the disk at once.
        try put("after", in: daemon, index: "more")
      }
      if end == "kill" {
        let kept = try FileSystem.contents(of: secrets + "/first-unlock")
        #expect(kept == secret)
        daemon.kill()
      } else {
        try daemon.stop()
      }
      try daemon.start()
      #expect(
        try found(in: daemon) == (end == "idle" ? ["before"] : ["after", "before"]),
        "\(daemon.log)")
    }
  }

  @Test("where the local key file cannot be written again nothing is acknowledged, and it is said")
  func noPlace() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put("before", in: daemon)
      let secrets = daemon.directory + "/state/fresnel/local-keys"
      try FileSystem.rename(secrets, to: secrets + ".moved")
      try FileSystem.write([], to: secrets)
      #expect(throws: ServiceError.self) { try put("after", in: daemon, index: "more") }
      let report = try client(of: daemon, role: .tool).order("doctor", "{}").text()
      #expect(report.contains("storeUnavailable") && report.contains(secrets), "\(report)")
      try FileSystem.removeFile(secrets)
      try FileSystem.rename(secrets + ".moved", to: secrets)
      try put("after", in: daemon, index: "more")
      daemon.kill()
      try daemon.start()
      #expect(try found(in: daemon) == ["after", "before"], "\(daemon.log)")
    }
  }

  @Test("the process of a class that can be locked writes its local key file again")
  func lockable() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let first = try opened(daemon)
      try first.channel.put(["before"], into: first.index)
      try FileSystem.removeFile(daemon.directory + "/state/fresnel/local-keys/complete")
      try first.channel.put(["after"], into: first.index)
      try daemon.stop()
      try daemon.start()
      try daemon.unlock()
      let found = try opened(daemon).channel.identifiers(matching: "title == \"*\"")
      #expect(found.sorted() == ["after", "before"], "\(daemon.log)")
    }
  }

  @Test(
    "nothing is sealed to a locked class whose local key file is gone, until it is put back",
    arguments: [false, true])
  func locked(keysAreGone: Bool) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let first = try opened(daemon)
      try first.channel.put(["before"], into: first.index)
      // Without logind a daemon begins locked.
      try daemon.stop()
      try daemon.start()
      let second = try client(of: daemon)
      guard
        case .locked(let index, let publicKey) = try second.openLockable("letters", .complete)
      else { throw RawClient.Failure.unexpected(.indexOpened) }
      let secret = daemon.directory + "/state/fresnel/local-keys/complete"
      try FileSystem.rename(secret, to: secret + ".moved")
      // These are known and written again, but nothing opens them.
      if keysAreGone { try FileSystem.removeFile(daemon.directory + "/data/fresnel/keys/complete") }
      let batch = try RawClient.batch(of: ["after"], into: 0)
      let sealed = try SealedBatch(index: "letters", operations: batch.operations)
        .sealed(to: publicKey)
      let order = ClientMessage.applySealed(SealedChanges(handle: index, bytes: sealed))
      guard case .failed(let refusal) = try second.ask(order) else {
        throw RawClient.Failure.unexpected(.done)
      }
      #expect(refusal.isRetryable && refusal.message.contains(secret), "\(refusal)")
      try FileSystem.rename(secret + ".moved", to: secret)
      let reply = try second.ask(order)
      #expect(reply == .done)
    }
  }

  enum Damage: CaseIterable {
    case secretGone, secretEmpty, secretChanged, keysEmpty, keysChanged
    var isOfKeys: Bool { self == .keysEmpty || self == .keysChanged }
  }

  private func apply(_ damage: Damage, _ protection: ProtectionClass, _ directory: String) throws
    -> String
  {
    let place = damage.isOfKeys ? "/data/fresnel/keys/" : "/state/fresnel/local-keys/"
    let path = directory + place + protection.name
    switch damage {
    case .secretGone: try FileSystem.removeFile(path)
    case .secretEmpty, .keysEmpty: try FileSystem.write([], to: path)
    case .secretChanged, .keysChanged:
      var bytes = try FileSystem.contents(of: path)
      bytes[bytes.count / 2] ^= 1
      try FileSystem.write(bytes, to: path)
    }
    return path
  }

  @Test(
    "the doctor names the file that is lost, and sets the class aside with it on request",
    arguments: Damage.allCases)
  func wayOut(damage: Damage) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put("before", in: daemon)
      try daemon.stop()
      let path = try apply(damage, .firstUnlock, daemon.directory)
      try daemon.start()
      #expect(throws: ServiceError.self) { try put("after", in: daemon) }
      let seen = try daemon.fresnel(["doctor"])
      #expect(seen.status == 3, "\(seen.output)")
      let words = seen.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(path) && words.contains("Put back \(path)"), "\(seen.output)")
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.status == 0, "\(mended.output)")
      let aside = daemon.directory + "/data/fresnel/classes/first-unlock.set-aside-1"
      #expect(FileSystem.exists(aside + "/store/manifest"), "\(mended.output)")
      #expect(FileSystem.exists(path + ".set-aside-1") == (damage != .secretGone))
      try put("after", in: daemon)
      #expect(try found(in: daemon) == ["after"], "\(daemon.log)")
      daemon.kill()
      try daemon.start()
      #expect(try found(in: daemon) == ["after"], "\(daemon.log)")
    }
  }

  @Test(
    "so it does with a class that can be locked",
    arguments: [Damage.secretGone, .secretChanged, .keysChanged])
  func lockableWayOut(damage: Damage) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let first = try opened(daemon)
      try first.channel.put(["before"], into: first.index)
      try daemon.stop()
      let path = try apply(damage, .complete, daemon.directory)
      try daemon.start()
      try daemon.unlock()
      let tool = try client(of: daemon, role: .tool)
      let isNamed = try TestProgram.wait {
        let report = try tool.order("doctor", "{}").text()
        return report.contains("keysMissing") && report.contains(path)
      }
      #expect(isNamed, "\(daemon.log)")
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.output.contains("complete.set-aside-1"), "\(mended.output)")
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

  @Test("a secret that was put back opens the class, and is not set aside")
  func putBack() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let first = try opened(daemon)
      try first.channel.put(["before"], into: first.index)
      try daemon.stop()
      let secret = daemon.directory + "/state/fresnel/local-keys/complete"
      let right = try FileSystem.contents(of: secret)
      _ = try apply(.secretChanged, .complete, daemon.directory)
      try daemon.start()
      try daemon.unlock()
      let tool = try client(of: daemon, role: .tool)
      #expect(
        try TestProgram.wait { try tool.order("doctor", "{}").text().contains("keysMissing") })
      try FileSystem.write(right, to: secret)
      _ = try daemon.fresnel(["doctor", "--mend"])
      #expect(!FileSystem.exists(secret + ".set-aside-1"))
      let found = try opened(daemon).channel.identifiers(matching: "title == \"*\"")
      #expect(found == ["before"], "\(daemon.log)")
    }
  }
}
