import BusTestSupport
import FresnelBus
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("ControlGroups")
struct ControlGroupsTests {
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"
  private let app = AppIdentity(identifier: "com.example.mail-reader")

  /// Runs a body with a played systemd and a process that waits at its gate.
  private func withManager(
    _ body: (TestBusPeer, ControlGroups, RunningProcess, RunningLoop) async throws -> Void
  ) async throws {
    let running = try RunningLoop()
    let peer = try TestBusPeer(on: running.loop)
    let (_, far) = try UnixSocket.pair()
    let process = try LimitedCommand("/bin/true", environment: [:]).start(passing: far.descriptor)
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await body(peer, ControlGroups(peer.client, loop: running.loop), process, running))
    } catch {
      result = .failure(error)
    }
    running.stop()
    try result.get()
  }

  private func place(_ groups: ControlGroups, _ process: RunningProcess) async {
    await withCheckedContinuation { continuation in
      groups.place(process, of: app) { continuation.resume() }
    }
  }

  @Test("A process is put into a scope of its own with limits, and waits until it is there")
  func placing() async throws {
    try await withManager { peer, groups, process, _ in
      let asked = Mutex<[BusValue]>([])
      try peer.answer(Self.path, Self.interface, "Subscribe") { _ in .success([]) }
      try peer.answer(Self.path, Self.interface, "Unsubscribe") { _ in .success([]) }
      let unit = ControlGroups.unit(of: app, process.identifier)
      try peer.answer(Self.path, Self.interface, "StartTransientUnit") { arguments in
        asked.withLock { $0 = arguments }
        // Another job first.
        for name in ["other.scope", unit] {
          try? peer.emit(
            Self.path, Self.interface, "JobRemoved",
            [.uint32(7), .objectPath("/job/7"), .string(name), .string("done")])
        }
        return .success([.objectPath("/job/7")])
      }
      await place(groups, process)
      let arguments = asked.withLock { $0 }
      #expect(arguments == ControlGroups.arguments(unit, app, process.identifier))
      #expect(BusValue.structure(arguments).typeSignature == "(ssa(sv)a(sa(sv)))")
    }
  }

  @Test("Without systemd, or when it refuses or is silent, the process goes on where it is")
  func absence() async throws {
    try await withManager { peer, groups, process, _ in
      await place(groups, process)
      try peer.answer(Self.path, Self.interface, "Subscribe") { _ in .success([]) }
      await place(groups, process)
      try peer.answer(Self.path, Self.interface, "StartTransientUnit") { _ in
        .success([.objectPath("/job/1")])
      }
      await place(groups, process)
      peer.end()
      await place(groups, process)
    }
  }

  @Test("What is left of a group is killed by its name")
  func ending() async throws {
    try await withManager { peer, groups, process, running in
      let killed = AsyncStream<[BusValue]>.makeStream()
      try peer.answer(Self.path, Self.interface, "KillUnit") { arguments in
        killed.continuation.yield(arguments)
        return .success([])
      }
      groups.end(app, process: 12)
      var iterator = killed.stream.makeAsyncIterator()
      #expect(
        await iterator.next() == [
          .string("app-fresnel-com.example.mail\\x2dreader-12.scope"), .string("all"), .int32(9),
        ])
    }
  }

  @Test("Any identifier makes a name of a unit")
  func names() {
    let strange = AppIdentity(identifier: ".hidden/ü \n" + String(repeating: "x", count: 400))
    let name = ControlGroups.unit(of: strange, 3)
    #expect(name.hasPrefix("app-fresnel-\\x2ehidden\\x2f\\xc3\\xbc\\x20\\x0axxx"))
    #expect(name.hasSuffix("-3.scope") && name.utf8.count < 256)
  }
}
