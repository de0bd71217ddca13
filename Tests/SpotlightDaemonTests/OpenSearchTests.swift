import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite("A search that is open", .serialized, .timeLimit(.minutes(30)))
struct OpenSearchTests {
  /// So long a batch is held back at most, and in all of these cases.
  private static let wait = Duration.milliseconds(250)

  /// Opens the interactive search in a terminal.
  private func openSearch(in daemon: DaemonProcess) throws -> PseudoTerminal {
    var terminal = try PseudoTerminal(columns: 80, rows: 24)
    var environment = daemon.environment
    environment["TERM"] = "xterm-256color"
    environment["LANG"] = "C.UTF-8"
    try terminal.start(try TestProgram.path("fresnel"), environment: environment)
    return terminal
  }

  /// Leaves the search as a person does.
  private func leave(_ terminal: inout PseudoTerminal) throws {
    try terminal.type("\u{03}")
    try terminal.read(until: "\u{1B}[?1049l")
    let status = terminal.waitForEnd()
    #expect(status == 130)
  }

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
      var terminal = try openSearch(in: daemon)
      try terminal.read(until: "1 item")
      #expect(try TestProgram.wait { try isHeldBack() })
      try terminal.type("\u{1B}[O")
      #expect(try TestProgram.wait { try !isHeldBack() })
      try terminal.type("\u{1B}[I")
      #expect(try TestProgram.wait { try isHeldBack() })
      try leave(&terminal)
      #expect(try TestProgram.wait { try !isHeldBack() })
      try daemon.stop()
    }
  }

  @Test("What is locked leaves the screen without a key, and is back after the unlock")
  func locking() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let app = try daemon.client(claiming: "org.example.letters")
      try app.put(["thing for all"], into: try app.open("letters", ProtectionClass.none))
      guard case .open(let channel, let index) = try app.openLockable("secrets", .complete) else {
        throw RawClient.Failure.unexpected(.indexOpened)
      }
      try channel.put(["a thing of mine"], into: index)
      var terminal = try openSearch(in: daemon)
      try terminal.read(until: "can be found")
      try terminal.type("mine")
      try terminal.read(until: "a thing of mine")
      // All about it, and back to the list.
      try terminal.type("\t")
      let details = try terminal.read(until: "Esc back")
      #expect(!details.contains("deleted meanwhile"), "\(details)")
      try terminal.type("\u{1B}")
      try terminal.read(until: "a thing of mine")
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      try tool.order("lock", "{}")
      #expect(try tool.waitForEnd() == nil)
      let shown = try terminal.read(until: "nothing found in")
      #expect(!shown.contains("a thing of mine"), "\(shown)")
      try daemon.unlock()
      try terminal.read(until: "a thing of mine")
      try leave(&terminal)
    }
  }

  @Test("What an app indexes meanwhile comes to the list without a key")
  func indexing() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let app = try daemon.client(claiming: "org.example.letters")
      let index = try app.open("letters", ProtectionClass.none)
      try app.put(["first thing"], into: index)
      var terminal = try openSearch(in: daemon)
      try terminal.read(until: "can be found")
      try terminal.type("thing")
      try terminal.read(until: "first thing")
      try app.put(["other thing"], into: index)
      try terminal.read(until: "other thing")
      try leave(&terminal)
    }
  }
}
