import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

/// What commands say to somebody who knows neither the names of apps nor what has to run.
@Suite("What commands tell a newcomer", .serialized)
struct NewcomerCommandTests {
  @Test("An app of which nothing is known has one exit status in every command")
  func unknownApps() throws {
    let app = "org.example.nobody"
    let ofItems = [
      ["search", "--app", app, "x"], ["query", "--app", app, "title == \"x\""],
      ["items", "--app", app], ["show", "--app", app, "x"], ["open", "--app", app, "x"],
      ["explain", "--app", app, "title == \"x\"", "x"], ["export", "--app", app],
      ["delete", "--app", app, "x"], ["delete", "--all", "--app", app], ["check", "--app", app],
      ["check", "--findable", "--app", app], ["app", "show", app], ["app", "doctor", app],
      ["app", "remove", app], ["app", "adopt", app], ["settings", app],
      ["settings", app, "--search", "off"], ["links", "verify", app],
      ["links", "prefer", "example.org", app],
    ]
    let ofTheDaemon = [
      ["doctor", app], ["doctor", "--mend", app], ["history", "on", app],
      ["history", "off", "--yes", app], ["history", "list", "--app", app], ["handoff", "on", app],
      ["handoff", "off", app],
    ]
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      #expect(try fresnel("index", films, "--app", "films").status == 0)
      for words in ofItems + (fresnel.hasDaemon ? ofTheDaemon : []) {
        let run = try fresnel.run(words)
        #expect(run.status == 1, "\(words) \(fresnel.hasDaemon): \(run.output)\(run.errors)")
        #expect(!run.errors.isEmpty, "\(words)")
      }
    }
  }

  @Test("A list that is empty writes nothing as JSON, with the status that the page of it says")
  func emptyLists() throws {
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      #expect(try fresnel("index", films).status == 0)
      #expect(try fresnel("delete", "a").status == 0)
      let lists: [([String], Int32)] = [
        (["settings"], 0), (["app", "doctor"], 0), (["links", "verify"], 0), (["app", "list"], 1),
        (["links", "list"], 1), (["items"], 1), (["search", "x"], 1),
      ]
      for (words, status) in lists {
        let run = try fresnel.run(words + ["--json"])
        #expect(run.status == status && run.output.isEmpty, "\(words) \(run)")
      }
    }
  }

  @Test("An empty index says how it is filled, and one with items does not")
  func emptyIndex() throws {
    try FresnelProgram.withBoth { fresnel in
      let empty = try fresnel("search", "alien")
      // Where nothing was ever indexed there is no store either.
      #expect(empty.status == (fresnel.hasDaemon ? 1 : 3))
      #expect(empty.errors.contains("fresnel import all"), "\(empty.errors)")
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      #expect(try fresnel("index", films).status == 0)
      let nothing = try fresnel("search", "brazil")
      #expect(nothing.status == 1 && !nothing.errors.contains("import all"), "\(nothing.errors)")
      #expect(try fresnel("--help").output.contains("\n  start "))
    }
  }

  @Test("Without a place for the daemon it is said which variable names it")
  func noRuntimeDirectory() throws {
    try FresnelProgram.withFiles { fresnel in
      var environment = fresnel.environment
      environment["FRESNEL_CONNECTION"] = nil
      let program = FresnelProgram(
        directory: fresnel.directory, environment: environment, hasDaemon: false)
      for words in [["status"], ["doctor"], ["pause"], ["handoff", "list"], ["history", "list"]] {
        let run = try program.run(words)
        #expect(run.errors.contains("XDG_RUNTIME_DIR is not set"), "\(words): \(run.errors)")
      }
    }
  }

  @Test("An app whose search is off is left out of searches only, and of none that names it")
  func searchIsOff() throws {
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      let app = "org.fresnel.films"
      #expect(try fresnel("index", films, "--app", app).status == 0)
      #expect(try fresnel("settings", app, "--search", "off").status == 0)
      // The daemon reads what was decided a moment later.
      let isHeeded = try TestProgram.wait { try fresnel("search", "alien").status == 1 }
      #expect(isHeeded)
      let query = "title == \"Alien\""
      for words in [["search", "alien"], ["query", query]] {
        let all = try fresnel.run(words)
        #expect(all.status == 1 && !all.output.contains("Alien"), "\(words) \(all)")
        let named = try fresnel.run(words + ["--app", app])
        #expect(named.status == 0 && named.output.contains("Alien"), "\(words) \(named)")
      }
      for words in [["items"], ["items", "--app", app], ["export"], ["export", "--app", app]] {
        let list = try fresnel.run(words)
        #expect(list.status == 0 && list.output.contains("Alien"), "\(words) \(list)")
      }
      #expect(try fresnel("show", "a", "--app", app).status == 0)
      #expect(try fresnel("delete", "a", "--app", app).status == 0)
      #expect(try fresnel("items").status == 1)
    }
  }

  @Test("An app of the command line's own may be named without its prefix in every command")
  func shortNames() throws {
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      let app = "org.fresnel.films"
      #expect(try fresnel("index", films, "--app", app).status == 0)
      let settings = try fresnel("settings", "films", "--search", "off", "--json")
      #expect(try settings.objects().first?["app"] == .string(app), "\(settings)")
      let isHeeded = try TestProgram.wait { try fresnel("search", "alien").status == 1 }
      #expect(isHeeded)
      #expect(try fresnel("search", "alien", "--app", "films").status == 0)
      let examined = try fresnel("app", "doctor", "films")
      #expect(examined.errors.contains("\(app) has 1 item and no manifest"), "\(examined)")
      let shown = try fresnel("app", "show", "films")
      #expect(shown.status == 1 && shown.errors.contains("\"\(app)\""), "\(shown)")
      if fresnel.hasDaemon {
        let doctor = try fresnel("doctor", "films")
        #expect(doctor.status == 0 && doctor.output.contains("\(app)  1 item in "), "\(doctor)")
      }
      // What was decided is found under the same name when there are no items any more.
      #expect(try fresnel("delete", "a", "--app", "films").status == 0)
      let usual = try fresnel("settings", "films", "--search", "on", "--json")
      #expect(try usual.objects().first?["app"] == .string(app), "\(usual)")
    }
  }

  @Test(
    "Every command that takes an app takes its short name, and names the candidates for another")
  func resolvedNames() throws {
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      let app = "org.fresnel.films"
      #expect(try fresnel("index", films, "--app", app).status == 0)
      if fresnel.hasDaemon {
        for words in [["history", "off", "--yes"], ["history", "on"], ["handoff", "off"]] {
          let run = try fresnel.run(words + ["films"])
          #expect(run.status == 0 && run.output.contains(app), "\(words) \(run)")
        }
        let list = try fresnel("history", "list", "--app", "films")
        #expect(list.status == 1 && list.errors.contains("the history is empty"), "\(list)")
        for words in [["history", "list"], ["history", "delete"]] {
          let run = try fresnel.run(words + ["--app", "nobody"])
          #expect(run.status == 1 && run.output.isEmpty, "\(words) \(run)")
          #expect(run.errors.contains("no app \"nobody\" is known"), "\(words) \(run)")
        }
      }
      let adopted = try fresnel("app", "adopt", "films")
      #expect(adopted.status == 1 && adopted.errors.contains("\"\(app)\""), "\(adopted)")
      let others = [
        ["settings"], ["app", "doctor"], ["delete", "a", "--app"], ["items", "--app"],
        ["export", "--app"],
      ]
      let ofTheDaemon = [["history", "on"], ["handoff", "on"], ["doctor"]]
      for words in others + (fresnel.hasDaemon ? ofTheDaemon : []) {
        let near = try fresnel.run(words + ["flims"])
        #expect(near.status == 1 && near.errors.contains("did you mean films?"), "\(words) \(near)")
        let far = try fresnel.run(words + ["com.example.something.else"])
        #expect(far.status == 1 && far.errors.contains("use one of \(app)"), "\(words) \(far)")
      }
      let removed = try fresnel("app", "remove", "films")
      #expect(
        removed.status == 0 && removed.output.contains("\(app): removed 1 item"), "\(removed)")
      #expect(try fresnel.items(of: "films") == [])
    }
  }

  @Test("A program without a manifest is found by a path that leads to it over links")
  func linkedPaths() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let directory = try #require(FileSystem.resolved(fresnel.directory))
      let program = try fresnel.file("build/x86/notes", "x")
      #expect(
        try Command("/bin/ln", ["-s", "x86", directory + "/build/debug"]).run().isSuccess)
      let client = try daemon.client(
        claiming: "unregistered:" + (try #require(FileSystem.resolved(program))))
      try client.put(["a"], into: try client.open())
      let linked = "unregistered:\(directory)/build/debug/notes"
      for words in [["items"], ["export"], ["query", "title == \"a\""]] {
        let run = try fresnel.run(words + ["--app", linked])
        #expect(run.status == 0 && run.output.contains("a"), "\(words) \(run)")
      }
      let none = try fresnel("items", "--app", "unregistered:\(directory)/build/none/notes")
      #expect(none.status == 1, "\(none)")
    }
  }

  @Test("A long name of an app is shown whole, as --app takes it, and the columns behind it too")
  func longNames() throws {
    try FresnelProgram.withBoth { fresnel in
      let app = "org.fresnel." + String(repeating: "films", count: 12)
      let films = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      for name in [app, "short"] {
        #expect(try fresnel("index", films, "--app", name).status == 0)
      }
      let run = try fresnel("stats")
      let line = run.output.split(separator: "\n").first { $0.contains(app) }
      #expect(line?.contains("\(app) ") == true && line?.contains(" 1 item ") == true, "\(run)")
      #expect(!run.output.contains("…"), "\(run)")
    }
  }

  @Test("Digests compare what a daemon keeps with what is in files")
  func digests() throws {
    var digests: [[Substring]] = []
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file(
        "films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n{\"id\":\"b\",\"title\":\"Brazil\"}\n")
      let app = "org.fresnel.films"
      #expect(try fresnel("index", films, "--app", app).status == 0)
      let run = try fresnel("stats", "--digest")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
      digests.append(run.output.split(separator: "\n").filter { $0.contains("  digest ") })
      let json = try fresnel("stats", "--digest", "--json").objects().flatMap { object in
        if case .array(let indexes)? = object["indexes"] { indexes } else { [JSONValue]() }
      }
      let entry = try #require(json.first { $0["app"] == .string(app) })
      guard case .string(let digest)? = entry["digest"] else {
        Issue.record("\(entry)")
        return
      }
      #expect(digests.last?.first?.hasSuffix(digest) == true)
    }
    #expect(digests.count == 2 && digests[0] == digests[1] && digests[0].count == 1, "\(digests)")
  }

  @Test("Where there is no journal, the daemon's program is named by its path")
  func logs() throws {
    try FresnelProgram.withFiles { fresnel in
      let daemon = try fresnel.file("bin/fresneld", "")
      #expect(try Command("/bin/chmod", ["755", daemon]).run().isSuccess)
      var environment = fresnel.environment
      environment["PATH"] = fresnel.directory + "/bin"
      let program = FresnelProgram(
        directory: fresnel.directory, environment: environment, hasDaemon: false)
      let run = try program("logs")
      #expect(run.status == 4 && run.errors.contains("this machine has no journalctl"), "\(run)")
      #expect(run.errors.contains("end the one that runs"), "\(run)")
      #expect(run.errors.contains("fresneld --foreground"), "\(run)")
      // One that the machine has installed comes first.
      #expect(run.errors.contains("/fresneld --foreground"), "\(run)")
    }
  }

  @Test("A registered app is found by the commands about links, and the others are named")
  func registeredNames() throws {
    try FresnelProgram.withFiles { fresnel in
      let manifest = try fresnel.file(
        "tool.json",
        "{\"CFBundleIdentifier\":\"com.example.tool9\",\"CFBundleName\":\"Tool\",\"FresnelExecutable\":\"/usr/bin/env\"}"
      )
      #expect(try fresnel("app", "install", "--offline", manifest).status == 0)
      #expect(try fresnel("links", "verify", "com.example.tool9").status == 0)
      let unknown = try fresnel("links", "verify", "org.unknown.of.this.machine")
      #expect(unknown.status == 1)
      #expect(unknown.errors.contains("use one of com.example.tool9"))
      let shown = try fresnel("app", "show", "com.example.tool9", "--json")
      #expect(try shown.objects().first?["app"] == .string("com.example.tool9"), "\(shown)")
      #expect(
        try fresnel("app", "doctor", "com.example.tool9").output.contains("com.example.tool9"))
    }
  }

  @Test("Handoff that waits for a device is off in each command's words")
  func handoffWaits() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      let waits = "Handoff is off until a device is paired: fresnel devices pair"
      #expect(try fresnel("handoff", "on").output == waits + "\n")
      #expect(try fresnel("status").output.contains(waits))
      #expect(try fresnel("handoff", "off").output == "Handoff is off\n")
      let status = try fresnel("status").output
      #expect(status.contains("Handoff is off\n") && !status.contains(waits), "\(status)")
    }
  }
}
