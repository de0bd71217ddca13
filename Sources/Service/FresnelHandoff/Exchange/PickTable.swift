/// An activity of another device that the person picked up here.
package struct Pick: Hashable, Sendable {
  /// Its number, which this device chose.
  package let number: UInt64
  /// The device that has the activity.
  package let device: DeviceID
  /// What the device offered.
  package let offer: PeerMessage.Offer
}

/// The activities that are being picked up here, and those that were and may still change.
struct PickTable: Sendable {
  /// How long the other device may take, in milliseconds.
  static let patience: UInt64 = 10_000

  private enum Stage: Hashable, Sendable {
    case waiting(until: UInt64)
    case delivered
    case continued
  }

  private struct Entry: Sendable {
    var pick: Pick
    var stage: Stage

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }

    func isLate(_ now: UInt64) -> Bool {
      if case .waiting(let until) = stage { until <= now } else { false }
    }
  }

  // In the order in which they were made.
  private var entries: [Entry] = []
  private var lastNumber: UInt64 = 0

  /// When ``expire(_:)`` is to be called.
  var deadline: UInt64? {
    entries.compactMap { if case .waiting(let until) = $0.stage { until } else { nil } }.min()
  }

  /// Whether an answer of a device is waited for.
  func isWaiting(for device: DeviceID) -> Bool {
    entries.contains { $0.pick.device == device && $0.isWaiting }
  }

  /// How many there are of a device.
  func count(of device: DeviceID) -> Int { entries.count { $0.pick.device == device } }

  /// Begins to pick up an offer. Of those of a device that are done, the oldest gives way.
  ///
  /// - Returns: `nil` when there are sixteen that are not done.
  mutating func begin(_ offer: PeerMessage.Offer, of device: DeviceID, now: UInt64) -> Pick? {
    if count(of: device) >= HandoffLimits.picks {
      guard let index = entries.firstIndex(where: { $0.pick.device == device && !$0.isWaiting })
      else { return nil }
      entries.remove(at: index)
    }
    lastNumber += 1
    let pick = Pick(number: lastNumber, device: device, offer: offer)
    entries.append(Entry(pick: pick, stage: .waiting(until: now &+ Self.patience)))
    return pick
  }

  /// Takes that the activity came; `nil` when nobody waits for it.
  mutating func deliver(_ number: UInt64, from device: DeviceID) -> Pick? {
    guard let index = index(number, device), entries[index].isWaiting else { return nil }
    entries[index].stage = .delivered
    return entries[index].pick
  }

  /// Takes that the app has it; `nil` when it was not delivered or has it already.
  mutating func `continue`(_ number: UInt64) -> Pick? {
    guard let index = entries.firstIndex(where: { $0.pick.number == number }),
      entries[index].stage == .delivered
    else { return nil }
    entries[index].stage = .continued
    return entries[index].pick
  }

  /// One that was delivered.
  func delivered(_ number: UInt64) -> Pick? {
    entries.first { $0.pick.number == number && !$0.isWaiting }?.pick
  }

  /// One of a device that was delivered.
  func delivered(_ number: UInt64, from device: DeviceID) -> Pick? {
    index(number, device).flatMap { entries[$0].isWaiting ? nil : entries[$0].pick }
  }

  /// Ends one that waits; `nil` when it does not.
  mutating func fail(_ number: UInt64, from device: DeviceID) -> Pick? {
    guard let index = index(number, device), entries[index].isWaiting else { return nil }
    return entries.remove(at: index).pick
  }

  /// Forgets one.
  mutating func drop(_ number: UInt64) {
    entries.removeAll { $0.pick.number == number }
  }

  /// Ends all of a device.
  ///
  /// - Returns: Those that waited.
  mutating func fail(allOf device: DeviceID) -> [Pick] {
    let waiting = entries.filter { $0.pick.device == device && $0.isWaiting }.map(\.pick)
    entries.removeAll { $0.pick.device == device }
    return waiting
  }

  /// Ends those that waited for too long.
  mutating func expire(_ now: UInt64) -> [Pick] {
    let late = entries.filter { $0.isLate(now) }.map(\.pick)
    entries.removeAll { $0.isLate(now) }
    return late
  }

  private func index(_ number: UInt64, _ device: DeviceID) -> Int? {
    entries.firstIndex { $0.pick.number == number && $0.pick.device == device }
  }
}
