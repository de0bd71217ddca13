import FresnelPlatform
import Testing
import WireTestSupport

@Suite(
  "A search window whose program is installed anew or removed", .serialized,
  .timeLimit(.minutes(30)),
  .enabled(if: TestDisplay.absence == nil, "\(TestDisplay.absence ?? "")"))
struct WindowReplacementTests {
  /// The window's two programs in a prefix of their own.
  private struct Installation {
    let prefix: String
    var window: String { prefix + "/libexec/fresnel/fresnel-window-gtk" }

    init(in directory: String) throws {
      prefix = directory + "/prefix"
      try FileSystem.createDirectory(prefix + "/bin")
      try FileSystem.createDirectory(prefix + "/libexec/fresnel")
      try copy("fresnel-window", to: prefix + "/bin/fresnel-window")
      try installWindow()
    }

    /// Puts the window's program there as `install` does: what was there is removed first.
    func installWindow() throws {
      try? FileSystem.removeFile(window)
      try copy("fresnel-window-gtk", to: window)
    }

    /// Calls for the window, as the desktop's key does.
    func call(_ stage: WindowStage) throws -> (Command.Ending, String) {
      var command = Command(
        "/bin/sh", ["-c", "exec \"$0\" --toggle 2>&1 </dev/null", prefix + "/bin/fresnel-window"])
      command.environment = stage.environment()
      let (ending, output) = try command.capture(maximumByteCount: 1 << 16)
      return (ending, String(decoding: output, as: UTF8.self))
    }

    private func copy(_ program: String, to path: String) throws {
      let words = [try TestProgram.path(program), path]
      #expect(try Command("/bin/cp", words).run().isSuccess)
    }
  }

  @Test("The next call shows the window of the program that is there by now")
  func replaced() throws {
    try WindowStage.with([]) { stage in
      let installation = try Installation(in: stage.daemon.directory)
      #expect(try installation.call(stage) == (.exited(0), ""))
      #expect(try stage.display.waitForWindow())
      let old = try #require(stage.owner)
      try installation.installWindow()
      #expect(try installation.call(stage) == (.exited(0), ""))
      #expect(TestProgram.wait { !Signal.none.send(to: old) })
      #expect(try stage.display.waitForWindow())
      let new = try #require(stage.owner)
      #expect(FileSystem.resolved("/proc/\(new)/exe") == FileSystem.resolved(installation.window))
    }
  }

  @Test("Where there is none by now, the next call says so, and the window is gone")
  func removed() throws {
    try WindowStage.with([]) { stage in
      let installation = try Installation(in: stage.daemon.directory)
      #expect(try installation.call(stage) == (.exited(0), ""))
      #expect(try stage.display.waitForWindow())
      let old = try #require(stage.owner)
      try FileSystem.removeFile(installation.window)
      let (ending, said) = try installation.call(stage)
      #expect(ending == .exited(3) && said.contains("there is no search window here"), "\(said)")
      #expect(TestProgram.wait { !Signal.none.send(to: old) })
      #expect(try stage.display.waitForNoWindow())
      #expect(stage.owner == nil)
    }
  }
}
