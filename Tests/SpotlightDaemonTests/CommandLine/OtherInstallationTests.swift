import FresnelApps
import FresnelModel
import FresnelPlatform
import Testing
import WireTestSupport

/// A command line beside a daemon that serves another installation, such as that of `make install` beside a build, or
/// the other way round.
@Suite("A command line of another installation", .serialized, .timeLimit(.minutes(30)))
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
            "use \(FileSystem.parent(of: program))/fresnel, or --store DIR, which works without a daemon"
          ),
          "\(words) \(run)")
        #expect(
          run.errors.contains("end that daemon (kill \(process)) and start"), "\(words) \(run)")
        for other in ["anifest", "CoreSpotlight", "beside fresneld"] {
          #expect(!run.errors.contains(other), "\(words) \(run)")
        }
      }
    }
  }

  @Test("is served once it did what it was told: the daemon is ended, and another one started")
  func replaced() throws {
    try withStranger { fresnel, daemon in
      let program = fresnel.directory + "/other/bin/fresneld"
      #expect(try Command("/bin/cp", [daemon.program, program]).run().isSuccess)
      let told = try fresnel("status").errors
      let end = try #require(told.split(separator: "end that daemon (").last).prefix { $0 != ")" }
      #expect(end == "kill \(try #require(daemon.processIdentifier))")
      #expect(try Command("/bin/sh", ["-c", String(end)]).run().isSuccess)
      try daemon.waitForEnd()
      var start = Command(
        "/bin/sh",
        ["-c", "exec \"$0\" --foreground --machine-directory /none 2>/dev/null", program])
      start.environment = daemon.environment
      let process = try start.startDetached()
      defer {
        Signal.terminate.send(to: process)
        _ = TestProgram.wait { !Signal.none.send(to: process) }
      }
      #expect(TestProgram.wait { (try? UnixSocket.connect(to: daemon.socketPath)) != nil })
      let status = try fresnel.run(["status", "--json"])
      #expect(status.status == 0, "\(status)")
      #expect(
        try status.objects().first?["processIdentifier"] == .integer(Int64(process)), "\(status)")
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
        + "use /usr/bin/fresnel, or --store DIR, which works without a daemon, or end that daemon (systemctl --user stop "
        + "fresneld.socket fresneld.service) and start the fresneld of this installation right after"
    )
    let removed = ServingInstallation(
      daemon: "/opt/libexec/fresneld (deleted)", commandLine: nil, processIdentifier: 7,
      isActivated: false)
    #expect(
      removed.notice.hasSuffix(
        "'/opt/libexec/fresneld (deleted)' (process 7); use --store DIR, which works without a daemon, or end that daemon "
          + "(kill 7) and start the fresneld of this installation right after"
      ))
  }

  @Test("works without that daemon on a store that is named")
  func named() throws {
    try withStranger { fresnel, daemon in
      #expect(try fresnel("items").errors.contains("--store DIR, which works without a daemon"))
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
        if round == 0 { #expect(run.errors.contains("packages"), "\(run)") }
      }
      #expect(FileSystem.exists(fresnel.directory + "/home/.cache/fresnel/store"))
    }
  }
}
