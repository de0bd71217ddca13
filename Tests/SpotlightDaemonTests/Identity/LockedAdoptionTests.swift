import FresnelModel
import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite(
  "Items from before an app was registered, in classes that are locked", .serialized,
  .timeLimit(.minutes(30)))
struct LockedAdoptionTests {
  private static let app = "com.example.notes"

  /// A daemon that does not know the app yet, whose program has two items in a lockable class alone.
  private struct Stage {
    let daemon: DaemonProcess
    let stray: String

    /// A tool. Each lock needs another one.
    func tool() throws -> RawClient {
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      return tool
    }

    /// Begins with locked classes, as after a login.
    func lock() throws {
      daemon.kill()
      try daemon.start(clearingLog: true)
    }

    func put(_ names: [String], as app: String) throws {
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: app)
      guard case .open(let channel, let index) = try client.openLockable("kept", .complete) else {
        throw RawClient.Failure.unexpected(.indexOpened)
      }
      try channel.put(names, into: index)
    }

    /// Puts an item of the program where nothing is locked.
    func putPlain() throws {
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: stray)
      try client.put(["plain"], into: try client.open("things", ProtectionClass.none))
    }

    /// What an app finds in the class, once that can be read.
    func found(by app: String) throws -> [String] {
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: app)
      var found: [String] = []
      let isOpen = try TestProgram.wait {
        do {
          found = try client.channel(to: .complete).identifiers(matching: "title == \"*\"")
          return true
        } catch is ServiceError {
          return false
        }
      }
      #expect(isOpen)
      return found
    }

    /// Registers the app.
    func install(_ options: String...) throws -> (status: Int32?, output: String) {
      let words = ["app", "install", daemon.directory + "/Info.plist", "--offline"]
      return try daemon.fresnel(words + options)
    }

    func messages(_ code: String) throws -> [String] {
      guard case .array(let findings)? = try tool().order("doctor", "{}")["findings"] else {
        return []
      }
      return findings.compactMap { finding in
        guard finding["code"] == .string(code), case .string(let text)? = finding["message"] else {
          return nil
        }
        return text
      }
    }
  }

  private func withStage(_ body: (Stage) throws -> Void) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let directory = try #require(FileSystem.resolved(daemon.directory))
      let program = directory + "/notes"
      try FileSystem.write([0x7F], to: program, permissions: 0o755)
      let manifest = #"{"CFBundleIdentifier":"\#(Self.app)","FresnelExecutable":"\#(program)"}"#
      try FileSystem.write(Array(manifest.utf8), to: directory + "/Info.plist")
      let stage = Stage(daemon: daemon, stray: "unregistered:" + program)
      try daemon.unlock()
      try stage.put(["a", "b"], as: stage.stray)
      try body(stage)
    }
  }

  @Test("are found and taken over where the program has none elsewhere")
  func open() throws {
    try withStage { stage in
      let named = try stage.install()
      #expect(named.output.contains("2 items of \(stage.stray)"), "\(named.output)")
      #expect(try stage.messages("itemsBeforeRegistration").count == 1)
      let adopt = try stage.daemon.fresnel(["app", "adopt", Self.app])
      #expect(adopt.status == 0, "\(adopt.output)")
      #expect(try stage.found(by: Self.app) == ["a", "b"])
      #expect(try stage.messages("itemsBeforeRegistration") == [])
      let again = try stage.daemon.fresnel(["app", "adopt", Self.app, "--from", stage.stray])
      #expect(again.status == 1 && again.output.contains("there are no items"), "\(again.output)")
    }
  }

  @Test(
    "are taken over when they are unlocked, also while indexing is paused",
    arguments: [false, true])
  func locked(hasOthers: Bool) throws {
    try withStage { stage in
      if hasOthers { try stage.putPlain() }
      try stage.lock()
      let install = try stage.install("--adopt")
      #expect(install.status == 0 && install.output.contains(stage.stray), "\(install.output)")
      try stage.tool().order("pause", "{}")
      try stage.daemon.unlock()
      #expect(try stage.found(by: Self.app) == ["a", "b"])
      #expect(try stage.found(by: stage.stray) == [])
    }
  }

  @Test("stay with the rest where they could not be kept for later, so that it can be done again")
  func interrupted() throws {
    try withStage { stage in
      try stage.putPlain()
      try stage.lock()
      // The intake cannot be written.
      let intake = stage.daemon.directory + "/data/fresnel/classes/complete/intake"
      try FileSystem.removeTree(intake)
      try FileSystem.write([], to: intake)
      _ = try stage.install("--adopt")
      #expect(try stage.daemon.itemCounts(try stage.tool())[stage.stray] == 1)
      #expect(try stage.messages("itemsBeforeRegistration").count == 1)
      try FileSystem.removeFile(intake)
      let adopt = try stage.daemon.fresnel(["app", "adopt", Self.app])
      #expect(adopt.status == 0, "\(adopt.output)")
      try stage.daemon.unlock()
      #expect(try stage.found(by: Self.app) == ["a", "b"])
      #expect(try stage.daemon.itemCounts(try stage.tool()) == [Self.app: 3])
    }
  }

  @Test(
    "stay out of searches where those of the program were switched off",
    arguments: ["--adopt", "--no-adopt"])
  func hidden(option: String) throws {
    try withStage { stage in
      let settings = try stage.daemon.fresnel(["settings", stage.stray, "--search", "off"])
      #expect(settings.status == 0, "\(settings.output)")
      try stage.lock()
      #expect(try stage.install(option).status == 0)
      try stage.daemon.unlock()
      let owner = option == "--adopt" ? Self.app : stage.stray
      #expect(try stage.found(by: owner) == ["a", "b"])
      let search = try stage.daemon.fresnel(["search", "a"])
      #expect(search.status == 1 && !search.output.contains(owner), "\(search.output)")
    }
  }

  @Test("that the app may not have stay where they are, and keep nothing else from being served")
  func limit() throws {
    try withStage { stage in
      try stage.putPlain()
      _ = try stage.install("--no-adopt")
      try stage.tool().order("settings.set", #"{"id":"\#(Self.app)","items":1}"#)
      try stage.lock()
      let adopt = try stage.daemon.fresnel(["app", "adopt", Self.app])
      #expect(adopt.status == 0, "\(adopt.output)")
      try stage.daemon.unlock()
      #expect(try stage.found(by: stage.stray) == ["a", "b"])
      #expect(try stage.messages("storeUnavailable") == [])
      #expect(try stage.messages("itemsBeforeRegistration").count == 1)
      let owed = try stage.messages("callbackOwed")
      #expect(owed.contains { $0.contains(stage.stray) }, "\(owed)")
      // It says so at once where the class is open.
      let again = try stage.daemon.fresnel(["app", "adopt", Self.app])
      #expect(again.status == 1 && again.output.contains("2 items"), "\(again.output)")
      try stage.tool().order("settings.set", #"{"id":"\#(Self.app)","items":null}"#)
      #expect(try stage.daemon.fresnel(["app", "adopt", Self.app]).status == 0)
      #expect(try stage.found(by: Self.app) == ["a", "b"])
    }
  }

  @Test("What a later version kept for a class keeps the class shut, and the doctor says why")
  func laterVersion() throws {
    try withStage { stage in
      stage.daemon.kill()
      let directory = stage.daemon.directory + "/data/fresnel/classes/complete/intake"
      let journal = try JournalStore.open(directory: directory, mode: .readWrite) { _ in }
      try journal.append(FrameKind(rawValue: 16), records: [[9, 1, 97, 0]])
      try journal.commit()
      try journal.close()
      try stage.daemon.start(clearingLog: true)
      try stage.daemon.unlock()
      let isSaid = try TestProgram.wait {
        try stage.messages("storeUnavailable").contains { $0.contains("later version") }
      }
      #expect(isSaid)
      #expect(stage.daemon.log.contains("later version"))
    }
  }
}
