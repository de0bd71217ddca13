/// A group of requests whose number is limited.
package protocol SlotLane: Hashable, Sendable {
  /// The most that may be open at once.
  var capacity: Int { get }
}

/// The requests of a client, by how their payload travels.
package enum RequestLane: SlotLane {
  /// Inside the frame.
  case inline
  /// As a descriptor.
  case detached

  /// The most that may be open at once.
  package var capacity: Int {
    switch self {
    case .inline: WireLimits.inlineSlots
    case .detached: WireLimits.detachedSlots
    }
  }

  /// The lane of a request.
  package init(_ header: FrameHeader) {
    self = header.flags.contains(.detached) ? .detached : .inline
  }
}

/// The requests of the daemon. Indexing everything again takes long and must not keep a person waiting
/// who drags something.
package enum CallbackLane: SlotLane {
  /// To index again.
  case reindex
  /// All others.
  case other

  /// The most that may be open at once.
  package var capacity: Int {
    switch self {
    case .reindex: WireLimits.reindexSlots
    case .other: WireLimits.callbackSlots
    }
  }

  /// The lane of a request.
  package init(_ kind: MessageKind) {
    switch kind {
    case .reindexAll, .reindexItems, .refresh: self = .reindex
    default: self = .other
    }
  }
}

/// The requests of one side of a connection that wait for their last reply.
///
/// Both sides keep one for each direction: who asks, so as not to ask too much; who answers, so as not
/// to be asked too much.
package struct SlotTable<Lane: SlotLane>: Sendable {
  private var lanes: [UInt64: Lane] = [:]
  private var counts: [Lane: Int] = [:]
  private var lastRequest: UInt64 = 0

  /// Makes a table without requests.
  package init() {}

  /// How many requests are open.
  package var count: Int { lanes.count }

  /// Whether another request may be made.
  package func hasRoom(in lane: Lane) -> Bool {
    counts[lane, default: 0] < lane.capacity
  }

  /// Whether a request waits for its last reply.
  package func isOpen(_ request: UInt64) -> Bool {
    lanes[request] != nil
  }

  /// The requests that wait for their last reply, in the order in which they were made.
  package var open: [UInt64] { lanes.keys.sorted() }

  /// Opens the next request.
  ///
  /// - Returns: Its number; `nil` when there is no room in the lane.
  package mutating func next(in lane: Lane) -> UInt64? {
    guard hasRoom(in: lane) else { return nil }
    lastRequest += 1
    insert(lastRequest, lane)
    return lastRequest
  }

  /// Opens a request that the other side made.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/slotsExceeded`` when there is no room in the lane,
  ///   or the number is not higher than those before.
  package mutating func open(_ request: UInt64, in lane: Lane) throws(WireError) {
    guard request > lastRequest else {
      throw WireError(
        .slotsExceeded, "Request \(request) follows request \(lastRequest); numbers must rise.")
    }
    guard hasRoom(in: lane) else {
      throw WireError(
        .slotsExceeded, "Request \(request) is one more than the \(lane.capacity) that may be open."
      )
    }
    lastRequest = request
    insert(request, lane)
  }

  /// Closes a request: its last reply is on the way, or came.
  ///
  /// - Returns: Whether it was open.
  @discardableResult
  package mutating func close(_ request: UInt64) -> Bool {
    guard let lane = lanes.removeValue(forKey: request) else { return false }
    counts[lane, default: 1] -= 1
    return true
  }

  private mutating func insert(_ request: UInt64, _ lane: Lane) {
    lanes[request] = lane
    counts[lane, default: 0] += 1
  }
}
