import FresnelApps
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("RefreshSchedule")
struct RefreshScheduleTests {
  private func manifest(_ identifier: String, interval: Int?, wakes: Bool = false) throws
    -> AppManifest
  {
    let text = """
      {"CFBundleIdentifier": "\(identifier)", "FresnelWakesOnPush": \(wakes),
       \(interval.map { "\"FresnelRefreshInterval\": \($0)," } ?? "")
       "NSExtension": {"NSExtensionPointIdentifier": "com.apple.spotlight.index",
        "FresnelExecutable": "/opt/x"}}
      """
    return try #require(
      AppManifest.read(Array(text.utf8), at: "/x/\(identifier).plist").manifest)
  }

  /// Runs a body with a schedule on a loop, and a stream of whom it asks.
  private func withSchedule(
    last: Int64?, isOnBattery: Bool = false,
    _ body: (RefreshSchedule, AsyncStream<String>, @escaping @Sendable () -> [Int64]) async throws
      -> Void
  ) async throws {
    let loop = try EventLoop()
    let (asked, telling) = AsyncStream<String>.makeStream()
    let kept = Mutex<[Int64]>([])
    var dependencies = RefreshSchedule.Dependencies { app, reason, done in
      telling.yield("\(app.identifier) \(reason)")
      done(nil)
    }
    dependencies.now = { 1_700_000_000 }
    dependencies.clock = { 1_000_000_000_000 }
    dependencies.power = {
      PowerSupplies.now(in: "/nonexistent")
    }
    if isOnBattery {
      dependencies.power = {
        var supplies = PowerSupplies.now(in: "/nonexistent")
        supplies.isOnBattery = true
        return supplies
      }
    }
    dependencies.pressure = { nil }
    dependencies.recall = { _ in last }
    dependencies.remember = { _, moment in kept.withLock { $0.append(moment) } }
    let schedule = RefreshSchedule(loop, dependencies)
    let (isOver, end) = AsyncStream<Void>.makeStream()
    let started = DetachedThread.start {
      try? loop.run()
      end.finish()
    }
    try #require(started)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(schedule, asked) { kept.withLock { $0 } })
    } catch {
      result = .failure(error)
    }
    schedule.stop()
    loop.stop()
    for await _ in isOver {}
    try result.get()
  }

  @Test("Apps that are due are asked one after the other, and when is kept")
  func periodic() async throws {
    try await withSchedule(last: 1_600_000_000) { schedule, asked, kept in
      schedule.update([
        try manifest("com.example.a", interval: 3600),
        try manifest("com.example.b", interval: 7200),
        try manifest("com.example.c", interval: nil),
      ])
      var iterator = asked.makeAsyncIterator()
      #expect(await iterator.next() == "com.example.a periodic")
      #expect(await iterator.next() == "com.example.b periodic")
      #expect(kept().first == 1_700_000_000)
    }
  }

  @Test("A push wakes an app that wants it at once, on the battery too, and no other")
  func push() async throws {
    try await withSchedule(last: 1_600_000_000, isOnBattery: true) { schedule, asked, _ in
      schedule.update([
        try manifest("com.example.a", interval: 3600),
        try manifest("com.example.b", interval: nil, wakes: true),
      ])
      try schedule.wake(AppIdentity(identifier: "com.example.b"))
      try schedule.wake(AppIdentity(identifier: "com.example.b"))
      var iterator = asked.makeAsyncIterator()
      #expect(await iterator.next() == "com.example.b push")
      #expect(throws: ServiceError.self) {
        try schedule.wake(AppIdentity(identifier: "com.example.a"))
      }
      #expect(throws: ServiceError.self) {
        try schedule.wake(AppIdentity(identifier: "com.example.unknown"))
      }
    }
  }
}
