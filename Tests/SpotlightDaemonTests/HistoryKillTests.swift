import Dispatch
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite("History of a daemon that is killed", .serialized)
struct HistoryKillTests {
  /// Set by `make torture` to a large number.
  private static let roundCount =
    (Environment["FRESNEL_KILL_ROUNDS"].flatMap { Int($0) } ?? 60) / 5

  /// Apps whose items are in the store of their history, and in another one.
  private static let apps: [(name: String, protection: ProtectionClass)] = [
    ("org.example.one", .firstUnlock), ("org.example.two", .none),
  ]

  @Test(
    "what was visited of an item whose deletion was acknowledged never comes back, also not with the item",
    .timeLimit(.minutes(10 + roundCount / 20)))
  func killed() throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    let own = try #require(CurrentProcess.executablePath)
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims", "--system-executable", own])
      defer { daemon.kill() }
      var deleted: [String: Set<String>] = [:]
      for round in 0..<Self.roundCount {
        let microseconds = UInt64.random(in: 1000...200_000, using: &generator)
        let written = try Self.write(
          from: round * 10_000, to: daemon, beginning: round % 3 != 0, microseconds)
        for (app, acknowledged) in written {
          deleted[app, default: []].formUnion(acknowledged)
        }
        try daemon.start()
        for (app, protection) in Self.apps {
          let place: Comment = "\(app) in round \(round), seed \(seed)"
          let gone = deleted[app] ?? []
          #expect(try Self.visited(of: app, at: daemon).isDisjoint(with: gone), place)
          let client = try RawClient(path: daemon.socketPath)
          try client.shakeHands(claiming: app)
          let again = gone.sorted().suffix(20)
          try client.put(Array(again), into: try client.open("numbers", protection))
          #expect(try Self.visited(of: app, at: daemon).isDisjoint(with: gone), place)
        }
        daemon.kill()
      }
      #expect(
        deleted.values.count { !$0.isEmpty } == Self.apps.count,
        "hardly anything was written, seed \(seed)")
    }
  }

  /// The items of which history says that they were visited.
  private static func visited(of app: String, at daemon: DaemonProcess) throws -> Set<String> {
    let tool = try RawClient(path: daemon.socketPath)
    try tool.shakeHands(role: .tool, claiming: "org.fresnel")
    let reply = try tool.ask(.listHistory(ListHistory(app: app, limit: 500)))
    guard case .historyListed(let page) = reply else { throw RawClient.Failure.nothingCame }
    return Set(page.entries.compactMap(\.relatedIdentifier))
  }

  /// Has the writers write for a while, and kills the daemon under them.
  ///
  /// - Parameters:
  ///   - first: The number of the first item.
  ///   - daemon: The daemon.
  ///   - waits: Whether the time begins when each of them has written something.
  ///   - microseconds: The time.
  /// - Returns: What each says was acknowledged.
  /// - Throws: When a writer writes nothing, or an error of the system.
  private static func write(
    from first: Int, to daemon: DaemonProcess, beginning waits: Bool, _ microseconds: UInt64
  ) throws -> [String: [String]] {
    try daemon.start()
    let program = try TestProgram.path("daemon-writer")
    let group = DispatchGroup()
    for (app, protection) in apps {
      let output = "\(daemon.directory)/output-\(app)"
      try FileSystem.write([], to: output)
      let command = Command(
        "/bin/sh",
        [
          "-c", "exec \"$@\" > \"$0\"", output, program, daemon.socketPath, app,
          "\(protection.rawValue)", "\(first)",
        ])
      group.enter()
      _ = DetachedThread.start {
        _ = try? command.run()
        group.leave()
      }
    }
    func lines(_ app: String) throws -> [String] {
      try FileSystem.contents(of: "\(daemon.directory)/output-\(app)").split(separator: 0x0A)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    if waits {
      let haveBegun = try TestProgram.wait { try apps.allSatisfy { try !lines($0.name).isEmpty } }
      try #require(haveBegun, "a writer was told of nothing that it deleted")
    }
    let end = MonotonicClock.nanoseconds + microseconds * 1000
    while MonotonicClock.nanoseconds < end {
      _ = try waitForInput(on: [], timeout: .milliseconds(1))
    }
    daemon.kill()
    group.wait()
    return Dictionary(uniqueKeysWithValues: try apps.map { ($0.name, try lines($0.name)) })
  }
}
