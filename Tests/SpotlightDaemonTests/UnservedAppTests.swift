import FresnelPlatform
import Testing
import WireTestSupport

/// An app whose items a daemon keeps, when that daemon is gone.
@Suite("An app whose daemon is gone", .serialized, .timeLimit(.minutes(30)))
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

  /// Runs the app where neither a daemon runs nor one is found. The machine that runs the tests may have one
  /// installed, as the rule looks at fixed places.
  private static let isNoneInstalled = !["/usr/local/libexec/fresneld", "/usr/libexec/fresneld"]
    .contains { FileSystem.isExecutable($0) }

  /// Fills a class's store through the daemon, and ends the daemon.
  ///
  /// - Returns: The variables with which the app is served, and the directory of the classes.
  private func fill(
    _ daemon: DaemonProcess
  ) throws -> (served: [String: String?], classes: String) {
    #expect(try Command("/bin/chmod", ["700", daemon.directory + "/run"]).run().isSuccess)
    let served: [String: String?] = [
      "FRESNEL_CONNECTION": "daemon", "FRESNEL_DAEMON_SOCKET": daemon.socketPath,
    ]
    _ = try run("return", daemon, served)
    try daemon.stop()
    return (served, daemon.directory + "/data/fresnel/classes")
  }

  @Test(
    "says so, and its searches are partial, until it has an index of its own; with the daemon all is there again",
    .enabled(if: isNoneInstalled))
  func gone() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let (served, classes) = try fill(daemon)
      for _ in 0..<2 {
        let found = try run("count", daemon)
        #expect(found.output == "0 of more\n")
        #expect(found.errors.hasPrefix("CoreSpotlight: Searches of this program are partial"))
        #expect(found.errors.contains("no fresneld is found that reads \(classes);"), "\(found)")
        #expect(found.errors.contains("install it again, or remove that directory"), "\(found)")
        #expect(found.errors.split(separator: "\n").count == 1, "\(found)")
      }
      // Whoever says that there is to be no daemon knows it.
      let chosen = try run("count", daemon, ["FRESNEL_CONNECTION": "embedded"])
      #expect(chosen.output == "0\n" && chosen.errors.isEmpty, "\(chosen)")
      // Nothing is missing of what it keeps itself from now on.
      #expect(try run("return", daemon).errors.contains("partial"))
      for _ in 0..<2 {
        let own = try run("count", daemon)
        #expect(own.output == "3\n" && own.errors.isEmpty, "\(own)")
      }
      try daemon.start()
      let whole = try run("count", daemon, served)
      #expect(whole.output == "3\n" && whole.errors.isEmpty, "\(whole)")
    }
  }

  @Test("is told that the directory of the daemon's socket is missing, or not the person's alone")
  func noDirectory() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let (_, classes) = try fill(daemon)
      let shared = daemon.directory + "/shared"
      try FileSystem.createDirectory(shared)
      #expect(try Command("/bin/chmod", ["755", shared]).run().isSuccess)
      let fresnel = FresnelProgram(
        directory: daemon.directory, environment: daemon.environment, hasDaemon: true)
      for (directory, reason) in [
        (nil, "XDG_RUNTIME_DIR is not set"),
        (shared, "XDG_RUNTIME_DIR names \(shared), which is no directory that is yours alone"),
      ] {
        let sentence = "\(reason), so the daemon that reads \(classes) is not found; log in"
        let app = try run("count", daemon, ["XDG_RUNTIME_DIR": directory])
        #expect(app.output == "0 of more\n")
        #expect(app.errors.contains(sentence), "\(app)")
        var environment = daemon.environment
        environment["XDG_RUNTIME_DIR"] = directory
        let command = FresnelProgram(
          directory: fresnel.directory, environment: environment, hasDaemon: true)
        let items = try command.run(["items"])
        #expect(items.errors.contains(sentence), "\(items)")
        for told in [app.errors, items.errors] { #expect(!told.contains("install it again")) }
      }
    }
  }

  @Test("says nothing where apps handed nothing to a daemon", .enabled(if: isNoneInstalled))
  func neverThere() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      // It has made the store of a class, and nobody used it.
      let store = daemon.directory + "/data/fresnel/classes/first-unlock/store"
      #expect(TestProgram.wait { FileSystem.exists(store + "/manifest") })
      try daemon.stop()
      let empty = try run("count", daemon)
      #expect(empty.output == "0\n" && empty.errors.isEmpty, "\(empty)")
      _ = try run("return", daemon)
      let found = try run("count", daemon)
      #expect(found.output == "3\n" && found.errors.isEmpty, "\(found)")
    }
  }

  @Test(
    "is told also where the store has given up its room for deletions",
    .enabled(if: isNoneInstalled))
  func withoutReserve() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let (_, classes) = try fill(daemon)
      let store = classes + "/first-unlock/store"
      try FileSystem.removeFile(store + "/reserve")
      #expect(
        try FileSystem.entries(of: store).sorted() == [
          "journal-0000000000000001", "lock", "manifest",
        ])
      let found = try run("count", daemon)
      #expect(found.output == "0 of more\n")
      #expect(found.errors.contains(classes), "\(found)")
    }
  }
}
