import CommandKit
import FresnelPlatform
import Testing
import WebTestSupport
import WireTestSupport

@testable import FresnelCommands

@Suite("Files that are read in a confined process")
struct ConfinedFilesTests {
  @Test("standard input, pipes and descriptors are refused together with a URL")
  func openFiles() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let pipe = directory + "/pipe"
      #expect(try Command("/usr/bin/mkfifo", [pipe]).run().isSuccess)
      let link = directory + "/link"
      #expect(try Command("/bin/ln", ["-s", "/dev/null", link]).run().isSuccess)
      for path in [
        "/dev/stdin", "/dev/fd/63", "/proc/self/fd/0", "/proc/1/environ", "/dev/../dev//./fd/0",
        "/dev/null", pipe, link,
      ] {
        for words in [[path], ["--app", path], ["--certificate", path], ["--baseline", path]] {
          let address = "https://host.invalid/"
          let isWhole = words.first == "--baseline" ? ["--site"] : []
          let run = ToolRun(
            ["validate", address] + isWhole + words, in: directory, readsEverything: false)
          #expect(run.status == .usage && run.output.isEmpty, "\(words) \(run.output)")
          #expect(
            run.errors.contains("\(path) can't be read together with a URL"),
            "\(words) \(run.errors)")
          #expect(run.errors.contains("write its content to a file"))
        }
      }
      try FileSystem.write([], to: directory + "/page.html")
      try ConfinedFiles([directory + "/page.html", directory, "org.example.App", "none"]).check()
    }
  }

  @Test("a URL needs no directory: one that was removed is none to start in")
  func removedDirectory() throws {
    let server = try ScriptedServer { _ in [.page("<title>Soup</title><p>Peas")] }
    defer { server.stop() }
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let address = "http://127.0.0.1:\(server.address.port)/soup"
      var command = Command(
        "/bin/sh",
        [
          "-c", #"mkdir "$1/d" && cd "$1/d" && rmdir "$1/d" && exec "$2" validate --local "$3""#,
          "sh",
          directory, try TestProgram.path("fresnel"), address,
        ])
      command.environment = ["HOME": directory, "XDG_DATA_DIRS": directory]
      let (_, output) = try command.capture()
      #expect(String(decoding: output, as: UTF8.self).contains("│ Soup"))
    }
  }

  @Test("a process may take a second for each file, and one for each MiB of it")
  func patience() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/site")
      try FileSystem.write([0x20], to: directory + "/site/a.html")
      let long = [UInt8](repeating: 0x20, count: 3 << 20)
      try FileSystem.write(long, to: directory + "/site/b.html")
      func patience(_ names: [String]) -> Duration {
        ValidatedFiles(names.map { directory + "/" + $0 }, servedAt: nil).patience
      }
      #expect(patience([]) == .zero && patience(["site/a.html"]) == .seconds(1))
      #expect(patience(["site/b.html"]) == .seconds(4) && patience(["site"]) == .seconds(5))
      // What is missing is said elsewhere.
      #expect(patience(["missing.html"]) <= .seconds(1))
    }
  }
}
