import FresnelModel
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("What has expired leaves a core's disk", .timeLimit(.minutes(30)))
struct ExpiryAlarmsTests {
  private static let secret = [UInt8]("xqzvwkjhgfbnm".utf8)

  private static func isOnDisk(_ storage: FaultyStorage) -> Bool {
    storage.paths.contains { path in
      let content = storage.contents(of: path) ?? []
      return content.indices.contains { content[$0...].starts(with: secret) }
    }
  }

  @Test("an alarm has it leave though nobody writes; the next one is for the next item")
  func alarm() async throws {
    let (timers, storage) = (TestTimers(), FaultyStorage())
    var options = CoreOptions.daemon(storage)
    timers.use(in: &options)
    let core = ServiceCore(options, host: TestHost())
    defer { core.close() }
    let client = TestClient(core, mail)
    let handle = try await client.open("a", ProtectionClass.none)
    #expect(timers.expiryAlarms == [])
    var soon = item("soon", title: String(decoding: Self.secret, as: UTF8.self))
    soon.expiration = timers.time(after: 600)
    var later = item("later")
    later.expiration = timers.time(after: 90_000)
    #expect(try await client.put([soon, later, item("always")], handle) == nil)
    while timers.expiryAlarms != [600] { await Task.yield() }
    #expect(Self.isOnDisk(storage))
    timers.advance(seconds: 600)
    while Self.isOnDisk(storage) { await Task.yield() }
    while timers.expiryAlarms != [90_000 - 600] { await Task.yield() }
    #expect(try await client.identifiers() == ["always", "later"])
  }
}
