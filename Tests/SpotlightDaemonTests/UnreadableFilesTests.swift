import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What a person is told where a file cannot be read: not what holds where there is none.
///
/// Permissions would not keep root out; a circle of links does.
@Suite("Files that the daemon cannot read", .serialized, .timeLimit(.minutes(30)))
struct UnreadableFilesTests {
  private func close(_ path: String) throws {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    let made = try Command("/bin/ln", ["-s", FileSystem.lastComponent(of: path), path]).run()
    #expect(made.isSuccess)
  }

  private func withDaemon(
    _ arrange: (_ directory: String) throws -> Void,
    _ body: (DaemonProcess, RawClient) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (temporary: String) throws in
      let directory = try #require(FileSystem.resolved(temporary))
      try arrange(directory)
      let daemon = try DaemonProcess(
        in: directory,
        options: ["--trust-claims", "--handoff-address", "127.0.5.9:0", "--no-avahi"])
      try daemon.start()
      defer { daemon.kill() }
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      try body(daemon, tool)
    }
  }

  @Test("paired devices that cannot be read are not none")
  func devices() throws {
    try withDaemon {
      try close($0 + "/state/fresnel/devices")
    } _: { daemon, _ in
      let list = try daemon.fresnel(["devices", "list"])
      #expect(list.status != 0, "\(list.output)")
    }
  }

  @Test("what cannot be read of how far stores had come is named with the way out, which is one")
  func positions() throws {
    try withDaemon { _ in
    } _: { daemon, _ in
      let file = daemon.directory + "/items"
      try FileSystem.write(Array(#"{"id":"a","title":"thing"}"#.utf8), to: file)
      #expect(try daemon.fresnel(["index", file]).status == 0)
      try daemon.stop()
      let path = daemon.directory + "/state/fresnel/positions"
      try FileSystem.removeFile(path)
      try close(path)
      // It is told of at each start, until it is mended.
      for _ in 0..<2 {
        try daemon.start()
        let told = try daemon.fresnel(["search", "thing"])
        #expect(told.status == 1 && told.output.contains("may be"), "\(told.output)")
        let seen = try daemon.fresnel(["doctor"])
        let words = seen.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(seen.status == 1 && words.contains(path), "\(seen.output)")
        #expect(words.contains("make it readable, or run fresnel doctor --mend"), "\(seen.output)")
        try daemon.stop()
      }
      try daemon.start()
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.status == 0 && mended.output.contains(".set-aside-1"), "\(mended.output)")
      #expect(FileSystem.exists(path))
      for _ in 0..<2 {
        for words in [["doctor"], ["search", "thing"], ["check"]] {
          let sound = try daemon.fresnel(words)
          #expect(sound.status == 0, "\(words) \(sound.output)")
        }
        try daemon.stop()
        try daemon.start()
      }
    }
  }

  @Test("keys that cannot be read are not keys that were never made")
  func keys() throws {
    try withDaemon {
      try close($0 + "/data/fresnel/keys/complete")
    } _: { daemon, tool in
      let report = try tool.order("keys", "{}").text(indented: false)
      #expect(report.contains("keys cannot be read: "), "\(report)")
      let status = try daemon.fresnel(["status"])
      #expect(status.output.contains("keys cannot be read: "), "\(status.output)")
      let unlock = try daemon.fresnel(["unlock"])
      #expect(unlock.status != 0)
      #expect(unlock.output.contains("keys cannot be read: "), "\(unlock.output)")
      let protect = try daemon.fresnel([
        "protect", "passphrase", "--passphrase-descriptor", "0",
      ])
      #expect(protect.status != 0)
      #expect(protect.output.contains("keys cannot be read: "), "\(protect.output)")
      let path = daemon.directory + "/data/fresnel/keys/complete"
      #expect(daemon.log.contains(path), "\(daemon.log)")
    }
  }

  @Test("what apps change while a class is locked is taken again once its keys can be read")
  func publicKey() throws {
    try withDaemon { _ in
    } _: { daemon, _ in
      func opened() throws -> RawClient.LockableIndex {
        let client = try RawClient(path: daemon.socketPath)
        try client.shakeHands(claiming: "com.example.mail")
        return try client.openLockable("letters", .complete)
      }
      func key() throws -> [UInt8]? {
        guard case .locked(_, let key) = try opened() else { return nil }
        return key
      }
      try daemon.unlock()
      guard case .open(let channel, let index) = try opened() else {
        throw RawClient.Failure.unexpected(.indexOpened)
      }
      try channel.put(["a letter"], into: index)
      try daemon.stop()
      let path = daemon.directory + "/data/fresnel/keys/complete"
      try FileSystem.rename(path, to: path + ".moved")
      try close(path)
      try daemon.start()
      // Without logind classes begin locked.
      #expect(try key() == [])
      try FileSystem.rename(path + ".moved", to: path)
      #expect(try TestProgram.wait { try key()?.isEmpty == false })
    }
  }

  @Test("who is connected hears of a public key that can be read again while the session is locked")
  func publicKeyNews() throws {
    try withDaemon { _ in
    } _: { daemon, _ in
      try daemon.unlock()
      let first = try RawClient(path: daemon.socketPath)
      try first.shakeHands(claiming: "com.example.mail")
      guard case .open = try first.openLockable("letters", .complete) else {
        throw RawClient.Failure.unexpected(.indexOpened)
      }
      try daemon.stop()
      let path = daemon.directory + "/data/fresnel/keys/complete"
      try FileSystem.rename(path, to: path + ".moved")
      try close(path)
      try daemon.start()
      let waiting = try RawClient(path: daemon.socketPath)
      try waiting.shakeHands(claiming: "com.example.mail")
      guard case .locked(_, let none) = try waiting.openLockable("letters", .complete) else {
        throw RawClient.Failure.unexpected(.indexOpened)
      }
      #expect(none.isEmpty)
      try FileSystem.rename(path + ".moved", to: path)
      // The disk is asked again for who comes.
      let isRead = try TestProgram.wait {
        let newcomer = try RawClient(path: daemon.socketPath)
        return try newcomer.shakeHands(claiming: "com.example.other").classes
          .contains { $0.protection == .complete && $0.publicKey != nil }
      }
      #expect(isRead)
      while true {
        if case .classChanged(let condition) = try waiting.receive().message,
          condition.protection == .complete, condition.publicKey != nil
        {
          break
        }
      }
    }
  }

  @Test("stores that cannot be looked for keep no list from the others, and are named")
  func stores() throws {
    try withDaemon {
      try close($0 + "/home/.var/app")
    } _: { daemon, _ in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: "com.example.notes")
      try client.put(["a"], into: try client.open("things", ProtectionClass.none))
      for words in [["items"], ["export"]] {
        let list = try daemon.fresnel(words)
        #expect(list.status == 1 && list.output.contains("com.example.notes"), "\(list.output)")
        #expect(list.output.contains("/home/.var/app"), "\(list.output)")
      }
    }
  }
}
