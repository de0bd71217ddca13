internal import FresnelPlatform
internal import SpotlightWire

/// What a connection has still to send: requests that wait until the service takes another, and frames
/// on their way. It does no input or output itself.
///
/// Requests get their numbers on the wire when they go, as these must rise; to the caller they have
/// numbers of his own.
struct SendQueue: Sendable {
  /// A request that waits.
  private struct Request: Sendable {
    var number: UInt64
    var frame: OutgoingFrame

    var lane: RequestLane { frame.isDetached ? .detached : .inline }
  }

  private var slots = SlotTable<RequestLane>()
  /// Whether the service takes requests by now.
  private var isOpen = false
  /// The caller's numbers, by those on the wire, and the other way round.
  private var callers: [UInt64: UInt64] = [:]
  private var numbers: [UInt64: UInt64] = [:]
  /// The numbers on the wire of changes under way.
  private var changesUnderWay: Set<UInt64> = []
  private var searches = FirstInFirstOut<Request>()
  private var changes = FirstInFirstOut<Request>()
  private var frames = FirstInFirstOut<OutgoingFrame>()
  /// How many bytes of the first frame have gone.
  private var sentByteCount = 0

  /// The most changes that may be under way, so that a search does not wait behind them.
  static let mostChanges = WireLimits.inlineSlots - 16

  // MARK: - What is to be sent

  /// Adds a frame that is no request.
  mutating func append(_ frame: OutgoingFrame) {
    frames.append(frame)
  }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - frame: The frame; its number is replaced.
  ///   - number: The caller's number.
  ///   - isChange: Whether it is one of those of which an app may make very many at once.
  mutating func append(_ frame: OutgoingFrame, as number: UInt64, isChange: Bool) {
    let request = Request(number: number, frame: frame)
    if isChange { changes.append(request) } else { searches.append(request) }
    admit()
  }

  /// The service takes requests from now on.
  mutating func open() {
    isOpen = true
    admit()
  }

  /// The number on the wire of a request; `nil` when it waits, or was answered.
  func wireNumber(of number: UInt64) -> UInt64? { numbers[number] }

  /// Takes a request back that has not gone.
  ///
  /// - Returns: Whether there was one.
  mutating func remove(_ number: UInt64) -> Bool {
    searches.removeFirst { $0.number == number } != nil
      || changes.removeFirst { $0.number == number } != nil
  }

  /// A reply came.
  ///
  /// - Parameters:
  ///   - wireNumber: The number on the wire.
  ///   - isLast: Whether no other follows.
  /// - Returns: The caller's number; `nil` when no such request is under way.
  mutating func answered(_ wireNumber: UInt64, isLast: Bool) -> UInt64? {
    guard let number = callers[wireNumber] else { return nil }
    guard isLast else { return number }
    callers[wireNumber] = nil
    numbers[number] = nil
    changesUnderWay.remove(wireNumber)
    slots.close(wireNumber)
    admit()
    return number
  }

  private mutating func admit() {
    guard isOpen else { return }
    while let next = searches.first, let wireNumber = slots.next(in: next.lane) {
      send(searches.popFirst(), as: wireNumber)
    }
    while changesUnderWay.count < Self.mostChanges, let next = changes.first,
      let wireNumber = slots.next(in: next.lane)
    {
      changesUnderWay.insert(wireNumber)
      send(changes.popFirst(), as: wireNumber)
    }
  }

  private mutating func send(_ request: Request?, as wireNumber: UInt64) {
    guard var request else { return }
    callers[wireNumber] = request.number
    numbers[request.number] = wireNumber
    request.frame.renumber(wireNumber)
    frames.append(request.frame)
  }

  // MARK: - Sending

  /// What goes next: a frame of which some bytes have gone; `nil` when there is nothing. Its
  /// descriptors go with its first byte.
  var next: (frame: OutgoingFrame, sentByteCount: Int)? {
    frames.first.map { ($0, sentByteCount) }
  }

  /// So many of the next bytes have gone.
  mutating func sent(_ byteCount: Int) {
    sentByteCount += byteCount
    guard let frame = frames.first, sentByteCount == frame.bytes.count else { return }
    sentByteCount = 0
    _ = frames.popFirst()
  }
}
