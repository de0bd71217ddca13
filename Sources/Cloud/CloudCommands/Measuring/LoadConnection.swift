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
  /// What was received of the latest answer, and room for what comes at once.
  private var received: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Connects.
  ///
  /// - Throws: `SystemError` where nobody listens.
  init(to address: NetworkAddress) throws(SystemError) {
    socket = try NetworkSocket.connect(to: address)
    host = "\(address)"
    // On the loopback network a connection is there at once, or it never is.
    try socket.finishConnecting()
  }

  /// The bytes of a request, which can be made before its moment.
  func request(_ target: String) -> [UInt8] {
    Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
  }

  /// Asks for something and waits for the whole answer.
  ///
  /// - Parameter request: The bytes of the request.
  /// - Returns: What came back.
  /// - Throws: `SystemError`, also where what comes is no answer with a length.
  mutating func answer(to request: [UInt8]) throws(SystemError) -> Answer {
    try send(request)
    received.removeAll(keepingCapacity: true)
    var head: Head?
    while true {
      if head == nil { head = try Head(of: received, limit: Self.headLimit) }
      if let head, received.count >= head.byteCount + head.bodyByteCount {
        return Answer(
          status: head.status, byteCount: head.bodyByteCount,
          keepsConnection: head.keepsConnection
            && received.count == head.byteCount + head.bodyByteCount)
      }
      // No answer is there at once, and seldom more of one.
      let ready = try waitForInput(on: [socket.descriptor.rawValue], timeout: Self.patience)
      if ready.isEmpty { throw Self.failure("The service did not answer within a minute.") }
      switch try Self.receive(from: socket, into: &buffer) {
      case .bytes(let count): received += buffer[..<count]
      case .end: throw Self.failure("The service ended the connection before its answer was whole.")
      case .wouldBlock: break
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
      guard let end = Self.end(of: bytes, limit: limit) else {
        guard bytes.count < limit else {
          throw LoadConnection.failure("The head of an answer is too long.")
        }
        return nil
      }
      // The client takes time of the processors that it measures, so it makes no text of what it does not need.
      let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"))
      let words = (lines.first ?? []).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      guard words.count > 1, words[0].elementsEqual("HTTP/1.1".utf8),
        let status = Int(String(decoding: words[1], as: UTF8.self)), (200...599).contains(status)
      else { throw LoadConnection.failure("What listens there does not answer as HTTP/1.1.") }
      func value(_ name: String) -> String? {
        let line = lines.dropFirst().first { Self.isNamed($0, name) }
        return line.map { line in
          let rest = line.dropFirst(name.utf8.count + 1)
          return String(
            decoding: rest.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") },
            as: UTF8.self)
        }
      }
      guard let length = value("content-length").flatMap({ Int($0) }),
        (0...(1 << 30)).contains(length)
      else { throw LoadConnection.failure("An answer has no Content-Length.") }
      byteCount = end
      self.status = status
      bodyByteCount = length
      keepsConnection = value("connection")?.lowercased() != "close"
    }

    /// Where the empty line of a head ends; `nil` where none does within the limit.
    private static func end(of bytes: [UInt8], limit: Int) -> Int? {
      bytes.withUnsafeBufferPointer { bytes in
        var end = 4
        while end <= min(bytes.count, limit) {
          if bytes[end - 1] == UInt8(ascii: "\n"), bytes[end - 2] == UInt8(ascii: "\r"),
            bytes[end - 3] == UInt8(ascii: "\n"), bytes[end - 4] == UInt8(ascii: "\r")
          {
            return end
          }
          end += 1
        }
        return nil
      }
    }

    /// Whether a line is the header of a name, which has small letters and hyphens.
    private static func isNamed(_ line: ArraySlice<UInt8>, _ name: String) -> Bool {
      let bytes = name.utf8
      guard line.count > bytes.count, line[line.startIndex + bytes.count] == UInt8(ascii: ":")
      else { return false }
      return zip(line, bytes).allSatisfy { $0 | 0x20 == $1 }
    }
  }
}
