internal import FresnelPlatform
internal import SpotlightService
package import SpotlightWire
internal import Synchronization

/// A client's connection: bytes on one side, messages on the other.
///
/// What comes in is read on the loop's thread alone, a bounded share in each turn, and handed to the
/// session there. What goes out is written by whoever sends it, as far as the socket takes it, and the
/// rest by the loop. So there are two locks: that of what comes in is only ever taken on the loop's
/// thread, and never while that of what goes out is held.
package final class Connection: SessionSink {
  /// Tells connections of one server apart.
  package let number: UInt64
  let server: ConnectionServer
  let socket: UnixSocket
  /// Who made it, as far as that could be told at once; `nil` for a socket that the daemon made.
  let glance: PeerGlance?
  let input = Mutex(Input())
  let output = Mutex(Output())
  private let urgency: Atomic<Bool>

  /// What the loop's thread knows.
  struct Input: ~Copyable {
    var phase = Phase.examined
    var decoder = FrameDecoder()
    /// The process whose bytes are taken; `nil` until it is known, which is only with an extension.
    var processIdentifier: Int32?
    /// Ends the handshake, or a frame that does not come along.
    var deadline: EventLoop.Timer?
    /// Whether a long frame has its permit, or waits for it.
    var asksForPermit = false
    /// Bytes that have come since the permit was given or last looked at.
    var bytesSinceLook = 0
    /// A frame that waits for memory, and its share of it.
    var heldFrame: (frame: RawFrame, share: MemoryShare)?
    /// How many messages took memory, or asked for it.
    var chargedCount: UInt64 = 0
  }

  /// Who is to say hello.
  struct Newcomer {
    /// What the greeting had.
    let nonce: [UInt8]
    /// The process that connected; `nil` for one that the daemon started itself.
    let process: PeerProcess?
    /// What the daemon started it for.
    let launch: ExtensionLaunch?
  }

  /// How far the connection has come.
  enum Phase {
    /// It is being found out who is there.
    case examined
    /// The client is to say hello.
    case greeted(Newcomer)
    /// It is being decided who the client is.
    case deciding(DaemonHandshake, ExtensionLaunch?)
    /// The client was taken in.
    case open(any ConnectionSession, Peer)
    /// Nothing is read any more.
    case ended
  }

  /// Why nothing is read for the moment.
  struct Pauses: OptionSet {
    let rawValue: UInt8
    /// The client is not known yet.
    static let handshake = Pauses(rawValue: 1)
    /// The client does not read what it is sent.
    static let output = Pauses(rawValue: 2)
    /// A long frame waits for its permit.
    static let permit = Pauses(rawValue: 4)
    /// A message waits for memory, or its payload is being read from a descriptor.
    static let payload = Pauses(rawValue: 8)
    /// The connection ends.
    static let ending = Pauses(rawValue: 16)
    /// It had its share of this turn.
    static let turn = Pauses(rawValue: 32)
    /// Its app has sent as many messages as are taken for now.
    static let rate = Pauses(rawValue: 64)
  }

  /// What threads that send know.
  struct Output {
    var queue = OutputQueue()
    var slots = SlotTable<RequestLane>()
    var pauses: Pauses = .handshake
    var token: EventLoop.Token?
    var interest: EventLoop.Interest = []
    /// Whether the session was told not to send more, and is to hear when it may.
    var owesReadiness = false
    /// How long to wait until it is looked again whether the client has received long payloads.
    var heldDelay = Connection.shortestHold
    /// Whether that is going to happen.
    var looksAgain = false
    /// Whether nothing more is taken for sending.
    var isEnding = false
    /// Whether nothing more can be sent.
    var isBroken = false
  }

  init(
    number: UInt64, server: ConnectionServer, socket: UnixSocket, glance: PeerGlance?,
    isUrgent: Bool
  ) {
    self.number = number
    self.server = server
    self.socket = socket
    self.glance = glance
    urgency = Atomic(isUrgent)
  }

  /// Whether it comes before others, as that of a program with which the person searches. On any thread.
  var isUrgent: Bool { urgency.load(ordering: .relaxed) }

  /// Whether the client waits for an answer. On any thread.
  var isBusy: Bool { output.withLock { $0.slots.count > 0 } }

  /// Has it come before others, or among them. On the loop's thread.
  func setUrgent(_ isUrgent: Bool) {
    guard urgency.exchange(isUrgent, ordering: .relaxed) != isUrgent else { return }
    output.withLock { output in
      guard let token = output.token else { return }
      // Fails only without memory for the kernel; the connection is given up by its client then.
      try? server.loop.setUrgency(of: token, isUrgent, for: output.interest)
    }
  }

  /// Starts to watch the socket, for nothing yet but its end. On the loop's thread.
  func watch() throws(SystemError) {
    let token = try server.loop.add(
      socket.descriptor.rawValue, for: [], isUrgent: isUrgent
    ) { [weak self] happened in
      self?.happened(happened)
    }
    output.withLock { $0.token = token }
  }

  /// Whether the client has closed its end, and nothing that it sent before is still to be read. On the loop's
  /// thread.
  var isGone: Bool {
    guard let happened = try? socket.readiness(for: []), happened.contains(.closed) else {
      return false
    }
    if takesFrames, case .bytes? = try? socket.peek() { return false }
    return true
  }

  private func happened(_ happened: EventLoop.Interest) {
    if happened.contains(.writable) { writeOn() }
    if happened.contains(.readable) {
      readShare()
    } else if happened.contains(.closed) {
      // Nothing can be read now, and what is sent reaches nobody.
      finish()
    }
  }

  // MARK: - Watching

  /// Sets or clears a reason not to read.
  func setPause(_ pause: Pauses, _ isSet: Bool) {
    output.withLock { output in
      if isSet { output.pauses.insert(pause) } else { output.pauses.remove(pause) }
      updateInterest(&output)
    }
  }

  /// Whether frames may be taken now, as far as this side of the connection is concerned.
  var takesFrames: Bool {
    output.withLock { $0.pauses.isEmpty }
  }

  /// Watches for what is wanted now. The lock is held.
  func updateInterest(_ output: inout Output) {
    var interest: EventLoop.Interest = []
    if output.pauses.isEmpty { interest.insert(.readable) }
    if !output.queue.isEmpty, !output.queue.isHeld { interest.insert(.writable) }
    guard let token = output.token, interest != output.interest else { return }
    output.interest = interest
    // Fails only when the socket is watched no more.
    try? server.loop.change(token, to: interest)
  }

  // MARK: - The end

  /// Ends the connection after what was sent is written, or after a while. On any thread.
  package func close(_ reason: Refusal?) {
    if let reason { send(reason) }
    let isWritten = output.withLock { output in
      output.isEnding = true
      output.pauses.insert(.ending)
      updateInterest(&output)
      return output.queue.isEmpty || output.isBroken
    }
    server.loop.perform { [self] in
      if isWritten { return finish() }
      server.loop.after(server.limits.farewellTime, tolerance: .milliseconds(500)) { [weak self] in
        self?.finish()
      }
    }
  }

  private func send(_ reason: Refusal) {
    _ = send(Envelope(.refused(reason)))
  }

  /// Ends the connection now. On the loop's thread; does nothing the second time.
  func finish() {
    let (phase, deadline, held) = input.withLock { input in
      defer {
        input.phase = .ended
        input.decoder = FrameDecoder()
        input.heldFrame = nil
        input.deadline = nil
      }
      return (input.phase, input.deadline, input.heldFrame)
    }
    if case .ended = phase { return }
    if let held { server.releaseMemory(held.share) }
    if let deadline { server.loop.cancel(deadline) }
    let token = output.withLock { output in
      output.isEnding = true
      output.isBroken = true
      output.queue = OutputQueue()
      defer { output.token = nil }
      return output.token
    }
    if let token { server.loop.remove(token) }
    socket.shutdown()
    if case .open(let session, _) = phase { session.end() }
    server.ended(self)
  }
}
