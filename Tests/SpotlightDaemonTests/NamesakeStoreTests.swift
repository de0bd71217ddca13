import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What becomes of items that programs without an identifier kept under the name of their files.
@Suite("Stores of programs of one name", .serialized, .timeLimit(.minutes(30)))
struct NamesakeStoreTests {
  /// Puts a copy of a program into a folder.
  private func program(in folder: String, of daemon: DaemonProcess) throws -> String {
    let path = "\(daemon.directory)/\(folder)/notes"
    try FileSystem.createDirectory(FileSystem.parent(of: path))
    #expect(try Command("/bin/cp", [TestProgram.path("sample-ending"), path]).run().isSuccess)
    return path
  }

  private func run(
    _ program: String, _ words: String..., with daemon: DaemonProcess, embedded: Bool = false
  ) throws -> String {
    var command = Command(program, words)
    command.environment = daemon.environment.merging([
      "FRESNEL_CONNECTION": embedded ? "embedded" : "daemon",
      "FRESNEL_DAEMON_SOCKET": daemon.socketPath,
    ]) { $1 }
    let (status, output) = try command.capture()
    #expect(status == .exited(0))
    return String(decoding: output, as: UTF8.self)
  }

  private func store(of daemon: DaemonProcess) -> String {
    daemon.directory + "/data/fresnel/embedded/notes"
  }

  @Test("one program's is handed over by that one, and not by another of its name")
  func other() throws {
    try withDaemon { daemon in
      let mine = try program(in: "a", of: daemon)
      let other = try program(in: "b", of: daemon)
      _ = try run(mine, "return", "5", with: daemon, embedded: true)
      #expect(try run(other, "count", "0", with: daemon) == "0\n")
      #expect(try FileSystem.entries(of: store(of: daemon)) != ["lock"])
      #expect(try run(mine, "count", "0", with: daemon) == "5\n", "\(daemon.log)")
      #expect(try FileSystem.entries(of: store(of: daemon)) == ["lock"])
      #expect(try run(other, "count", "0", with: daemon) == "0\n")
    }
  }

  @Test("that of two programs stays, is found once, and is named")
  func two() throws {
    try withDaemon { daemon in
      let programs = [try program(in: "a", of: daemon), try program(in: "b", of: daemon)]
      for program in programs {
        _ = try run(program, "return", "5", with: daemon, embedded: true)
      }
      for program in programs { #expect(try run(program, "count", "0", with: daemon) == "0\n") }
      let search = try daemon.fresnel(["query", "title == \"Item *\"", "--count"])
      #expect(search.output.hasPrefix("5"), "\(search.output)")
      for command in ["status", "doctor"] {
        let output = try daemon.fresnel([command, "--json"]).output
        for program in programs { #expect(output.contains(program), "\(output)") }
      }
    }
  }

  @Test("one that was filled before notes were made is handed over as ever")
  func old() throws {
    try withDaemon { daemon in
      let mine = try program(in: "a", of: daemon)
      _ = try run(mine, "return", "5", with: daemon, embedded: true)
      try FileSystem.removeFile(store(of: daemon) + "/programs")
      _ = try run(mine, "return", "7", with: daemon, embedded: true)
      #expect(try run(mine, "count", "0", with: daemon) == "7\n", "\(daemon.log)")
    }
  }
}
