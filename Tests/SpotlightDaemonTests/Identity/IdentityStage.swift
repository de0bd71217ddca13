import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What the tests of identities do with a daemon that believes no claims.
extension DaemonProcess {
  /// Runs the built command line with the daemon's environment.
  ///
  /// - Returns: The exit status, and what was written to standard output and standard error.
  func fresnel(_ words: [String]) throws -> (status: Int32?, output: String) {
    try capture([try TestProgram.path("fresnel")] + words)
  }

  /// Runs a program with the daemon's environment and more.
  func capture(
    _ words: [String], _ variables: [String: String] = [:]
  ) throws -> (status: Int32?, output: String) {
    var command = Command("/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh"] + words)
    command.environment = environment.merging(variables) { $1 }
    let (ending, output) = try command.capture()
    guard case .exited(let status) = ending else { return (nil, "") }
    return (status, String(decoding: output, as: UTF8.self))
  }

  /// How many items each app has, as the tool is told.
  func itemCounts(_ tool: RawClient) throws -> [String: Int] {
    guard case .array(let indexes)? = try tool.order("indexes", "{}")["indexes"] else { return [:] }
    var counts: [String: Int] = [:]
    for index in indexes {
      guard case .string(let app)? = index["app"], case .integer(let count)? = index["items"] else {
        continue
      }
      counts[app, default: 0] += Int(count)
    }
    return counts
  }

  /// The findings of a report of the doctor about some app: its codes and the app.
  func findings(_ tool: RawClient, _ arguments: String = "{}") throws -> [String] {
    guard case .array(let values)? = try tool.order("doctor", arguments)["findings"] else {
      return []
    }
    return values.compactMap { value in
      guard case .string(let code)? = value["code"], case .string(let app)? = value["app"] else {
        return nil
      }
      return "\(code) \(app)"
    }
  }
}

/// A Python program that uses the client of this repository.
struct PythonApp {
  let path: String
  private let python: String

  /// The interpreter itself, not a script that looks for one; `nil` where there is none.
  static let interpreter: String? = {
    guard let found = Command.path(of: "python3"),
      let (ending, output) = try? Command(found, ["-c", "import sys; print(sys.executable)"])
        .capture(), ending.isSuccess
    else { return nil }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }()

  /// Writes the program: it puts items with the titles of its arguments, or deletes all with `--delete`.
  init(at path: String, header: String = "") throws {
    self.path = path
    python = try #require(Self.interpreter)
    let clients = FileSystem.parent(of: #filePath) + "/../../../Clients/python"
    let source = """
      \(header)import sys
      sys.path.insert(0, "\(clients)")
      sys.dont_write_bytecode = True
      import fresnel
      with fresnel.connect() as client:
          index = client.open_index("things", protection=0)
          if "--delete" in sys.argv:
              index.delete_all()
          else:
              index.put([fresnel.Item(name, {"title": name}) for name in sys.argv[1:]])
          print(client.welcome.identity)

      """
    try FileSystem.write(Array(source.utf8), to: path, permissions: 0o755)
  }

  /// Runs it.
  ///
  /// - Returns: What it printed: the notice, and who it is.
  func run(_ words: String..., with daemon: DaemonProcess, from directory: String? = nil) throws
    -> [String]
  {
    let start = directory.map { ["/usr/bin/env", "-C", $0] } ?? []
    let (status, output) = try daemon.capture(start + [python, path] + words)
    #expect(status == 0, "\(output)")
    return output.split(separator: "\n").map(String.init)
  }
}
