import FresnelApps
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite("Extensions of a real daemon", .serialized)
struct ExtensionServiceTests {
  @Test("A new index whose app takes no requests is filled by the app's extension")
  func indexing() throws {
    try NotesApp.withDaemon { daemon in
      try daemon.indexNotes()
      try daemon.stop()
    }
  }

  @Test("What was acknowledged is not asked for again, also not by the next daemon")
  func acknowledging() throws {
    try NotesApp.withDaemon { daemon in
      try daemon.indexNotes()
      #expect(TestProgram.wait { daemon.count("The app indexes again.") == 1 })
      try daemon.stop()
      try daemon.start()
      let app = try daemon.client(claiming: NotesApp.identifier)
      let index = try app.open()
      // What is due is looked for before an item is taken.
      try app.put(["alpha"], into: index)
      #expect(daemon.count("The app was asked to index again.") == 1)
    }
  }

  @Test(
    "Items that soon expire are asked for by name: they are made anew, or deleted when they are gone"
  )
  func renewing() throws {
    try NotesApp.withDaemon { daemon in
      try daemon.indexNotes()
      let app = try daemon.client(claiming: NotesApp.identifier)
      let items = try ["alpha", "gone"].map { name in
        var item = Item(uniqueIdentifier: name)
        item.attributes[.title] = .string("stale")
        item.expiration = Timestamp(secondsSince1970: WallClock.secondsSince1970 + 3600)
        return try EncodedItem(opening: try ItemCodec.encode(item))
      }
      let batch = ApplyBatch(handle: try app.open(), operations: [.put(items)])
      #expect(try app.ask(.apply(batch)) == .done)
      _ = try app.open()
      let isRenewed = try TestProgram.wait {
        try app.identifiers(matching: "title == \"stale\"").isEmpty
      }
      #expect(isRenewed, "\(daemon.log)")
      try daemon.expectNotes(["alpha", "beta"], for: app)
    }
  }

  @Test("Content that is wanted of an item comes from the extension, in each form")
  func promises() throws {
    try NotesApp.withDaemon { daemon in
      try daemon.indexNotes()
      let tool = try daemon.client(.tool)
      func keep(_ type: String, _ wanted: WantedContent) throws -> DaemonMessage {
        try tool.ask(
          .promise(
            PromiseRequest(
              app: "com.example.notes", index: "", item: "alpha", contentType: type,
              wanted: wanted)))
      }
      guard case .promiseKept(let bytes) = try keep("public.text", .bytes) else {
        Issue.record("There are no bytes. \(daemon.log)")
        return
      }
      #expect(bytes.form == .bytes(Array("Alpha\nThe first note.".utf8)))
      // The class of the index is encrypted, so that no copy lies on the disk.
      guard case .promiseKept(let copy) = try keep("public.text", .copy) else {
        Issue.record("There is no copy. \(daemon.log)")
        return
      }
      #expect(copy.form == .descriptor)
      #expect(copy.fileName == "alpha.txt")
      let copies = (try? FileSystem.entries(of: daemon.directory + "/state/fresnel/drags")) ?? []
      #expect(copies.isEmpty)
      guard case .failed(let error) = try keep("public.image", .bytes) else {
        Issue.record("A note is an image.")
        return
      }
      #expect(error.code == .unsupported)
    }
  }

  @Test(
    "What an extension prints is in its app's own log, which fresnel logs shows, and not in the daemon's"
  )
  func printing() throws {
    let indexer = """
      #!/bin/sh
      echo 'dear diary'
      printf 'my secret\\033[2J\\n' >&2
      exec '\(try TestProgram.path("sample-extension"))'

      """
    try NotesApp.withDaemon(indexer: indexer) { daemon in
      try daemon.indexNotes()
      let path = daemon.directory + "/state/fresnel/extension-logs/com.example.notes.log"
      let printed = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      #expect(printed.hasPrefix("--- 20"))
      #expect(printed.contains(" com.apple.spotlight.index\ndear diary\nmy secret\u{1B}[2J\n"))
      #expect(try FileSystem.status(of: path)?.permissions == 0o600)
      var command = Command(try TestProgram.path("fresnel"), ["logs", NotesApp.identifier])
      command.environment = daemon.environment
      let (ending, output) = try command.capture()
      #expect(ending.isSuccess)
      let shown = String(decoding: output, as: UTF8.self)
      #expect(shown.contains("dear diary\n") && !shown.contains("\u{1B}"))
      try daemon.stop()
      #expect(!daemon.log.contains("diary") && !daemon.log.contains("secret"))
    }
  }

