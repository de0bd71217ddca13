import FresnelApps
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// The index of the notes app is in a class that can be locked: a worker serves it, which starts no
/// programs.
@Suite("Extensions and lockable classes", .serialized, .timeLimit(.minutes(30)))
struct LockableExtensionTests {
  private static let protection = ProtectionClass.complete

  /// Runs a body with a daemon whose classes are open, and with the app's connection to the class over which
  /// the extension has indexed the notes.
  private func withSecretNotes(
    _ options: [String] = [],
    _ body: (_ daemon: DaemonProcess, _ app: RawClient, _ channel: RawClient) throws -> Void
  ) throws {
    try NotesApp.withDaemon(options) { daemon in
      try daemon.unlock()
      let app = try daemon.client(claiming: NotesApp.identifier)
      _ = try app.open("secret", Self.protection)
      let channel = try app.channel(to: Self.protection)
      _ = try channel.open("secret", Self.protection)
      try daemon.expectNotes(["alpha", "beta"], for: channel)
      try body(daemon, app, channel)
    }
  }

  private static func promise(
    _ item: String, _ type: String, _ wanted: WantedContent
  ) -> ClientMessage {
    .promise(
      PromiseRequest(
        app: NotesApp.identifier, index: "secret", item: item, contentType: type, wanted: wanted))
  }

  @Test("A new index, and items that soon expire, are asked for of the app's extension")
  func indexing() throws {
    try withSecretNotes { daemon, app, channel in
      // Main holds nothing of it.
      #expect(try app.identifiers(matching: NotesApp.everything).isEmpty)
      var item = Item(uniqueIdentifier: "alpha")
      item.attributes[.title] = .string("stale")
      item.expiration = Timestamp(secondsSince1970: WallClock.secondsSince1970 + 3600)
      let items = [try EncodedItem(opening: try ItemCodec.encode(item))]
      let index = try channel.open("secret", Self.protection)
      #expect(
        try channel.ask(.apply(ApplyBatch(handle: index, operations: [.put(items)]))) == .done)
      _ = try channel.open("secret", Self.protection)
      let isRenewed = try TestProgram.wait {
        try channel.identifiers(matching: "title == \"stale\"").isEmpty
      }
      #expect(isRenewed, "\(daemon.log)")
      #expect(try channel.identifiers(matching: NotesApp.everything) == ["alpha", "beta"])
      // It is one process, which serves both.
      #expect(daemon.count("was started") == 1)
    }
  }

  @Test("What an app owes is asked for when the class opens, of the extension if the app is gone")
  func owing() throws {
    try NotesApp.withDaemon { daemon in
      try daemon.unlock()
      let app = try daemon.client(claiming: NotesApp.identifier)
      _ = try app.open("secret", Self.protection)
      let channel = try app.channel(to: Self.protection)
      try channel.request(
        .openIndex(
          OpenIndex(
            name: "secret", protection: Self.protection, flags: .takesCallbacks,
            methods: .reindexAll)))
      // It is asked, before or after it hears that the index is open, and does not answer.
      var (index, isAsked): (UInt32?, Bool) = (nil, false)
      while index == nil || !isAsked {
        switch try channel.receive().message {
        case .indexOpened(let opened): index = opened.handle
        case .reindexAll: isAsked = true
        default: break
        }
      }
      try channel.put(["before"], into: try #require(index))
      let tool = try daemon.client(.tool)
      try tool.order("lock", "{}")
      #expect(daemon.count("was started") == 0)
      // The daemon runs anew.
      #expect(try tool.waitForEnd() == nil)
      let next = try daemon.client(.tool)
      try next.order("unlock", "{}")
      let again = try daemon.client(claiming: NotesApp.identifier)
      try daemon.expectNotes(
        ["alpha", "before", "beta"], for: try again.channel(to: Self.protection))
    }
  }

  @Test("Promised content comes over the class's channel, in memory, and not while it is locked")
  func promises() throws {
    try withSecretNotes(["--dumpable"]) { daemon, _, _ in
      let tool = try daemon.client(.tool)
      let channel = try tool.channel(to: Self.protection)
      let text = Array("Alpha\nThe first note.".utf8)
      guard
        case .promiseKept(let bytes) = try channel.ask(
          Self.promise("alpha", "public.text", .bytes))
      else {
        Issue.record("There are no bytes. \(daemon.log)")
        return
      }
      #expect(bytes.form == .bytes(text))
      let request = try channel.request(Self.promise("alpha", "public.text", .copy))
      var reply = try channel.receive()
      while reply.request != request { reply = try channel.receive() }
      guard case .promiseKept(let copy) = reply.message, let file = reply.descriptors.first else {
        Issue.record("There is no file. \(reply.message)")
        return
      }
      #expect(copy == PromisedContent(.descriptor, fileName: "alpha.txt"))
      #expect(try file.withPath { try FileSystem.contents(of: $0) } == text)
      #expect(!FileSystem.exists(daemon.directory + "/state/fresnel/drags"))
      // Nothing of this came through main.
      let main = try #require(daemon.processIdentifier)
      #expect(try MemoryScan.texts(["The first note"], inMemoryOf: main).isEmpty)
      // Main says where it is to be asked for, and that this is not possible now.
      var asking = tool
      for isLocked in [false, true] {
        if isLocked {
          try tool.order("lock", "{}")
          #expect(try channel.waitForEnd() == nil)
          #expect(try tool.waitForEnd() == nil)
          asking = try daemon.client(.tool)
        }
        guard case .failed(let error) = try asking.ask(Self.promise("alpha", "public.text", .bytes))
        else {
          Issue.record("Main has the item.")
          return
        }
        #expect(error.code == .classLocked && error.isRetryable)
        #expect(error.namedClasses == [Self.protection])
      }
      #expect(try asking.ask(.channel(Self.protection)) == .channelOpened(.locked))
    }
  }

  @Test("Another app gets an item's data over the channel, if the person allowed it")
  func fetching() throws {
    try withSecretNotes { daemon, _, _ in
      let reader = try daemon.client(claiming: "com.example.reader")
      let channel = try reader.channel(to: Self.protection)
      let request = ClientMessage.fetchData(
        FetchData(app: NotesApp.identifier, item: "beta", contentType: "public.plain-text"))
      guard case .failed(let refusal) = try channel.ask(request) else {
        Issue.record("The data were given.")
        return
      }
      #expect(refusal.code == .refused)
      let settings = SettingsFile(path: daemon.directory + "/config/fresnel/settings.json")
      try settings.update("com.example.reader") { $0.mayFetchFrom = [NotesApp.identifier] }
      var answer = try channel.ask(request)
      _ = try TestProgram.wait {
        guard case .failed = answer else { return true }
        answer = try channel.ask(request)
        return false
      }
      #expect(answer == .dataFetched(.bytes(Array("Beta\nThe second note.".utf8))))
      daemon.send(.hangUp)
      let names = try TestProgram.wait {
        guard case .failed(let error) = try reader.ask(request) else { return false }
        return error.namedClasses == [Self.protection]
      }
      #expect(names)
    }
  }
}
