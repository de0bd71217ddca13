import FresnelPlatform
import Testing

#if canImport(Glibc)
  import Glibc
#endif

extension UnixSocket {
  /// Sends all of the bytes, which the socket has room for.
  func send(_ bytes: [UInt8], _ descriptors: [SharedDescriptor] = []) throws {
    let count = try bytes.withUnsafeBytes { try send($0, descriptors: descriptors) }
    try #require(count == bytes.count)
  }

  /// What a receive brings, with the bytes themselves; none when nothing has come.
  func receive(
    atMost count: Int = 4096
  ) throws -> (bytes: [UInt8], descriptors: [SharedDescriptor], credentials: Credentials?)? {
    var buffer = [UInt8](repeating: 0, count: count)
    let received = try buffer.withUnsafeMutableBytes { try receive(into: $0) }
    guard case .bytes(let count, let descriptors, let credentials) = received else { return nil }
    return (Array(buffer.prefix(count)), descriptors, credentials)
  }
}

/// A file in memory of so many bytes, each with the value.
func memoryFile(_ byte: UInt8, count: Int = 1) throws -> SharedDescriptor {
  try [UInt8](repeating: byte, count: count).withUnsafeBytes {
    try MemoryFile.sealed($0, name: "test")
  }
}

/// A file, whatever descriptors there are of it.
private struct OpenFile {
  private let device: dev_t
  private let number: ino_t

  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }

  /// The number of this process's descriptors of it: other tests open files of their own meanwhile.
  var descriptorCount: Int {
    get throws {
      try FileSystem.entries(of: "/proc/self/fd").count { name in
        guard let descriptor = Int32(name), let file = OpenFile(descriptor) else {
          return false
        }
        return file.device == device && file.number == number
      }
    }
  }
}

@Suite("UnixSocket", .serialized)
struct UnixSocketTests {
  @Test("Bytes arrive in order, nothing is waited for, and the end is told")
  func stream() throws {
    let (first, second) = try UnixSocket.pair()
    #expect(try second.receive() == nil)
    try first.send([1, 2, 3])
    try first.send([4])
    #expect(try second.receive(atMost: 2)?.bytes == [1, 2])
    #expect(try second.receive()?.bytes == [3, 4])
    try first.send([5])
    first.shutdown()
    #expect(try second.receive()?.bytes == [5])
    var room: [UInt8] = [0]
    let last = try room.withUnsafeMutableBytes { try second.receive(into: $0) }
    guard case .end = last else { return #expect(Bool(false), "It is the end.") }
  }

  @Test("A full socket takes a part or nothing, and a closed one is an error, not a signal")
  func fullAndClosed() throws {
    let (first, second) = try UnixSocket.pair()
    let bytes = [UInt8](repeating: 7, count: 1 << 16)
    var sent = 0
    while true {
      let count = try bytes.withUnsafeBytes { try first.send($0) }
      if count == 0 { break }
      sent += count
    }
    var received = 0
    while let (bytes, _, _) = try second.receive(atMost: 1 << 16) { received += bytes.count }
    #expect(received == sent)
    second.shutdown()
    let error = #expect(throws: SystemError.self) { try first.send([1]) }
    #expect(error?.code == .brokenPipe)
  }

  @Test("Descriptors come with the bytes that they were sent with, and refer to the same files")
  func descriptors() throws {
    let (first, second) = try UnixSocket.pair()
    try first.send([1])
    try first.send([2, 3], [memoryFile(8), memoryFile(9)])
    try first.send([4])
    // The kernel joins what came before with the bytes that bring descriptors, and then stops.
    let received = try #require(try second.receive())
    #expect(received.bytes == [1, 2, 3])
    #expect(
      try received.descriptors.map { try MemoryFile.contents(of: $0, atMost: 9) } == [[8], [9]])
    #expect(try second.receive()?.bytes == [4])
  }

  @Test("A file that nobody wants is closed, by whom it keeps waiting")
  func droppedFile() throws {
    let (first, second) = try UnixSocket.pair()
    try FileSystem.withTemporaryDirectory { directory in
      try FileSystem.write([1], to: directory + "/file")
      let file = try SharedDescriptor(openingRegularFile: directory + "/file")
      let openFile = try #require(OpenFile(file.rawValue))
      for _ in 0..<20 {
        try first.send([1], [file])
        #expect(try second.receive()?.descriptors.count == 1)
      }
      while try openFile.descriptorCount > 1 {
        _ = try waitForInput(on: [], timeout: .milliseconds(1))
      }
    }
  }

  @Test("A descriptor too many is an error, and none stays open")
  func tooManyDescriptors() throws {
    let (first, second) = try UnixSocket.pair()
    let file = try memoryFile(1)
    let most = UnixSocket.descriptorsPerReceive
    try first.send([1], Array(repeating: file, count: most))
    #expect(try second.receive()?.descriptors.count == most)
    let openFile = try #require(OpenFile(file.rawValue))
    try first.send([1], Array(repeating: file, count: most + 1))
    let error = #expect(throws: SystemError.self) { try second.receive() }
    #expect(error?.code == .messageTooLong)
    #expect(try openFile.descriptorCount == 1)
  }

