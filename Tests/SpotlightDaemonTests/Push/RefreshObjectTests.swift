import BusTestSupport
import FresnelBus
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("RefreshObject")
struct RefreshObjectTests {
  @Test("A call wakes the app that it names; a refusal is told, and other calls are errors")
  func calling() async throws {
    let woken = Mutex<[String]>([])
    let object = RefreshObject.object { app throws(ServiceError) in
      guard app.identifier != "com.example.asleep" else {
        throw ServiceError(.refused, "It does not want to be woken.")
      }
      woken.withLock { $0.append(app.identifier) }
    }
    let running = try RunningLoop()
    defer { running.stop() }
    let peer = try TestBusPeer(on: running.loop)
    try peer.server.serve(object)
    func call(_ member: String, _ arguments: [BusValue]) async -> BusReply {
      await withCheckedContinuation { continuation in
        peer.client.call(
          BusCall(
            to: RefreshObject.busName, RefreshObject.path, RefreshObject.interface, member,
            arguments),
          timeout: .seconds(600)
        ) { continuation.resume(returning: $0) }
      }
    }
    #expect(await call("Refresh", [.string("com.example.mail")]) == .success([]))
    for (member, arguments) in [
      ("Refresh", [.string("com.example.asleep")]), ("Refresh", []), ("Refresh", [.int32(1)]),
      ("Refresh", [.string("")]), ("Other", []),
    ] as [(String, [BusValue])] {
      guard case .failure = await call(member, arguments) else {
        Issue.record("\(member) was answered.")
        continue
      }
    }
    #expect(woken.withLock { $0 } == ["com.example.mail"])
  }
}
