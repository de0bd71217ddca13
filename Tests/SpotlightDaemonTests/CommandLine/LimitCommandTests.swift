import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What a person allows an app to store, as `fresnel settings` has it.
@Suite("Limits of apps", .serialized, .timeLimit(.minutes(5)))
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
      let films = try fresnel.file(
        "films.jsonl", names.map { "{\"id\":\"\($0)\",\"title\":\"Alien\"}\n" }.joined())
      #expect(try fresnel("index", films, "--app", "films").status == 0)
      #expect(try fresnel("settings", "films", "--items", "20").status == 0)
      let more = try fresnel.file("more.jsonl", "{\"id\":\"more\",\"title\":\"Aliens\"}\n")
      let run = try fresnel("index", more, "--app", "films")
      #expect(run.status == 3 && run.errors.contains("may store 20 items"), "\(run)")
      #expect(try fresnel.items(of: "films") == Set(names))
    }
  }
}
