import FresnelPlatform
import Testing

@Suite("Ordinary files read whole")
struct RegularFileTests {
  @Test("an ordinary file is read with its owner and permissions, through links too")
  func ordinary() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let path = directory + "/file"
      try FileSystem.write([1, 2, 3], to: path, permissions: 0o640)
      #expect(try Command("chmod", ["0640", path]).run().isSuccess)
      #expect(try Command("ln", ["-s", "file", directory + "/link"]).run().isSuccess)
      for name in ["file", "link"] {
        let file = try FileSystem.regularFile("\(directory)/\(name)", maximumByteCount: 3)
        #expect(file.bytes == [1, 2, 3] && file.status.permissions == 0o640)
        #expect(file.status.owner == (try FileSystem.status(of: directory)?.owner))
      }
      #expect(FileSystem.resolved(directory + "/link") == FileSystem.resolved(path))
      #expect(FileSystem.resolved(directory + "/none") == nil)
    }
  }

  @Test("what is too long, and what is no file, is an error and keeps nobody waiting")
  func others() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.write([1, 2, 3], to: directory + "/file")
      #expect(try Command("mkfifo", [directory + "/pipe"]).run().isSuccess)
      for (path, limit) in [
        (directory + "/file", 2), (directory + "/pipe", 9), (directory, 9), ("/dev/zero", 9),
        (directory + "/none", 9),
      ] {
        #expect(throws: SystemError.self, "\(path)") {
          try FileSystem.regularFile(path, maximumByteCount: limit)
        }
      }
    }
  }
}
