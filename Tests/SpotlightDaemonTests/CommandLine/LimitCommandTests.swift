import FresnelApps
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What a person allows an app to store, as `fresnel settings` has it.
@Suite("Limits of apps", .serialized, .timeLimit(.minutes(30)))
struct LimitCommandTests {
  @Test("A limit below what an app has is said to hold it up")
  func limits() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let client = try daemon.client(claiming: "org.example.notes")
      try client.put(["a", "b"], into: try client.open())
      let run = try fresnel("settings", "org.example.notes", "--items", "1")
      #expect(run.status == 0)
      #expect(run.errors.contains("has 2 items and may store 1"), "\(run.errors)")
      let all = try fresnel("doctor")
      #expect(all.status == 1 && all.output.contains("stores all that it may"), "\(all)")
      let doctor = try fresnel("doctor", "org.example.notes", "--json")
      #expect(doctor.status == 1 && doctor.output.contains("quotaReached"), "\(doctor)")
      // Mending makes no room.
      #expect(try fresnel("doctor", "--mend").status == 1)
      let more = try fresnel("settings", "org.example.notes", "--items", "10")
      #expect(more.status == 0 && more.errors.isEmpty)
      #expect(try fresnel("doctor").status == 0)
    }
  }

  @Test("A limit holds for the command or the batch that comes next, be it an app's first")
  func limitsAtOnce() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let manifest = daemon.directory + "/data/fresnel/apps/org.example.notes.plist"
      try FileSystem.createDirectory(FileSystem.parent(of: manifest))
      try FileSystem.write(Array(#"{"CFBundleIdentifier":"org.example.notes"}"#.utf8), to: manifest)
      let names = (0..<20).map { "n\($0)" }
      let client = try daemon.client(claiming: "org.example.notes")
      let index = try client.open()
      #expect(try fresnel("settings", "org.example.notes", "--items", "10").status == 0)
      let error = #expect(throws: ServiceError.self) { try client.put(names, into: index) }
      #expect(error?.code == .quotaExceeded)
      #expect(error?.message.contains("and would have 20 items of") == true)
      try client.put(Array(names.prefix(10)), into: index)
      #expect(try fresnel("settings", "org.example.notes", "--items", "usual").status == 0)
      try client.put(names, into: index)
    }
  }

  @Test("A limit holds for what commands write, with a daemon and without one")
  func commands() throws {
    try FresnelProgram.withBoth { fresnel in
      func lines(_ names: [String], _ title: String = "Alien") -> String {
        names.map { "{\"id\":\"\($0)\",\"title\":\"\(title)\"}\n" }.joined()
      }
      let names = (0..<20).map { "n\($0)" }
      let films = try fresnel.file("films.jsonl", lines(names))
      #expect(try fresnel("index", films, "--app", "films").status == 0)
      #expect(try fresnel("settings", "films", "--items", "20").status == 0)
      let more = try fresnel.file("more.jsonl", lines(["more"]))
      for app in [["--app", "films"], ["--app", "films", "--index", "other"]] {
        let run = try fresnel.run(["index", more] + app)
        #expect(run.status == 3 && run.errors.contains("may store 20 items"), "\(run)")
        #expect(run.errors.contains("would have 21 items"), "\(run)")
      }
      #expect(try fresnel.items(of: "films") == Set(names))
      // What replaces an item is no more than that was.
      let changed = try fresnel.file("changed.jsonl", lines(["n1"], "Ailen"))
      #expect(try fresnel("index", changed, "--app", "films").status == 0)
      #expect(try fresnel("settings", "films", "--items", "usual", "--bytes", "900").status == 0)
      let large = try fresnel.file("large.jsonl", lines(names, String(repeating: "x", count: 99)))
      #expect(try fresnel("index", large, "--app", "films").status == 3)
      #expect(try fresnel("settings", "films", "--bytes", "1GB").output.contains("1.0 GB"))
      for wrong in ["1TBx", "-1MB", "naNkB", "1e30GB"] {
        let refused = try fresnel("settings", "films", "--bytes", wrong)
        #expect(refused.status == 2 && refused.errors.contains("--bytes 2GB"), "\(refused)")
      }
      #expect(try fresnel("settings", "films", "--bytes", "usual").status == 0)
      #expect(try fresnel("index", large, more, "--app", "films").status == 0)
      #expect(try fresnel.items(of: "films") == Set(names + ["more"]))
      // A store that is named is nobody's part of the index.
      #expect(try fresnel("settings", "films", "--items", "1").status == 0)
      let other = ["--app", "films", "--store", fresnel.directory + "/other"]
      #expect(try fresnel.run(["index", films] + other).status == 0)
    }
  }

  @Test("An item that stands in a file twice counts once")
  func repeated() throws {
    try FresnelProgram.withBoth { fresnel in
      func line(_ name: String, _ title: String) -> String {
        "{\"id\":\"\(name)\",\"title\":\"\(title)\"}\n"
      }
      let names = (0..<20).map { "n\($0)" }
      let films = try fresnel.file(
        "films.jsonl", (names + names).map { line($0, "Alien") }.joined())
      let film = try fresnel.file("film.jsonl", line("n0", "Alien"))
      #expect(try fresnel("index", film, "--app", "films").status == 0)
      #expect(try fresnel("settings", "films", "--items", "20").status == 0)
      let run = try fresnel("index", films, "--app", "films")
      #expect(run.status == 0, "\(run)")
      #expect(try fresnel.items(of: "films") == Set(names))
      // Nor is what it replaces taken off twice.
      let long = String(repeating: "x", count: 4000)
      let book = try fresnel.file("book.jsonl", line("n1", long))
      #expect(try fresnel("index", book, "--app", "books").status == 0)
      #expect(try fresnel("settings", "books", "--bytes", "5000").status == 0)
      let books = try fresnel.file(
        "books.jsonl", line("n1", "Dune") + line("n1", "Dune") + line("n2", long + long))
      let refused = try fresnel("index", books, "--app", "books")
      #expect(refused.status == 3 && refused.errors.contains("may store"), "\(refused)")
      #expect(refused.errors.contains("--bytes N"), "\(refused)")
      #expect(try fresnel.items(of: "books") == ["n1"])
    }
  }

  @Test("A limit holds over many batches, and lets go what replaces as much")
  func batches() throws {
    try FresnelProgram.withFiles { fresnel in
      let lines = (0..<6000).map { "{\"id\":\"n\($0)\",\"title\":\"Alien\"}\n" }
      let films = try fresnel.file("films.jsonl", (lines + lines).joined())
      let film = try fresnel.file("film.jsonl", lines[0])
      #expect(try fresnel("index", film, "--app", "films").status == 0)
      #expect(try fresnel("settings", "films", "--items", "5999").status == 0)
      let refused = try fresnel("index", films, "--app", "films")
      #expect(refused.status == 3 && refused.errors.contains("--items N"), "\(refused)")
      #expect(try fresnel("settings", "films", "--items", "6000").status == 0)
      for _ in 0..<2 {
        let run = try fresnel("index", films, "--app", "films")
        #expect(run.status == 0, "\(run)")
      }
    }
  }

  @Test("What was decided about an app of the command line without a daemon holds with one")
  func otherName() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      let file = SettingsFile(path: fresnel.directory + "/config/fresnel/settings.json")
      try file.update("films") { ($0.itemLimit, $0.isSearchable) = (1, false) }
      let films = try fresnel.file(
        "films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n{\"id\":\"b\",\"title\":\"Alien\"}\n")
      #expect(try fresnel("index", films, "--app", "films").status == 3)
      let film = try fresnel.file("film.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      #expect(try fresnel("index", film, "--app", "films").status == 0)
      #expect(try fresnel("search", "alien").status == 1)
    }
  }
}
