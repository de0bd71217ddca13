import FresnelPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// A client that sends any bytes and takes what comes.
package enum RawWebClient {
  /// Sends bytes to a port of this machine and reads until the server ends the connection, or says nothing for
  /// ten minutes.
  ///
  /// - Parameters:
  ///   - text: What is sent.
  ///   - port: The port.
  ///   - closes: Whether the client then says that it sends no more.
  /// - Returns: What came.
  package static func send(_ text: String, to port: UInt16, closes: Bool = false) async -> String {
    await send(Array(text.utf8), to: port, closes: closes)
  }

  /// As the other one, with any bytes.
  package static func send(_ bytes: [UInt8], to port: UInt16, closes: Bool = false) async -> String
  {
    await exchange(bytes, with: port, closes: closes).answer
  }

  /// As ``send(_:to:closes:)``, and tells how many bytes were taken.
  package static func exchange(
    _ bytes: [UInt8], with port: UInt16, closes: Bool = false
  ) async -> (answer: String, sentCount: Int) {
    // It waits on a thread of its own, since handlers need those of the pool.
    await withCheckedContinuation { continuation in
      let isStarted = DetachedThread.start {
        continuation.resume(returning: exchange(bytes, port, closes))
      }
      if !isStarted { continuation.resume(returning: ("cannot start a thread", 0)) }
    }
  }

  /// Sends bytes one by one, a fifth of a second apart, until the server ends the connection.
  ///
  /// - Returns: How many were sent.
  package static func drip(_ text: String, to port: UInt16) async -> Int {
    await withCheckedContinuation { continuation in
      let isStarted = DetachedThread.start {
        continuation.resume(returning: drip(Array(text.utf8), port))
      }
      if !isStarted { continuation.resume(returning: 0) }
    }
  }

  private static func drip(_ bytes: [UInt8], _ port: UInt16) -> Int {
    guard let descriptor = connection(to: port) else { return 0 }
    defer { close(descriptor) }
    for (number, byte) in bytes.enumerated() {
      var byte = byte
      guard Glibc.send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL)) == 1 else { return number }
      // Nothing is answered before all is sent, so what comes is the end.
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, 200) > 0 { return number + 1 }
    }
    return bytes.count
  }

  /// Connects to a port of this machine; `nil` where that can't be.
  private static func connection(to port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func exchange(
    _ bytes: [UInt8], _ port: UInt16, _ closes: Bool
  ) -> (answer: String, sentCount: Int) {
    guard let descriptor = connection(to: port) else { return ("cannot connect", 0) }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          descriptor, buffer.baseAddress?.advanced(by: sent), bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      // A server may end the connection before it has read everything.
      guard count > 0 else { break }
      sent += count
    }
    if closes { shutdown(descriptor, Int32(SHUT_WR)) }
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      received += chunk[..<count]
    }
    return (String(decoding: received, as: UTF8.self), sent)
  }
}
