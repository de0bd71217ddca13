import FresnelPlatform
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("NetworkSocket")
struct NetworkSocketTests {
  /// Two ends of a connection, and from where it was made.
  private struct Connection {
    let caller: NetworkSocket
    let called: NetworkSocket
    let from: NetworkAddress
  }

  private static func listener(_ host: String = "127.0.0.2") throws -> NetworkListener {
    try NetworkListener(#require(NetworkAddress(host, port: 0)))
  }

  private static func connect(
    to listener: NetworkListener, from: NetworkAddress? = nil
  ) throws -> Connection {
    let caller = try NetworkSocket.connect(to: listener.address, from: from)
    try wait(listener.descriptor, Int16(POLLIN))
    let accepted = try #require(try listener.accept())
    try wait(caller.descriptor, Int16(POLLOUT))
    try caller.finishConnecting()
    return Connection(caller: caller, called: accepted.socket, from: accepted.from)
  }

  /// Waits until a descriptor is ready, for ten seconds at most.
  private static func wait(_ descriptor: SharedDescriptor, _ events: Int16) throws {
    var poll = pollfd(fd: descriptor.rawValue, events: events, revents: 0)
    try #require(Glibc.poll(&poll, 1, 10_000) == 1)
  }

  private static func receive(_ socket: NetworkSocket, atMost count: Int = 4096) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let received = try buffer.withUnsafeMutableBytes { try socket.receive(into: $0) }
    guard case .bytes(let count) = received else { return [] }
    return Array(buffer.prefix(count))
  }

  private static func state(_ socket: NetworkSocket) throws -> NetworkSocket.Received {
    var buffer: UInt8 = 0
    return try withUnsafeMutableBytes(of: &buffer) { try socket.receive(into: $0) }
  }

  @Test("Bytes go both ways, nothing is waited for, and the end is told")
  func stream() throws {
    let connection = try Self.connect(to: Self.listener())
    #expect(try Self.state(connection.called) == .wouldBlock)
    for (sender, receiver) in [
      (connection.caller, connection.called), (connection.called, connection.caller),
    ] {
      let bytes = Array("Einkauf".utf8)
      #expect(try bytes.withUnsafeBytes { try sender.send($0) } == bytes.count)
      try Self.wait(receiver.descriptor, Int16(POLLIN))
      #expect(try Self.receive(receiver) == bytes)
    }
    connection.caller.shutdown()
    try Self.wait(connection.called.descriptor, Int16(POLLIN))
    #expect(try Self.state(connection.called) == .end)
  }

  @Test("A connection knows both of its addresses, and comes from the one that it was given")
  func addresses() throws {
    let listener = try Self.listener()
    #expect(listener.address.host == "127.0.0.2" && listener.address.port > 0)
    let connection = try Self.connect(to: listener, from: NetworkAddress("127.0.0.3", port: 0))
    #expect(connection.from.host == "127.0.0.3")
    #expect(try connection.caller.localAddress() == connection.from)
    #expect(try connection.called.peerAddress() == connection.from)
    #expect(try connection.caller.peerAddress() == listener.address)
    #expect(try connection.called.localAddress() == listener.address)
  }

  @Test("Version 6 works as version 4 does, where the machine has it")
  func version6() throws {
    let listener: NetworkListener
    do {
      listener = try Self.listener("::1")
    } catch let error as SystemError where error.code == .addressNotAvailable {
      return
    } catch let error as SystemError where error.errno == EAFNOSUPPORT {
      return
    }
    let connection = try Self.connect(to: listener)
    #expect(connection.from.host == "::1" && connection.from.bytes.count == 16)
  }

  @Test("A reader that stops stops the writer, who is not made to wait")
  func pressure() throws {
    let connection = try Self.connect(to: Self.listener())
    let block = [UInt8](repeating: 7, count: 1 << 16)
    var sent = 0
    while true {
      let count = try block.withUnsafeBytes { try connection.caller.send($0) }
      if count == 0 { break }
      sent += count
    }
    var received = 0
    while received < sent {
      try Self.wait(connection.called.descriptor, Int16(POLLIN))
      received += try Self.receive(connection.called, atMost: 1 << 16).count
    }
    #expect(received == sent)
  }

