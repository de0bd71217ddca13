import FresnelPlatform
import FresnelProtection
import FresnelStorage
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("ClassIntake")
struct ClassIntakeTests {
  /// Runs a body with an intake in which two removals wait.
  private func withIntake(_ body: (ClassIntake) async throws -> Void) async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let intake = ClassIntake(SealedIntake(directory + "/intake"))
      for app in ["first", "second"] {
        let error = await withCheckedContinuation { continuation in
          intake.append(IntakeRecord(app: app, .removal)) { continuation.resume(returning: $0) }
        }
        #expect(error == nil)
      }
      try await body(intake)
    }
  }

  private final class Apps: Sendable {
    let list = Mutex<[String]>([])
  }

  /// Drains an intake: each record has the answers that its app is given.
  ///
  /// - Returns: Whether nothing waits any more, and which apps' records were handed over.
  private func drain(
    _ intake: ClassIntake, _ answers: @escaping @Sendable (String, ClassIntake.Answer) -> Void
  ) async -> (isEmpty: Bool, apps: [String]) {
    await withCheckedContinuation { continuation in
      let apps = Apps()
      intake.drain { record, answer in
        apps.list.withLock { $0.append(record.app) }
        answers(record.app, answer)
      } _: { result in
        continuation.resume(
          returning: ((try? result.get()) ?? false, apps.list.withLock { $0 }))
      }
    }
  }

  @Test("An answer that comes twice counts for its own record and for no later one")
  func twice() async throws {
    try await withIntake { intake in
      let first = await drain(intake) { app, answer in
        answer(app == "first")
        answer(true)
      }
      // The second was not carried out, whatever was said of the first: both stay.
      #expect(!first.isEmpty)
      #expect(first.apps == ["first", "second"])
      let again = await drain(intake) { _, answer in
        answer(true)
        answer(false)
      }
      #expect(again.isEmpty)
      #expect(again.apps == ["first", "second"])
      let last = await drain(intake) { _, answer in answer(false) }
      #expect(last.isEmpty)
      #expect(last.apps.isEmpty)
    }
  }

  @Test("Why nothing can be read or forgotten is told")
  func failure() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      try FileSystem.write([1], to: directory + "/intake")
      let intake = ClassIntake(SealedIntake(directory + "/intake"))
      let result = await withCheckedContinuation { continuation in
        intake.drain({ _, answer in answer(true) }) { continuation.resume(returning: $0) }
      }
      guard case .failure(let error) = result else {
        Issue.record("nothing was wrong")
        return
      }
      #expect(error.message.contains(directory), "\(error.message)")
    }
  }

  @Test("What a worker that ended did not carry out is handed over again, from the first on")
  func ended() async throws {
    try await withIntake { intake in
      for _ in 0..<3 {
        // Its end is told for the record, and again by whoever finds it gone.
        let result = await drain(intake) { _, answer in
          answer(false)
          answer(false)
        }
        #expect(!result.isEmpty)
        #expect(result.apps == ["first"])
      }
      let result = await drain(intake) { _, answer in answer(true) }
      #expect(result.isEmpty)
      #expect(result.apps == ["first", "second"])
    }
  }
}