  @Test("Another app gets an item's data when the person allowed it, and not before")
  func fetching() throws {
    try NotesApp.withDaemon { daemon in
      try daemon.indexNotes()
      let reader = try daemon.client(claiming: "com.example.reader")
      let request = ClientMessage.fetchData(
        FetchData(app: "com.example.notes", item: "beta", contentType: "public.plain-text"))
      guard case .failed(let error) = try reader.ask(request) else {
        Issue.record("The data were given.")
        return
      }
      #expect(error.code == .refused)
      let settings = SettingsFile(path: daemon.directory + "/config/fresnel/settings.json")
      try settings.update("com.example.reader") { $0.mayFetchFrom = ["com.example.notes"] }
      daemon.send(.hangUp)
      var answer = try reader.ask(request)
      _ = try TestProgram.wait {
        guard case .failed = answer else { return true }
        answer = try reader.ask(request)
        return false
      }
      #expect(answer == .dataFetched(.bytes(Array("Beta\nThe second note.".utf8))))
    }
  }

  @Test(
    "A file is read by the import extension for its type, which sees the name and no path of it")
  func importing() throws {
    try NotesApp.withDaemon { daemon in
      let tool = try daemon.client(.tool)
      let path = daemon.directory + "/secret.md"
      try FileSystem.write(Array("Gamma\nA file elsewhere.".utf8), to: path)
      let file = try SharedDescriptor(
        sharing: try FileDescriptor(opening: path, for: .reading))
      func read(_ type: String) throws -> DaemonMessage {
        let number = try tool.request(
          .importFile(FileImport(fileName: "gamma.txt", contentType: type)), descriptors: [file])
        return try tool.reply(to: number)
      }
      guard case .fileImported(let imported) = try read("public.plain-text") else {
        Issue.record("The file was not read. \(daemon.log)")
        return
      }
      let item = try #require(try imported?.item())
      #expect(item.uniqueIdentifier == "gamma.txt")
      #expect(item.attributes[.title] == .string("Gamma"))
      guard case .failed(let error) = try read("public.jpeg") else {
        Issue.record("An image was read as text.")
        return
      }
      #expect(error.code == .unsupported)
    }
  }

  @Test(
    "The process has a group of its own, limits and low priority, and dies with the daemon",
    .enabled(if: Command.path(of: "ionice") != nil, "ionice is not installed"))
  func bounds() throws {
    try NotesApp.withDaemon { daemon in
      try daemon.indexNotes()
      guard case .integer(let number)? = try daemon.extensionStatus()?["processIdentifier"] else {
        Issue.record("No extension runs. \(daemon.log)")
        return
      }
      let own = try #require(ProcessStatus(of: Int32(number)))
      let main = try #require(daemon.processIdentifier.flatMap { ProcessStatus(of: $0) })
      #expect(own.parent == daemon.processIdentifier)
      #expect(own.group == Int32(number) && own.group != main.group)
      #expect(own.niceness == min(19, main.niceness + 10))
      let ionice = try #require(Command.path(of: "ionice"))
      let told = try Command(ionice, ["-p", "\(number)"]).capture().output
      #expect(String(decoding: told, as: UTF8.self).hasPrefix("idle"))
      let limits = String(
        decoding: try FileSystem.contents(of: "/proc/\(number)/limits"), as: UTF8.self)
      for (name, limit) in [
        ("Max data size", 512 << 20), ("Max cpu time", 60), ("Max open files", 256),
        ("Max core file size", 0), ("Max file size", 1 << 30),
      ] {
        let line = limits.split(separator: "\n").first { $0.hasPrefix(name) }
        let words = line?.dropFirst(name.count).split(separator: " ")
        #expect(words?.first == "\(limit)", "\(name)")
      }
      daemon.kill()
      #expect(TestProgram.wait { ProcessStatus(of: Int32(number)) == nil })
    }
  }

