import FresnelLaunching
import FresnelPlatform
import SearchSurface
import Testing
import WireTestSupport

@Suite("Programs that open results", .timeLimit(.minutes(30)))
struct ProgramStarterTests {
  private func start(
    _ starter: ProgramStarter, _ words: [String], token: String? = nil
  ) async -> OpeningFailure? {
    let program = StartedProgram(words: words, identifier: "test", isAwaited: false)
    return await withCheckedContinuation { continuation in
      starter.start(program, token: token) { continuation.resume(returning: $0) }
    }
  }

  /// The parent of a process, as the kernel tells it.
  private func parent(of process: Int32) -> Int32? {
    let status = (try? FileSystem.contents(of: "/proc/\(process)/status")) ?? []
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("PPid:") }?.split(separator: "\t").last.flatMap { Int32($0) }
  }

  @Test("Without systemd a program is no child of the one that starts it, and is handed the token")
  func detached() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-starter")
    defer { try? FileSystem.removeTree(directory) }
    let starter = ProgramStarter.services(
      on: try EventLoop(), connect: { nil }, home: directory)
    let script =
      "printf '%s %s %s' $$ \"$PWD\" \"$XDG_ACTIVATION_TOKEN\" > out; mv out told; exec sleep 600"
    #expect(await start(starter, ["sh", "-c", script], token: "t1 $x") == nil)
    let told = directory + "/told"
    #expect(TestProgram.wait { FileSystem.exists(told) })
    let words = String(decoding: try FileSystem.contents(of: told), as: UTF8.self)
    let process = try #require(words.split(separator: " ").first.flatMap { Int32($0) })
    defer { Signal.kill.send(to: process) }
    #expect(words == "\(process) \(directory) t1 $x")
    let own = CurrentProcess.identifier
    // The process in between ends at once.
    let isAlone = TestProgram.wait {
      guard let parent = parent(of: process) else { return false }
      return parent != own && self.parent(of: parent) != own
    }
    #expect(isAlone)
  }

  @Test("A program that is not installed is told, and starts nothing")
  func missing() async throws {
    let words = ["fresnel-no-such-program"]
    let services = ProgramStarter.services(on: try EventLoop(), connect: { nil }, home: "/")
    for starter in [services, .children] {
      let failure = await start(starter, words)
      #expect(failure?.cause == .cannotBeOpened)
      #expect(failure?.message.contains(words[0]) == true)
    }
  }
}
