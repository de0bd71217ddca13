/// Names an activity of this device that another one picks up.
package struct HandedID: Hashable, Sendable {
  /// The other device.
  package let device: DeviceID
  /// The number that the other device chose.
  package let number: UInt64
}

/// The activities of this device that one other picks up or has picked up, at most sixteen.
struct HandedTable: Sendable {
  /// How long the app may take to save, in milliseconds.
  static let patience: UInt64 = 2_000

  private enum Stage: Hashable, Sendable {
    case saving(until: UInt64)
    case handed
    case continued
  }

  private struct Entry: Sendable {
    var number: UInt64
    var offer: PeerMessage.Offer
    var stage: Stage

    var isSaving: Bool { if case .saving = stage { true } else { false } }
  }

  // In the order in which they came.
  private var entries: [Entry] = []

  /// Whether an app is saving.
  var isSaving: Bool { entries.contains { $0.isSaving } }

  /// How many there are.
  var count: Int { entries.count }

  /// When ``late(_:)`` is to be looked at.
  var deadline: UInt64? {
    entries.compactMap { if case .saving(let until) = $0.stage { until } else { nil } }.min()
  }

  /// Whether a number was used already.
  func has(_ number: UInt64) -> Bool { entries.contains { $0.number == number } }

  /// Begins to hand an offer over. Of those that are done, the oldest gives way.
  ///
  /// - Returns: `false` when there are sixteen that are not done.
  mutating func begin(_ number: UInt64, _ offer: PeerMessage.Offer, now: UInt64) -> Bool {
    if entries.count >= HandoffLimits.picks {
      guard let index = entries.firstIndex(where: { !$0.isSaving }) else { return false }
      entries.remove(at: index)
    }
    entries.append(
      Entry(number: number, offer: offer, stage: .saving(until: now &+ Self.patience)))
    return true
  }

  /// Takes that the app has saved; `nil` when nobody waits for it any more.
  mutating func hand(_ number: UInt64) -> PeerMessage.Offer? {
    guard let index = entries.firstIndex(where: { $0.number == number && $0.isSaving }) else {
      return nil
    }
    entries[index].stage = .handed
    return entries[index].offer
  }

  /// Takes that there is nothing to hand over; `false` when nobody waits for it any more.
  mutating func refuse(_ number: UInt64) -> Bool {
    guard let index = entries.firstIndex(where: { $0.number == number && $0.isSaving }) else {
      return false
    }
    entries.remove(at: index)
    return true
  }

  /// Takes that the other app has the activity; `nil` when it has not been handed over or had it already.
  mutating func `continue`(_ number: UInt64) -> PeerMessage.Offer? {
    guard let index = entries.firstIndex(where: { $0.number == number && $0.stage == .handed })
    else { return nil }
    entries[index].stage = .continued
    return entries[index].offer
  }

  /// What was handed over under a number.
  func handed(_ number: UInt64) -> PeerMessage.Offer? {
    entries.first { $0.number == number && !$0.isSaving }?.offer
  }

  /// The numbers under which an offer was taken by the other app.
  func continued(offer: UInt64) -> [UInt64] {
    entries.filter { $0.offer.number == offer && $0.stage == .continued }.map(\.number)
  }

  /// The numbers whose app took too long, which stay until they are handed over or refused.
  func late(_ now: UInt64) -> [(number: UInt64, offer: UInt64)] {
    entries.compactMap { entry in
      guard case .saving(let until) = entry.stage, until <= now else { return nil }
      return (entry.number, entry.offer.number)
    }
  }
}
