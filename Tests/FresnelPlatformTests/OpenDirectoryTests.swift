import FresnelPlatform
import Testing

@Suite("An open directory")
struct OpenDirectoryTests {
  private func withDirectory(
    _ body: (_ directory: SharedDescriptor, _ path: String, _ other: String) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (root: String) throws in
      let (path, other) = (root + "/one", root + "/other")
      for directory in [path, other] {
        try FileSystem.createDirectory(directory + "/inner/deep")
        for name in ["file", "inner/file", "inner/deep/file"] {
          try FileSystem.write([1], to: "\(directory)/\(name)")
        }
      }
      try body(try SharedDescriptor(openingDirectory: path), path, other)
    }
  }

  @Test("is emptied itself, whatever is at its path by now")
  func swapped() throws {
    try withDirectory { directory, path, other in
      try FileSystem.rename(path, to: path + "-moved")
      #expect(try Command("ln", ["-s", other, path]).run().isSuccess)
      try directory.removeEntries(except: ["file"])
      #expect(try FileSystem.entries(of: path + "-moved") == ["file"])
      #expect(FileSystem.exists(other + "/inner/deep/file") && FileSystem.exists(other + "/file"))
    }
  }

  @Test("loses a link, and what that leads to stays")
  func links() throws {
    try withDirectory { directory, path, other in
      #expect(try Command("ln", ["-s", other, path + "/link"]).run().isSuccess)
      #expect(try Command("ln", ["-s", other, path + "/inner/link"]).run().isSuccess)
      try directory.removeTree("link")
      try directory.removeTree("inner")
      try directory.removeTree("missing")
      #expect(try FileSystem.entries(of: path) == ["file"])
      #expect(FileSystem.exists(other + "/inner/deep/file"))
    }
  }

  @Test("loses files whose names are no UTF-8 with the directory that they are in")
  func names() throws {
    try withDirectory { directory, path, _ in
      let script = "cd \"$0\" && : > \"$(printf 'a\\377b')\""
      for place in [path, path + "/inner"] {
        #expect(try Command("/bin/sh", ["-c", script, place]).run().isSuccess)
      }
      try directory.removeEntries(except: ["file"])
      #expect(try FileSystem.entries(of: path) == ["file"])
    }
  }

  @Test("says so where it holds more directories in one another than are followed")
  func depth() throws {
    try withDirectory { directory, path, _ in
      let deep = Array(repeating: "d", count: 100).joined(separator: "/")
      try FileSystem.createDirectory("\(path)/\(deep)")
      #expect(throws: SystemError.self) { try directory.removeEntries(except: ["inner"]) }
      #expect(FileSystem.exists("\(path)/\(deep)"))
      // The rest goes all the same.
      #expect(try FileSystem.entries(of: path) == ["d", "inner"])
    }
  }
}
