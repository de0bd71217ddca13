import BusTestSupport
import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import SpotlightDaemon

/// A host whose class `complete` has a store, and whose processes are scripts.
final class WorkerStage: Sendable {
  let host: WorkerHost
  let running: RunningLoop
  /// What was announced of the class.
  let told = Mutex<[ClassState]>([])
  /// Whether anybody hears it.
  let isHeard = Atomic(true)
  let options: DaemonOptions
  private let directory: String

  init(
    in directory: String, pause: Duration, prepare: (DaemonOptions) throws -> Void = { _ in }
  ) throws {
    self.directory = directory
    running = try RunningLoop()
    options = try DaemonOptions(
      parsing: ["--foreground", "--machine-directory", directory + "/machine"],
      base: BaseDirectories(environment: [:], home: directory))
    try FileSystem.createDirectory("\(options.directories.classes)/complete/store")
    try prepare(options)
    var rules = WorkerRestarts.Rules()
    (rules.firstPause, rules.longestPause) = (pause, pause)
    host = WorkerHost(
      options, loop: running.loop, log: DaemonLog(.none), extensions: NoExtensions(),
      program: directory + "/worker", restarts: rules)
  }

  /// Runs a body with a stage whose classes are locked.
  ///
  /// - Parameters:
  ///   - pause: How long a process is given up that keeps ending.
  ///   - prepare: Fills the directories before the host looks at them.
  ///   - body: What is done with it.
  /// - Throws: What the body throws, or that the stage cannot be set.
  static func with(
    pause: Duration, prepare: (DaemonOptions) throws -> Void = { _ in },
    _ body: (WorkerStage) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = try WorkerStage(in: directory, pause: pause, prepare: prepare)
      try stage.setProgram("exit 1")
      stage.host.begin(
        system: nil, session: nil, leadingExtensions: { _, _, _, done in done(nil) }
      ) { conditions in
        stage.told.withLock { told in
          told += conditions.filter { $0.protection == .complete }.map(\.state)
        }
        return stage.isHeard.load(ordering: .sequentiallyConsistent)
      }
      let result: Result<Void, any Error>
      do { result = .success(try body(stage)) } catch { result = .failure(error) }
      let isOver = DispatchSemaphore(value: 0)
      stage.host.endAll { isOver.signal() }
      #expect(isOver.wait(timeout: .now() + 600) == .success)
      stage.running.stop()
      try result.get()
    }
  }

  /// Says what the processes do. Each start leaves a line in a file.
  func setProgram(_ line: String) throws {
    let script = "#!/bin/sh\necho >>\(directory)/starts\n\(line)\n"
    try FileSystem.write(Array(script.utf8), to: directory + "/worker.new")
    #expect(try Command("/bin/chmod", ["755", directory + "/worker.new"]).run().isSuccess)
    try FileSystem.rename(directory + "/worker.new", to: directory + "/worker")
  }

  /// Has the processes be those of the daemon.
  func setRealProgram() throws {
    try setProgram("exec '\(TestProgram.path("fresneld"))' \"$@\"")
  }

  var startCount: Int {
    (try? FileSystem.contents(of: directory + "/starts").count) ?? 0
  }

  func unlock() {
    let isDone = DispatchSemaphore(value: 0)
    host.unlock { isDone.signal() }
    isDone.wait()
  }

  /// Whether the class has been announced to be in a state, last of all.
  func waitFor(_ state: ClassState) -> Bool {
    TestProgram.wait { told.withLock { $0.last } == state }
  }

  /// Asks for a channel as a client does.
  func ask(_ done: @escaping @Sendable (Result<SharedDescriptor, ServiceError>) -> Void) {
    let peer = Peer(
      app: AppIdentity(identifier: "a"), trust: .executable, role: .app, processIdentifier: 1,
      program: "a")
    host.channel(to: .complete, for: peer, done)
  }

  /// What a client is answered that asks for a channel; `nil` when that is not at once.
  func channel() -> Result<SharedDescriptor, ServiceError>? {
    let answer = Mutex<Result<SharedDescriptor, ServiceError>?>(nil)
    ask { result in answer.withLock { $0 = result } }
    return answer.withLock { $0 }
  }

  var isToBeTriedAgain: Bool {
    host.state.withLock { $0.workers[.complete]?.retry != nil }
  }
}
