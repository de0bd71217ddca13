internal import FresnelPlatform
internal import SpotlightWire

/// Frames on their way to a client that has not read them yet.
struct OutputQueue {
  private struct Entry {
    /// `nil` when it is written, and only its place is left.
    var frame: OutgoingFrame?
    /// The live search whose list this is: a newer list takes its place.
    let liveRequest: UInt64?
    /// The request whose last reply this is, which it closes when it is written.
    let closedRequest: UInt64?
  }

  private var entries: [Entry] = []
  /// The first entry that is not wholly written; those before are gone.
  private var first = 0
  /// How many bytes of the first entry are written.
  private var writtenByteCount = 0
  /// How many bytes wait, those of payloads in descriptors among them.
  private(set) var byteCount = 0

  /// Bytes of payloads in descriptors that are written, and that the client may not have received.
  private var unreadByteCount = 0
  /// Whether the client has to receive such payloads first. Nothing tells when it has.
  private(set) var isHeld = false

  /// Whether all is written.
  var isEmpty: Bool { first == entries.count }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - liveRequest: The live search whose list this is, of which only the last that is not yet being
  ///     written is kept; `nil` for other frames.
  ///   - closedRequest: The request whose last reply this is; `nil` for other frames.
  mutating func append(
    _ frame: OutgoingFrame, liveRequest: UInt64? = nil, closing closedRequest: UInt64? = nil
  ) {
    if let liveRequest,
      let index = entries[first...].lastIndex(where: { $0.liveRequest == liveRequest }),
      index > first || writtenByteCount == 0
    {
      byteCount += frame.heldByteCount - (entries[index].frame?.heldByteCount ?? 0)
      entries[index].frame = frame
      return
    }
    byteCount += frame.heldByteCount
    entries.append(
      Entry(frame: frame, liveRequest: liveRequest, closedRequest: closedRequest))
  }

  /// Writes as much as the socket takes now.
  ///
  /// A payload in a descriptor takes hardly any room in the socket, but memory until the client has
  /// received it.
  ///
  /// - Parameters:
  ///   - socket: Leads to the client.
  ///   - limit: The most bytes of such payloads that the client may leave there; a single one may be longer.
  ///   - slots: Where requests are closed whose last replies are written.
  /// - Throws: ``SystemError`` when the client is gone.
  mutating func write(
    to socket: UnixSocket, leaving limit: Int, closing slots: inout SlotTable<RequestLane>
  ) throws(SystemError) {
    isHeld = false
    while first < entries.count, let frame = entries[first].frame {
      let start = writtenByteCount
      if start == 0, frame.detachedByteCount > 0 {
        if unreadByteCount > 0, !socket.hasUnread { unreadByteCount = 0 }
        isHeld = unreadByteCount > 0 && unreadByteCount + frame.detachedByteCount > limit
        if isHeld { break }
      }
      let count = try frame.bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
        try socket.send(
          UnsafeRawBufferPointer(rebasing: bytes[start...]),
          descriptors: start == 0 ? frame.descriptors : [])
      }
      guard count > 0 else { break }
      byteCount -= count
      writtenByteCount += count
      guard writtenByteCount == frame.bytes.count else { continue }
      writtenByteCount = 0
      byteCount -= frame.detachedByteCount
      unreadByteCount += frame.detachedByteCount
      if let request = entries[first].closedRequest { slots.close(request) }
      entries[first].frame = nil
      first += 1
    }
    // Cut off now and then, so that each frame is moved once on average.
    if first == entries.count {
      entries.removeAll(keepingCapacity: entries.count <= 64)
      first = 0
    } else if first > 64, first > entries.count / 2 {
      entries.removeFirst(first)
      first = 0
    }
  }
}

extension OutgoingFrame {
  /// The bytes that it keeps in memory.
  fileprivate var heldByteCount: Int { bytes.count + detachedByteCount }
}
