import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightClient
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

/// Has the built command line open things in an app, through a real daemon.
@Suite("Opening from the command line", .serialized)
struct OpenCommandTests {
  /// What a command came to, with what it wrote to standard output and to standard error.
  private func run(_ words: [String], in daemon: DaemonProcess) throws -> (Int32?, String) {
    var command = Command(
      "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", try TestProgram.path("fresnel")] + words)
    command.environment = daemon.environment
    let (ending, output) = try command.capture()
    guard case .exited(let status) = ending else { return (nil, "") }
    return (status, String(decoding: output, as: UTF8.self))
  }

  private func expect(
    _ words: String..., in daemon: DaemonProcess, status: Int32 = 0, says text: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let (ending, output) = try run(words, in: daemon)
    #expect(ending == status, "\(output)", sourceLocation: location)
    #expect(output.contains(text), "\(output)", sourceLocation: location)
  }

  @Test(
    "An item is opened by its identifier or by its place among the results, and a search goes on")
  func opening() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      try expect("open", "--time", "soup", in: daemon, says: "opened in Recipes\n")
      try expect("open", "--time", "soup", in: daemon, says: " ms until its window was there\n")
      try expect("search", "--open", "1", "sou", in: daemon, says: "opened in Recipes\n")
      #expect(
        daemon.received
          == [String](
            repeating: "activity com.apple.corespotlightitem soup -", count: 3))
      try expect("continue", "--list", "soup", in: daemon, says: "org.example.Recipes  Recipes\n")
      try expect(
        "continue", "--list", "--json", "soup", in: daemon,
        says: #"{"app":"org.example.Recipes","name":"Recipes"}"#)
      try expect(
        "continue", "--json", "soup", in: daemon, status: 2, says: "--json goes with --list only")
      for first in ["org.example.Recipes", "recipes", "tomato"] {
        try expect("continue", first, "soup", in: daemon, says: "opened in Recipes\n")
      }
      #expect(daemon.received.count == 6)
      try expect(
        "search", "--open", "2", "soup", in: daemon, status: 1,
        says: "there is 1 result, and none in place 2")
      try expect("open", "stew", in: daemon, status: 1, says: "there is no item \"stew\"")
      try expect("search", "--open", "1", "--count", "soup", in: daemon, status: 2, says: "--count")
      try daemon.stop()
    }
  }

  private func put(_ items: [Item], over app: RawClient) throws {
    let items = try items.map { try EncodedItem(opening: try ItemCodec.encode($0)) }
    let batch = ApplyBatch(handle: try app.open(), operations: [.put(items)])
    #expect(try app.ask(.apply(batch)) == .done)
  }

  @Test("What can be done with an item is listed, and done by its app")
  func actions() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      var item = Item(uniqueIdentifier: "stew")
      item.attributes[.title] = .string("Stew")
      item.attributes[.actionIdentifiers] = .array([.string("shout"), .string("print")])
      item.attributes[.url] = .url("recipes://stew")
      var place = Item(uniqueIdentifier: "market")
      place.attributes[.title] = .string("Market")
      place.attributes[.supportsNavigation] = .boolean(true)
      place.attributes[.latitude] = .double(52.5)
      place.attributes[.longitude] = .double(13)
      let app = try daemon.client(claiming: RecipesApp.identifier)
      try put([item, place], over: app)
      try expect(
        "show", "stew", in: daemon, says: "actions\n  1  Open Link  recipes://stew\n  2  Print\n")
      try expect(
        "show", "--json", "stew", in: daemon,
        says: #"{"kind":"app","title":"Print","identifier":"print"}"#)
      try expect("open", "--action", "2", "stew", in: daemon, says: "opened in Recipes\n")
      try expect("open", "--action", "1", "stew", in: daemon, says: "opened in Recipes\n")
      #expect(
        daemon.received == [
          "activity com.apple.corespotlightitem stew:print -", "urls recipes://stew",
        ])
      try expect("open", "--action", "1", "market", in: daemon, says: "opened in Recipes\n")
      #expect(daemon.received.last == "urls geo:52.5,13?q=52.5,13(Market)")
      try expect(
        "open", "--action", "1", "soup", in: daemon, status: 1, says: "there are 0 actions")
      try daemon.stop()
    }
  }

  @Test("A state of history is found by words, said to be one, and opened in its app")
  func visited() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      let app = try daemon.client(claiming: RecipesApp.identifier)
      guard case .historyOpened(let history) = try app.ask(.openHistory) else {
        throw RawClient.Failure.ended
      }
      let visit = WireActivity(
        type: "org.example.view", title: "Tomato bisque", flags: [.search])
      let answer = try app.ask(
        .donate(DonateActivity(handle: history.handle, isVisit: true, activity: visit)))
      #expect(answer == .donated(.new))
      try expect(
        "search", "bisque", in: daemon,
        says: "Tomato bisque   visited · org.example.Recipes\n")
      try expect("search", "--json", "bisque", in: daemon, says: #""source":"activity""#)
      try expect("search", "--open", "1", "bisque", in: daemon, says: "opened in Recipes\n")
      #expect(daemon.received == ["activity org.example.view - -"])
      try daemon.stop()
    }
  }

  @Test(
    "What was opened twice after a text is found first by it, until the text alone orders results")
  func learning() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      let fresnel = FresnelProgram(
        directory: daemon.directory, environment: daemon.environment, hasDaemon: true)
      func found() throws -> [String] {
        try fresnel("search", "--json", "--limit", "40", "pie").objects().compactMap { row in
          if case .string(let identifier)? = row["id"] { identifier } else { nil }
        }
      }
      let app = try daemon.client(claiming: RecipesApp.identifier)
      let pies = (0..<20).map { number in
        var item = Item(uniqueIdentifier: "pie \(number)")
        item.attributes[.title] = .string((number == 0 ? "" : "A book of ") + "pies \(number)")
        return item
      }
      try put(pies, over: app)
      let before = try found()
      #expect(before.count == 20 && before.first == "pie 0")
      let place = try #require(before.firstIndex(of: "pie 17")) + 1
      try expect("search", "--open", "\(place)", "pie", in: daemon, says: "opened in Recipes\n")
      // What is stored now is stored behind the choice.
      try put(Array(pies.prefix(1)), over: app)
      #expect(try found().first == "pie 17")
      try expect("open", "pie 3", in: daemon, says: "opened in Recipes\n")
      try expect("search", "--open", "1", "pies 17", in: daemon, says: "opened in Recipes\n")
      try put(Array(pies.prefix(1)), over: app)
      #expect(try found() == ["pie 17"] + before.filter { $0 != "pie 17" })
      // A list on the screen heeds at once what the person decides.
      let first = Mutex("")
      let connection = ServiceConnection(
        daemonAt: daemon.socketPath, claiming: AppIdentity(identifier: "org.fresnel.tool"),
        role: .tool)
      defer { connection.close() }
      let search = connection.follow(
        .ask(
          AskRequest(
            text: "pie", reach: .system, limit: 40, detail: .rows, flags: [.isLive, .isSettled])),
        revise: { revision in
          first.withLock { $0 = revision.hits.first?.item.uniqueIdentifier ?? "" }
        }, finish: { _ in })
      defer { search.cancel() }
      func shows(_ identifier: String) -> Bool {
        TestProgram.wait { first.withLock { $0 } == identifier }
      }
      #expect(shows("pie 17"))
      try expect("settings", "--ranking", "fixed", in: daemon, says: "by the text alone")
      #expect(try shows("pie 0") && found() == before)
      try expect("settings", "--ranking", "learned", in: daemon, says: "chose before")
      #expect(try shows("pie 17") && found().first == "pie 17")
      _ = try run(["history", "delete", "--all"], in: daemon)
      #expect(try shows("pie 0") && found() == before)
      try daemon.stop()
    }
  }

  @Test("When it is not opened, the person is told why")
  func failures() throws {
    try RecipesApp.withDaemon("decline") { daemon, _ in
      try expect("open", "soup", in: daemon, status: 1, says: "fresnel: Recipes did not open it\n")
    }
    try RecipesApp.withDaemon("end") { daemon, _ in
      try expect(
        "open", "soup", in: daemon, status: 1,
        says: "fresnel: Recipes ended before it opened anything (status 3)\n")
      // What nobody registered can be opened by its URL alone, and this has none.
      let stranger = try daemon.client(claiming: "org.example.Stranger")
      try stranger.put(["thing"], into: try stranger.open())
      try expect(
        "open", "thing", in: daemon, status: 1,
        says:
          "fresnel: org.example.Stranger is not installed any more, or no manifest registers it\n")
      try stranger.put(["soup"], into: try stranger.open())
      try expect("open", "soup", in: daemon, status: 2, says: "2 apps have an item \"soup\"")
      try expect(
        "open", "--app", "org.example.Stranger", "soup", in: daemon, status: 1,
        says: "is not installed")
      let file = daemon.directory + "/stew.jsonl"
      try RecipesApp.write(#"{"id": "stew", "title": "Stew"}"#, to: file)
      try expect(
        "index", file, "--app", "org.example.Stranger", in: daemon, status: 3,
        says: "The items of org.example.Stranger are changed by that app alone")
      try expect("index", file, "--app", "stews", in: daemon, says: "1 item indexed")
    }
  }

  @Test("A script that cannot be started is named with what it lacks, also when it is registered")
  func scripts() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let script = try #require(FileSystem.resolved(daemon.directory)) + "/diary.py"
      try FileSystem.write(Array("import sys\n".utf8), to: script, permissions: 0o644)
      try expect(
        "app", "init", script, "--install", "--json", in: daemon, says: "\(script) has no #! line")
      do {
        let app = try daemon.client(claiming: "local.diary")
        try app.put(["diary-1"], into: try app.open())
      }
      try expect(
        "open", "diary-1", in: daemon, status: 4,
        says: "could not be started: \(script) is not executable: chmod +x \(script)")
      #expect(try Command("/bin/chmod", ["+x", script]).run().isSuccess)
      try expect(
        "open", "diary-1", in: daemon, status: 4,
        says: "could not be started: \(script) has no #! line")
      try expect("app", "doctor", "local.diary", "--json", in: daemon, says: "has no #! line")
    }
  }

  @Test(
    "What is refused about a link of an app that nobody registered names the desktop file first")
  func strangersLink() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let desktop = try HostileDesktop(
        in: directory, data: directory + "/data", configuration: directory + "/config")
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims"],
        entrance: ["/usr/bin/env", "PATH=\(desktop.path)"])
      let file = directory + "/data/applications/browser.desktop"
      try RecipesApp.write(
        "[Desktop Entry]\nType=Application\nName=b\nExec=sh -c x sh %u\n", to: file)
      try daemon.start()
      defer { daemon.kill() }
      var item = Item(uniqueIdentifier: "page")
      item.attributes[.url] = .url("https://a.example/")
      let stranger = try daemon.client(claiming: "org.example.Stranger")
      try put([item], over: stranger)
      try expect(
        "open", "page", in: daemon, status: 1, says: "fresnel: \(file) is not run: its Exec line")
      try expect(
        "open", "page", in: daemon, status: 1,
        says: "  org.example.Stranger is not installed any more, or no manifest registers it\n")
      try daemon.stop()
    }
  }

  @Test("Where xdg-open opens nothing, the command says so, with a daemon and without one")
  func failingOpener() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let desktop = try HostileDesktop(
        in: directory, data: directory + "/data", configuration: directory + "/config")
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims"],
        entrance: ["/usr/bin/env", "PATH=\(desktop.path)", "FRESNEL_OPENER_PATIENCE=600"])
      let opener = FileSystem.parent(of: desktop.directory) + "/bin/xdg-open"
      try FileSystem.write(Array("#!/bin/sh\nexit 3\n".utf8), to: opener, permissions: 0o700)
      let lines = directory + "/lines.jsonl"
      try RecipesApp.write(
        #"{"id":"note","title":"Note","url":"file://\#(desktop.directory)/note.txt"}"#, to: lines)
      var environment = daemon.environment
      environment["PATH"] = desktop.path
      // What is waited for is the opener's end, however long this machine takes.
      environment["FRESNEL_OPENER_PATIENCE"] = "600"
      environment["FRESNEL_CONNECTION"] = "embedded"
      for _ in 0..<2 {
        for (words, status) in [(["index", lines], 0), (["open", "note"], 4)] as [([String], Int32)]
        {
          var command = Command(
            "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", try TestProgram.path("fresnel")] + words)
          command.environment = environment
          let (ending, output) = try command.capture()
          let text = String(decoding: output, as: UTF8.self)
          #expect(ending == .exited(status), "\(text)")
          let isSaid = text.hasPrefix("fresnel: xdg-open could not open it: it found no program")
          #expect(isSaid == (status == 4), "\(text)")
        }
        guard environment["FRESNEL_CONNECTION"] != nil else { break }
        environment["FRESNEL_CONNECTION"] = nil
        environment["FRESNEL_STORE"] = nil
        try FileSystem.removeTree(daemon.directory + "/data/fresnel")
        try daemon.start()
      }
      daemon.kill()
    }
  }

  @Test("Enter in the list opens the result while the person may type on; a failure is shown there")
  func list() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      var environment = daemon.environment
      environment["TERM"] = "xterm-256color"
      environment["LANG"] = "C.UTF-8"
      try terminal.start(try TestProgram.path("fresnel"), environment: environment)
      try terminal.read(until: "1 item")
      try terminal.type("sou\r")
      try terminal.read(until: "opened in Recipes")
      #expect(daemon.received == ["activity com.apple.corespotlightitem soup -"])
      try terminal.type("p")
      try terminal.read(until: "1 result in ")
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
    }
  }

  @Test("An app that needs a terminal runs in that of the command, and gets what was chosen")
  func terminal() throws {
    try RecipesApp.withDaemon("take", desktop: "Terminal=true") { daemon, tool in
      try expect("open", "soup", in: daemon, status: 1, says: "Recipes needs a terminal")
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.start(
        "/bin/sh", ["-c", "'\(try TestProgram.path("fresnel"))' open soup; echo ended"],
        environment: daemon.environment)
      #expect(
        TestProgram.wait {
          daemon.received == ["activity com.apple.corespotlightitem soup -"]
        })
      #expect(try tool.launch().way == .running)
      try daemon.stop()
      try terminal.read(until: "ended")
      #expect(terminal.waitForEnd() == 0)
    }
  }
}