  @Test("One that does not work is left alone for a while, also by the next daemon")
  func backingOff() throws {
    try NotesApp.withDaemon(indexer: "#!/bin/sh\nexit 3\n") { daemon in
      func open() throws {
        let app = try daemon.client(claiming: NotesApp.identifier)
        _ = try app.open()
      }
      try open()
      #expect(
        TestProgram.wait { daemon.count("failed. It ended") == 1 }, "\(daemon.log)")
      for _ in 0..<2 {
        try open()
        let isLeftAlone = try TestProgram.wait {
          guard let status = try daemon.extensionStatus(), status["state"] == .string("failed"),
            case .integer(1...60)? = status["retryInSeconds"]
          else { return false }
          return true
        }
        #expect(isLeftAlone, "\(daemon.log)")
        try daemon.stop()
        #expect(daemon.count("was started") == 1)
        try daemon.start()
      }
    }
  }

  @Test("One that does not listen is ended together with its group")
  func stubborn() throws {
    let script = """
      #!/bin/sh
      trap '' TERM
      sleep 1000 & echo $! > "$XDG_DATA_HOME/child"
      echo $$ > "$XDG_DATA_HOME/itself"
      wait; sleep 1000

      """
    try NotesApp.withDaemon(indexer: script) { daemon in
      let app = try daemon.client(claiming: NotesApp.identifier)
      _ = try app.open()
      let processes = try ["child", "itself"].map { name in
        var number: Int32?
        _ = TestProgram.wait {
          let bytes = try? FileSystem.contents(of: "\(daemon.directory)/data/\(name)")
          number = bytes.flatMap { Int32(String(decoding: $0.dropLast(), as: UTF8.self)) }
          return number != nil
        }
        return try #require(number, "\(daemon.log)")
      }
      for process in processes { #expect(ProcessStatus(of: process) != nil) }
      try daemon.stop()
      #expect(TestProgram.wait { processes.allSatisfy { ProcessStatus(of: $0) == nil } })
    }
  }

  @Test("An extension that somebody else starts says what it is, and ends")
  func startedByHand() throws {
    let program = try TestProgram.path("sample-extension")
    var command = Command(program)
    command.error = .null
    #expect(try command.run() == .exited(64))
  }
}

/// What the kernel tells of a process.
private struct ProcessStatus {
  let parent: Int32
  let group: Int32
  let niceness: Int

  /// `nil` when it has ended.
  init?(of process: Int32) {
    guard let bytes = try? FileSystem.contents(of: "/proc/\(process)/stat") else { return nil }
    // The name, in parentheses, may have any character.
    let words = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    guard let words, words.count > 16, words[0] != "Z", let parent = Int32(words[1]),
      let group = Int32(words[2]), let niceness = Int(words[16])
    else { return nil }
    (self.parent, self.group, self.niceness) = (parent, group, niceness)
  }
}

@Suite("The article on extensions")
struct ExtensionArticleTests {
  @Test(
    "Its programs are those that the tests run",
    arguments: [
      "SampleExtension/NotesIndexer.swift", "SampleImporter/NoteImporter.swift",
    ])
  func samples(_ name: String) throws {
    var root = FileSystem.parent(of: #filePath)
    for _ in 0..<3 { root = FileSystem.parent(of: root) }
    func text(_ path: String) throws -> String {
      String(decoding: try FileSystem.contents(of: root + "/" + path), as: UTF8.self)
    }
    let article = try text(
      "Sources/Frameworks/CoreSpotlight/CoreSpotlight.docc/IndexingWhileTheAppDoesNotRun.md")
    let sample = try text("Tests/Support/" + name)
    #expect(article.contains("```swift\n\(sample)```\n"))
  }
}
