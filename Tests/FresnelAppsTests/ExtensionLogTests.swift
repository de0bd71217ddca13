import FresnelApps
import FresnelPlatform
import SpotlightWire
import Testing

@Suite("What extensions print")
struct ExtensionLogTests {
  private let app = AppIdentity(identifier: "com.example.notes")

  @Test("Each run begins with a line, and what is printed follows those before")
  func runs() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let log = ExtensionLog(directory: directory + "/logs")
      #expect(try log.text(of: app) == nil)
      for text in ["one\n", "two\n"] {
        let output = try log.begin(app, .index, at: 1_700_000_000)
        let file = FileDescriptor(adopting: output.rawValue, path: "output", closing: false)
        try file.write(Array(text.utf8))
        withExtendedLifetime(output) {}
      }
      let line = "--- 2023-11-14T22:13:20Z com.apple.spotlight.index\n"
      #expect(try log.text(of: app) == line + "one\n" + line + "two\n")
      #expect(try FileSystem.status(of: log.path(of: app))?.permissions == 0o600)
      #expect(try FileSystem.status(of: directory + "/logs")?.permissions == 0o700)
    }
  }

  @Test("Of one that is too long the end is kept, from the beginning of a line")
  func trimming() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let log = ExtensionLog(directory: directory)
      try log.trim(app)
      let lines = (0..<200_000).map { "line \($0)\n" }.joined()
      try FileSystem.write(Array(lines.utf8), to: log.path(of: app))
      try log.trim(app)
      let kept = try #require(try log.text(of: app))
      #expect(kept.utf8.count <= ExtensionLog.maximumByteCount)
      #expect(kept.utf8.count > ExtensionLog.maximumByteCount - 20)
      #expect(lines.hasSuffix(kept) && kept.hasPrefix("line "))
      try log.trim(app)
      #expect(try log.text(of: app) == kept)
    }
  }

  @Test("No identifier leads out of the directory")
  func names() {
    let log = ExtensionLog(directory: "/logs")
    for identifier in [
      "../../etc/passwd", "..", ".", "a/b", "", "unregistered:/usr/bin/x", "\u{0}",
    ] {
      let path = log.path(of: AppIdentity(identifier: identifier))
      #expect(FileSystem.parent(of: path) == "/logs", "\(path)")
      #expect(!FileSystem.lastComponent(of: path).hasPrefix(".."))
    }
    #expect(log.path(of: app) == "/logs/com.example.notes.log")
  }
}
