import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// The built command line, run as a program, with nobody at a terminal.
struct FresnelProgram {
  /// Where all files are.
  let directory: String
  /// Its environment.
  let environment: [String: String]
  /// Whether a daemon keeps the items.
  let hasDaemon: Bool
  /// The program's path.
  var path: String?
  /// Where it is run; `nil` for where the tests are.
  var workingDirectory: String?

  /// What a run wrote, and its exit status.
  struct Run {
    let status: Int32?
    let output: String
    let errors: String

    /// The objects of the output, one for each line.
    func objects() throws -> [JSONValue] { try Self.objects(output) }
    /// The objects on standard error.
    func errorObjects() throws -> [JSONValue] { try Self.objects(errors) }

    private static func objects(_ text: String) throws -> [JSONValue] {
      try text.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
    }
  }

  /// Runs it.
  func callAsFunction(_ words: String...) throws -> Run { try run(words) }

  /// Runs it.
  func run(_ words: [String], input: String = "") throws -> Run {
    let errors = directory + "/errors"
    let inputPath = input.isEmpty ? "/dev/null" : try file("input", input)
    var command = Command(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" 2>\"$FRESNEL_TEST_ERRORS\" <\"$FRESNEL_TEST_INPUT\"",
        try path ?? TestProgram.path("fresnel"),
      ] + words)
    command.environment = environment.merging([
      "FRESNEL_TEST_ERRORS": errors, "FRESNEL_TEST_INPUT": inputPath,
    ]) { $1 }
    command.directory = workingDirectory
    let (ending, output) = try command.capture()
    let status: Int32? = if case .exited(let status) = ending { status } else { nil }
    return Run(
      status: status, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: try FileSystem.contents(of: errors), as: UTF8.self))
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(directory)/\(name)"
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    try FileSystem.write(Array(text.utf8), to: path)
    return path
  }

  /// The identifiers of the items of an app that are stored.
  func items(of app: String) throws -> Set<String> {
    let run = try self("items", "--json")
    return Set(
      try run.objects().compactMap { item in
        guard case .string(let owner)? = item["app"], owner == app || owner == "org.fresnel." + app,
          case .string(let identifier)? = item["id"]
        else { return nil }
        return identifier
      })
  }

  /// Runs a body twice: where programs keep their items in files, and where a daemon does.
  static func withBoth(_ body: (FresnelProgram) throws -> Void) throws {
    try withFiles(body)
    try withDaemonProcess { program, _ in try body(program) }
  }

  /// Runs a body where programs keep their items in files.
  static func withFiles(_ body: (FresnelProgram) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body(
        FresnelProgram(
          directory: directory,
          environment: [
            "PATH": "/usr/bin:/bin", "HOME": directory + "/home",
            "XDG_DATA_HOME": directory + "/data", "XDG_STATE_HOME": directory + "/state",
            "XDG_CONFIG_HOME": directory + "/config", "XDG_DATA_DIRS": directory + "/system",
            "FLATPAK_SYSTEM_DIR": directory + "/flatpak",
            "FRESNEL_CONNECTION": "embedded",
          ], hasDaemon: false))
    }
  }

  /// Runs a body where a daemon keeps the items.
  static func withDaemonProcess(_ body: (FresnelProgram, DaemonProcess) throws -> Void) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      try body(
        FresnelProgram(
          directory: daemon.directory, environment: daemon.environment, hasDaemon: true),
        daemon)
    }
  }
}
