import FresnelPlatform
import Glibc
import Testing

@Suite("Paths of bytes")
struct RawPathTests {
  @Test("A path is taken apart and put together at its slashes")
  func parts() {
    let path = RawPath("/home/p//")
    #expect(path == RawPath("/home/p"))
    #expect(path.name == Array("p".utf8) && path.parent == RawPath("/home"))
    #expect(path.parent?.parent == RawPath("/") && RawPath("/").parent == nil)
    #expect(RawPath("/").appending([0x61]) == RawPath("/a"))
    #expect(path.appending([0xFF]).bytes == Array("/home/p/".utf8) + [0xFF])
    #expect(path.components(below: RawPath("/")) == [Array("home".utf8), Array("p".utf8)])
    #expect(path.components(below: path) == [])
    #expect(path.components(below: RawPath("/hom")) == nil)
    #expect(RawPath("/home/pp").isAtOrBelow(RawPath("/home/p")) == false)
    #expect(RawPath("/home/p/x").isAtOrBelow(path) && path.isAtOrBelow(RawPath("/")))
  }

  @Test("What is listed is found again, also where names are no UTF-8")
  func listing() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let root = RawPath(directory)
      let names: [[UInt8]] = [[0x61], [0xFF, 0xFE], Array("…".utf8), [0x20]]
      for name in names {
        #expect(root.appending(name).withCString { mkdir($0, 0o700) } == 0)
      }
      var listed = try RawDirectory(opening: root)
      var found: Set<[UInt8]> = []
      while let entry = try listed.next() {
        found.insert(entry.name)
        #expect(entry.isDirectory != false)
        let status = try listed.status(of: entry.name)
        #expect(status?.kind == .directory)
        #expect(status?.identity == FileSystem.identity(of: root.appending(entry.name)))
      }
      #expect(found == Set(names))
    }
  }

  @Test("The beginning of a file is read, and of nothing else")
  func beginning() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.write([1, 2, 3], to: directory + "/file")
      #expect(symlink("file", directory + "/link") == 0)
      #expect(mkfifo(directory + "/pipe", 0o600) == 0)
      let root = try RawDirectory(opening: RawPath(directory))
      let long = try root.beginning(of: Array("file".utf8), count: 9)
      let short = try root.beginning(of: Array("file".utf8), count: 2)
      #expect(long == [1, 2, 3] && short == [1, 2])
      for name in ["link", "pipe", "none", "."] {
        let bytes = try root.beginning(of: Array(name.utf8), count: 9)
        #expect(bytes == nil, "\(name)")
      }
      let error = #expect(throws: SystemError.self) {
        _ = try RawDirectory(opening: RawPath(directory + "/link"))
      }
      #expect(error?.code == .notDirectory)
    }
  }
}
