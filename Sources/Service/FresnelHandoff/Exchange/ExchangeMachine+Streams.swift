extension ExchangeMachine {
  /// The app here opens a stream to the device from which it has an activity.
  ///
  /// - Parameter number: The pick, which was delivered.
  /// - Returns: The stream, and what to do.
  /// - Throws: ``HandoffError``: ``HandoffError/Code/ended`` when there is no such pick, or its app opens no
  ///   streams; ``HandoffError/Code/busy`` when there are four streams to the device.
  package mutating func openStream(
    ofPick number: UInt64
  ) throws(HandoffError) -> (stream: StreamID, steps: [ExchangeStep]) {
    guard let pick = picked(number) else {
      throw HandoffError(.ended, "The device with the activity is no longer connected.")
    }
    guard pick.offer.hasStreams else {
      throw HandoffError(.ended, "The app with the activity opens no streams.")
    }
    guard let stream = peers[pick.connection]?.streams.open(pick: number) else {
      throw HandoffError(.busy, "There are \(HandoffLimits.streams) streams to the device.")
    }
    return (
      StreamID(connection: pick.connection, number: stream),
      [.send(.streamOpen(stream: stream, pick: number), to: pick.connection)]
    )
  }

  /// The app here writes to a stream.
  ///
  /// - Returns: How many bytes were taken, from the first on, and what to do. If not all were,
  ///   ``ExchangeStep/streamWritable(_:)`` says when more will be.
  package mutating func write(
    _ bytes: ArraySlice<UInt8>, to id: StreamID
  ) -> (byteCount: Int, steps: [ExchangeStep]) {
    var rest = bytes
    var steps: [ExchangeStep] = []
    while !rest.isEmpty {
      let count = change(id) { $0.isOutputEnded ? 0 : $0.credit.send(atMost: rest.count) } ?? 0
      guard count > 0 else { break }
      steps.append(
        .send(.streamData(stream: id.number, bytes: Array(rest.prefix(count))), to: id.connection))
      rest = rest.dropFirst(count)
    }
    return (bytes.count - rest.count, steps)
  }

  /// The app here has read bytes of a stream, no more than came.
  package mutating func read(_ id: StreamID, byteCount: Int) -> [ExchangeStep] {
    let owed = change(id) { $0.isInputEnded ? nil : $0.credit.read(byteCount) } ?? nil
    guard let owed else { return [] }
    return [.send(.streamCredit(stream: id.number, byteCount: owed), to: id.connection)]
  }

  /// The app here writes nothing more to a stream.
  package mutating func end(_ id: StreamID) -> [ExchangeStep] {
    guard peers[id.connection]?.streams[id.number]?.isOutputEnded == false else { return [] }
    _ = change(id) { $0.isOutputEnded = true }
    return [.send(.streamEnd(stream: id.number, isCancelled: false), to: id.connection)]
  }

  /// The app here is done with a stream in both directions, or gone.
  package mutating func cancel(_ id: StreamID) -> [ExchangeStep] {
    guard peers[id.connection]?.streams.remove(id.number) == true else { return [] }
    return [.send(.streamEnd(stream: id.number, isCancelled: true), to: id.connection)]
  }

  /// The other device says something of a stream.
  mutating func receive(
    ofStream message: PeerMessage, from connection: ConnectionID
  ) -> [ExchangeStep] {
    switch message {
    case .streamOpen(let number, let pick):
      return take(StreamID(connection: connection, number: number), ofPick: pick)
    case .streamData(let number, let bytes):
      let id = StreamID(connection: connection, number: number)
      let isAllowed = change(id) { !$0.isInputEnded && $0.credit.received(bytes.count) }
      guard let isAllowed else { return [] }
      return isAllowed ? [.streamBytes(id, bytes)] : violation(connection)
    case .streamCredit(let number, let byteCount):
      let id = StreamID(connection: connection, number: number)
      guard let isOwed = change(id, { $0.credit.given(byteCount) }) else { return [] }
      return isOwed ? [.streamWritable(id)] : violation(connection)
    case .streamEnd(let number, let isCancelled):
      let id = StreamID(connection: connection, number: number)
      guard let stream = peers[connection]?.streams[number] else { return [] }
      if isCancelled {
        peers[connection]?.streams.remove(number)
        return [.streamCancelled(id)]
      }
      guard !stream.isInputEnded else { return violation(connection) }
      _ = change(id) { $0.isInputEnded = true }
      return [.streamEnded(id)]
    default: return []
    }
  }

  private mutating func take(_ id: StreamID, ofPick pick: UInt64) -> [ExchangeStep] {
    let opening = peers[id.connection]?.streams.accept(id.number, pick: pick)
    let entry = peers[id.connection]?.handed[pick]
    switch opening {
    case .opened?:
      guard let entry, !entry.isWaiting, entry.offer.hasStreams else { return cancel(id) }
      return [.streamOpened(id, entry.offer)]
    case .tooMany?:
      return [.send(.streamEnd(stream: id.number, isCancelled: true), to: id.connection)]
    case .malformed?, nil: return violation(id.connection)
    }
  }

  private mutating func change<Result>(
    _ id: StreamID, _ body: (inout StreamTable.Stream) -> Result
  ) -> Result? {
    peers[id.connection]?.streams.change(id.number, body)
  }
}
