import FresnelPlatform
import Testing
import WireTestSupport

/// Programs that are started with standard streams closed, as some schedulers and daemons start theirs.
@Suite("Closed standard streams", .timeLimit(.minutes(30)))
struct ClosedStreamTests {
  static let redirections = [
    "<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-",
  ]

  /// Runs a program with some of its streams closed.
  private func run(
    _ program: String, _ words: [String], _ redirections: String, in fresnel: FresnelProgram
  ) throws -> Command.Ending {
    var command = Command(
      "/bin/sh",
      ["-c", "exec \"$0\" \"$@\" \(redirections)", try TestProgram.path(program)] + words)
    command.environment = fresnel.environment
    return try command.run()
  }

  @Test("nothing that a command says is written into the store", arguments: redirections)
  func command(redirections: String) throws {
    try FresnelProgram.withFiles { fresnel in
      let store = fresnel.directory + "/store"
      for number in 1...3 {
        let items = try fresnel.file("items", "{\"id\":\"\(number)\",\"title\":\"fox\"}")
        #expect(try fresnel("index", "--store", store, "--app", "films", items).status == 0)
      }
      // More messages than a page of the journal holds.
      let missing = (1...400).map { "missing-\($0)" }
      let deleting = ["delete", "--store", store, "--app", "films", "1"] + missing
      _ = try run("fresnel", deleting, redirections, in: fresnel)
      #expect(try run("fresnel", ["index", "--store", store, "-"], "<&-", in: fresnel).isSuccess)
      let check = try fresnel("check", "--store", store)
      #expect(check.status == 0, "\(check)")
      #expect(try fresnel("search", "fox", "--count", "--store", store).output == "2\n")
    }
  }

  @Test("nothing that an app prints is written into its own index", arguments: redirections)
  func app(redirections: String) throws {
    try FresnelProgram.withBoth { fresnel in
      #expect(try run("sample-ending", ["return", "3"], "<&-", in: fresnel) == .exited(0))
      // Each change of this run fails, which the library says on the standard error stream.
      _ = try run("sample-ending", ["flood", "200"], redirections, in: fresnel)
      let items = try fresnel("items", "--json")
      #expect(items.output.split(separator: "\n").count == 3, "\(items)")
      if !fresnel.hasDaemon {
        let check = try fresnel("check")
        #expect(check.status == 0, "\(check)")
      }
    }
  }
}
