import FresnelPlatform
import Synchronization

/// Stands between two devices, keeps what passes, and changes it if it is to. On its loop's thread.
final class RecordingRelay: Sendable {
  private struct Line {
    let near: NetworkSocket
    let far: NetworkSocket
    var watches: [EventLoop.Token] = []
    /// What each end said before the far one was connected.
    var waiting: [UInt8] = []
    var isConnected = false
  }

  private struct State {
    var lines: [Int: Line] = [:]
    var lineCount = 0
    var fromNear: [UInt8] = []
    var fromFar: [UInt8] = []
    var flipped: (isFromNear: Bool, index: Int)?
  }

  private let listener: NetworkListener
  private let target: NetworkAddress
  private let loop: EventLoop
  private let state = Mutex(State())

  var address: NetworkAddress { listener.address }
  /// What the caller and the one called said, over all connections.
  var recording: (fromCaller: [UInt8], fromCalled: [UInt8]) {
    state.withLock { ($0.fromNear, $0.fromFar) }
  }

  /// Changes a bit of one byte of what passes, counted from now.
  func flip(_ index: Int, isFromCaller: Bool) {
    state.withLock { state in
      let count = isFromCaller ? state.fromNear.count : state.fromFar.count
      state.flipped = (isFromCaller, count + index)
    }
  }

  init(at host: String, to target: NetworkAddress, on loop: EventLoop) throws {
    guard let address = NetworkAddress(host, port: 0) else {
      throw SystemError(.invalidArgument, call: "listen")
    }
    listener = try NetworkListener(address)
    self.target = target
    self.loop = loop
    _ = try loop.add(listener.descriptor.rawValue, for: .readable) { [weak self] _ in
      try? self?.accept()
    }
  }

  private func accept() throws {
    guard let near = try listener.accept()?.socket else { return }
    let far = try NetworkSocket.connect(to: target)
    let number = state.withLock { state in
      state.lineCount += 1
      state.lines[state.lineCount] = Line(near: near, far: far)
      return state.lineCount
    }
    let watches = [
      try loop.add(near.descriptor.rawValue, for: .readable) { [weak self] _ in
        self?.pass(number, isFromNear: true)
      },
      try loop.add(far.descriptor.rawValue, for: [.readable, .writable]) { [weak self] happened in
        self?.farHappened(number, happened)
      },
    ]
    state.withLock { $0.lines[number]?.watches = watches }
  }

  private func farHappened(_ number: Int, _ happened: EventLoop.Interest) {
    if happened.contains(.writable) {
      let (line, waiting) = state.withLock { state in
        defer {
          state.lines[number]?.isConnected = true
          state.lines[number]?.waiting = []
        }
        return (state.lines[number], state.lines[number]?.waiting ?? [])
      }
      guard let line else { return }
      if !waiting.isEmpty { _ = try? waiting.withUnsafeBytes { try line.far.send($0) } }
      if line.watches.count == 2 { try? loop.change(line.watches[1], to: .readable) }
    }
    if happened.contains(.readable) { pass(number, isFromNear: false) }
  }

  private func pass(_ number: Int, isFromNear: Bool) {
    guard let line = state.withLock({ $0.lines[number] }) else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let source = isFromNear ? line.near : line.far
    let received = try? buffer.withUnsafeMutableBytes { try source.receive(into: $0) }
    switch received {
    case .bytes(let count): forward(Array(buffer.prefix(count)), number, line, isFromNear)
    case .wouldBlock: break
    case .end, nil: close(number)
    }
  }

  private func forward(_ bytes: [UInt8], _ number: Int, _ line: Line, _ isFromNear: Bool) {
    let changed: [UInt8]? = state.withLock { state in
      let start = isFromNear ? state.fromNear.count : state.fromFar.count
      if isFromNear { state.fromNear += bytes } else { state.fromFar += bytes }
      var bytes = bytes
      if let flipped = state.flipped, flipped.isFromNear == isFromNear,
        (start..<start + bytes.count).contains(flipped.index)
      {
        bytes[flipped.index - start] ^= 1
        state.flipped = nil
      }
      guard isFromNear, !line.isConnected else { return bytes }
      state.lines[number]?.waiting += bytes
      return nil
    }
    guard let changed else { return }
    let target = isFromNear ? line.far : line.near
    _ = try? changed.withUnsafeBytes { try target.send($0) }
  }

  private func close(_ number: Int) {
    guard let line = state.withLock({ $0.lines.removeValue(forKey: number) }) else { return }
    for watch in line.watches { loop.remove(watch) }
    line.near.shutdown()
    line.far.shutdown()
  }
}
