internal import SpotlightWire

/// What a session's client was asked and has not answered yet.
///
/// Requests to index again have slots of their own, so that a long rebuild keeps nothing else waiting; what
/// finds no free slot waits for one.
struct PendingCallbacks {
  /// Told the answer, or why there is none.
  typealias Answer = @Sendable (Result<Envelope<ClientMessage>, ServiceError>) -> Void

  /// A request that is to be sent.
  struct Request: Sendable {
    var envelope: Envelope<DaemonMessage>
    fileprivate let answer: Answer
  }

  private var lastNumber: UInt64 = 0
  /// Also those for whose answer nobody waits any more: until it comes the client counts them.
  private var asked: [UInt64: (lane: CallbackLane, answer: Answer?)] = [:]
  private var waiting: [Request] = []
  /// As long as it is not 0 nothing is sent.
  private var holdCount = 0

  /// Takes a request in, and gives it its number.
  mutating func add(_ envelope: Envelope<DaemonMessage>, _ answer: @escaping Answer) -> UInt64 {
    lastNumber += 1
    var envelope = envelope
    envelope.request = lastNumber
    waiting.append(Request(envelope: envelope, answer: answer))
    return lastNumber
  }

  /// Has nothing sent until ``release()`` was called as often.
  mutating func hold() { holdCount += 1 }

  /// Ends a ``hold()``.
  mutating func release() { holdCount -= 1 }

  /// Takes a request for which there is a slot; it is to be sent.
  mutating func next() -> Envelope<DaemonMessage>? {
    guard holdCount == 0 else { return nil }
    for (index, request) in waiting.enumerated() {
      let lane = CallbackLane(request.envelope.message.kind)
      guard asked.values.count(where: { $0.lane == lane }) < lane.capacity else { continue }
      waiting.remove(at: index)
      asked[request.envelope.request] = (lane, request.answer)
      return request.envelope
    }
    return nil
  }

  /// The client has answered a request: takes out who waits for that; `nil` when nobody does.
  mutating func finish(_ number: UInt64) -> Answer? {
    asked.removeValue(forKey: number)?.answer
  }

  /// Gives the answer to a request up: takes out who waits for it; `nil` when nobody does. What was sent
  /// keeps its slot.
  mutating func giveUp(_ number: UInt64) -> Answer? {
    if let request = asked[number] {
      asked[number]?.answer = nil
      return request.answer
    }
    guard let index = waiting.firstIndex(where: { $0.envelope.request == number }) else {
      return nil
    }
    return waiting.remove(at: index).answer
  }

  /// Takes out all who wait.
  mutating func removeAll() -> [Answer] {
    defer {
      asked = [:]
      waiting = []
    }
    return asked.values.compactMap(\.answer) + waiting.map(\.answer)
  }
}
