import FresnelPlatform
import Testing
import WireTestSupport

/// An app whose items a daemon keeps, when that daemon is gone.
@Suite("An app whose daemon is gone", .serialized, .timeLimit(.minutes(10)))
struct UnservedAppTests {
  /// Runs the app.
  ///
  /// - Returns: What it wrote to standard output, and to standard error.
  private func run(
    _ mode: String, _ daemon: DaemonProcess, _ variables: [String: String?] = [:]
  ) throws -> (output: String, errors: String) {
    let errors = daemon.directory + "/errors"
    var command = Command(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" 2>\"$FRESNEL_TEST_ERRORS\"",
        try TestProgram.path("sample-ending"), mode, "3",
      ])
    var environment = daemon.environment
    environment["FRESNEL_APP_IDENTIFIER"] = "org.example.ending"
    environment["FRESNEL_TEST_ERRORS"] = errors
    for (name, value) in variables { environment[name] = value }
    command.environment = environment
    let (ending, output) = try command.capture()
    #expect(ending == .exited(0))
    return (
      String(decoding: output, as: UTF8.self),
      String(decoding: try FileSystem.contents(of: errors), as: UTF8.self)
    )
  }

  @Test("says so once, and its searches are partial; with the daemon all is there again")
  func gone() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let served: [String: String?] = [
        "FRESNEL_CONNECTION": "daemon", "FRESNEL_DAEMON_SOCKET": daemon.socketPath,
      ]
      let alone: [String: String?] = ["XDG_RUNTIME_DIR": nil]
      _ = try run("return", daemon, served)
      try daemon.stop()
      let classes = daemon.directory + "/data/fresnel/classes"
      for _ in 0..<2 {
        let found = try run("count", daemon, alone)
        #expect(found.output == "0 of more\n")
        #expect(
          found.errors.hasPrefix("CoreSpotlight: No fresneld is found that reads \(classes), "),
          "\(found.errors)")
        #expect(found.errors.contains("install it again"), "\(found.errors)")
        #expect(found.errors.split(separator: "\n").count == 1, "\(found.errors)")
      }
      // Whoever says that there is to be no daemon knows it.
      let chosen = try run(
        "count", daemon, alone.merging(["FRESNEL_CONNECTION": "embedded"]) { $1 })
      #expect(chosen.output == "0\n" && chosen.errors.isEmpty, "\(chosen)")
      try daemon.start()
      let whole = try run("count", daemon, served)
      #expect(whole.output == "3\n" && whole.errors.isEmpty, "\(whole)")
    }
  }

  @Test("says nothing where apps handed nothing to a daemon")
  func neverThere() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      // It has made the store of a class, and nobody used it.
      try daemon.stop()
      #expect(FileSystem.exists(daemon.directory + "/data/fresnel/classes/first-unlock/store"))
      let alone: [String: String?] = ["XDG_RUNTIME_DIR": nil]
      _ = try run("return", daemon, alone)
      let found = try run("count", daemon, alone)
      #expect(found.output == "3\n" && found.errors.isEmpty, "\(found)")
    }
  }
}
