import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// The keys, stores and sockets of a daemon that a confined process must not reach, and what such a process says of
/// its attempts to.
struct ConfinedPlaces {
  private let files: [String]
  private let directories: [String]
  private let sockets: [String]
  /// What would show all that another process holds; some kernels let nobody.
  private let memory = "/proc/\(CurrentProcess.identifier)/mem"
  private let environment = "/proc/\(CurrentProcess.identifier)/environ"
  private let commandLine = "/proc/\(CurrentProcess.identifier)/cmdline"
  /// The memory of the machine.
  private let machineMemory = "/proc/kcore"

  /// Fills a daemon's stores and names what is there. The daemon trusts claims, and its classes are open.
  init(of daemon: DaemonProcess) throws {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: .app, claiming: "com.example.mail")
    try client.put(["open to all"], into: try client.open("plain", ProtectionClass.none))
    try client.put(["encrypted"], into: try client.open("usual", .firstUnlock))
    let data = daemon.directory + "/data/fresnel"
    let state = daemon.directory + "/state/fresnel"
    let stores = [data + "/store", data + "/classes/first-unlock/store"]
    let keys = [state + "/local-keys/first-unlock", data + "/keys/first-unlock"]
    files = keys + [try Self.firstFile(in: stores[0]), try Self.firstFile(in: stores[1])]
    directories = stores + [data, state, daemon.directory + "/home"]
    sockets = [daemon.socketPath]
  }

  private static func firstFile(in directory: String) throws -> String {
    let name = try FileSystem.entries(of: directory).first { name in
      !FileSystem.isDirectory(directory + "/" + name)
    }
    return directory + "/" + (try #require(name))
  }

  /// Has a program confine itself and try.
  ///
  /// - Returns: What it could reach or not, by what it tried: 0 where it could.
  func report(
    by program: String, _ arguments: [String], in daemon: DaemonProcess
  ) throws -> [String: Int32] {
    let paths =
      files + directories + sockets + [memory, environment, commandLine, machineMemory, "/proc"]
    var command = Command(program, arguments + paths.flatMap { ["--attempt", $0] })
    command.environment = daemon.environment
    let (ending, output) = try command.capture()
    let text = String(decoding: output, as: UTF8.self)
    #expect(ending == .exited(0), "\(text)")
    var report: [String: Int32] = [:]
    for line in text.split(separator: "\n") {
      guard let space = line.lastIndex(of: " ") else { continue }
      report[String(line[..<space])] = Int32(line[line.index(after: space)...])
    }
    return report
  }

  /// Checks what holds on every kernel.
  func check(_ report: [String: Int32], _ location: SourceLocation = #_sourceLocation) {
    let processes = [
      "fork", "trace", "read-memory", "take-descriptor", "signal", "ring", "namespace",
      "limit",
      "execute /bin/true",
    ]
    let attempts =
      processes + (files + [memory]).map { "write \($0)" } + directories.map { "create \($0)/made" }
      + sockets.map { "connect \($0)" }
    for attempt in attempts { expectRefused(attempt, in: report, location) }
    // Some machines have none, and containers show an empty file in its place.
    if report["before read \(machineMemory)"] == 0 {
      expectRefused("read \(machineMemory)", in: report, location)
    }
    // No other number: that would say that nobody looked.
    #expect(
      report["after capability"] == SystemError.Code.notPermitted.rawValue, sourceLocation: location
    )
    // Proves that the attempts are such as succeed.
    for attempt in directories.map({ "create \($0)/made" }) + sockets.map({ "connect \($0)" }) {
      #expect(report["before \(attempt)"] == 0, "\(attempt)", sourceLocation: location)
    }
  }

  /// Checks which sockets a process can open: without a network none, and with one those of the Internet Protocol.
  func checkNetwork(
    _ report: [String: Int32], isThere: Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    // Before, a process can open all; but a machine may be without version 6.
    #expect(report["before internet"] == 0 && report["before unix"] == 0, sourceLocation: location)
    expectRefused("unix", in: report, location)
    for attempt in ["internet", "internet-6", "addresses"] {
      if isThere {
        #expect(
          report["after \(attempt)"] == report["before \(attempt)"], "\(attempt)",
          sourceLocation: location)
      } else {
        expectRefused(attempt, in: report, location)
      }
    }
  }

  /// Checks what Landlock is there for.
  func checkReading(
    _ report: [String: Int32], _ location: SourceLocation = #_sourceLocation
  ) {
    expectRefused("read \(memory)", in: report, location)
    for attempt in ["read \(environment)", "list /proc"] {
      expectRefused(attempt, in: report, location)
      #expect(report["before \(attempt)"] == 0, "\(attempt)", sourceLocation: location)
    }
    for attempt in files.map({ "read \($0)" }) + directories.map({ "list \($0)" }) {
      expectRefused(attempt, in: report, location)
      #expect(report["before \(attempt)"] == 0, "\(attempt)", sourceLocation: location)
    }
  }

  /// Checks whether a process reads the command lines of others, whose numbers it knows.
  func checkCommandLines(
    _ report: [String: Int32], areRead: Bool, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(report["before read \(commandLine)"] == 0, sourceLocation: location)
    if areRead {
      #expect(report["after read \(commandLine)"] == 0, sourceLocation: location)
    } else {
      expectRefused("read \(commandLine)", in: report, location)
    }
  }

  /// Checks that a process that serves is confined, as the kernel tells.
  static func expectConfined(
    _ process: Int32, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let status = String(
      decoding: try FileSystem.contents(of: "/proc/\(process)/status"), as: UTF8.self)
    #expect(status.contains("NoNewPrivs:\t1\n"), sourceLocation: location)
    // A filter.
    #expect(status.contains("Seccomp:\t2\n"), sourceLocation: location)
  }

  private func expectRefused(
    _ attempt: String, in report: [String: Int32], _ location: SourceLocation
  ) {
    let number = report["after \(attempt)"]
    #expect(number != nil && number != 0, "\(attempt)", sourceLocation: location)
  }
}
