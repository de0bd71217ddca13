import FresnelPlatform
import Testing

@Suite("MemoryFile")
struct MemoryFileTests {
  @Test("Only what is a sealed file in memory is asked for its length")
  func lengths() throws {
    #expect(MemoryFile.byteCount(of: try memoryFile(1, count: 5)) == 5)
    #expect(MemoryFile.byteCount(of: try UnixSocket.pair().0.descriptor) == nil)
    let file = try FileDescriptor(opening: "/proc/self/status", for: .reading)
    #expect(MemoryFile.byteCount(of: try SharedDescriptor(sharing: file)) == nil)
  }

  @Test("The content comes back, also that of an empty file")
  func contents() throws {
    #expect(
      try MemoryFile.contents(of: memoryFile(5, count: 3_000_000), atMost: 3_000_000)
        == [UInt8](repeating: 5, count: 3_000_000))
    #expect(try MemoryFile.contents(of: memoryFile(5, count: 0), atMost: 0).isEmpty)
  }

  @Test("Nobody can change the content any more")
  func sealed() throws {
    let file = try memoryFile(5, count: 10)
    file.withPath { path in
      #expect(throws: SystemError.self) {
        let writer = try FileDescriptor(opening: path, for: .writing)
        try writer.write([1])
      }
      #expect(throws: SystemError.self) {
        let writer = try FileDescriptor(opening: path, for: .writing)
        try writer.resize(to: 5)
      }
      #expect(throws: SystemError.self) {
        _ = try FileDescriptor(opening: path, for: .writing, creation: .ifMissingElseEmpty)
      }
    }
    #expect(
      try MemoryFile.contents(of: file, atMost: 10) == [UInt8](repeating: 5, count: 10))
  }

  @Test("A file that is too long, or no sealed one in memory, is refused unread")
  func refused() throws {
    let tooLong = #expect(throws: SystemError.self) {
      try MemoryFile.contents(of: memoryFile(5, count: 10), atMost: 9)
    }
    #expect(tooLong?.code == .messageTooLong)
    let (socket, _) = try UnixSocket.pair()
    let null = try FileDescriptor(opening: "/dev/null", for: .reading)
    let directory = try FileDescriptor(opening: "/", for: .reading)
    let memory = try FileDescriptor(opening: "/proc/self/mem", for: .reading)
    for descriptor in [
      socket.descriptor, try SharedDescriptor(sharing: null),
      try SharedDescriptor(sharing: directory), try SharedDescriptor(sharing: memory),
    ] {
      let error = #expect(throws: SystemError.self) {
        try MemoryFile.contents(of: descriptor, atMost: 9)
      }
      #expect(error?.code == .invalidArgument)
    }
  }
}
