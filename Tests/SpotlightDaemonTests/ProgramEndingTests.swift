import FresnelPlatform
import Testing
import WireTestSupport

@Suite("Programs that end", .timeLimit(.minutes(30)))
struct ProgramEndingTests {
  /// Runs the program that ends as soon as it has handed its items over.
  ///
  /// - Returns: What it wrote to standard output and standard error.
  private static func run(
    _ ending: String, _ count: Int, in environment: [String: String]
  ) throws -> (output: String, error: String) {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let errors = directory + "/error"
      var command = Command(
        "/bin/sh",
        [
          "-c", "exec \"$0\" \"$@\" 2>\"$FRESNEL_TEST_ERRORS\"",
          try TestProgram.path("sample-ending"), ending, "\(count)",
        ])
      command.environment = environment.merging(["FRESNEL_TEST_ERRORS": errors]) { $1 }
      let (status, output) = try command.capture()
      #expect(status == .exited(0))
      return (
        String(decoding: output, as: UTF8.self),
        String(decoding: try FileSystem.contents(of: errors), as: UTF8.self)
      )
    }
  }

  /// Runs a body with the environment of an app that keeps its index itself, and of one that has a daemon.
  private static func withApps(_ body: ([String: String]) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body([
        "HOME": directory, "FRESNEL_STORE": directory + "/store",
        "FRESNEL_APP_IDENTIFIER": "org.example.ending",
      ])
    }
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      try body(
        daemon.environment.merging([
          "FRESNEL_CONNECTION": "daemon", "FRESNEL_DAEMON_SOCKET": daemon.socketPath,
          "FRESNEL_APP_IDENTIFIER": "org.example.ending",
        ]) { $1 })
    }
  }

  /// A busy machine may need more than the two seconds that a program waits. Then it has to say how many items it
  /// could not wait for, no more than those may be missing, and another program, with fewer, is given its chance: one
  /// that does not wait would lose some of any of these numbers.
  @Test(
    "what a program handed over before it ended is stored, or it says how much may be lost",
    arguments: ["return", "exit", "handler"])
  func handedOver(ending: String) throws {
    try Self.withApps { environment in
      var isKept = false
      for (attempt, count) in ([20_000, 10_000, 5_000] + Array(repeating: 2_000, count: 9))
        .enumerated() where !isKept
      {
        var environment = environment
        environment["FRESNEL_APP_IDENTIFIER"] = "org.example.ending-\(attempt)"
        environment["FRESNEL_STORE"] = environment["FRESNEL_STORE"].map { "\($0)-\(attempt)" }
        let (_, error) = try Self.run(ending, count, in: environment)
        let stored = try #require(
          Int(try Self.run("count", 0, in: environment).output.filter(\.isNumber)))
        if error.isEmpty {
          #expect(stored == count)
          isKept = true
        } else {
          let sentence = try #require(
            error.firstMatch(of: /had confirmed (\d+) items/), "\(error)")
          let unconfirmed = try #require(Int(sentence.1))
          #expect(stored >= count - unconfirmed)
          #expect(stored <= count)
        }
      }
      #expect(isKept, "no program was waited for until all was stored")
    }
  }

  @Test("a program that ends inside a batch says that the batch was not applied")
  func batch() throws {
    try Self.withApps { environment in
      let (_, error) = try Self.run("batch", 3, in: environment)
      #expect(error.contains("inside a batch of the index \"ending\", so 3 items of it"))
      #expect(try Self.run("count", 0, in: environment).output == "0\n")
    }
  }

  @Test("what a program loses by ending is told, however many sentences came before")
  func manyFailures() throws {
    try Self.withApps { environment in
      let (_, error) = try Self.run("flood", 150, in: environment)
      #expect(error.contains("A change was not made: "))
      #expect(error.contains("inside a batch of the index \"ending\", so 150 items of it"))
    }
  }

  @Test("a failure that no completion handler hears of is told on standard error")
  func noHandler() throws {
    try Self.withApps { environment in
      let (_, error) = try Self.run("invalid", 2, in: environment)
      #expect(error.contains("A change was not made: An item has an empty unique identifier."))
    }
  }
}
