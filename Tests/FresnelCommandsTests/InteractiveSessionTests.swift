import FresnelPlatform
import FresnelTestSupport
import Glibc
import Testing

/// Drives the built program through a terminal, as a person does.
@Suite("The interactive search in a terminal", .serialized)
struct InteractiveSessionTests {
  /// The program, which is built next to the tests.
  private static func program() throws -> String {
    let tests = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    return FileSystem.parent(of: tests) + "/fresnel"
  }

  /// A machine of its own: a store with three films, a manual page, an application, and programs that
  /// tell what they were started with.
  private func withMachine(
    _ body: (_ environment: [String: String], _ started: borrowing FileDescriptor) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let reports = directory + "/started"
      #expect(try Command("mkfifo", [reports]).run().isSuccess)
      let programs = directory + "/bin"
      try FileSystem.createDirectory(programs)
      for name in ["man", "xdg-open", "paint"] {
        let script = "#!/bin/sh\necho \"\(name) $*\" > \(reports)\n"
        try FileSystem.write(
          Array(script.utf8), to: "\(programs)/\(name)", permissions: 0o700)
      }
      let environment = [
        "PATH": programs + ":/usr/bin:/bin", "HOME": directory, "TERM": "xterm-256color",
        "LANG": "C.UTF-8", "XDG_DATA_HOME": directory + "/data",
        "XDG_DATA_DIRS": directory + "/share", "MANPATH": directory + "/man",
      ]
      try write(
        """
        {"id":"1","title":"The Third Man","kind":"Film"}
        {"id":"2","title":"Third Metropolis","textContent":"A city of the future","kind":"Film"}
        {"id":"3","title":"東京物語","url":"https://example.org/tokyo","kind":"Film"}
        """, to: directory + "/films.jsonl")
      try write(
        ".TH FOLD 1\n.SH NAME\nfold \\- wrap lines\n", to: directory + "/man/man1/fold.1")
      try write(
        "[Desktop Entry]\nType=Application\nName=Brushes\nExec=paint --new %U\n",
        to: directory + "/share/applications/brushes.desktop")
      for arguments in [
        ["index", directory + "/films.jsonl"], ["import", "manuals", "applications"],
      ] {
        var command = Command(try Self.program(), arguments)
        command.environment = environment
        command.output = .null
        #expect(try command.run() == .exited(0))
      }
      // Open for both, so that it is never at its end.
      try body(environment, FileDescriptor(opening: reports, for: .readingAndWriting))
    }
  }

  private func write(_ text: String, to path: String) throws {
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    try FileSystem.write(Array(text.utf8), to: path)
  }

  /// What the next program was started with.
  private func next(_ started: borrowing FileDescriptor) throws -> String {
    let ready = try waitForInput(on: [started.rawValue], timeout: .seconds(600))
    try #require(!ready.isEmpty, "no program was started")
    return String(decoding: try started.read(count: 4096), as: UTF8.self)
  }

  @Test(
    "typing finds, arrows choose, Enter shows, Escape goes back and leaves the terminal as it was")
  func search() throws {
    try withMachine { environment, _ in
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      let mode = terminal.mode
      try terminal.start(Self.program(), environment: environment)
      try terminal.read(until: "5 items can be found")
      #expect(terminal.mode != mode)
      try terminal.type("thir")
      try terminal.read(until: "› thir")
      try terminal.read(until: "2 results in ")
      try terminal.read(until: "▸ Third Metropolis")
      try terminal.type("\u{1B}[B")
      try terminal.read(until: "2 of 2")
      try terminal.read(until: "▸ The Third Man")
      try terminal.type("\r")
      try terminal.read(until: "client state")
      // Nothing opens a film here, which is said below what is shown of it.
      try terminal.read(until: "No app opens the items of")
      try terminal.type("\u{1B}")
      try terminal.read(until: "2 of 2")
      try terminal.type("\u{15}東京")
      try terminal.read(until: "1 result in ")
      try terminal.read(until: "▸ 東京物語")
      terminal.resize(columns: 30, rows: 6)
      try terminal.read(until: "\u{1B}[2J")
      try terminal.read(until: "› 東京")
      try terminal.type("\u{1B}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 0)
      #expect(terminal.mode == mode)
    }
  }

  @Test(
    "Enter shows a manual page with man, launches an application, and hands a page to the desktop")
  func opening() throws {
    try withMachine { environment, started in
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.start(Self.program(), environment: environment)
      try terminal.read(until: "5 items can be found")
      // Typed in one go: Enter opens what is found, not what was shown before.
      try terminal.type("wrap li\r")
      #expect(try next(started) == "man 1 fold\n")
      // The list is back, and not still at opening.
      try terminal.read(until: "\u{1B}[?1049h")
      try terminal.read(until: "› wrap li")
      try terminal.read(until: "1 result in ")
      try terminal.type("\u{15}brushes\r")
      #expect(try next(started) == "paint --new\n")
      try terminal.type("\u{15}東京\r")
      #expect(try next(started) == "xdg-open https://example.org/tokyo\n")
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
    }
  }

  @Test("While xdg-open stays, the person types on; that it opened nothing is said later")
  func stayingOpener() throws {
    try withMachine { environment, started in
      let directory = try #require(environment["HOME"])
      let gate = directory + "/gate"
      #expect(try Command("mkfifo", [gate]).run().isSuccess)
      let opener = try FileDescriptor(opening: gate, for: .readingAndWriting)
      let script =
        "#!/bin/sh\necho stays > \(directory)/started\nread -r word < \(gate)\nexit 3\n"
      try FileSystem.write(
        Array(script.utf8), to: directory + "/bin/xdg-open", permissions: 0o700)
      var environment = environment
      environment["FRESNEL_OPENER_PATIENCE"] = "3600"
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.start(Self.program(), environment: environment)
      try terminal.read(until: "5 items can be found")
      try terminal.type("東京\r")
      #expect(try next(started) == "stays\n")
      try terminal.read(until: "opening…")
      try terminal.type("\u{15}wrap")
      try terminal.read(until: "› wrap")
      try opener.write("go\n")
      try terminal.read(until: "xdg-open could not open it")
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
    }
  }

  @Test("Control-T takes the filter that is offered, and Backspace takes it away")
  func filter() throws {
    try withMachine { environment, _ in
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.start(Self.program(), environment: environment)
      try terminal.read(until: "5 items can be found")
      // Typed in one go: the key takes what is offered for this text.
      try terminal.type("wrap manual\u{14}")
      try terminal.read(until: "› [Manual pages] wrap")
      try terminal.read(until: "▸ fold")
      try terminal.type("\u{15}\u{7F}")
      try terminal.read(until: "5 items can be found")
      try terminal.type("third m")
      try terminal.read(until: "2 results in ")
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
    }
  }

  @Test("Tab shows what can be done with a result, and a digit does it")
  func actions() throws {
    try withMachine { environment, started in
      var terminal = try PseudoTerminal(columns: 80, rows: 24)
      try terminal.start(Self.program(), environment: environment)
      try terminal.read(until: "5 items can be found")
      // Typed in one go: Tab shows what is found, not what was shown before.
      try terminal.type("東京\t")
      try terminal.read(until: "1  Open example.org")
      try terminal.read(until: "1 do it")
      // There is no second one: the key leads back.
      try terminal.type("2")
      try terminal.read(until: "▸ 東京物語")
      try terminal.type("\t")
      try terminal.read(until: "1 do it   Enter open")
      try terminal.type("\r")
      #expect(try next(started) == "xdg-open https://example.org/tokyo\n")
      // What comes later would stand in the place of what the next keys show.
      try terminal.read(until: "opened in its program")
      try terminal.type("\t")
      try terminal.read(until: "1 do it")
      try terminal.type("1")
      #expect(try next(started) == "xdg-open https://example.org/tokyo\n")
      try terminal.read(until: "opened in its program")
      try terminal.type("\t")
      try terminal.read(until: "1 do it")
      // Ctrl-U leads back, and clears what was typed.
      try terminal.type("\u{15}")
      try terminal.read(until: "5 items can be found")
      try terminal.type("\u{03}")
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
    }
  }

  @Test("a signal that ends the program leaves the terminal as it was")
  func termination() throws {
    try withMachine { environment, _ in
      var terminal = try PseudoTerminal(columns: 20, rows: 5)
      let mode = terminal.mode
      try terminal.start(Self.program(), environment: environment)
      try terminal.read(until: "5 items")
      terminal.send(SIGTERM)
      try terminal.read(until: "\u{1B}[?1049l")
      #expect(terminal.waitForEnd() == 130)
      #expect(terminal.mode == mode)
    }
  }
}
