/// The streams between this device and one other, at most four.
struct StreamTable: Sendable {
  /// A stream.
  struct Stream: Hashable, Sendable {
    /// The activity to which it belongs.
    let pick: UInt64
    var credit = StreamCredit()
    /// Whether this side sends nothing more.
    var isOutputEnded = false
    /// Whether the other side sends nothing more.
    var isInputEnded = false

    init(pick: UInt64) {
      self.pick = pick
    }
  }

  /// What comes of a stream that the other side opens.
  enum Opening: Sendable {
    case opened
    case tooMany
    case malformed
  }

  private(set) var streams: [UInt32: Stream] = [:]
  private var nextOwn: UInt32
  private var lastOther: UInt32 = 0

  /// Streams of a new connection.
  ///
  /// - Parameter isCaller: Whether this device called.
  init(isCaller: Bool) {
    nextOwn = isCaller ? 1 : 2
  }

  subscript(number: UInt32) -> Stream? { streams[number] }

  /// Opens a stream from this side; `nil` when there are four, or numbers have run out.
  mutating func open(pick: UInt64) -> UInt32? {
    guard streams.count < HandoffLimits.streams, nextOwn <= .max - 2 else { return nil }
    defer { nextOwn += 2 }
    streams[nextOwn] = Stream(pick: pick)
    return nextOwn
  }

  /// Opens a stream from the other side. Numbers rise, so that nothing that is late finds another stream.
  mutating func accept(_ number: UInt32, pick: UInt64) -> Opening {
    guard number > lastOther, number % 2 != nextOwn % 2, number > 0 else { return .malformed }
    lastOther = number
    guard streams.count < HandoffLimits.streams else { return .tooMany }
    streams[number] = Stream(pick: pick)
    return .opened
  }

  /// Changes a stream, if there is one.
  mutating func change<Result>(_ number: UInt32, _ body: (inout Stream) -> Result) -> Result? {
    guard var stream = streams[number] else { return nil }
    let result = body(&stream)
    // Both directions ended: nothing more can come.
    streams[number] = stream.isInputEnded && stream.isOutputEnded ? nil : stream
    return result
  }

  /// Removes a stream.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func remove(_ number: UInt32) -> Bool {
    streams.removeValue(forKey: number) != nil
  }
}
