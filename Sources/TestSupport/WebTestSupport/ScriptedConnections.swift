import FresnelPlatform
import Synchronization

/// The connections of a scripted server.
///
/// Unchecked: all but the log and the count is touched on the thread of the loop alone, and before it starts.
final class ScriptedConnections: @unchecked Sendable {
  let log = Mutex<[ScriptedServer.Request]>([])
  let count = Atomic(0)
  let loop: EventLoop
  let greeting: [ScriptedServer.Step]
  let script: ScriptedServer.Script
  private var listener: NetworkListener?
  private var token: EventLoop.Token?
  private var open: [Int: ScriptedConnection] = [:]

  init(
    _ listener: NetworkListener, on loop: EventLoop, greeting: [ScriptedServer.Step],
    script: @escaping ScriptedServer.Script
  ) {
    self.greeting = greeting
    self.listener = listener
    self.loop = loop
    self.script = script
  }

  func listen() throws(SystemError) {
    guard let listener else { return }
    token = try loop.add(listener.descriptor.rawValue, for: .readable) { [unowned self] _ in
      while let accepted = try? listener.accept() {
        let number = count.add(1, ordering: .relaxed).newValue
        let connection = ScriptedConnection(accepted.socket, number: number, of: self)
        open[number] = connection
        connection.watch()
      }
    }
  }

  func forget(_ number: Int) {
    open[number] = nil
  }

  func close() {
    if let token { loop.remove(token) }
    (token, listener) = (nil, nil)
    for connection in open.values { connection.close() }
  }
}

/// One connection of a scripted server: reads heads of requests and does what the script says.
///
/// Unchecked: it is used on the thread of the loop alone.
final class ScriptedConnection: @unchecked Sendable {
  private let socket: NetworkSocket
  private let number: Int
  /// They keep this connection until it is closed, and live longer.
  private unowned let connections: ScriptedConnections
  private var token: EventLoop.Token?
  private var input: [UInt8] = []
  private var steps: ArraySlice<ScriptedServer.Step> = []
  private var output: ArraySlice<UInt8> = []
  /// What is sent again and again.
  private var pattern: [UInt8] = []
  private var isWaiting = false
  private var isClosed = false

  private static let headEnd: [UInt8] = Array("\r\n\r\n".utf8)

  init(_ socket: NetworkSocket, number: Int, of connections: ScriptedConnections) {
    self.socket = socket
    self.number = number
    self.connections = connections
  }

  func watch() {
    token = try? connections.loop.add(socket.descriptor.rawValue, for: .readable) {
      [weak self] happened in
      self?.handle(happened)
    }
    if token == nil { close() }
    steps = connections.greeting[...]
    goOn()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    if let token { connections.loop.remove(token) }
    socket.shutdown()
    connections.forget(number)
  }

  private func handle(_ happened: EventLoop.Interest) {
    if happened.contains(.readable) { receive() }
    if !isClosed, happened.contains(.closed) { close() }
    if !isClosed { goOn() }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let received = buffer.withUnsafeMutableBytes { try? socket.receive(into: $0) }
    switch received {
    case .bytes(let count): input += buffer.prefix(count)
    case .wouldBlock: break
    case .end, nil: close()
    }
  }

  /// Sends and goes on with the script as far as that is possible now.
  private func goOn() {
    // A bounded share of a turn.
    for _ in 0..<64 {
      guard !isClosed, !isWaiting else { return }
      if output.isEmpty { output = pattern[...] }
      if !output.isEmpty {
        guard let count = try? output.withUnsafeBytes({ try socket.send($0) }) else {
          return close()
        }
        output = output.dropFirst(count)
        if count == 0 { return watch(for: [.readable, .writable]) }
      } else if let step = steps.popFirst() {
        perform(step)
      } else if !beginNextRequest() {
        return watch(for: .readable)
      }
    }
    watch(for: [.readable, .writable])
  }

  private func watch(for interest: EventLoop.Interest) {
    if let token { try? connections.loop.change(token, to: interest) }
  }

  private func perform(_ step: ScriptedServer.Step) {
    switch step {
    case .send(let bytes): output = bytes[...]
    case .trickle(let bytes):
      guard let first = bytes.first else { return }
      output = [first]
      // Each byte after a turn of its own, so that the client sees them one by one.
      steps = [.wait(.zero), .trickle(Array(bytes.dropFirst()))] + steps
    case .sendForever(let bytes): pattern = bytes
    case .wait(let duration):
      isWaiting = true
      watch(for: .readable)
      connections.loop.after(duration) { [weak self] in
        self?.isWaiting = false
        self?.goOn()
      }
    case .hang:
      isWaiting = true
      watch(for: .readable)
    case .close: close()
    }
  }

  /// Takes the next head from what has come; `false` when there is none.
  private func beginNextRequest() -> Bool {
    guard let end = input.firstRange(of: Self.headEnd) else { return false }
    let head = String(decoding: input[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
    input = Array(input[end.upperBound...])
    let words = (lines.first ?? "").split(separator: " ")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[line[..<colon].lowercased()] = String(value)
    }
    let request = ScriptedServer.Request(
      method: String(words.first ?? ""), target: String(words.dropFirst().first ?? ""),
      fields: fields, head: head, connection: number)
    connections.log.withLock { $0.append(request) }
    steps = connections.script(request)[...]
    return true
  }
}
