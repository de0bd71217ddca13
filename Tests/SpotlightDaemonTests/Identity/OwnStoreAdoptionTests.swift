import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite(
  "Stores that programs kept before they were registered", .serialized, .timeLimit(.minutes(5)))
struct OwnStoreAdoptionTests {
  /// Puts a program into a directory, and has it keep three items itself.
  private func withNotes(
    _ body: (_ daemon: DaemonProcess, _ tool: RawClient, _ program: String) throws -> Void
  ) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let directory = try #require(FileSystem.resolved(daemon.directory))
      let program = try copy(into: directory + "/bin")
      let run = try daemon.capture(
        [program, "return", "3"], ["FRESNEL_CONNECTION": "embedded"])
      #expect(run.status == 0, "\(run.output)")
      let tool = try RawClient(path: daemon.socketPath)
      tool.timeout = .seconds(60)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      #expect(try owners(daemon) == ["notes", "notes", "notes"])
      try body(daemon, tool, program)
    }
  }

  private func copy(into directory: String) throws -> String {
    try FileSystem.createDirectory(directory)
    let program = directory + "/notes"
    #expect(
      try Command("/bin/cp", [try TestProgram.path("sample-ending"), program]).run().isSuccess)
    return program
  }

  /// The owners of all items that are found.
  private func owners(_ daemon: DaemonProcess) throws -> [String] {
    // A busy machine may take more than a moment to open the store.
    var owners: [String] = []
    _ = try TestProgram.wait {
      let run = try daemon.fresnel(["search", "fox", "--json"])
      owners = run.output.split(separator: "\n").compactMap { line in
        guard let object = try? JSONValue.parse(Array(line.utf8)),
          case .string(let app)? = object["app"]
        else { return nil }
        return app
      }
      return run.status == 0 && owners.count >= 3
    }
    return owners
  }

  private let adopted = ["local.notes", "local.notes", "local.notes"]

  @Test("are taken over with the registration where a program says so, and everything shows once")
  func registration() throws {
    try withNotes { daemon, tool, program in
      let run = try daemon.fresnel(["app", "init", program, "--install", "--adopt"])
      #expect(run.status == 0 && run.output.contains("took over 3 items of notes"), "\(run.output)")
      #expect(try owners(daemon) == adopted)
      #expect(try daemon.itemCounts(tool) == ["local.notes": 3])
      #expect(try daemon.findings(tool) == [])
      let again = try daemon.capture([program, "count", "0"], ["FRESNEL_CONNECTION": "daemon"])
      #expect(again.output.contains("3"), "\(again.output)")
    }
  }

  @Test("are named by the doctor and taken over on request, also while indexing is paused")
  func request() throws {
    try withNotes { daemon, tool, program in
      let install = try daemon.fresnel(["app", "init", program, "--install"])
      #expect(install.output.contains("3 items of notes were indexed before"), "\(install.output)")
      #expect(try daemon.findings(tool) == ["itemsBeforeRegistration local.notes"])
      #expect(try daemon.fresnel(["pause"]).status == 0)
      let adopt = try daemon.fresnel(["app", "adopt", "local.notes"])
      #expect(adopt.status == 0 && adopt.output.contains("took over 3 items"), "\(adopt.output)")
      #expect(try owners(daemon) == adopted)
      #expect(try daemon.fresnel(["app", "adopt", "local.notes"]).status == 1)
    }
  }

  @Test("of a program of another place are taken over only if their name is given")
  func anotherPlace() throws {
    try withNotes { daemon, tool, program in
      let other = try copy(into: FileSystem.parent(of: program) + "/other")
      let install = try daemon.fresnel(["app", "init", other, "--install", "--adopt"])
      #expect(install.status == 0 && !install.output.contains("took over"), "\(install.output)")
      #expect(try daemon.findings(tool) == ["storeOfSameName local.notes"])
      let nothing = try daemon.fresnel(["app", "adopt", "local.notes"])
      #expect(
        nothing.status == 1 && nothing.output.contains("nothing is left"), "\(nothing.output)")
      _ = try daemon.findings(tool, #"{"mend":true}"#)
      #expect(try owners(daemon) == ["notes", "notes", "notes"])
      let adopt = try daemon.fresnel(["app", "adopt", "local.notes", "--from", "notes"])
      #expect(adopt.status == 0 && adopt.output.contains("took over 3 items"), "\(adopt.output)")
      #expect(try owners(daemon) == adopted)
      #expect(try daemon.findings(tool) == [])
    }
  }

  @Test("are left to a program that writes to them now, which is named")
  func inUse() throws {
    try withNotes { daemon, tool, program in
      let store = daemon.directory + "/data/fresnel/embedded/notes"
      let lock = try LockFile(locking: store + "/lock")
      let run = try daemon.fresnel(["app", "init", program, "--install", "--adopt"])
      #expect(run.output.contains("is writing to the store"), "\(run.output)")
      #expect(try owners(daemon) == ["notes", "notes", "notes"])
      withExtendedLifetime(lock) {}
    }
  }

  @Test("are named as waiting where they have the app's own name")
  func waiting() throws {
    try withNotes { daemon, tool, program in
      let install = try daemon.fresnel(
        ["app", "init", program, "--install", "--identifier", "com.example.notes", "--no-adopt"])
      #expect(install.status == 0, "\(install.output)")
      let run = try daemon.capture(
        [program, "return", "3"],
        [
          "FRESNEL_CONNECTION": "embedded", "FRESNEL_APP_IDENTIFIER": "com.example.notes",
        ])
      #expect(run.status == 0, "\(run.output)")
      #expect(
        Set(try daemon.findings(tool)) == [
          "ownStoreWaits com.example.notes", "itemsBeforeRegistration com.example.notes",
        ])
    }
  }
}
