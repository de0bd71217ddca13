import FresnelApps
import FresnelPlatform
import Testing
import WireTestSupport

/// A command line beside a daemon that serves another installation, such as that of `make install` beside a build, or
/// the other way round.
@Suite("A command line of another installation", .serialized, .timeLimit(.minutes(10)))
struct OtherInstallationTests {
  /// Runs a body with a daemon that believes no claims, and a command line that lies elsewhere.
  private func withStranger(_ body: (FresnelProgram, DaemonProcess) throws -> Void) throws {
    try withDaemon { daemon in
      let bin = daemon.directory + "/other/bin"
      try FileSystem.createDirectory(daemon.directory + "/other")
      try FileSystem.createDirectory(bin)
      let built = try TestProgram.path("fresnel")
      #expect(try Command("/bin/cp", [built, bin + "/fresnel"]).run().isSuccess)
      var environment = daemon.environment
      // Nothing is to depend on the manual pages of the machine.
      environment["MANPATH"] = daemon.directory + "/man"
      try body(
        FresnelProgram(
          directory: daemon.directory, environment: environment, hasDaemon: true,
          path: bin + "/fresnel"), daemon)
    }
  }

  @Test("is told which daemon runs, which command line belongs to it, and how to end it")
  func refused() throws {
    try withStranger { fresnel, daemon in
      let program = try #require(FileSystem.resolved(daemon.program))
      let process = try #require(daemon.processIdentifier)
      let file = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      let commands = [
        ["status"], ["search", "alien"], ["items"], ["index", file], ["stats"], ["doctor"],
        ["import", "packages"], ["history", "list"],
      ]
      for words in commands {
        let run = try fresnel.run(words)
        #expect(run.status == 3 && run.output.isEmpty, "\(words) \(run)")
        #expect(
          run.errors.contains("the daemon that runs, \(program) (process \(process))"),
          "\(words) \(run)")
        #expect(
          run.errors.contains(
            "use \(FileSystem.parent(of: program))/fresnel, or end that daemon: "),
          "\(words) \(run)")
        #expect(run.errors.contains("kill \(process); "), "\(words) \(run)")
        for other in ["anifest", "CoreSpotlight", "beside fresneld"] {
          #expect(!run.errors.contains(other), "\(words) \(run)")
        }
      }
    }
  }

  @Test("is told another way where systemd started the daemon, or its files are gone")
  func sentences() {
    let activated = ServingInstallation(
      daemon: "/usr/libexec/fresneld", commandLine: "/usr/bin/fresnel", processIdentifier: 7,
      isActivated: true)
    #expect(
      activated.notice
        == "This fresnel belongs to another installation than the daemon that runs, /usr/libexec/fresneld (process 7); "
        + "use /usr/bin/fresnel, or end that daemon: systemctl --user stop fresneld.socket fresneld.service; "
        + "--store DIR works without a daemon")
    let removed = ServingInstallation(
      daemon: "/opt/libexec/fresneld (deleted)", commandLine: nil, processIdentifier: 7,
      isActivated: false)
    #expect(
      removed.notice.hasSuffix(
        "'/opt/libexec/fresneld (deleted)' (process 7); end that daemon: kill 7; --store DIR works without a daemon"
      ))
  }

  @Test("works without that daemon on a store that is named")
  func named() throws {
    try withStranger { fresnel, daemon in
      #expect(try fresnel("items").errors.contains("--store DIR works without a daemon\n"))
      let file = try fresnel.file("films.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      let store = daemon.directory + "/apart"
      for words in [["index", file], ["search", "alien"]] {
        let run = try fresnel.run(words + ["--store", store])
        #expect(run.status == 0 && !run.errors.contains("installation"), "\(run)")
      }
    }
  }

  @Test("starts the search all the same, on what the machine holds, and says what is left out")
  func started() throws {
    try withStranger { fresnel, daemon in
      let process = try #require(daemon.processIdentifier)
      for round in 0..<2 {
        let run = try fresnel("start")
        #expect(run.status == 0, "\(round) \(run)")
        #expect(run.output.contains(" in 1 store.\n"), "\(round) \(run)")
        #expect(run.errors.contains("items of apps are left out"), "\(round) \(run)")
        #expect(run.errors.contains("(process \(process))"), "\(round) \(run)")
        // What is read from the machine is read once.
        #expect(run.errors.contains("packages") == (round == 0), "\(round) \(run)")
      }
      #expect(FileSystem.exists(fresnel.directory + "/home/.cache/fresnel/store"))
    }
  }
}
