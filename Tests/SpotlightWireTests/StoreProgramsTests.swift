import FresnelPlatform
import FresnelTestSupport
import Testing

@testable import SpotlightWire

@Suite("The programs of a store")
struct StoreProgramsTests {
  private func withDirectory(
    _ body: (_ path: String, _ directory: SharedDescriptor) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (path: String) throws in
      try body(path, try SharedDescriptor(openingDirectory: path))
    }
  }

  private func record(_ names: [String?], in directory: SharedDescriptor) throws {
    for name in names { try StorePrograms.record(name, in: directory, isNew: true) }
  }

  /// The names in a note; `nil` where none is to be believed.
  private func noted(in directory: SharedDescriptor) -> [String]? {
    guard case .valid(let note) = StorePrograms.Reading(in: directory) else { return nil }
    return note.names
  }

  @Test("each is named once, in a file that nobody else may read")
  func names() throws {
    try withDirectory { path, directory in
      let names = ["/usr/bin/notes", "script:/home/p/a b\n%41\u{E9}.py"]
      try record([names[0], names[0], names[1], names[0]], in: directory)
      #expect(noted(in: directory) == names)
      let status = try #require(try FileSystem.status(of: path + "/programs"))
      #expect(status.permissions == 0o600)
      #expect(try FileSystem.entries(of: path) == ["programs"])
    }
  }

  @Test("a program may hand over what it alone has filled, or what is older than notes")
  func allowed() throws {
    try withDirectory { path, directory in
      try StorePrograms.record("/a", in: directory, isNew: false)
      #expect(StorePrograms.allow("/a", in: directory) && StorePrograms.allow("/b", in: directory))
      #expect(!StorePrograms.allow(nil, in: directory))
      try record(["/a"], in: directory)
      #expect(StorePrograms.allow("/a", in: directory))
      #expect(!StorePrograms.allow("/b", in: directory) && !StorePrograms.allow(nil, in: directory))
      try StorePrograms.record("/b", in: directory, isNew: false)
      #expect(noted(in: directory) == ["/a", "/b"])
      for name in ["/a", "/b"] { #expect(!StorePrograms.allow(name, in: directory)) }
      try FileSystem.write([1], to: path + "/programs")
      #expect(!StorePrograms.allow("/a", in: directory))
    }
  }

  @Test("names that only look alike are of different programs")
  func lookalikes() throws {
    try withDirectory { _, directory in
      let (composed, decomposed) = ("/opt/caf\u{E9}", "/opt/cafe\u{301}")
      try record([composed], in: directory)
      #expect(StorePrograms.allow(composed, in: directory))
      #expect(!StorePrograms.allow(decomposed, in: directory))
      try record([decomposed], in: directory)
      #expect(noted(in: directory)?.count == 2)
    }
  }

  @Test("a store is nobody's once a program wrote to it that cannot be named")
  func nameless() throws {
    for programs in [["/a", nil], [nil, "/a"], [nil]] {
      try withDirectory { _, directory in
        try record(programs, in: directory)
        #expect(noted(in: directory)?.contains(StorePrograms.nameless) == true)
        #expect(!StorePrograms.allow("/a", in: directory))
        #expect(!StorePrograms.allow(nil, in: directory))
      }
    }
  }

  @Test("of many the first are named, and it stays those of several")
  func many() throws {
    try withDirectory { _, directory in
      try record((0..<100).map { "/\($0)" }, in: directory)
      #expect(noted(in: directory) == (0..<8).map { "/\($0)" })
    }
  }

  @Test("the longest names can be read again")
  func long() throws {
    try withDirectory { _, directory in
      let names = (0..<8).map { "/\($0)" + String(repeating: "\n", count: 4094) }
      try record(names, in: directory)
      #expect(noted(in: directory) == names)
    }
  }

  @Test("a damaged note names nobody, and stays as it is")
  func damaged() throws {
    let whole = StorePrograms(["/a", "/b"]).bytes
    var damages = (0..<whole.count).map { Array(whole[..<$0]) }
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 1
      damages.append(bytes)
    }
    damages += [whole + [0x0A], whole + whole, [UInt8](repeating: 0x41, count: 1 << 20)]
    try withDirectory { path, directory in
      for bytes in damages {
        try FileSystem.write(bytes, to: path + "/programs")
        #expect(noted(in: directory) == nil)
        try StorePrograms.record("/c", in: directory, isNew: true)
        #expect(try FileSystem.contents(of: path + "/programs") == bytes)
      }
    }
  }

  @Test("a note that is a link or a directory names nobody, and nothing is written through it")
  func link() throws {
    try withDirectory { path, directory in
      let elsewhere = path + "/elsewhere"
      try FileSystem.write(StorePrograms(["/a"]).bytes, to: elsewhere)
      #expect(try Command("ln", ["-s", elsewhere, path + "/programs"]).run().isSuccess)
      #expect(noted(in: directory) == nil)
      try StorePrograms.record("/b", in: directory, isNew: true)
      #expect(try FileSystem.contents(of: elsewhere) == StorePrograms(["/a"]).bytes)
      try FileSystem.removeFile(path + "/programs")
      try FileSystem.createDirectory(path + "/programs/x")
      #expect(noted(in: directory) == nil)
      try StorePrograms.record("/b", in: directory, isNew: true)
      #expect(noted(in: directory) == nil)
    }
  }

  @Test("names that are none are not read")
  func noNames() throws {
    let notes = [[], [""], ["/a", "/a"], (0..<9).map { "/\($0)" }, ["/\u{FFFD}"]]
    for names in notes { #expect(StorePrograms(bytes: StorePrograms(names).bytes) == nil) }
  }

  @Test("the program of this process is its file")
  func current() throws {
    // The tests may run in a container.
    let name = try #require(StorePrograms.current)
    let path = try #require(CurrentProcess.executablePath)
    #expect([path, "elsewhere:" + path].contains(name))
  }

  @Test("of an emptied store the lock stays, which is no store")
  func emptied() throws {
    try withDirectory { path, directory in
      for name in ["lock", "manifest", "journal-1"] {
        try FileSystem.write([1], to: "\(path)/\(name)")
      }
      try record(["/a"], in: directory)
      #expect(try !StoreLocation.isVacant(path))
      try StoreLocation.empty(directory)
      #expect(try FileSystem.entries(of: path) == ["lock"])
      // As a crash just before would leave it.
      try record(["/a"], in: directory)
      #expect(try StoreLocation.isVacant(path))
    }
  }

  @Test("what is kept for room, and a folder for damaged files that has none, are no store")
  func halfEmptied() throws {
    try withDirectory { path, directory in
      for name in ["lock", "reserve"] { try FileSystem.write([1], to: "\(path)/\(name)") }
      try FileSystem.createDirectory("\(path)/damaged")
      #expect(try StoreLocation.isVacant(path))
      try FileSystem.write([1], to: "\(path)/damaged/journal-1")
      #expect(try !StoreLocation.isVacant(path))
      try StoreLocation.empty(directory)
      #expect(try FileSystem.entries(of: path) == ["lock"])
    }
  }
}
