import BusTestSupport
import Dispatch
import FresnelPlatform
import FresnelProtection
import FresnelStorage
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import SpotlightDaemon

/// What the daemon's main process does with the keys of classes that can be locked.
@Suite("Keys of lockable classes in the main process", .serialized, .timeLimit(.minutes(30)))
struct WorkerKeysTests {
  /// Gives the class `complete` keys, which the secret in its local key file opens.
  ///
  /// - Returns: The file of that secret.
  @discardableResult
  private static func makeKeys(_ options: DaemonOptions) throws -> String {
    let local = LocalKeyFile(directory: options.directories.localKeys)
    let secret = try #require(try local.secret(of: .complete, create: true))
    let key = EncryptionKey([UInt8](repeating: 9, count: 32).span.bytes)
    let file = try KeyFile(
      .complete, key: key, wrap: KeyWrap(key, of: .complete, by: .localKeyFile, with: secret))
    try KeyDirectory(options.directories.keys).replace(with: file)
    return options.directories.localKeys + "/complete"
  }

  private static func keyFile(_ options: DaemonOptions) -> String {
    options.directories.keys + "/complete"
  }

  /// Sends a sealed change.
  private func seal(
    to stage: WorkerStage, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) throws {
    let peer = Peer(
      app: AppIdentity(identifier: "a"), trust: .executable, role: .app, processIdentifier: 1,
      program: "a")
    stage.host.keep([1, 2, 3], for: .complete, from: peer, done)
  }

  @Test("nothing is acknowledged while a class is set aside, nor sealed to its keys afterwards")
  func settingAside() throws {
    try WorkerStage.with(
      pause: .seconds(600), prepare: { _ = try Self.makeKeys($0) }
    ) { stage in
      let first = DispatchSemaphore(value: 0)
      let failure = Mutex<ServiceError?>(nil)
      try seal(to: stage) { error in
        failure.withLock { $0 = error }
        first.signal()
      }
      first.wait()
      #expect(failure.withLock { $0 } == nil)
      #expect(stage.host.currentConditions.contains { $0.publicKey != nil })
      let second = DispatchSemaphore(value: 0)
      let isAnswered = Mutex(false)
      let classes = stage.options.directories.classes
      _ = try stage.host.setAside(.complete) { _ throws(ProtectionError) in
        do {
          // Who asks now is told that there is no key, and what is sealed to the old one has to wait.
          #expect(stage.host.currentConditions.allSatisfy { $0.publicKey == nil })
          try seal(to: stage) { error in
            failure.withLock { $0 = error }
            isAnswered.withLock { $0 = true }
            second.signal()
          }
          let isLooked = DispatchSemaphore(value: 0)
          DispatchQueue(label: "another thread").async {
            #expect(stage.host.keyWriting.withLockIfAvailable { _ in } == nil, "Keys are written.")
            isLooked.signal()
          }
          isLooked.wait()
          try FileSystem.rename(classes + "/complete", to: classes + "/complete.set-aside-1")
          try FileSystem.removeFile(Self.keyFile(stage.options))
        } catch {
          Issue.record(error)
        }
        #expect(!isAnswered.withLock { $0 })
        return []
      }
      second.wait()
      #expect(failure.withLock { $0 }?.isRetryable == true)
      #expect(!FileSystem.exists(Self.keyFile(stage.options)), "They are not written again.")
      #expect(!FileSystem.exists(classes + "/complete/intake"))
    }
  }

  @Test("the loop serves others while the keys of a process that ended wait to be written again")
  func loop() throws {
    try WorkerStage.with(
      pause: .seconds(600), prepare: { _ = try Self.makeKeys($0) }
    ) { stage in
      try stage.setProgram("exec sleep 6000")
      stage.unlock()
      #expect(TestProgram.wait { stage.startCount == 1 })
      let hasEnded = DispatchSemaphore(value: 0)
      let isServing = DispatchSemaphore(value: 0)
      stage.host.whenKeyIsKnown(of: .complete) { isAnswered in
        #expect(!isAnswered)
        hasEnded.signal()
      }
      try FileSystem.removeFile(Self.keyFile(stage.options))
      stage.host.keyWriting.withLock { _ in
        stage.host.state.withLock { $0.workers[.complete]?.process }?.kill()
        hasEnded.wait()
        stage.running.loop.perform { isServing.signal() }
        #expect(isServing.wait(timeout: .now() + 600) == .success)
      }
      #expect(TestProgram.wait { FileSystem.exists(Self.keyFile(stage.options)) })
    }
  }

  @Test("what a process found of its secret counts no longer when it has ended")
  func staleSecret() throws {
    try WorkerStage.with(
      pause: .seconds(600),
      prepare: { options in
        let secret = try Self.makeKeys(options)
        try FileSystem.write([UInt8](repeating: 1, count: 32), to: secret)
      }
    ) { stage in
      try stage.setRealProgram()
      stage.unlock()
      #expect(TestProgram.wait { stage.host.hasLostSecret(of: .complete) })
      // Those that follow say nothing of it.
      try stage.setProgram("exit 1")
      let answer = Mutex<Bool?>(nil)
      let process = try #require(stage.host.state.withLock { $0.workers[.complete]?.process })
      process.kill()
      stage.host.whenKeyIsKnown(of: .complete) { isAnswered in
        answer.withLock { $0 = isAnswered }
      }
      #expect(TestProgram.wait { answer.withLock { $0 } != nil })
      #expect(answer.withLock { $0 } == false)
      #expect(stage.waitFor(.unavailable))
      #expect(TestProgram.wait { stage.host.reason(of: .complete)?.retry != nil })
      #expect(!stage.host.hasLostSecret(of: .complete))
    }
  }
}
