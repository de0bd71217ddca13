import Dispatch
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite("A daemon that is killed", .serialized)
struct DaemonKillTests {
  /// Set by `make torture` to a large number.
  private static let roundCount =
    (Environment["FRESNEL_KILL_ROUNDS"].flatMap { Int($0) } ?? 100) / 5

  /// An app that writes, and how far it is known to have come.
  private struct Writer {
    let app: String
    let protection: ProtectionClass
    var last = -1
  }

  @Test(
    "each batch acknowledged to a client is there after kill -9, in order, with its client state",
    .timeLimit(.minutes(10 + roundCount / 20)))
  func killed() throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, options: ["--trust-claims"])
      defer { daemon.kill() }
      var writers = [
        Writer(app: "org.example.one", protection: .firstUnlock),
        Writer(app: "org.example.two", protection: .none),
        Writer(app: "org.example.three", protection: .firstUnlock),
      ]
      var acknowledgedCount = 0
      for round in 0..<Self.roundCount {
        let place = "round \(round), seed \(seed)"
        let microseconds = UInt64.random(in: 1000...250_000, using: &generator)
        // Every third time at any moment from the first connection on.
        let outputs = try Self.write(
          writers, to: daemon, beginning: round % 3 != 0, for: microseconds)
        try daemon.start()
        for (index, output) in outputs.enumerated() {
          let acknowledged = output.split(separator: 0x0A).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
          }
          let first = writers[index].last + 1
          #expect(acknowledged == Array(first..<first + acknowledged.count), "\(place)")
          acknowledgedCount += acknowledged.count
          let found = try Self.check(writers[index], at: daemon.socketPath, place)
          #expect(found >= writers[index].last + acknowledged.count, "\(place)")
          writers[index].last = found
        }
        daemon.kill()
      }
      #expect(acknowledgedCount > Self.roundCount, "hardly anything was written, seed \(seed)")
    }
  }

  /// Has the writers write for a while, and kills the daemon under them.
  ///
  /// - Parameters:
  ///   - writers: The writers.
  ///   - daemon: The daemon.
  ///   - waits: Whether the time begins when each of them has written something.
  ///   - microseconds: The time.
  /// - Returns: What each of them wrote to its output.
  /// - Throws: When a writer writes nothing, or an error of the system.
  private static func write(
    _ writers: [Writer], to daemon: DaemonProcess, beginning waits: Bool, for microseconds: UInt64
  ) throws -> [[UInt8]] {
    try daemon.start()
    let program = try TestProgram.path("daemon-writer")
    let outputs = writers.indices.map { "\(daemon.directory)/output-\($0)" }
    let group = DispatchGroup()
    for (output, writer) in zip(outputs, writers) {
      try FileSystem.write([], to: output)
      let command = Command(
        "/bin/sh",
        [
          "-c", "exec \"$@\" > \"$0\"", output, program, daemon.socketPath, writer.app,
          "\(writer.protection.rawValue)",
        ])
      group.enter()
      _ = DetachedThread.start {
        _ = try? command.run()
        group.leave()
      }
    }
    if waits {
      let haveBegun = try TestProgram.wait {
        try outputs.allSatisfy { try !FileSystem.contents(of: $0).isEmpty }
      }
      try #require(haveBegun, "a writer was told of nothing that it wrote")
    }
    let end = MonotonicClock.nanoseconds + microseconds * 1000
    while MonotonicClock.nanoseconds < end {
      _ = try waitForInput(on: [], timeout: .milliseconds(1))
    }
    daemon.kill()
    group.wait()
    return try outputs.map { try FileSystem.contents(of: $0) }
  }

  /// Looks at what an app has stored.
  ///
  /// - Returns: The number of its last batch; -1 for none.
  private static func check(
    _ writer: Writer, at socket: String, _ place: String
  ) throws -> Int {
    let client = try RawClient(path: socket)
    try client.shakeHands(claiming: writer.app)
    let index = try client.open("numbers", writer.protection)
    let state = try client.clientState(of: index).map { String(decoding: $0, as: UTF8.self) }
    let last = state.flatMap { Int($0) } ?? -1
    var expected: [String] = []
    for number in 0..<last + 1 {
      expected.append("\(number).1")
      if number > last - 3 { expected.append("\(number).0") }
    }
    let found = try client.identifiers(matching: "title == \"*\"", mayLackItems: false)
    #expect(found == expected.sorted(), "\(place)")
    return last
  }
}
