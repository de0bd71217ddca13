import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

@Suite("A search that is open", .serialized, .timeLimit(.minutes(10)))
struct OpenSearchTests {
  /// So long a batch is held back at most, and in all of these cases.
  private static let wait = Duration.milliseconds(250)

  @Test(
    "Batches wait while the interactive search is before a person, and not when they look elsewhere"
  )
  func holding() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let app = try daemon.client(claiming: "org.example.letters")
      let index = try app.open("letters")
      func isHeldBack() throws -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        try app.put(["letter"], into: index)
        return clock.now - start >= Self.wait
      }
      #expect(try TestProgram.wait { try !isHeldBack() })
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      var environment = daemon.environment
      environment["TERM"] = "xterm-256color"
      environment["LANG"] = "C.UTF-8"
      try terminal.start(try TestProgram.path("fresnel"), environment: environment)
      try terminal.read(until: "1 item")
      #expect(try TestProgram.wait { try isHeldBack() })
      try terminal.type("\u{1B}[O")
      #expect(try TestProgram.wait { try !isHeldBack() })
      try terminal.type("\u{1B}[I")
      #expect(try TestProgram.wait { try isHeldBack() })
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
      #expect(try TestProgram.wait { try !isHeldBack() })
      try daemon.stop()
    }
  }
}
