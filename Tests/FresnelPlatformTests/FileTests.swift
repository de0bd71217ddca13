import FresnelPlatform
import Glibc
import Testing

@Suite("Files and directories")
struct FileTests {
  @Test("A file is written, read, replaced, renamed and removed")
  func lifeOfAFile() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/file"
      #expect(!FileSystem.exists(path))
      try FileSystem.write([1, 2, 3], to: path)
      try FileSystem.write([4, 5], to: path)
      #expect(try FileSystem.contents(of: path) == [4, 5])
      #expect(try FileSystem.entries(of: directory) == ["file"])
      try FileSystem.rename(path, to: directory + "/other")
      #expect(try FileSystem.status(of: path) == nil)
      #expect(try FileSystem.status(of: directory + "/other")?.byteCount == 2)
      try FileSystem.removeFile(directory + "/other")
      #expect(try FileSystem.entries(of: directory).isEmpty)
    }
  }

  @Test("What cannot be looked at may be there")
  func unreadable() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/file"
      #expect(!FileSystem.mayExist(path) && !FileSystem.mayExist(path + "/inner"))
      #expect(symlink("file", path) == 0)
      #expect(FileSystem.mayExist(path) && !FileSystem.exists(path))
      try FileSystem.removeFile(path)
      try FileSystem.write([1], to: path)
      #expect(FileSystem.mayExist(path) && !FileSystem.mayExist(path + "/inner"))
    }
  }

  @Test("Writing a file follows no link that lies beside it, and leaves nothing where it fails")
  func writingBesideLinks() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let (path, precious) = (directory + "/file", directory + "/precious")
      try FileSystem.write([9], to: precious)
      #expect(symlink(precious, path + ".new") == 0)
      try FileSystem.write([1, 2], to: path)
      #expect(try FileSystem.contents(of: path) == [1, 2])
      #expect(try FileSystem.contents(of: precious) == [9])
      // A directory cannot be replaced by a file.
      try FileSystem.createDirectory(directory + "/other/full")
      #expect(throws: SystemError.self) { try FileSystem.write([1], to: directory + "/other") }
      #expect(
        try Set(FileSystem.entries(of: directory)) == ["file", "file.new", "precious", "other"])
    }
  }

  @Test("Reads and writes at a place leave the rest alone, and a read past the end is short")
  func positions() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let file = try FileDescriptor(
        opening: directory + "/file", for: .readingAndWriting, creation: .always)
      try [1, 2, 3, 4].withUnsafeBytes { try file.write($0, at: 10) }
      #expect(try file.byteCount() == 10 + 4 * 8)
      var bytes = [UInt8](repeating: 9, count: 64)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 10) }
      #expect(count == 32)
      #expect(bytes[0] == 1 && bytes[8] == 2 && bytes[32] == 9)
      try file.resize(to: 3)
      #expect(try file.byteCount() == 3)
      try file.synchronizeData()
    }
  }

  @Test("A failure names the call, the file and the reason")
  func errors() throws {
    let path = "/nonexistent/file"
    let error = #expect(throws: SystemError.self) {
      _ = try FileDescriptor(opening: path, for: .reading)
    }
    #expect(error?.code == .notFound)
    #expect(error?.message == "open failed on /nonexistent/file: No such file or directory.")
    #expect(throws: SystemError.self) { try FileSystem.entries(of: path) }
    #expect(throws: SystemError.self) {
      try FileSystem.contents(of: "/dev/zero", maximumByteCount: 99)
    }
  }

  @Test("Directories are made with those above them and removed with what they hold")
  func directories() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let deep = directory + "/a/b/c"
      try FileSystem.createDirectory(deep)
      try FileSystem.createDirectory(deep)
      try FileSystem.write([1], to: deep + "/file")
      #expect(FileSystem.isDirectory(deep))
      try FileSystem.removeTree(directory + "/a")
      #expect(!FileSystem.exists(directory + "/a"))
      try FileSystem.removeTree(directory + "/a")
    }
  }

  @Test(
    "Paths are taken apart as the shell's dirname and basename do",
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("/a/b/", "/a", "b"), ("/", "/", "/"),
    ])
  func paths(path: String, parent: String, name: String) {
    #expect(FileSystem.parent(of: path) == parent)
    #expect(FileSystem.lastComponent(of: path) == name)
  }

  @Test("A lock is held once at a time and names its holder")
  func lock() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/lock"
      do {
        let lock = try LockFile(locking: path)
        let error = #expect(throws: SystemError.self) { _ = try LockFile(locking: path) }
        #expect(error?.code == .wouldBlock)
        #expect(error?.message.contains("(process \(CurrentProcess.identifier))") == true)
        #expect(LockFile.holder(of: path)?.program == CurrentProcess.name)
        _ = consume lock
      }
      _ = try LockFile(locking: path)
    }
  }

  @Test("A lock that is let go of is free, though a child about to run its program shares it")
  func lockSharedWithChild() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/lock"
      let lock = try LockFile(locking: path)
      // Between fork and exec a child has the same open file; a duplicate stands for it.
      let descriptors = try FileSystem.entries(of: "/proc/self/fd").compactMap { Int32($0) }
      let number = try #require(
        descriptors.first { number in
          var target = [CChar](repeating: 0, count: 4096)
          let length = readlink("/proc/self/fd/\(number)", &target, target.count)
          return length > 0
            && String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
              == path
        })
      let duplicate = dup(number)
      defer { close(duplicate) }
      _ = consume lock
      _ = try LockFile(locking: path)
    }
  }

  @Test("A lock holds also where there is no room to name its holder")
  func lockOnFullDisk() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/lock"
      // A file that takes no byte more.
      let full = try MemoryFile.sealed(UnsafeRawBufferPointer(start: nil, count: 0), name: "full")
      defer { withExtendedLifetime(full) {} }
      #expect(symlink("/proc/self/fd/\(full.rawValue)", path) == 0)
      let lock = try LockFile(locking: path)
      #expect(throws: SystemError.self) { _ = try LockFile(locking: path) }
      #expect(LockFile.holder(of: path) == nil)
      _ = consume lock
    }
  }
}
