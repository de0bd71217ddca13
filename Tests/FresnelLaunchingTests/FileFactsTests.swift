import FresnelLaunching
import FresnelPlatform
import Testing

@Suite("What file URLs lead to")
struct FileFactsTests {
  @Test(
    "A file that could be run is told from a document, also through a link, by name and by content")
  func kinds() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func make(_ name: String, _ text: String = "", _ permissions: UInt32 = 0o644) throws {
        try FileSystem.write(
          Array(text.utf8), to: "\(directory)/\(name)", permissions: permissions)
      }
      func link(_ name: String, to target: String) throws {
        let ending = try Command("/bin/ln", ["-s", target, "\(directory)/\(name)"]).run()
        #expect(ending.isSuccess)
      }
      try make("a.pdf")
      try make("run.sh", "", 0o755)
      try make("plain.sh", "#!/bin/sh\n")
      try make("app.desktop")
      try make("setup.EXE")
      try make("starter", "# x\n[Desktop Entry]\nExec=x\n")
      try make("windows", "MZ")
      try make("archive", "PK" + String(repeating: "\0", count: 28) + "META-INF/MANIFEST.MF")
      try link("harmless.pdf", to: "run.sh")
      try link("b.desktop", to: "a.pdf")
      try link("c.pdf", to: "app.desktop")
      try link("gone", to: "nothing")
      try FileSystem.createDirectory(directory + "/folder")
      _ = try Command("/usr/bin/mkfifo", ["\(directory)/pipe"]).run()
      let expected: [(String, FileFacts.Kind?)] = [
        ("", .folder), ("a.pdf", .document), ("run.sh", .program), ("plain.sh", .document),
        ("app.desktop", .program), ("setup.EXE", .program), ("starter", .program),
        ("windows", .program), ("archive", .program), ("harmless.pdf", .program),
        ("b.desktop", .program), ("c.pdf", .program), ("gone", .missing), ("pipe", .missing),
        ("none", .missing), ("a.pdf/", .missing), ("a.pdf/.", nil), ("none/a.pdf", nil),
        ("folder/.", .folder), ("folder/..", .folder), ("folder/../a.pdf", .document),
      ]
      for (name, kind) in expected {
        #expect(FileFacts.read("\(directory)/\(name)")?.kind == kind, "\(name)")
      }
    }
  }

  @Test("The path by which it was looked at has neither links but the last name nor dots")
  func paths() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let directory = try #require(FileSystem.resolved(directory))
      try FileSystem.createDirectory(directory + "/real/deep")
      try FileSystem.write([], to: directory + "/real/a.txt")
      try FileSystem.write([], to: directory + "/a.txt")
      _ = try Command("/bin/ln", ["-s", "real/deep", "\(directory)/link"]).run()
      // The kernel goes to the parent of what the link leads to; others take the names away first.
      #expect(
        FileFacts.read("\(directory)/link/../a.txt")
          == FileFacts(.document, at: directory + "/real/a.txt"))
      #expect(FileFacts.read("\(directory)//./link/")?.path == directory + "/link")
      #expect(FileFacts.read("\(directory)/link/..")?.path == directory + "/real")
      // A combining character does not hide a slash.
      #expect(FileFacts.read("\(directory)/link/../\u{301}")?.path == directory + "/real/\u{301}")
      #expect(FileFacts.read("/") == FileFacts(.folder, at: "/"))
    }
  }
}