  @Test("Nobody there, an address in use and one of another machine each are their own error")
  func errors() throws {
    let listener = try Self.listener()
    func code(_ body: () throws -> Void) -> SystemError.Code? {
      do {
        try body()
        return nil
      } catch {
        return (error as? SystemError)?.code
      }
    }
    #expect(code { _ = try NetworkListener(listener.address) } == .addressInUse)
    let foreign = try #require(NetworkAddress("192.0.2.1", port: 0))
    #expect(code { _ = try NetworkListener(foreign) } == .addressNotAvailable)
    #expect(
      code { _ = try NetworkSocket.connect(to: listener.address, from: foreign) }
        == .addressNotAvailable)
    // A port that is free a moment later: the listener that had it is gone.
    let free = try Self.listener().address
    #expect(
      code {
        let socket = try NetworkSocket.connect(to: free)
        try Self.wait(socket.descriptor, Int16(POLLOUT))
        try socket.finishConnecting()
      } == .connectionRefused)
    #expect(try listener.accept() == nil)
  }

  @Test("Who is gone before it was accepted, and who breaks off, is an end and no trap")
  func breakingOff() throws {
    let listener = try Self.listener()
    do {
      let socket = try NetworkSocket.connect(to: listener.address)
      try Self.wait(socket.descriptor, Int16(POLLOUT))
    }
    if let accepted = try listener.accept() {
      try Self.wait(accepted.socket.descriptor, Int16(POLLIN))
      #expect(try Self.state(accepted.socket) == .end)
    }
    let connection = try Self.connect(to: listener)
    // Closed with bytes that nobody read: the connection is reset.
    let byte: [UInt8] = [1]
    _ = try byte.withUnsafeBytes { try connection.caller.send($0) }
    try Self.wait(connection.called.descriptor, Int16(POLLIN))
    let called = connection.called
    _ = try byte.withUnsafeBytes { try called.send($0) }
    connection.caller.shutdown()
    try Self.wait(called.descriptor, Int16(POLLIN))
    #expect(try Self.receive(called) == byte)
    #expect(try Self.state(called) == .end)
  }

  @Test("Sockets close when another program is run, and never wait")
  func flags() throws {
    let listener = try Self.listener()
    let connection = try Self.connect(to: listener)
    for descriptor in [
      listener.descriptor, connection.caller.descriptor, connection.called.descriptor,
    ] {
      #expect(fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
    }
  }
}

@Suite("NetworkAddress")
struct NetworkAddressTests {
  @Test("Addresses are read as they are written, and nothing else is one")
  func reading() throws {
    for (host, text) in [
      ("127.0.0.2", "127.0.0.2:80"), ("::1", "[::1]:80"), ("fe80::1", "[fe80::1]:80"),
      ("fe80::1%lo", "[fe80::1%lo]:80"), ("fe80::1%99999", "[fe80::1%99999]:80"),
    ] {
      let address = try #require(NetworkAddress(host, port: 80), "\(host)")
      #expect(address.host == host && address.description == text)
    }
    #expect(NetworkAddress("2001:DB8:0:0::1", port: 1)?.host == "2001:db8::1")
    for host in [
      "", "localhost", "127.0.0", "127.0.0.256", "::1%", "::1%nonsense", "::1%-1", "[::1]", " ::1",
      "::1\0", String(repeating: "1", count: 300),
    ] {
      #expect(NetworkAddress(host, port: 80) == nil, "\(host)")
    }
  }

  @Test("Names are asked for; an address is its own name, and an unknown name has none")
  func resolving() {
    #expect(
      NetworkAddress.resolving("127.0.0.3", port: 9) == [NetworkAddress("127.0.0.3", port: 9)])
    #expect(NetworkAddress.resolving("", port: 9).isEmpty)
    #expect(NetworkAddress.resolving("no such\0name", port: 9).isEmpty)
  }

  @Test("Any address is that of the version asked for")
  func any() {
    #expect(NetworkAddress.anyOfVersion4(port: 5).description == "0.0.0.0:5")
    #expect(NetworkAddress.anyOfVersion6(port: 5).description == "[::]:5")
  }

  @Test("An address and a port are read as they are written")
  func parsing() {
    for text in ["127.0.0.2:80", "[::1]:0", "[fe80::1%lo]:65535"] {
      #expect(NetworkAddress(text)?.description == text)
    }
    for text in ["", ":", "127.0.0.1", "::1:80", "127.0.0.1:", "127.0.0.1:+1", "[::1]:65536"] {
      #expect(NetworkAddress(text) == nil, "\(text)")
    }
    #expect(NetworkAddress("127.0.0.2:80")?.with(port: 9).description == "127.0.0.2:9")
    #expect(NetworkAddress("0.0.0.0:80")?.isAny == true)
    #expect(NetworkAddress("127.0.0.2:80")?.isAny == false)
  }

  @Test("This machine's addresses are told, its own loopback last")
  func interfaces() throws {
    let hosts = NetworkInterfaces.addresses.map(\.host)
    #expect(hosts.contains("127.0.0.1") && !hosts.contains { $0.hasPrefix("fe80:") })
    let first = try #require(hosts.firstIndex { $0.hasPrefix("127.") || $0 == "::1" })
    #expect(hosts[first...].allSatisfy { $0.hasPrefix("127.") || $0 == "::1" })
  }
}
