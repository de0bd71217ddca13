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
private final class WorkerStage: Sendable {
  let host: WorkerHost
  let running: RunningLoop
  /// What was announced of the class.
  let told = Mutex<[ClassState]>([])
  /// Whether anybody hears it.
  let isHeard = Atomic(true)
  private let directory: String

  init(in directory: String, pause: Duration) throws {
    self.directory = directory
    running = try RunningLoop()
    let options = try DaemonOptions(
      parsing: ["--foreground", "--machine-directory", directory + "/machine"],
      base: BaseDirectories(environment: [:], home: directory))
    try FileSystem.createDirectory("\(options.directories.classes)/complete/store")
    var rules = WorkerRestarts.Rules()
    (rules.firstPause, rules.longestPause) = (pause, pause)
    host = WorkerHost(
      options, loop: running.loop, log: DaemonLog(.none), extensions: NoExtensions(),
      program: directory + "/worker", restarts: rules)
  }

  /// Runs a body with a stage whose classes were unlocked.
  static func with(pause: Duration, _ body: (WorkerStage) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = try WorkerStage(in: directory, pause: pause)
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

@Suite("WorkerHost", .timeLimit(.minutes(1)))
struct WorkerHostTests {
  @Test("a process that keeps ending is given up and announced; whoever asks hears so at once")
  func givenUp() throws {
    try WorkerStage.with(pause: .seconds(600)) { stage in
      stage.unlock()
      #expect(stage.waitFor(.unavailable))
      #expect(stage.startCount == 3)
      guard case .failure(let error) = stage.channel() else {
        Issue.record("There is a channel to a process that ends.")
        return
      }
      #expect(error.code == .unavailable && error.isRetryable)
      let reason = try #require(stage.host.reason(of: .complete))
      #expect(try #require(reason.retry) > .seconds(590))
      #expect(stage.host.reason(of: .completeUnlessOpen) == nil)
      let found = Mutex<Result<Bool, ServiceError>?>(nil)
      stage.host.holdsItems(IndexScope(app: "a", index: "b"), in: .complete) { result in
        found.withLock { $0 = result }
      }
      #expect(found.withLock { $0 }?.failure?.code == .unavailable)
      // A lock is a new beginning.
      let isLocked = DispatchSemaphore(value: 0)
      stage.host.lock { isLocked.signal() }
      isLocked.wait()
      #expect(!stage.isToBeTriedAgain)
      try stage.setProgram("exec '\(TestProgram.path("fresneld"))' \"$@\"")
      stage.unlock()
      #expect(stage.waitFor(.open))
    }
  }

  @Test("one that was given up is tried again by itself while somebody waits for it")
  func triedAgain() throws {
    try WorkerStage.with(pause: .milliseconds(50)) { stage in
      stage.unlock()
      #expect(stage.waitFor(.unavailable))
      #expect(TestProgram.wait { stage.startCount > 5 })
      try stage.setProgram("exec '\(TestProgram.path("fresneld"))' \"$@\"")
      #expect(TestProgram.wait { stage.host.reason(of: .complete) == nil })
      #expect(stage.waitFor(.open))
      #expect(stage.channel()?.failure == nil)
    }
  }

  @Test("a client that asks while a process ends is told so, or its channel ends: it never waits")
  func channels() throws {
    try WorkerStage.with(pause: .seconds(600)) { stage in
      for round in 0..<20 {
        stage.unlock()
        let answers = Mutex<[Result<SharedDescriptor, ServiceError>]>([])
        var askedCount = 0
        #expect(
          TestProgram.wait {
            stage.ask { answer in answers.withLock { $0.append(answer) } }
            askedCount += 1
            return stage.told.withLock { $0.last } == .unavailable
          })
        #expect(TestProgram.wait { answers.withLock { $0.count } == askedCount }, "round \(round)")
        for descriptor in answers.withLock({ $0 }).compactMap({ try? $0.get() }) {
          let channel = try UnixSocket(adopting: descriptor)
          #expect(TestProgram.wait { channel.isOver }, "round \(round)")
        }
        let isLocked = DispatchSemaphore(value: 0)
        stage.host.lock { isLocked.signal() }
        isLocked.wait()
      }
    }
  }

  @Test("nobody is there to wait, so nothing is timed, until somebody asks")
  func idle() throws {
    try WorkerStage.with(pause: .seconds(600)) { stage in
      stage.isHeard.store(false, ordering: .sequentiallyConsistent)
      stage.unlock()
      #expect(stage.waitFor(.unavailable))
      // What follows the announcement has happened after this.
      stage.unlock()
      #expect(!stage.isToBeTriedAgain)
      #expect(stage.host.conditions.contains { $0.state == .unavailable })
      #expect(stage.isToBeTriedAgain)
    }
  }
}

extension UnixSocket {
  /// Whether the other end is gone.
  fileprivate var isOver: Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      guard let received = try? receive(into: buffer) else { return true }
      if case .end = received { return true }
      return false
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
