import BusTestSupport
import FresnelPlatform
import Testing
import WireTestSupport

@Suite("Where there can be no search window", .serialized, .timeLimit(.minutes(30)))
struct AbsentWindowTests {
  /// Runs a program without a display, or with one that nobody serves.
  private func run(
    _ name: String, _ arguments: [String] = [], _ variables: [String: String] = [:]
  ) throws -> (Command.Ending, String) {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      var command = Command(
        "/bin/sh",
        ["-c", "exec \"$@\" 2>&1 </dev/null", "sh", try TestProgram.path(name)] + arguments)
      command.environment = [
        "PATH": "/usr/bin:/bin", "HOME": directory, "XDG_RUNTIME_DIR": directory,
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(directory)/no-bus", "GTK_A11Y": "none",
      ].merging(variables) { $1 }
      let (ending, output) = try command.capture(maximumByteCount: 1 << 16)
      return (ending, String(decoding: output, as: UTF8.self))
    }
  }

  @Test("Without a display the programs say so, with a status of its own")
  func noDisplay() throws {
    let (call, said) = try run("fresnel-window", ["--toggle"])
    #expect(call == .exited(4))
    #expect(
      said == "fresnel-window: there is no display. Run fresnel for the search in a terminal.\n")
    let (window, told) = try run("fresnel-window-gtk")
    #if Desktop
      #expect(window == .exited(4) && told.contains("there is no display"), "\(told)")
    #else
      #expect(window == .exited(3) && told.contains("it needs GTK 4"), "\(told)")
    #endif
  }

  @Test("Without a bus of the session the programs say so")
  func noBus() throws {
    let (call, said) = try run("fresnel-window", [], ["DISPLAY": ":0"])
    #expect(call == .exited(1) && said.hasPrefix("fresnel-window: "), "\(said)")
  }

  @Test(
    "Where the window cannot start, who called for it is told why",
    .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
  func cannotStart() throws {
    let bus = try PrivateBus()
    defer { bus.end() }
    // A display that nobody serves.
    let (call, said) = try run(
      "fresnel-window", [],
      ["DISPLAY": ":4077", "DBUS_SESSION_BUS_ADDRESS": bus.address])
    #if Desktop
      #expect(call == .exited(4) && said.contains("there is no display"), "\(said)")
    #else
      #expect(call == .exited(3) && said.contains("it needs GTK 4"), "\(said)")
    #endif
  }

  @Test(
    "Without the window the search opens in a terminal, or the caller is told why not",
    .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
  func notInstalled() throws {
    let bus = try PrivateBus()
    defer { bus.end() }
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      for name in ["bin", "terminals"] { try FileSystem.createDirectory("\(directory)/\(name)") }
      let program = directory + "/bin/fresnel-window"
      let words = ["-p", try TestProgram.path("fresnel-window"), program]
      #expect(try Command("/bin/cp", words).run().isSuccess)
      try TestProgram.write(script: "exit 0", to: directory + "/bin/fresnel")
      var command = Command(program)
      command.environment = [
        "PATH": directory + "/terminals", "HOME": directory, "XDG_RUNTIME_DIR": directory,
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": ":4077",
      ]
      command.error = .null
      #expect(try command.run() == .exited(3))
      let note = directory + "/note"
      try TestProgram.write(
        script: "echo \"$*\" >\(note).new; /bin/mv \(note).new \(note)",
        to: directory + "/terminals/x-terminal-emulator")
      #expect(try command.run() == .exited(0))
      #expect(TestProgram.wait { FileSystem.exists(note) })
      let noted = String(decoding: try FileSystem.contents(of: note), as: UTF8.self)
      #expect(noted == "-e \(directory)/bin/fresnel\n")
      // A terminal needs no bus.
      try FileSystem.removeFile(note)
      command.environment?["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(directory)/no-bus"
      #expect(try command.run() == .exited(0))
      #expect(TestProgram.wait { FileSystem.exists(note) })
    }
  }

  @Test("Command lines that make no sense are refused, and help and version are there")
  func commandLines() throws {
    for program in ["fresnel-window", "fresnel-window-gtk"] {
      #expect(try run(program, ["--other"]).0 == .exited(2))
      #expect(try run(program, ["soup"]).0 == .exited(2))
      let (ending, help) = try run(program, ["--help"])
      #expect(ending == .exited(0) && help.contains("usage: \(program)"))
      #expect(try run(program, ["--version"]).1.hasPrefix("\(program) "))
    }
  }
}
