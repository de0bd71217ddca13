/// The activities that are being handed over between this device and one other in one direction, and those that
/// were and may still change: at most sixteen, each under a number that the receiving device chose.
struct HandOverTable: Sendable {
  /// How far one has come.
  enum Stage: Hashable, Sendable {
    /// Nobody has sent it.
    case waiting(until: UInt64)
    /// It was sent.
    case handed
    /// The app there has it.
    case continued
  }

  /// One of them.
  struct Entry: Sendable {
    let number: UInt64
    let offer: PeerMessage.Offer
    fileprivate(set) var stage: Stage

    /// Until when it is waited for; `nil` once it was sent.
    var end: UInt64? { if case .waiting(let end) = stage { end } else { nil } }
    var isWaiting: Bool { end != nil }
  }

  /// How long one may take, in milliseconds.
  let patience: UInt64
  // In the order in which they began.
  private(set) var entries: [Entry] = []

  init(patience: UInt64) {
    self.patience = patience
  }

  subscript(number: UInt64) -> Entry? { entries.first { $0.number == number } }

  /// Whether one is waited for.
  var isWaiting: Bool { entries.contains { $0.isWaiting } }

  /// When ``late(_:)`` is to be looked at.
  var deadline: UInt64? { entries.compactMap(\.end).min() }

  /// Begins one, under a number that none has. Of those that are done, the oldest gives way.
  ///
  /// - Returns: `false` when there are sixteen that are not done.
  mutating func begin(_ number: UInt64, _ offer: PeerMessage.Offer, now: UInt64) -> Bool {
    if entries.count >= HandoffLimits.picks {
      guard let index = entries.firstIndex(where: { !$0.isWaiting }) else { return false }
      entries.remove(at: index)
    }
    let stage = Stage.waiting(until: now &+ patience)
    entries.append(Entry(number: number, offer: offer, stage: stage))
    return true
  }

  /// Marks the transfer sent; `nil` when nobody waits for it any more.
  mutating func hand(_ number: UInt64) -> PeerMessage.Offer? {
    guard let index = index(number, where: \.isWaiting) else { return nil }
    entries[index].stage = .handed
    return entries[index].offer
  }

  /// Marks the transfer continued by the app there; `nil` when it was not sent or the app had it already.
  mutating func `continue`(_ number: UInt64) -> PeerMessage.Offer? {
    guard let index = index(number, where: { $0.stage == .handed }) else { return nil }
    entries[index].stage = .continued
    return entries[index].offer
  }

  /// Marks the transfer failed; `nil` when nobody waits for it any more.
  mutating func fail(_ number: UInt64) -> PeerMessage.Offer? {
    index(number, where: \.isWaiting).map { entries.remove(at: $0).offer }
  }

  /// Forgets one.
  mutating func drop(_ number: UInt64) {
    entries.removeAll { $0.number == number }
  }

  /// Those that took too long. They stay until something is done about them.
  func late(_ now: UInt64) -> [Entry] {
    entries.filter { ($0.end ?? .max) <= now }
  }

  private func index(_ number: UInt64, where isMeant: (Entry) -> Bool) -> Int? {
    entries.firstIndex { $0.number == number && isMeant($0) }
  }
}