  @Test("Descriptors that nobody receives are closed with the socket")
  func unreceived() throws {
    let openFile: OpenFile
    do {
      let (first, second) = try UnixSocket.pair()
      let file = try memoryFile(1)
      openFile = try #require(OpenFile(file.rawValue))
      try first.send([1], [file])
      #expect(try openFile.descriptorCount == 1)
      withExtendedLifetime((second, file)) {}
    }
    #expect(try openFile.descriptorCount == 0)
  }

  @Test("The kernel says who connected and, when asked, who wrote")
  func credentials() throws {
    let (first, second) = try UnixSocket.pair()
    let peer = try second.peerCredentials()
    #expect(peer.processIdentifier == CurrentProcess.identifier)
    try first.send([1])
    #expect(try second.receive()?.credentials == nil)
    try second.requestCredentials()
    try first.send([2])
    #expect(try second.receive()?.credentials == peer)
  }

  @Test("Bytes of another process that holds the same end are told apart")
  func twoWriters() throws {
    let (first, second) = try UnixSocket.pair()
    try second.requestCredentials()
    try first.send([1])
    // The child inherits this end, as it would inherit that of a program that forgot to close it.
    let inherited = dup(first.descriptor.rawValue)
    defer { close(inherited) }
    let ending = try Command("/bin/bash", ["-c", "printf x >&\(inherited)"]).run()
    #expect(ending.isSuccess)
    try first.send([2])
    let own = try #require(try second.receive())
    #expect(own.bytes == [1])
    #expect(own.credentials?.processIdentifier == CurrentProcess.identifier)
    let foreign = try #require(try second.receive())
    #expect(foreign.bytes == [UInt8(ascii: "x")])
    #expect(foreign.credentials?.processIdentifier != CurrentProcess.identifier)
    #expect(try second.receive()?.bytes == [2])
  }

  @Test("Only Unix stream sockets are taken over")
  func adopting() throws {
    let (first, second) = try UnixSocket.pair()
    let passed = try UnixSocket(adopting: try first.descriptor.duplicate())
    try passed.send([1])
    #expect(try second.receive()?.bytes == [1])
    let file = try memoryFile(1)
    let error = #expect(throws: SystemError.self) { try UnixSocket(adopting: file) }
    #expect(error?.code == .invalidArgument)
  }
}

@Suite("SocketListener")
struct SocketListenerTests {
  @Test("Processes of this user connect, and what they send before they are accepted is signed")
  func connecting() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/socket"
      do {
        let listener = try SocketListener(path: path)
        #expect(try listener.accept() == nil)
        let client = try UnixSocket.connect(to: path)
        try client.send([1])
        let server = try #require(try listener.accept())
        let received = try #require(try server.receive())
        #expect(received.bytes == [1])
        #expect(received.credentials?.processIdentifier == CurrentProcess.identifier)
        #expect(
          try Command("/bin/sh", ["-c", "test \"$(stat -c %a $1)\" = 600", "sh", path])
            .run().isSuccess)
      }
      #expect(!FileSystem.exists(path), "The socket goes with its listener.")
    }
  }

  @Test("A socket that nobody listens on is replaced; any other file is left alone")
  func replacing() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/socket"
      let first = try SocketListener(path: path)
      do {
        let second = try SocketListener(path: path)
        _ = try UnixSocket.connect(to: path)
        #expect(try second.accept() != nil)
        #expect(try first.accept() == nil)
      }
      let error = #expect(throws: SystemError.self) { try UnixSocket.connect(to: path) }
      #expect(error?.code == .notFound)
      try FileSystem.write([1], to: path)
      #expect(throws: SystemError.self) { _ = try SocketListener(path: path) }
      #expect(try FileSystem.contents(of: path) == [1])
    }
  }

  @Test("A socket that listens already is taken over, and its file stays")
  func adopting() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/socket"
      let first = try SocketListener(path: path)
      do {
        let second = try SocketListener(adopting: try first.descriptor.duplicate())
        let client = try UnixSocket.connect(to: path)
        try client.send([3])
        let server = try #require(try second.accept())
        #expect(try server.receive()?.credentials != nil)
      }
      #expect(FileSystem.exists(path))
      withExtendedLifetime(first.descriptor) {}
    }
  }

  @Test("A path that is too long is an error")
  func longPath() {
    let path = "/tmp/" + String(repeating: "a", count: 120)
    #expect(throws: SystemError.self) { try UnixSocket.connect(to: path) }
    #expect(throws: SystemError.self) { _ = try SocketListener(path: path) }
  }
}
