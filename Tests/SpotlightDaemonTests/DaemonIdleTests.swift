import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite("An idle daemon", .timeLimit(.minutes(30)))
struct DaemonIdleTests {
  /// How often a thread of a process waited for something and was woken.
  private func wakeUpCount(of process: Int32) throws -> Int {
    var count = 0
    for thread in try FileSystem.entries(of: "/proc/\(process)/task") {
      // A thread may have ended meanwhile.
      let path = "/proc/\(process)/task/\(thread)/status"
      let status = String(decoding: (try? FileSystem.contents(of: path)) ?? [], as: UTF8.self)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      count += Int(line?.drop { !$0.isNumber } ?? "") ?? 0
    }
    return count
  }

  @Test("after indexing and searching, nothing wakes it")
  func wakeUps() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: "org.example.idle")
      let index = try client.open("idle")
      for number in 0..<20 {
        try client.put((0..<50).map { "item \(number) \($0)" }, into: index)
        _ = try client.ask(.search(SearchRequest(form: .typed, text: "item", limit: 10)))
      }
      let process = try #require(daemon.processIdentifier)
      // Threads that have nothing to do end after some seconds.
      var counts: [Int] = []
      let isQuiet = try TestProgram.wait {
        counts.append(try wakeUpCount(of: process))
        _ = try waitForInput(on: [], timeout: .milliseconds(500))
        return counts.count > 5 && Set(counts.suffix(6)).count == 1
      }
      #expect(isQuiet, "woken so often by each half second: \(counts)")
    }
  }
}
