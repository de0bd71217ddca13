import FresnelModel
import FresnelPlatform
import Testing
import WireTestSupport

/// Programs that hold more connections than the daemon has for all, while the person searches.
///
/// How long a search takes depends on the machine. That it has to wait behind the others does not, and is what the
/// daemon counts.
@Suite("Siege", .serialized, .timeLimit(.minutes(30)))
struct SiegeTests {
  @Test("no search of the person waits while 64 processes hold 20 connections each")
  func search() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let daemon = try DaemonProcess(in: directory, isUnprivileged: true)
      // Beside the daemon, where its own programs are.
      var fresnel = try TestProgram.path("fresnel")
      var hostile = try TestProgram.path("hostile-app")
      if TestProgram.isRoot {
        for program in [fresnel, hostile] {
          _ = try Command("/bin/cp", [program, directory]).run()
        }
        fresnel = directory + "/fresnel"
        hostile = directory + "/hostile-app"
      }
      try daemon.start()
      defer { daemon.kill() }
      func command(_ words: [String]) -> Command {
        let user = TestProgram.isRoot ? TestProgram.becoming(TestProgram.unprivilegedUser) : []
        var command = Command("/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh"] + user + words)
        command.environment = daemon.environment
        return command
      }
      let item = "{\"id\":\"harbour\",\"title\":\"Harbour at dawn\"}\n"
      try FileSystem.write(Array(item.utf8), to: directory + "/items.jsonl")
      _ = try Command("/bin/chmod", ["644", directory + "/items.jsonl"]).run()
      let (stored, report) = try command([fresnel, "index", directory + "/items.jsonl"]).capture()
      try #require(stored == .exited(0), "\(String(decoding: report, as: UTF8.self))")

      var besiegers: [Int32] = []
      defer { for process in besiegers { Signal.kill.send(to: process) } }
      for number in 0..<64 {
        let sign = "\(directory)/run/standing-\(number)"
        var besieger = command([hostile, "--siege", daemon.socketPath, "20", sign])
        besieger.output = .null
        besiegers.append(try besieger.startDetached())
      }
      for (number, process) in besiegers.enumerated() {
        // As long as it lives, it is going to stand.
        while !FileSystem.exists("\(directory)/run/standing-\(number)") {
          try #require(Signal.none.send(to: process), "besieger \(number) has ended")
          _ = try? waitForInput(on: [], timeout: .milliseconds(5))
        }
      }
      for _ in 0..<20 {
        let (ending, output) = try command([fresnel, "search", "harbour"]).capture()
        let text = String(decoding: output, as: UTF8.self)
        #expect(ending == .exited(0), "\(text)")
        #expect(text.contains("Harbour at dawn"), "\(text)")
      }
      let (_, status) = try command([fresnel, "status", "--json"]).capture()
      let waits = try JSONValue.parse(status)["surfaceWaits"]
      #expect(waits == .integer(0), "searches waited for the besiegers")
      for process in besiegers { #expect(Signal.none.send(to: process), "a besieger has ended") }
    }
  }
}
