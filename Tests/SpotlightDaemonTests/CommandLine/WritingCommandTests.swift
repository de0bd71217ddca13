import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// Each command that changes something is run, and its exit status compared with what is stored afterwards: 0 when
/// all that it was told is done, 1 when a part or nothing of it is, 2 to 4 when it did nothing.
@Suite("Commands that write", .serialized, .timeLimit(.minutes(30)))
struct WritingCommandTests {
  /// A command, its status, words that it says on either stream, and the items of films that are there afterwards.
  private struct Row {
    let words: [String]
    let status: Int32
    let says: String
    let items: Set<String>

    init(_ words: [String], _ status: Int32, _ says: String, _ items: Set<String>) {
      self.words = words
      self.status = status
      self.says = says
      self.items = items
    }
  }

  @Test("items are written and deleted as the exit status says")
  func items() throws {
    try FresnelProgram.withBoth { fresnel in
      let films = try fresnel.file(
        "films.jsonl",
        """
        {"id":"a","domain":"one","title":"Alien"}
        {"id":"b","domain":"two.deep","title":"Brazil"}
        {"id":"c","domain":"two","title":"Charade"}
        {"id":"e","title":"Exotica"}
        """)
      let damaged = try fresnel.file(
        "damaged.jsonl", "{\"id\":\"d\",\"title\":\"Dune\"}\nno JSON\n")
      let strange = try fresnel.file(
        "strange.jsonl", "{\"id\":\"a\",\"title\":\"Exported\",\"$app\":\"bad app\"}\n")
      let hopeless = try fresnel.file("hopeless.jsonl", "no JSON\n")
      let all: Set<String> = ["a", "b", "c", "d", "e"]
      let rows = [
        Row(["index", films, "--app", "films"], 0, "4 items indexed", ["a", "b", "c", "e"]),
        Row(["index", damaged, "--app", "films"], 1, "damaged.jsonl:2", all),
        Row(["index", hopeless, "--app", "films"], 1, "0 items indexed", all),
        Row(["index", fresnel.directory + "/none.jsonl", "--app", "films"], 4, "none.jsonl", all),
        Row(["index", films, "--app", ""], 2, "--app needs a name", all),
        Row(["index", films, "--app", "bad app"], 2, "\"bad app\" can't be an app's", all),
        Row(["index", strange, "--app", "films"], 0, "1 item indexed", all),
        Row(["index", strange], 0, "strange.jsonl:1: \"bad app\" can't be an app's", all),
        Row(["search", "--app", "bad app", "exported"], 0, "1 item matches", all),
        Row(["delete", "d"], 0, "1 item deleted", ["a", "b", "c", "e"]),
        Row(["delete", "d"], 1, "there is no item \"d\"", ["a", "b", "c", "e"]),
        Row(["delete", "a"], 2, "2 apps have \"a\"", ["a", "b", "c", "e"]),
        Row(
          ["delete", "a", "nothing", "--app", "films"], 1, "there is no item \"nothing\"",
          ["b", "c", "e"]),
        Row(["delete", "--domain", "two"], 0, "2 items deleted", ["e"]),
        Row(["delete", "--domain", "two"], 1, "no item is in the domain \"two\"", ["e"]),
        Row(["delete"], 2, "nothing is named", ["e"]),
        Row(["delete", "--all"], 2, "--all needs the apps", ["e"]),
        Row(["delete", "--all", "--app", "nobody"], 1, "no store has items of the app", ["e"]),
        Row(["delete", "--all", "--app", "films"], 0, "1 item deleted", []),
      ]
      for row in rows { try expect(row, of: fresnel) }
    }
  }

  private func expect(_ row: Row, of fresnel: FresnelProgram) throws {
    let run = try fresnel.run(row.words)
    let place = "\(row.words) \(fresnel.hasDaemon ? "with" : "without") a daemon: "
    #expect(run.status == row.status, "\(place)\(run.output)\(run.errors)")
    #expect((run.output + run.errors).contains(row.says), "\(place)\(run.output)\(run.errors)")
    #expect(try fresnel.items(of: "films") == row.items, "\(place)")
  }

