import BusTestSupport
import FresnelBus
import FresnelPlatform
import LocalAnswers
import Synchronization
import Testing

@testable import DesktopService

@Suite("Commands of the session", .timeLimit(.minutes(30)))
struct SessionControlTests {
  private static let manager = "org.freedesktop.login1.Manager"
  private static let path = "/org/freedesktop/login1"

  /// Does something where logind is a peer that writes down what it is told.
  private func outcome(
    of command: SessionCommand, session: String? = "7", refuses: Bool = false
  ) async throws -> (told: [String], failure: String?) {
    let running = try RunningLoop()
    defer { running.stop() }
    let logind = try TestBusPeer(on: running.loop)
    defer { logind.end() }
    let told = Mutex<[String]>([])
    for member in ["Suspend", "LockSession", "TerminateSession"] {
      try logind.answer(Self.path, Self.manager, member) { arguments in
        told.withLock { $0.append("\(member) \(arguments.first?.text ?? "")") }
        guard refuses else { return .success([]) }
        return .failure(BusError(named: "org.freedesktop.DBus.Error.AccessDenied", "No."))
      }
    }
    if let session {
      try logind.setProperty(
        Self.path + "/user/self", "org.freedesktop.login1.User", "Display",
        .structure([.string(session), .objectPath(Self.path + "/session/_37")]))
    }
    let control = SessionControl { logind.client }
    let failure = await withCheckedContinuation { continuation in
      control.perform(command) { continuation.resume(returning: $0) }
    }
    return (told.withLock { $0 }, failure)
  }

  @Test("logind is told what to do, with the session that the person sees")
  func commands() async throws {
    let lock = try await outcome(of: .lock)
    #expect(lock.told == ["LockSession 7"] && lock.failure == nil)
    let logOut = try await outcome(of: .logOut)
    #expect(logOut.told == ["TerminateSession 7"] && logOut.failure == nil)
    let sleep = try await outcome(of: .sleep, session: nil)
    #expect(sleep.told == ["Suspend "] && sleep.failure == nil)
  }

  @Test("What logind refuses, and a session that it does not know, is told")
  func failures() async throws {
    let refused = try await outcome(of: .sleep, refuses: true)
    #expect(refused.failure?.contains("No.") == true)
    let unseen = try await outcome(of: .lock, session: "")
    #expect(unseen.told.isEmpty && unseen.failure?.contains("no session") == true)
    let unknown = try await outcome(of: .logOut, session: nil)
    #expect(unknown.told.isEmpty && unknown.failure != nil)
    let failure = await withCheckedContinuation { continuation in
      SessionControl { nil }.perform(.lock) { continuation.resume(returning: $0) }
    }
    #expect(failure == "there is no bus of the system")
  }
}
