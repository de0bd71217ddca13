import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What commands tell of the stores that apps keep themselves, where a daemon answers for them.
@Suite("Stores of apps beside a daemon", .serialized, .timeLimit(.minutes(30)))
struct EmbeddedStoreReadingTests {
  private static let app = "com.example.embedded"

  /// Runs a body with a daemon beside which an app keeps three items.
  private func withStore(
    _ body: (_ fresnel: FresnelProgram, _ daemon: DaemonProcess, _ store: String) throws -> Void
  ) throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let lines = (1...3).map { "{\"id\":\"\($0)\",\"title\":\"Tomato \($0)\"}\n" }
      let file = try fresnel.file("items.jsonl", lines.joined())
      let store = daemon.directory + "/data/fresnel/embedded/" + Self.app
      #expect(try fresnel("index", file, "--store", store, "--app", Self.app).status == 0)
      try body(fresnel, daemon, store)
    }
  }

  /// The program, which sees a store of the app that nobody can open in the place of the one that the daemon sees.
  private func blind(_ fresnel: FresnelProgram) throws -> FresnelProgram {
    let data = fresnel.directory + "/blind"
    let store = "\(data)/fresnel/embedded/\(Self.app)"
    try FileSystem.createDirectory(store)
    // A link that leads to itself fails like a file without permission, also for root.
    _ = try Command("/bin/ln", ["-s", "manifest", store + "/manifest"]).run()
    return FresnelProgram(
      directory: fresnel.directory,
      environment: fresnel.environment.merging(["XDG_DATA_HOME": data]) { $1 }, hasDaemon: true)
  }

  @Test("no command opens them to search, list, show or name what is in them")
  func areNotOpened() throws {
    try withStore { fresnel, _, _ in
      let blind = try blind(fresnel)
      for words in [
        ["search", "tomato"], ["search", "--app", Self.app, "tomato"],
        ["query", "title == \"Tomato*\""], ["items"], ["items", "--app", Self.app], ["export"],
        ["start"],
      ] {
        let run = try blind.run(words)
        #expect(run.status == 0, "\(words): \(run.output)\(run.errors)")
        #expect(!run.errors.contains("cannot"), "\(words): \(run.errors)")
        if words[0] == "start" { continue }
        for number in 1...3 {
          let lines = run.output.split(separator: "\n").filter { $0.contains("Tomato \(number)") }
          #expect(lines.count == 1, "\(words): \(run.output)")
        }
      }
      for words in [["show", "1"], ["explain", "tomato", "1"], ["names", "apps"]] {
        let run = try blind.run(words)
        #expect(run.output.contains(Self.app), "\(words): \(run.output)\(run.errors)")
        #expect(!run.errors.contains("cannot"), "\(words): \(run.errors)")
      }
      let delete = try blind("delete", "1")
      #expect(delete.errors.contains("belongs to \(Self.app)"), "\(delete.errors)")
    }
  }

  @Test("one that cannot be read, or lost items, is named by what it is missing from")
  func areNamed() throws {
    for isUnreadable in [true, false] {
      try withStore { fresnel, _, store in
        let manifest = store + "/manifest"
        if isUnreadable {
          try FileSystem.removeFile(manifest)
          _ = try Command("/bin/ln", ["-s", "manifest", manifest]).run()
        } else {
          try FileSystem.write(Array("nothing".utf8), to: manifest)
        }
        for words in [["search", "tomato"], ["items"], ["export"]] {
          let run = try fresnel.run(words)
          #expect(run.status == 1, "\(words): \(run.output)\(run.errors)")
          #expect(run.errors.contains(Self.app), "\(words): \(run.errors)")
        }
        #expect(try fresnel("doctor").output.contains(Self.app))
        // What is in other apps is found without a word about it.
        let file = try fresnel.file("own.jsonl", "{\"id\":\"own\",\"title\":\"Tomato\"}\n")
        #expect(try fresnel("index", file, "--app", "own").status == 0)
        let other = try fresnel("search", "--app", "own", "tomato")
        #expect(other.status == 0, "\(other.errors)")
        #expect(!other.errors.contains(Self.app), "\(other.errors)")
      }
    }
  }

  @Test("statistics show each as a file, and nothing of it a second time")
  func statistics() throws {
    try withStore { fresnel, _, store in
      let run = try fresnel("stats")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains(store), "\(run.output)")
      #expect(run.output.hasPrefix("the daemon\n  0 items"), "\(run.output)")
    }
  }
}
