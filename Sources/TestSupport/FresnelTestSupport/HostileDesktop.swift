internal import FresnelPlatform

/// A person's desktop with programs that tell what they were started with, and files that addresses lead to.
public struct HostileDesktop: ~Copyable {
  /// Nothing was started.
  public struct NothingStarted: Error {}

  /// The directory with the files; links in its path are followed.
  public let directory: String
  private let reports: FileDescriptor

  /// The end of a report, which no argument is.
  private static let end = "end of report"
  private static let handlers = [
    ("browser", "--new-tab %u", "x-scheme-handler/http;x-scheme-handler/https;"),
    ("mailer", "--compose=%u", "x-scheme-handler/mailto;"),
    ("phone", "%U --", "x-scheme-handler/tel;"), ("maps", "%u --", "x-scheme-handler/geo;"),
    ("files", "%f", "inode/directory;"),
    // What opens no link of an item: the person did not choose it for one, and no app claims the scheme.
    ("runner", "%u", "x-scheme-handler/someapp;"),
  ]

  /// Makes the desktop.
  ///
  /// - Parameters:
  ///   - parent: Where the directories of programs and files are made; there has to be such a directory.
  ///   - data: The person's directory of data.
  ///   - configuration: The person's directory of settings.
  /// - Throws: `SystemError`.
  public init(in parent: String, data: String, configuration: String) throws {
    let programs = parent + "/bin"
    try FileSystem.createDirectory(programs)
    let pipe = parent + "/reports"
    guard try Command("mkfifo", [pipe]).run().isSuccess else { throw NothingStarted() }
    for name in Self.handlers.map(\.0) + ["xdg-open"] {
      let script = "#!/bin/sh\nprintf '%s\\0' \(name) \"$@\" '\(Self.end)' > '\(pipe)'\n"
      try FileSystem.write(Array(script.utf8), to: "\(programs)/\(name)", permissions: 0o700)
    }
    var list = "[Default Applications]\n"
    try FileSystem.createDirectory(data + "/applications")
    for (name, arguments, types) in Self.handlers {
      let entry = """
        [Desktop Entry]
        Type=Application
        Name=\(name)
        Exec="\(programs)/\(name)" \(arguments)

        """
      try FileSystem.write(Array(entry.utf8), to: "\(data)/applications/\(name).desktop")
      for type in types.split(separator: ";") { list += "\(type)=\(name).desktop\n" }
    }
    try FileSystem.createDirectory(configuration)
    try FileSystem.write(Array(list.utf8), to: configuration + "/mimeapps.list")
    try FileSystem.createDirectory(parent + "/files")
    let files = FileSystem.resolved(parent + "/files") ?? parent + "/files"
    try Self.makeFiles(in: files)
    // Open for both, so that it is never at its end.
    let reading = try FileDescriptor(opening: pipe, for: .readingAndWriting)
    directory = files
    reports = reading
  }

  /// The directories of programs.
  public var path: String { FileSystem.parent(of: directory) + "/bin:/usr/bin:/bin" }

  /// The addresses with the directory in them.
  public var addresses: [HostileAddress] { HostileAddress.all.map { $0.placed(in: directory) } }

  /// What the next program was started with.
  ///
  /// - Returns: Its name and its arguments.
  /// - Throws: ``NothingStarted`` when none is for a long time.
  public func next() throws -> [String] {
    var bytes: [UInt8] = []
    let end = Array((Self.end + "\0").utf8)
    while bytes.suffix(end.count) != end[...] {
      let ready = try waitForInput(on: [reports.rawValue], timeout: .seconds(600))
      if ready.isEmpty { throw NothingStarted() }
      bytes += try reports.read(count: 1 << 16)
    }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast(2)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Opens items in the interactive search of `fresnel`: for each address the one whose title is `item N` and an `x`,
  /// where N is the place of the address.
  ///
  /// - Parameters:
  ///   - program: The path of `fresnel`.
  ///   - environment: Its environment; what concerns the terminal is added.
  /// - Returns: What was started, one for each address that may start something, and the status of the program.
  /// - Throws: `SystemError`, ``NothingStarted``, or that the program shows something else.
  public func openAll(
    with program: String, environment: [String: String]
  ) throws -> (started: [[String]], status: Int32?) {
    var terminal = try PseudoTerminal(columns: 80, rows: 24)
    let settings = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    try terminal.start(program, environment: environment.merging(settings) { $1 })
    try terminal.read(until: "items can be found")
    var started: [[String]] = []
    for (place, address) in addresses.enumerated() {
      try terminal.type("\u{15}\(place)x\r")
      // What is drawn is read, or the program would wait for that.
      try terminal.read(until: "› \(place)x")
      if address.words != nil { started.append(try next()) }
    }
    try terminal.type("\u{03}")
    try terminal.read(until: "\u{1B}[?1049l")
    return (started, terminal.waitForEnd())
  }

  private static func makeFiles(in directory: String) throws {
    let starter = "[Desktop Entry]\nType=Application\nName=Evil\nExec=touch /tmp/evil\n"
    let documents = [
      "note.txt", "$(id).txt", "`id`.txt", "it's.txt", "two\nlines.txt", "--version.txt",
      "turned\u{202E}txt.exe.txt", "note.txt?b.desktop", "setup.exe", "tool.jar", "bundle.AppImage",
      "link.url", "script.bat", "\u{301}.desktop",
    ]
    for name in documents {
      try FileSystem.write(Array("text\n".utf8), to: "\(directory)/\(name)")
    }
    for name in ["evil.desktop", "EVIL.DESKTOP", "starter"] {
      try FileSystem.write(Array(("# a file\n" + starter).utf8), to: "\(directory)/\(name)")
    }
    let contents = [
      "shortcut": "[InternetShortcut]\nURL=file:///usr/bin/id\n", "start": "<jnlp spec=\"1.0\">",
      "reference": "[Flatpak Ref]\nName=org.evil.App\n", "package": "!<arch>\ndebian-binary",
    ]
    for (name, text) in contents {
      try FileSystem.write(Array(text.utf8), to: "\(directory)/\(name)")
    }
    for name in ["run.sh", "run"] {
      try FileSystem.write(
        Array("#!/bin/sh\n".utf8), to: "\(directory)/\(name)", permissions: 0o755)
    }
    try FileSystem.write([0xCA, 0xFE, 0xBA, 0xBE, 0, 0], to: directory + "/class")
    try FileSystem.write(Array("MZ\u{1}".utf8), to: directory + "/windows")
    for name in ["folder", "$(id).d", "folder.desktop"] {
      try FileSystem.createDirectory("\(directory)/\(name)")
    }
    _ = try Command("ln", ["-s", "evil.desktop", directory + "/harmless.txt"]).run()
    _ = try Command("mkfifo", [directory + "/pipe"]).run()
  }
}
