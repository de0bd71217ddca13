import FresnelApps
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// A daemon with an app that never runs by itself: the sample extension and the sample importer, over two
/// notes.
private func withNotes(_ body: (DaemonProcess) throws -> Void) throws {
  try FileSystem.withTemporaryDirectory { (directory: String) throws in
    let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
    let manifest = """
      {"CFBundleIdentifier": "com.example.notes", "FresnelWakesOnPush": true, "NSExtension": [
        {"NSExtensionPointIdentifier": "com.apple.spotlight.index",
         "FresnelExecutable": "\(try TestProgram.path("sample-extension"))"},
        {"NSExtensionPointIdentifier": "com.apple.spotlight.import",
         "FresnelExecutable": "\(try TestProgram.path("sample-importer"))",
         "NSExtensionAttributes": {"CSSupportedContentTypes": ["public.text"]}}]}
      """
    let files = [
      "fresnel/apps/com.example.notes.plist": manifest, "notes/alpha.txt": "Alpha\nThe first note.",
      "notes/beta.txt": "Beta\nThe second note.",
    ]
    for (name, text) in files {
      let path = "\(directory)/data/\(name)"
      try FileSystem.createDirectory(FileSystem.parent(of: path))
      try FileSystem.write(Array(text.utf8), to: path)
    }
    try daemon.start()
    defer { daemon.kill() }
    try body(daemon)
  }
}

extension DaemonProcess {
  /// A client that was taken in.
  fileprivate func client(
    _ role: Role = .app, claiming identifier: String = ""
  ) throws -> RawClient {
    let client = try RawClient(path: socketPath)
    // Programs start slowly on a machine with much else to do.
    client.timeout = .seconds(60)
    try client.shakeHands(role: role, claiming: identifier)
    return client
  }

  /// Has the app open its index, and waits until the extension has indexed the notes.
  fileprivate func indexNotes() throws {
    let app = try client(claiming: "com.example.notes")
    _ = try app.open()
    let isIndexed = try TestProgram.wait(atMost: 60) {
      try app.identifiers(matching: "title == \"*\"") == ["alpha", "beta"]
    }
    #expect(isIndexed, "\(log)")
  }
}

@Suite("Extensions of a real daemon", .serialized)
struct ExtensionServiceTests {
  @Test("A new index whose app takes no requests is filled by the app's extension")
  func indexing() throws {
    try withNotes { daemon in
      try daemon.indexNotes()
      try daemon.stop()
    }
  }

  @Test("Content that is wanted of an item comes from the extension, in each form")
  func promises() throws {
    try withNotes { daemon in
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
      guard case .promiseKept(let copy) = try keep("public.text", .copy),
        case .path(let path) = copy.form
      else {
        Issue.record("There is no copy. \(daemon.log)")
        return
      }
      #expect(copy.fileName == "alpha.txt")
      #expect(path.hasPrefix(daemon.directory + "/run/fresnel/drags/"))
      let text = try FileSystem.contents(of: path)
      #expect(text == Array("Alpha\nThe first note.".utf8))
      guard case .failed(let error) = try keep("public.image", .bytes) else {
        Issue.record("A note is an image.")
        return
      }
      #expect(error.code == .unsupported)
    }
  }

  @Test("Another app gets an item's data when the person allowed it, and not before")
  func fetching() throws {
    try withNotes { daemon in
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
      _ = try TestProgram.wait(atMost: 10) {
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
    try withNotes { daemon in
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

  @Test("An extension that somebody else starts says what it is, and ends")
  func startedByHand() throws {
    let program = try TestProgram.path("sample-extension")
    var command = Command(program)
    command.error = .null
    #expect(try command.run() == .exited(64))
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
