import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// `FRESNEL_REQUIRE_IDENTITY=1` with a real program and a daemon that believes no claims.
@Suite("Programs that require their identity", .serialized, .timeLimit(.minutes(30)))
struct RequiredIdentityTests {
  private static let app = "org.example.ending"

  /// Has the program index three items, or count them.
  private func run(
    _ mode: String, _ daemon: DaemonProcess, requiresIdentity: Bool = true
  ) throws -> (status: Int32?, output: String) {
    try daemon.capture(
      [try TestProgram.path("sample-ending"), mode, "3"],
      [
        "FRESNEL_CONNECTION": "daemon", "FRESNEL_DAEMON_SOCKET": daemon.socketPath,
        "FRESNEL_APP_IDENTIFIER": Self.app,
        "FRESNEL_REQUIRE_IDENTITY": requiresIdentity ? "1" : "0",
      ])
  }

  @Test("are refused with the command that registers them, and run without a word once they are")
  func requiring() throws {
    let fresnel = try TestProgram.path("fresnel")
    try withDaemon(["--system-executable", CurrentProcess.executablePath ?? fresnel]) { daemon in
      let program = try #require(FileSystem.resolved(TestProgram.path("sample-ending")))
      let refused = try run("return", daemon)
      #expect(refused.output.contains("No manifest registers \(Self.app)"), "\(refused.output)")
      let command = "fresnel app install Info.plist --executable \(program)"
      #expect(refused.output.contains(command), "\(refused.output)")
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool)
      #expect(try daemon.itemCounts(tool).values.reduce(0, +) == 0)
      // The same program that does not ask is told, and works under another name.
      let warned = try run("return", daemon, requiresIdentity: false)
      #expect(warned.output.contains(command), "\(warned.output)")
      let isStored = try TestProgram.wait { try daemon.itemCounts(tool).values.contains(3) }
      #expect(isStored)
      #expect(try daemon.itemCounts(tool)[Self.app] == nil)

      let manifest = #"{"CFBundleIdentifier":"\#(Self.app)"}"#
      try FileSystem.write(Array(manifest.utf8), to: daemon.directory + "/Info.plist")
      let install = try daemon.fresnel([
        "app", "install", daemon.directory + "/Info.plist", "--executable", program, "--offline",
        "--adopt",
      ])
      #expect(install.status == 0, "\(install.output)")
      let accepted = try run("return", daemon)
      #expect(accepted.status == 0 && accepted.output.isEmpty, "\(accepted.output)")
      #expect(try run("count", daemon).output == "3\n")
      #expect(try daemon.itemCounts(tool) == [Self.app: 3])
    }
  }
}
