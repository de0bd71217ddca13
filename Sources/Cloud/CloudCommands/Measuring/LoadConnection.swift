internal import FresnelPlatform

/// A connection to a service of this machine, for one request after the other.
struct LoadConnection {
  /// What came back.
  struct Answer: Equatable, Sendable {
    /// The status code.
    let status: Int
    /// Bytes of the body.
    let byteCount: Int
    /// Whether the connection may be used again.
    let keepsConnection: Bool
  }

  /// The most bytes of an answer's head.
  private static let headLimit = 64 << 10
  /// How long a byte is waited for.
  private static let patience: Duration = .seconds(60)

  private let socket: NetworkSocket
  private let host: String

  /// Connects.
  ///
  /// - Throws: `SystemError` where nobody listens.
  init(to address: NetworkAddress) throws(SystemError) {
    socket = try NetworkSocket.connect(to: address)
    host = "\(address)"
    // On the loopback network a connection is there at once, or it never is.
    try socket.finishConnecting()
  }

  /// Asks for something and waits for the whole answer.
  ///
  /// - Parameter target: The path and the query.
  /// - Returns: What came back.
  /// - Throws: `SystemError`, also where what comes is no answer with a length.
  mutating func get(_ target: String) throws(SystemError) -> Answer {
    try send(Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
    var received: [UInt8] = []
    var wanted: Int?
    var head: Head?
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if head == nil, let found = try Head(of: received, limit: Self.headLimit) {
        head = found
        wanted = found.byteCount + found.bodyByteCount
      }
      if let head, let wanted, received.count >= wanted {
        return Answer(
          status: head.status, byteCount: head.bodyByteCount,
          keepsConnection: head.keepsConnection && received.count == wanted)
      }
      switch try Self.receive(from: socket, into: &buffer) {
      case .bytes(let count): received += buffer.prefix(count)
      case .end: throw Self.failure("The service ended the connection before its answer was whole.")
      case .wouldBlock:
        let ready = try waitForInput(on: [socket.descriptor.rawValue], timeout: Self.patience)
        if ready.isEmpty { throw Self.failure("The service did not answer within a minute.") }
      }
    }
  }

  private static func receive(
    from socket: NetworkSocket, into buffer: inout [UInt8]
  ) throws(SystemError) -> NetworkSocket.Received {
    var result: Result<NetworkSocket.Received, SystemError> = .success(.end)
    buffer.withUnsafeMutableBytes { bytes in
      do throws(SystemError) {
        result = .success(try socket.receive(into: bytes))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private func send(_ bytes: [UInt8]) throws(SystemError) {
    var result: Result<Int, SystemError> = .success(0)
    bytes.withUnsafeBytes { bytes in
      do throws(SystemError) {
        result = .success(try socket.send(bytes))
      } catch {
        result = .failure(error)
      }
    }
    // A request is far smaller than what a socket takes when all before it was answered.
    guard try result.get() == bytes.count else {
      throw Self.failure("A request could not be sent.")
    }
  }

  static func failure(_ sentence: String) -> SystemError {
    SystemError(.damagedData, call: "recv", path: nil, explanation: sentence)
  }

  /// The head of an answer.
  struct Head: Equatable {
    /// Its bytes, with the empty line.
    let byteCount: Int
    /// The status code.
    let status: Int
    /// Bytes of the body.
    let bodyByteCount: Int
    /// Whether the connection may be used again.
    let keepsConnection: Bool

    /// Reads the head that bytes begin with.
    ///
    /// - Returns: `nil` where it isn't whole yet.
    /// - Throws: `SystemError` where it is none, tells no length, or is larger than allowed.
    init?(of bytes: [UInt8], limit: Int) throws(SystemError) {
      guard let end = bytes.prefix(limit).firstRange(of: Array("\r\n\r\n".utf8)) else {
        guard bytes.count < limit else {
          throw LoadConnection.failure("The head of an answer is too long.")
        }
        return nil
      }
      let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
      let words = (lines.first ?? "").split(separator: " ")
      guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]),
        (200...599).contains(status)
      else { throw LoadConnection.failure("What listens there does not answer as HTTP/1.1.") }
      func value(_ name: String) -> String? {
        let line = lines.dropFirst().first { $0.lowercased().hasPrefix(name + ":") }
        return line.map { String($0.dropFirst(name.utf8.count + 1).filter { $0 != " " }) }
      }
      guard let length = value("content-length").flatMap({ Int($0) }),
        (0...(1 << 30)).contains(length)
      else { throw LoadConnection.failure("An answer has no Content-Length.") }
      byteCount = end.upperBound
      self.status = status
      bodyByteCount = length
      keepsConnection = value("connection")?.lowercased() != "close"
    }
  }
}
