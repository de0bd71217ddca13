import Dispatch
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

/// Has the built command line go on with a daemon that was killed and started anew meanwhile.
@Suite("Commands while the daemon is started anew", .serialized, .timeLimit(.minutes(30)))
struct InterruptedDaemonTests {
  private func lines(_ numbers: Range<Int>) -> [UInt8] {
    Array(numbers.map { #"{"id":"\#($0)","title":"thing \#($0)"}"# + "\n" }.joined().utf8)
  }

  @Test("What is indexed while the daemon is killed and comes back is all there, once")
  func indexing() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let directory = daemon.directory
      // More than one batch has; the rest comes when the daemon is another one.
      try FileSystem.write(lines(0..<5000), to: directory + "/first")
      try FileSystem.write(lines(5000..<10_000), to: directory + "/second")
      #expect(try Command("/usr/bin/mkfifo", [directory + "/rest"]).run().isSuccess)
      var command = Command(
        "/bin/sh",
        [
          "-c", "cd \"$1\" && cat first rest | \"$2\" index - 2>&1", "sh", directory,
          try TestProgram.path("fresnel"),
        ])
      command.environment = daemon.environment
      let ended = Mutex<Result<(ending: Command.Ending, output: [UInt8]), any Error>?>(nil)
      let isOver = DispatchSemaphore(value: 0)
      let indexing = command
      DispatchQueue(label: "indexing").async {
        let result = Result { try indexing.capture() }
        ended.withLock { $0 = result }
        isOver.signal()
      }
      func count() throws -> JSONValue? {
        let tool = try RawClient(path: daemon.socketPath)
        try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
        guard case .array(let indexes)? = try tool.order("indexes", "{}")["indexes"] else {
          return nil
        }
        return indexes.first { $0["app"] == .string("org.fresnel.files") }?["items"]
      }
      #expect(try TestProgram.wait { try count() == .integer(4096) })
      daemon.kill()
      try daemon.start()
      let rest = Command("/bin/sh", ["-c", "cat \"$1/second\" > \"$1/rest\"", "sh", directory])
      #expect(try rest.run().isSuccess)
      isOver.wait()
      let (ending, output) = try #require(ended.withLock { $0 }).get()
      #expect(ending == .exited(0), "\(String(decoding: output, as: UTF8.self))")
      #expect(try count() == .integer(10_000), "\(daemon.log)")
    }
  }
}
