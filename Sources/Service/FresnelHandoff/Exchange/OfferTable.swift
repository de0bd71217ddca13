/// What is current on this device and may be picked up on others: at most one activity of an app.
struct OfferTable: Sendable {
  /// For how long changes are gathered before they are told, in milliseconds.
  static let settling: UInt64 = 200
  /// For how long a state serves after its offer ended, in milliseconds.
  static let afterlife: UInt64 = 5_000

  /// What changed for the other devices.
  struct Change: Sendable {
    var withdrawn: UInt64?
    var offered: PeerMessage.Offer?
  }

  /// What a number that a device picks up stands for.
  enum Found: Sendable {
    /// It is offered.
    case offered(PeerMessage.Offer)
    /// It ended a moment ago, and this is what it was.
    case ended(PeerMessage.Offer, state: [UInt8])
  }

  private struct Entry: Sendable {
    /// What the app has now.
    var current: PeerMessage.Offer?
    /// What the other devices know.
    var told: PeerMessage.Offer?
    /// What the app saved last for `told`.
    var state: [UInt8]?
    /// When the difference is told.
    var due: UInt64?
  }

  private struct Ended: Sendable {
    var offer: PeerMessage.Offer
    var state: [UInt8]
    var end: UInt64
  }

  private var entries: [String: Entry] = [:]
  private var ended: [Ended] = []

  /// What the other devices know.
  var told: [PeerMessage.Offer] {
    entries.values.compactMap(\.told).sorted { $0.number < $1.number }
  }

  /// Whether the other devices know of anything.
  var isEmpty: Bool { entries.values.allSatisfy { $0.told == nil } }

  /// When ``settle(_:)`` is to be called.
  var deadline: UInt64? {
    let dues = entries.values.compactMap(\.due) + ended.map(\.end)
    return dues.min()
  }

  /// Records the current activity of an app.
  ///
  /// - Throws: ``HandoffError`` with ``HandoffError/Code/tooLarge`` when a part of it is beyond its limit, or
  ///   sixteen other apps have something.
  mutating func offer(_ offer: PeerMessage.Offer, now: UInt64) throws(HandoffError) {
    guard offer.isWithinLimits else {
      throw HandoffError(.tooLarge, "A part of the offer is too long.")
    }
    guard entries[offer.app] != nil || entries.count < HandoffLimits.offers else {
      throw HandoffError(.tooLarge, "\(HandoffLimits.offers) apps have something to pick up.")
    }
    change(offer.app, now) { $0.current = offer }
  }

  /// Records that an app has no current activity any more.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - state: What it saved last, if it did.
  ///   - now: The time.
  mutating func withdraw(app: String, state: [UInt8]?, now: UInt64) {
    guard entries[app] != nil else { return }
    change(app, now) { entry in
      // What was saved for something that is not told yet is not what the other devices know.
      if let state, entry.current?.number == entry.told?.number { entry.state = state }
      entry.current = nil
    }
  }

  private mutating func change(_ app: String, _ now: UInt64, _ body: (inout Entry) -> Void) {
    var entry = entries[app] ?? Entry()
    body(&entry)
    entry.due = entry.current == entry.told ? nil : entry.due ?? now &+ Self.settling
    entries[app] = entry.current == nil && entry.told == nil ? nil : entry
  }

  /// Keeps what an app saved for its offer.
  mutating func keep(state: [UInt8], of number: UInt64) {
    for (app, entry) in entries where entry.told?.number == number {
      entries[app]?.state = state
    }
  }

  /// What a number stands for, if it is told, or was and serves still.
  func find(_ number: UInt64, now: UInt64) -> Found? {
    for entry in entries.values {
      guard let told = entry.told, told.number == number else { continue }
      if entry.current?.number == number { return .offered(told) }
      return entry.state.map { .ended(told, state: $0) }
    }
    return ended.last { $0.offer.number == number && $0.end > now }.map {
      .ended($0.offer, state: $0.state)
    }
  }

  /// What an app saved last for the offer of a number.
  func state(of number: UInt64) -> [UInt8]? {
    entries.values.first { $0.told?.number == number }?.state
      ?? ended.last { $0.offer.number == number }?.state
  }

  /// Tells what has settled, and forgets what ended too long ago.
  mutating func settle(_ now: UInt64) -> [Change] {
    ended.removeAll { $0.end <= now }
    let due = entries.filter { ($0.value.due ?? .max) <= now }.keys.sorted()
    return due.map { tell($0, now) }
  }

  /// Withdraws everything at once, as when the session has been locked for too long.
  mutating func withdrawAll(_ now: UInt64) -> [Change] {
    ended = []
    return entries.keys.sorted().map { app in
      entries[app]?.current = nil
      entries[app]?.state = nil
      return tell(app, now)
    }
  }

  private mutating func tell(_ app: String, _ now: UInt64) -> Change {
    guard var entry = entries[app] else { return Change() }
    var change = Change(offered: entry.current)
    if let told = entry.told, told.number != entry.current?.number {
      change.withdrawn = told.number
      if let state = entry.state {
        if ended.count == HandoffLimits.offers { ended.removeFirst() }
        ended.append(Ended(offer: told, state: state, end: now &+ Self.afterlife))
      }
      entry.state = nil
    }
    entry.told = entry.current
    entry.due = nil
    entries[app] = entry.current == nil ? nil : entry
    return change
  }
}
