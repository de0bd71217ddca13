import BusTestSupport
import Dispatch
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

/// Files of a file system that does not answer, until the test lets it.
private final class HangingFiles: Sendable {
  private let answer = DispatchGroup()
  private let isReleased = Mutex(false)

  init() {
    answer.enter()
  }

  func read() {
    answer.wait()
  }

  func release() {
    let isFirst = isReleased.withLock { isReleased in
      defer { isReleased = true }
      return !isReleased
    }
    if isFirst { answer.leave() }
  }
}

@Suite("FileReaders", .timeLimit(.minutes(30)))
struct FileReadersTests {
  private static let one = AppIdentity(identifier: "com.example.one")
  private static let two = AppIdentity(identifier: "com.example.two")

  private func withReaders(
    _ limits: FileReaders.Limits, _ body: (FileReaders, HangingFiles) async throws -> Void
  ) async throws {
    let running = try RunningLoop()
    let files = HangingFiles()
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(FileReaders(on: running.loop, limits), files))
    } catch { result = .failure(error) }
    files.release()
    running.stop()
    try result.get()
  }

  private func read(
    _ readers: FileReaders, for app: AppIdentity
  ) async -> Result<Int, ServiceError> {
    await withCheckedContinuation { continuation in
      readers.run(for: app) {
        7
      } then: {
        continuation.resume(returning: $0)
      }
    }
  }

  @Test("an app whose files hang has no more threads, and others have theirs")
  func perApp() async throws {
    var limits = FileReaders.Limits()
    limits.patience = .seconds(600)
    try await withReaders(limits) { readers, files in
      for _ in 0..<limits.perOwner { readers.run(for: Self.one, files.read) { _ in } }
      let refused = await read(readers, for: Self.one)
      #expect(
        refused
          == .failure(ServiceError(.unavailable, "Too many files are being read already.")))
      let other = await read(readers, for: Self.two)
      #expect(other == .success(7))
    }
  }

  @Test("all apps together have a limited number, and a thread that comes back is free again")
  func overall() async throws {
    var limits = FileReaders.Limits()
    (limits.total, limits.patience) = (3, .seconds(600))
    try await withReaders(limits) { readers, files in
      let (ends, ended) = AsyncStream<Void>.makeStream()
      for app in [Self.one, Self.one, Self.two] {
        readers.run(for: app, files.read) { _ in ended.yield() }
      }
      let third = AppIdentity(identifier: "com.example.three")
      let refused = await read(readers, for: third)
      #expect(refused != .success(7))
      files.release()
      var count = 0
      for await _ in ends {
        count += 1
        if count == 3 { break }
      }
      let again = await read(readers, for: third)
      #expect(again == .success(7))
    }
  }

  @Test("who waits for a file that hangs is told when it takes too long, once")
  func late() async throws {
    var limits = FileReaders.Limits()
    limits.patience = .milliseconds(20)
    try await withReaders(limits) { readers, files in
      let (outcomes, tell) = AsyncStream<Result<Void, ServiceError>>.makeStream()
      readers.run(for: Self.one, files.read) { tell.yield($0) }
      for await outcome in outcomes {
        guard case .failure(let error) = outcome else {
          Issue.record("A file that hangs was read.")
          return
        }
        #expect(error.code == .providerFailed)
        break
      }
      // It still counts: the thread is not free.
      for _ in 1..<limits.perOwner { readers.run(for: Self.one, files.read) { _ in } }
      let refused = await read(readers, for: Self.one)
      #expect(refused != .success(7))
    }
  }
}
