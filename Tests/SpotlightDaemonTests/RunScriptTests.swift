import FresnelPlatform
import Testing
import WireTestSupport

@Suite("What make run opens", .timeLimit(.minutes(30)))
struct RunScriptTests {
  /// A build of programs that only note how they were called.
  private struct Stage {
    let directory: String
    var build: String { directory + "/build" }
    var socket: String { directory + "/run/fresnel/daemon" }

    /// Makes the programs.
    ///
    /// - Parameters:
    ///   - directory: Where they go.
    ///   - importing: What the import ends with.
    ///   - showing: What calling for the window ends with.
    /// - Throws: An error of the system.
    init(in directory: String, importing: Int32 = 0, showing: Int32 = 0) throws {
      // As the kernel names it.
      self.directory = FileSystem.resolved(directory) ?? directory
      for name in ["build", "run/fresnel", "home", "other", "share/dbus-1/services"] {
        try FileSystem.createDirectory("\(directory)/\(name)")
      }
      #expect(try Command("/bin/chmod", ["700", directory + "/run/fresnel"]).run().isSuccess)
      let note = "echo \"${0##*/} $*\" >>'\(directory)/noted'"
      try TestProgram.write(
        script: "\(note)\nif [ \"$1\" = import ]; then exit \(importing); fi",
        to: build + "/fresnel")
      try TestProgram.write(
        script: """
          \(note)
          if [ -e '\(build)/fresneld' ]; then
            '\(build)/fresneld' 600 >/dev/null 2>&1 & echo $! >'\(directory)/daemon'
          fi
          exit \(showing)
          """, to: build + "/fresnel-window")
      try TestProgram.write(script: "# libgtk-4.so", to: build + "/fresnel-window-gtk")
      try FileSystem.write([], to: directory + "/noted")
    }

    /// Runs the script.
    ///
    /// - Parameter variables: What the environment has besides.
    /// - Returns: How it ended, what it wrote, and how the programs were called.
    /// - Throws: An error of the system.
    func run(
      _ variables: [String: String] = ["DISPLAY": ":0"]
    ) throws -> (ending: Command.Ending, text: String, calls: [String]) {
      let words = ["-c", "exec \"$0\" 2>&1 </dev/null", "\(Installation.top)/Scripts/run.sh"]
      var command = Command("/bin/sh", words)
      command.environment = environment.merging(variables) { $1 }
      let (ending, output) = try command.capture()
      let noted = try FileSystem.contents(of: directory + "/noted")
      return (
        ending, String(decoding: output, as: UTF8.self),
        String(decoding: noted, as: UTF8.self).split(separator: "\n").map(String.init)
      )
    }

    /// Has a process run beside the build that is called as a program of another installation.
    func startOther(_ name: String) throws -> Int32 {
      let program = "\(directory)/other/\(name)"
      #expect(try Command("/bin/cp", ["/bin/sleep", program]).run().isSuccess)
      var command = Command(program, ["600"])
      command.environment = environment
      return try command.startDetached()
    }

    var environment: [String: String] {
      [
        "PATH": "/usr/bin:/bin", "HOME": directory + "/home", "BUILD": build,
        "XDG_RUNTIME_DIR": directory + "/run", "XDG_DATA_DIRS": directory + "/share",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(directory)/bus",
      ]
    }
  }

  private func with(
    importing: Int32 = 0, showing: Int32 = 0, _ body: (Stage) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body(Stage(in: directory, importing: importing, showing: showing))
    }
  }

  private static let (window, importing, terminal) = (
    "fresnel-window --toggle", "fresnel import all", "fresnel start"
  )

  @Test(
    "The window, then what the machine holds; warnings of that are no failure", arguments: [0, 1])
  func shown(importing: Int32) throws {
    try with(importing: importing) { stage in
      let (ending, text, calls) = try stage.run()
      #expect(ending.isSuccess && calls == [Self.window, Self.importing], "\(text)")
      #expect(text.contains("The search window is shown."))
    }
  }

  @Test("The terminal where there is no display or no window, or where it cannot be shown")
  func terminal() throws {
    try with { (stage: Stage) throws in #expect(try stage.run([:]).calls == [Self.terminal]) }
    try with { stage in
      try TestProgram.write(script: "exit 3", to: stage.build + "/fresnel-window-gtk")
      #expect(try stage.run().calls == [Self.terminal])
    }
    try with(showing: 1) { stage in
      let (ending, text, calls) = try stage.run()
      #expect(ending.isSuccess && calls == [Self.window, Self.terminal], "\(text)")
    }
  }

  @Test("Beside a daemon that refuses the build, the terminal, and no window that is refused, too")
  func refused() throws {
    try with(importing: 3) { stage in
      let listener = try SocketListener(path: stage.socket)
      let daemon = try stage.startOther("fresneld")
      defer { Signal.terminate.send(to: daemon) }
      let (ending, text, calls) = try stage.run()
      #expect(ending.isSuccess && calls == [Self.importing, Self.terminal], "\(text)")
      withExtendedLifetime(listener) {}
    }
    // One that serves it.
    try with { stage in
      let listener = try SocketListener(path: stage.socket)
      let daemon = try stage.startOther("fresneld")
      defer { Signal.terminate.send(to: daemon) }
      let (ending, text, calls) = try stage.run()
      #expect(ending.isSuccess && calls == [Self.importing, Self.window], "\(text)")
      withExtendedLifetime(listener) {}
    }
  }

  @Test("Where the window gets no daemon, the terminal; an interrupt ends it")
  func noDaemon() throws {
    try with(importing: 4) { stage in
      let (ending, text, calls) = try stage.run()
      let all = [Self.window, Self.importing, Self.terminal]
      #expect(ending.isSuccess && calls == all, "\(text)")
    }
    try with(importing: 130) { stage in
      let (ending, text, calls) = try stage.run()
      #expect(ending == .exited(130) && calls == [Self.window, Self.importing], "\(text)")
    }
  }

  @Test("Where the window of another installation would come, the terminal")
  func otherWindow() throws {
    try with { stage in
      let service = "dbus-1/services/org.fresnel.Fresnel.service"
      try FileSystem.write([], to: "\(stage.directory)/share/\(service)")
      #expect(try stage.run().calls == [Self.terminal])
    }
    try with { stage in
      let process = try stage.startOther("fresnel-window-gtk")
      defer { Signal.terminate.send(to: process) }
      #expect(try stage.run().calls == [Self.terminal])
      // One of another session is not in the way.
      let bus = "unix:path=\(stage.directory)/other-bus"
      let calls = try stage.run(["DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": bus]).calls
      #expect(calls.dropFirst() == [Self.window, Self.importing])
    }
  }

  @Test("It says what it leaves running, and how that is ended")
  func processes() throws {
    try with { stage in
      let words = ["/bin/sleep", stage.build + "/fresneld"]
      #expect(try Command("/bin/cp", words).run().isSuccess)
      let (ending, text, _) = try stage.run()
      let noted = try FileSystem.contents(of: stage.directory + "/daemon")
      let number = String(decoding: noted, as: UTF8.self).split(separator: "\n").first ?? ""
      defer { Int32(number).map { _ = Signal.terminate.send(to: $0) } }
      #expect(ending.isSuccess && text.hasSuffix("To end them: kill \(number)\n"), "\(text)")
    }
  }
}
