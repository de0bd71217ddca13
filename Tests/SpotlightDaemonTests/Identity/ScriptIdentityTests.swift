import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite(
  "Scripts without a manifest", .serialized, .timeLimit(.minutes(30)),
  .enabled(if: PythonApp.interpreter != nil, "This needs Python."))
struct ScriptIdentityTests {
  private func withTool(
    _ body: (_ daemon: DaemonProcess, _ tool: RawClient, _ directory: String) throws -> Void
  ) throws {
    let fresnel = try TestProgram.path("fresnel")
    try withDaemon(["--system-executable", CurrentProcess.executablePath ?? fresnel]) { daemon in
      let directory = try #require(FileSystem.resolved(daemon.directory))
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .surface)
      try body(daemon, tool, directory)
    }
  }

  /// The identifiers of everybody's items.
  private func everything(_ tool: RawClient) throws -> [String] {
    try tool.identifiers(matching: "title == \"*\"", reach: .system)
  }

  @Test("each is an app of its own: what one deletes, the other keeps")
  func separation() throws {
    try withTool { daemon, tool, directory in
      let backup = try PythonApp(at: directory + "/backup.py")
      let notes = try PythonApp(at: directory + "/notes.py")
      #expect(
        try backup.run("a", with: daemon).last == "unregistered:script:\(directory)/backup.py")
      #expect(
        try notes.run("b", with: daemon).last == "unregistered:script:\(directory)/notes.py")
      #expect(try everything(tool) == ["a", "b"])
      _ = try backup.run("--delete", with: daemon)
      #expect(try everything(tool) == ["b"])
    }
  }

  @Test("the command of the notice registers one, which then gets what it has indexed")
  func registering() throws {
    try withTool { daemon, tool, directory in
      let backup = try PythonApp(at: directory + "/my backup.py")
      let lines = try backup.run("a", with: daemon)
      let notice = try #require(lines.first { $0.hasPrefix("fresnel: No manifest registers") })
      let start = try #require(notice.range(of: "; run fresnel "))
      let words = String(notice[start.upperBound...])
      // As somebody would paste it.
      let program = try TestProgram.path("fresnel")
      let (status, output) = try daemon.capture(["/bin/sh", "-c", "\(program) \(words) --adopt"])
      #expect(status == 0 && output.contains("local.my-backup installed"), "\(output)")
      #expect(!output.contains("error"), "\(output)")
      #expect(output.contains("took over 1 item of unregistered:script:"), "\(output)")
      #expect(try backup.run("c", with: daemon) == ["local.my-backup"])
      #expect(try everything(tool) == ["a", "c"])
      _ = try backup.run("--delete", with: daemon)
      #expect(try everything(tool).isEmpty)
    }
  }
}

extension String {
  /// Where a text first occurs.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    ranges(of: text).first
  }
}
