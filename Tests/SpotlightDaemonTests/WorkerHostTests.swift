import BusTestSupport
import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightService
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import SpotlightDaemon

@Suite("WorkerHost", .timeLimit(.minutes(30)))
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
      try stage.setRealProgram()
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
      try stage.setRealProgram()
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

  @Test("a class with a store that cannot be looked at is not one that holds nothing")
  func unreadableStore() throws {
    try WorkerStage.with(pause: .seconds(600)) { options in
      let directory = "\(options.directories.classes)/\(ProtectionClass.completeUnlessOpen.name)"
      try FileSystem.createDirectory(directory)
      // Permissions would not keep root out; a circle of links does.
      let made = try Command("/bin/ln", ["-s", "store", directory + "/store"]).run()
      #expect(made.isSuccess)
    } _: { stage in
      #expect(stage.host.closedClasses.contains { $0.protection == .completeUnlessOpen })
    }
  }

  @Test("an index does not leave a locked class because that seems to hold nothing")
  func seemsEmpty() throws {
    try WorkerStage.with(pause: .seconds(600)) { options in
      let name = ProtectionClass.completeUnlessOpen.name
      try FileSystem.createDirectory("\(options.directories.classes)/\(name)/intake")
    } _: { stage in
      #expect(!stage.host.closedClasses.contains { $0.protection == .completeUnlessOpen })
      let found = Mutex<Result<Bool, ServiceError>?>(nil)
      stage.host.holdsItems(IndexScope(app: "a", index: "b"), in: .completeUnlessOpen) { result in
        found.withLock { $0 = result }
      }
      #expect(found.withLock { $0 }?.failure?.code == .classLocked)
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
