import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// A daemon that is soaked, and the processes of its clients.
///
/// For one thread.
final class SoakStage {
  /// The apps that write, and are watched.
  static let apps = ["org.example.one", "org.example.two", "org.example.three"]
  /// The app of those that do what they should not.
  static let noise = "org.example.noise"

  let daemon: DaemonProcess
  /// Where a failure happened, for messages.
  var place = ""
  private let program: String
  private let clockPath: String
  private let group = DispatchGroup()
  let testimony = SoakTestimony()

  init(in directory: String) throws {
    program = try TestProgram.path("soak-client")
    clockPath = directory + "/clock"
    let tests = try #require(CurrentProcess.executablePath)
    daemon = try DaemonProcess(
      in: directory,
      options: ["--trust-claims", "--system-executable", tests, "--clock-offset", clockPath])
  }

  /// Moves the daemon's clock to so many seconds ahead of the machine's.
  func setClock(ahead seconds: Int) throws {
    // Written aside, so that the daemon never reads half of it.
    try FileSystem.write(Array("\(seconds)\n".utf8), to: clockPath + ".new")
    _ = try Command("/bin/mv", [clockPath + ".new", clockPath]).run()
  }

  /// Registers the noisy app, with an extension that fails at once.
  func registerFailingExtension() throws {
    let apps = daemon.directory + "/data/fresnel/apps"
    try FileSystem.createDirectory(apps)
    let manifest = """
      {"CFBundleIdentifier": "\(Self.noise)", "FresnelRefreshInterval": 3600, "NSExtension": {
        "NSExtensionPointIdentifier": "com.apple.spotlight.index", "FresnelExecutable": "/bin/false"}}
      """
    try FileSystem.write(Array(manifest.utf8), to: "\(apps)/\(Self.noise).plist")
  }

  // MARK: - Clients

  /// Starts a client, which ends by itself after a time; ``join()`` waits for all.
  ///
  /// - Parameters:
  ///   - role: What it does.
  ///   - app: Whose it is.
  ///   - protection: The class that it writes to, if it seals.
  ///   - seed: What its choices follow from.
  ///   - milliseconds: How long it lives.
  func start(
    _ role: String, of app: String, in protection: ProtectionClass? = nil, seed: UInt64,
    milliseconds: Int
  ) {
    let secret = protection.map { SoakSecret(app: app, protection: $0) }
    let words =
      [role, daemon.socketPath, app, "\(seed)", "\(milliseconds)"]
      + (secret.map { ["\($0.protection.rawValue)", "\(testimony.lastPut(into: $0))"] } ?? [])
    let command = Command(program, words)
    group.enter()
    let isStarted = DetachedThread.start { [testimony, group] in
      testimony.note(
        Result { try command.capture() }, role: role, app: app, secret: secret)
      group.leave()
    }
    if !isStarted { group.leave() }
  }

  /// Waits until no client is left, and reports what they saw that must not be.
  func join() {
    if group.wait(timeout: .now() + 60) == .timedOut {
      Issue.record("a client does not end, \(place)")
    }
    for violation in testimony.takeViolations() { Issue.record("\(violation), \(place)") }
  }

  /// How many batches were acknowledged.
  var acknowledgedCount: Int { testimony.acknowledgedCount }
  /// How many changes were acknowledged while their class was locked.
  var sealedCount: Int { testimony.sealedCount }

  // MARK: - Reaching the daemon

  func enter(_ role: Role = .app, claiming app: String) throws -> RawClient {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(role: role, claiming: app)
    return client
  }

  /// Has a daemon do something that may run anew meanwhile, as it does after a lock: then again.
  func patiently<Value>(_ body: () throws -> Value) throws -> Value {
    let end = MonotonicClock.nanoseconds + 600_000_000_000
    while true {
      do {
        return try body()
      } catch let failure where MonotonicClock.nanoseconds < end && Self.mayPass(failure) {
        try checkThatItLives()
        _ = try waitForInput(on: [], timeout: .milliseconds(5))
      }
    }
  }

  private static func mayPass(_ failure: any Error) -> Bool {
    switch failure {
    case RawClient.Failure.ended, RawClient.Failure.refused: true
    case let error as ServiceError: error.isRetryable
    default: failure is SystemError
    }
  }

  /// Gives the daemon an order.
  @discardableResult
  func order(_ verb: String) throws -> JSONValue {
    try patiently { try enter(.tool, claiming: "org.fresnel").order(verb, "{}") }
  }

  // MARK: - Checks

  /// Whether the daemon still runs; one that ended by itself has failed.
  func checkThatItLives() throws {
    let process = try #require(daemon.processIdentifier)
    guard Signal.none.send(to: process) else {
      Issue.record("the daemon died, \(place): \(daemon.log.suffix(3000))")
      throw Died()
    }
  }

  /// The daemon ended by itself.
  struct Died: Error {}

  /// What was acknowledged is there, in whole batches, with the client state of the last.
  func checkDurability() throws {
    for app in Self.apps {
      let acknowledged = testimony.lastAcknowledged(to: app)
      let client = try enter(claiming: app)
      let index = try client.open(NumberedIndex.name)
      let last = NumberedIndex.number(in: try client.clientState(of: index))
      #expect(last >= acknowledged, "\(app) lost what was acknowledged, \(place)")
      let found = try client.identifiers(matching: "title == \"\(app)*\"")
      #expect(found == NumberedIndex.identifiers(after: last), "\(app), \(place)")
      // Who went on from here would find nothing else.
      testimony.found(last, of: app)
    }
  }

  /// The daemon answers orders, and has not grown without bound.
  func checkHealth() throws {
    let status = try order("status")
    #expect(status["settingsFailure"] == nil, "\(place)")
    let process = try #require(daemon.processIdentifier)
    let memory = String(
      decoding: try FileSystem.contents(of: "/proc/\(process)/status"), as: UTF8.self)
    let line = try #require(memory.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    let kilobytes = try #require(Int(line.split { !$0.isNumber }.first ?? ""))
    #expect(kilobytes < 400 << 10, "the daemon has \(kilobytes) KiB, \(place)")
  }

  /// How often an event was written down.
  func count(of event: String) -> Int {
    daemon.log.split(separator: "\n").count { $0.contains(event) }
  }
}
