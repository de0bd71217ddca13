internal import SpotlightWire

/// A request about one index, from when it was made until it is answered.
struct IndexRequest: Sendable {
  /// What is asked, without the number by which a connection knows the index.
  enum Content: Sendable {
    /// To change the index.
    case apply(ApplyBatch)
    /// Its client state.
    case clientState
    /// What it holds.
    case describe(withDigest: Bool)
    /// To ask this process from now on what the set says.
    case setDelegate(DelegateMethods)
    /// To begin to build items aside.
    case beginReplacement(domain: String?)
    /// Something about items that are built aside over one connection, and end with it.
    case aside(ClientMessage, over: Link)
  }

  /// What is asked; of a change that goes in parts, the part whose turn it is.
  private(set) var content: Content
  /// The parts that follow, the next one last.
  private var followingParts: [Content]
  /// The connection that it was sent over; `nil` when it waits to be sent.
  private(set) var sentOver: Link?
  /// How often it was sent, or the part whose turn it is.
  private(set) var attemptCount = 0
  /// Told the answer, or why there is none; once.
  let finish: Finish

  /// What came of a request.
  typealias Answer = Result<DaemonMessage, ServiceError>
  /// Told what came of a request, and over which connection; `nil` when nobody was asked.
  typealias Finish = @Sendable (Answer, Link?) -> Void

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - content: What is asked.
  ///   - parts: What is asked behind it, one after the other's `done`, before the request is answered.
  ///   - finish: Told the answer.
  init(
    _ content: Content, followedBy parts: [Content] = [], finish: @escaping Finish
  ) {
    self.content = content
    followingParts = parts.reversed()
    self.finish = finish
  }

  /// Takes note that it is sent.
  ///
  /// - Returns: Whether another part is to come behind it.
  mutating func noteSent(over link: Link) -> Bool {
    sentOver = link
    attemptCount += 1
    return !followingParts.isEmpty
  }

  /// Takes note that it is to be sent again.
  mutating func noteLost() {
    sentOver = nil
  }

  /// Goes on to the next part, as one was done.
  ///
  /// - Returns: Whether there is one, which waits to be sent.
  mutating func beginNextPart() -> Bool {
    guard let next = followingParts.popLast() else { return false }
    content = next
    sentOver = nil
    attemptCount = 0
    return true
  }

  /// Adds what it changes and has not changed yet.
  func count(into changes: inout UnkeptChanges) {
    changes.add(content)
    for part in followingParts { changes.add(part) }
  }

  /// Whether the request may be sent again when its connection was lost before the answer.
  ///
  /// Changes do the same however often they are made. Other requests are repeated once: one that
  /// makes the daemon fail is not to do so for ever.
  var maySendAgain: Bool {
    switch content {
    case .apply, .setDelegate: true
    case .clientState, .describe, .beginReplacement: attemptCount < 2
    case .aside: false
    }
  }

  /// The expected client state of a change that puts a condition on it, and the new one.
  var condition: (expected: ClientStateExpectation, new: [UInt8]?)? {
    guard case .apply(let batch) = content, batch.expected != .any else { return nil }
    return (batch.expected, batch.clientState)
  }

  /// The request as it is sent.
  func message(for handle: UInt32) -> ClientMessage {
    switch content {
    case .apply(var batch):
      batch.handle = handle
      return .apply(batch)
    case .clientState: return .clientState(handle)
    case .describe(let withDigest):
      return .describe(DescribeIndex(handle: handle, withDigest: withDigest))
    case .setDelegate(let methods):
      return .setDelegate(SetDelegate(handle: handle, methods: methods))
    case .beginReplacement(let domain):
      return .beginReplace(BeginReplacement(handle: handle, domain: domain))
    case .aside(let message, _): return message
    }
  }
}