  @Test("items of an app are left alone, and it is said whose they are")
  func foreignItems() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: "com.example.notes")
      try client.put(["theirs"], into: try client.open("notes", ProtectionClass.none))
      let other = try RawClient(path: daemon.socketPath)
      try other.shakeHands(claiming: "com.example.letters")
      try other.put(["theirs"], into: try other.open("letters", ProtectionClass.none))
      let lines = try fresnel.file(
        "lines.jsonl",
        "{\"id\":\"x\",\"$app\":\"com.example.notes\"}\n{\"id\":\"mine\",\"title\":\"Mine\"}\n")
      let index = try fresnel("index", lines)
      #expect(index.status == 1)
      #expect(index.errors.contains("lines.jsonl:1: "))
      #expect(try fresnel.items(of: "files") == ["mine"])
      let both = try fresnel("delete", "theirs", "mine")
      #expect(both.status == 1)
      #expect(both.errors.contains("\"theirs\" belongs to com.example.letters, com.example.notes"))
      #expect(try fresnel.items(of: "files") == [])
      for words in [["--all"], ["theirs"]] {
        let run = try fresnel.run(["delete", "--app", "com.example.notes"] + words)
        #expect(run.status == 3, "\(words)")
        #expect(run.errors.contains("nothing was deleted"))
      }
      #expect(try fresnel.items(of: "com.example.notes") == ["theirs"])
    }
  }

  @Test("sources are imported as the exit status says")
  func imports() throws {
    try FresnelProgram.withBoth { fresnel in
      let entry = "[Desktop Entry]\nType=Application\nName=Writer\nExec=true\n"
      _ = try fresnel.file("system/applications/writer.desktop", entry)
      #expect(try fresnel("import", "applications").status == 0)
      #expect(try fresnel.items(of: "applications").count == 1)
      #expect(try fresnel("import", "nonsense").status == 2)
      try FileSystem.removeFile(fresnel.directory + "/system/applications/writer.desktop")
      #expect(try fresnel("import", "applications").status == 0)
      #expect(try fresnel.items(of: "applications").isEmpty)
    }
  }

  @Test("apps, their settings and the web search are changed as the exit status says")
  func apps() throws {
    try FresnelProgram.withBoth { fresnel in
      let app = "org.example.writer"
      let manifest = try fresnel.file(
        "writer.json",
        "{\"CFBundleIdentifier\":\"\(app)\",\"CFBundleName\":\"Writer\",\"FresnelExecutable\":\"/usr/bin/env\"}"
      )
      let broken = try fresnel.file("broken.json", "{\"CFBundleName\":\"No identifier\"}")
      func isInstalled() throws -> Bool { try fresnel("app", "list").output.contains(app) }
      #expect(try fresnel("app", "install", "--offline", broken).status == 2)
      #expect(try !isInstalled())
      #expect(try fresnel("app", "install", "--offline", manifest).status == 0)
      #expect(try isInstalled())
      #expect(try fresnel("app", "install", "--offline", manifest).status == 2)
      func isSearched() throws -> Bool {
        try fresnel("settings", app, "--json").objects().first?["search"] == .boolean(true)
      }
      #expect(try isSearched())
      #expect(try fresnel("settings", app, "--search", "off").status == 0)
      #expect(try !isSearched())
      #expect(try fresnel("settings", app, "--search", "maybe").status == 2)
      #expect(try !isSearched())
      #expect(try fresnel("app", "remove", app).status == 0)
      #expect(try !isInstalled())
      #expect(try fresnel("app", "remove", app).status == 1)

      func asksWeb() throws -> Bool {
        try fresnel("web", "show", "--json").objects().first?["search"] == .boolean(true)
      }
      #expect(try fresnel("web", "on").status != 0)
      #expect(try !asksWeb())
      #expect(try fresnel("web", "on", "https://search.example.org").status == 0)
      #expect(try asksWeb())
      #expect(try fresnel("web", "on", "no address").status == 2)
      #expect(try fresnel("web", "off").status == 0)
      #expect(try !asksWeb())
      #expect(try fresnel("links", "prefer", "example.org", app).status != 0)
    }
  }

  @Test("choices for links are stored, and web links registered and given back, as the status says")
  func links() throws {
    try FresnelProgram.withBoth { fresnel in
      func content(_ path: String) throws -> String {
        let path = "\(fresnel.directory)/\(path)"
        guard FileSystem.exists(path) else { return "" }
        return String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      }
      func choices() throws -> JSONValue? {
        let text = try content("config/fresnel/links.json")
        return text.isEmpty ? nil : try JSONValue.parse(Array(text.utf8))["sites"]
      }
      #expect(try fresnel("links", "prefer", "no host", "browser").status == 2)
      #expect(try choices() == nil)
      #expect(try fresnel("links", "prefer", "example.org", "browser").status == 0)
      #expect(try choices() == .object([JSONMember("example.org", .string("browser"))]))
      #expect(try fresnel("links", "prefer", "example.org", "any").status == 0)
      #expect(try choices() == .object([]))

      let list = """
        [Default Applications]
        x-scheme-handler/http=web.desktop
        x-scheme-handler/https=web.desktop

        """
      for directory in ["config", "data/applications"] {
        try FileSystem.createDirectory("\(fresnel.directory)/\(directory)")
      }
      _ = try fresnel.file("config/mimeapps.list", list)
      _ = try fresnel.file(
        "data/applications/web.desktop",
        "[Desktop Entry]\nType=Application\nName=Web\nExec=cat %u\n")
      #expect(try fresnel("links", "register").status == 0)
      let registered = try content("config/mimeapps.list")
      #expect(registered.contains("x-scheme-handler/https=org.fresnel.Links.desktop"))
      #expect(try content("data/applications/org.fresnel.Links.desktop").contains("open %u"))
      #expect(try content("state/fresnel/links/handler.json").contains("web.desktop"))
      #expect(try fresnel("links", "unregister").status == 0)
      #expect(try content("config/mimeapps.list") == list)
      #expect(try content("data/applications/org.fresnel.Links.desktop").isEmpty)
    }
  }

  @Test("history is not erased unless that is confirmed, and then it is no longer kept")
  func history() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      let settings = fresnel.directory + "/config/fresnel/settings.json"
      func kept() -> [UInt8]? { try? FileSystem.contents(of: settings) }
      let before = kept()
      for words in [
        ["history", "off", "org.example.writer"],
        ["history", "off", "--yes", "org.example.writer"],
        ["history", "on", "org.example.writer"], ["handoff", "off", "org.example.writer"],
        ["handoff", "on", "org.example.writer"],
      ] {
        let run = try fresnel.run(words)
        #expect(run.status == 1)
        #expect(run.errors.contains("no app \"org.example.writer\" is known"), "\(run.errors)")
        #expect(kept() == before)
      }
      let manifests = fresnel.directory + "/data/fresnel/apps"
      try FileSystem.createDirectory(manifests)
      try FileSystem.write(
        Array(#"{"CFBundleIdentifier":"org.example.writer"}"#.utf8),
        to: manifests + "/org.example.writer.plist")
      for words in [["history", "off"], ["history", "off", "org.example.writer"]] {
        let run = try fresnel.run(words)
        #expect(run.status == 2)
        #expect(run.errors.contains("nobody can be asked"))
        #expect(run.errors.contains("--yes"))
        #expect(kept() == before)
      }
      for (answer, status) in [("\n", 1), ("n\n", 1)] as [(String, Int32)] {
        #expect(try answered(answer, by: fresnel) == status)
        #expect(kept() == before)
      }
      #expect(try answered("y\n", by: fresnel) == 0)
      #expect(kept() != before)
      #expect(try fresnel("history", "on").status == 0)
      let on = kept()
      #expect(try fresnel("history", "off", "--yes").status == 0)
      let off = kept()
      #expect(off != on)
      #expect(try fresnel("history", "on").status == 0)
      #expect(kept() != off)
      #expect(try fresnel("history", "delete").status == 2)
      #expect(try fresnel("history", "delete", "--all").status == 1)
      let unknown = try fresnel("history", "delete", "one", "other")
      #expect(unknown.status == 1, "\(unknown)")
      for key in ["one", "other"] {
        #expect(unknown.errors.contains("no place has the key \"\(key)\""), "\(unknown)")
      }
      let json = try fresnel("history", "delete", "one", "--json")
      #expect(json.status == 1 && json.output.contains(#""missing":["one"]"#), "\(json)")
    }
  }

  /// Runs `history off` at a terminal and answers its question.
  ///
  /// - Returns: The exit status.
  private func answered(_ answer: String, by fresnel: FresnelProgram) throws -> Int32? {
    var terminal = try PseudoTerminal(columns: 80, rows: 24)
    try terminal.start(
      TestProgram.path("fresnel"), ["history", "off"], environment: fresnel.environment)
    try terminal.read(until: "Go on? [y/N] ")
    try terminal.type(answer)
    return terminal.waitForEnd()
  }

  /// The files below a directory that have some bytes.
  private func files(in directory: String, with text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try FileSystem.entries(of: directory).flatMap { name -> [String] in
      let path = directory + "/" + name
      if FileSystem.isDirectory(path) { return try files(in: path, with: text) }
      // Sockets are no files.
      guard let content = try? FileSystem.contents(of: path) else { return [] }
      return content.indices.contains { content[$0...].starts(with: bytes) } ? [path] : []
    }
  }

  @Test("after fresnel compact no file has anything of what was deleted or has expired")
  func compacted() throws {
    try FresnelProgram.withBoth { fresnel in
      let secret = "xqzvwkjhgfbnm"
      let path = try fresnel.file(
        "lines.jsonl",
        """
        {"id":"kept","title":"Kept"}
        {"id":"deleted","title":"\(secret) deleted"}
        {"id":"expired","title":"\(secret) expired","expires":"2001-01-02"}
        """)
      #expect(try fresnel("index", path).status == 0)
      try FileSystem.removeFile(path)
      #expect(try files(in: fresnel.directory, with: secret) != [])
      #expect(try fresnel("delete", "deleted").status == 0)
      let run = try fresnel("compact")
      #expect(run.status == 0 && run.output.contains(" freed, "), "\(run.output)\(run.errors)")
      #expect(try files(in: fresnel.directory, with: secret) == [])
      #expect(try fresnel.items(of: "files") == ["kept"])
    }
  }

  @Test("what the daemon is told to do is done as the exit status says")
  func daemon() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      func status(_ name: String) throws -> JSONValue? {
        try fresnel("status", "--json").objects().first?[name]
      }
      #expect(try fresnel("pause", "soon").status == 2)
      #expect(try fresnel("pause", "367d").status == 2)
      #expect(try status("paused") == .boolean(false))
      #expect(try fresnel("pause", "1h").status == 0)
      #expect(try status("paused") == .boolean(true))
      let lines = try fresnel.file("lines.jsonl", "{\"id\":\"late\",\"title\":\"Late\"}\n")
      #expect(try fresnel("index", lines).status == 3)
      #expect(try fresnel("resume").status == 0)
      #expect(try status("paused") == .boolean(false))
      #expect(try fresnel.items(of: "files").isEmpty)
      #expect(try fresnel("index", lines).status == 0)
      #expect(try fresnel.items(of: "files") == ["late"])
      #expect(try fresnel("doctor", "--mend").status == 0)
      #expect(try fresnel("handoff", "off").status == 0)
      #expect(try status("handoff")?["on"] == .boolean(false))
      #expect(try fresnel("devices", "forget", "nobody").status != 0)
    }
  }

  @Test("what is paired, reached and forgotten holds in a daemon that begins anew")
  func devices() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let devices = try PairedDaemons(in: directory)
      defer { devices.end() }
      let laptop = devices.laptop
      func stored() throws -> [JSONValue] {
        try laptop.stop()
        try laptop.start()
        let (_, text) = try devices.run("devices", "list", "--json", on: laptop)
        return try text.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
      }
      #expect(try devices.run("devices", "pair", "nonsense", on: laptop).status != 0)
      #expect(try stored() == [])
      try devices.pair()
      #expect(try stored().map { $0["name"] } == [.string("desk")])

      try devices.cook()
      try devices.waitForOffer()
      #expect(try devices.run("handoff", "accept", "nothing such", on: laptop).status == 1)
      #expect(laptop.received == [])
      #expect(try devices.run("handoff", "accept", on: laptop).status == 0)
      #expect(laptop.received.first == "expects org.example.recipe")

      let address = ["desk.example.org:28470"]
      #expect(
        try devices.run("devices", "address", "nobody", address[0], on: laptop).status == 1)
      #expect(try devices.run("devices", "address", "desk", address[0], on: laptop).status == 0)
      #expect(try stored().first?["addresses"] == .array(address.map { .string($0) }))
      #expect(try devices.run("devices", "address", "desk", "no port:x", on: laptop).status != 0)
      #expect(try stored().first?["addresses"] == .array(address.map { .string($0) }))

      #expect(try devices.run("devices", "forget", "nobody", on: laptop).status == 1)
      #expect(try stored().count == 1)
      #expect(try devices.run("devices", "forget", "desk", on: laptop).status == 0)
      #expect(try stored() == [])
      #expect(try devices.run("devices", "forget", "desk", on: laptop).status == 1)
    }
  }

  @Test("the doctor mends what it says that it mended, and nothing before it is told to")
  func doctor() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      func findings() throws -> JSONValue? {
        try fresnel("doctor", "--json").objects().first?["findings"]
      }
      #expect(try findings() == .array([]))
      #expect(try fresnel("settings", "--purge-after", "30").status == 0)
      let path = fresnel.directory + "/config/fresnel/settings.json"
      try daemon.stop()
      try FileSystem.write(Array("{".utf8), to: path)
      try daemon.start()
      try daemon.unlock()
      #expect(try findings() != .array([]))
      #expect(try FileSystem.contents(of: path) == Array("{".utf8))
      #expect(try fresnel("doctor", "--mend").status == 0)
      let mended = try JSONValue.parse(try FileSystem.contents(of: path))
      #expect(mended["version"] != nil, "\(mended.text())")
      try daemon.stop()
      try daemon.start()
      try daemon.unlock()
      #expect(try findings() == .array([]))
    }
  }
}
