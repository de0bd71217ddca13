internal import SpotlightWire

/// What was picked up here from other devices: on its way to an app, or in it.
///
/// Generic in the client so that it can be tested without one. For one thread at a time.
struct PickedActivities<Client: AnyObject> {
  /// Something that was picked up.
  struct Entry {
    /// The name of the device that it comes from.
    let device: String
    /// The type that was offered.
    let type: String
    /// What waits for it, as long as it has not come.
    var arriving: ArrivingActivity?
    /// Who has it.
    fileprivate(set) var client: Client?
    /// The number under which the client has it.
    fileprivate(set) var delivery: UInt64 = 0
  }

  private var entries: [UInt64: Entry] = [:]

  /// A pick.
  subscript(pick: UInt64) -> Entry? { entries[pick] }

  /// Something was picked up.
  mutating func add(_ pick: UInt64, from device: String, type: String, _ arriving: ArrivingActivity)
  {
    entries[pick] = Entry(device: device, type: type, arriving: arriving)
  }

  /// A client has taken it.
  ///
  /// - Returns: Whether it was waited for.
  mutating func take(_ pick: UInt64, by client: Client?, as delivery: UInt64) -> Bool {
    guard var entry = entries[pick] else { return false }
    (entry.arriving, entry.client, entry.delivery) = (nil, client, delivery)
    entries[pick] = entry
    return true
  }

  /// Nothing more comes of a pick.
  @discardableResult
  mutating func remove(_ pick: UInt64) -> Entry? {
    entries.removeValue(forKey: pick)
  }

  /// Takes out what a client had that is gone.
  mutating func removeAll(of client: Client) -> [UInt64] {
    let picks = entries.filter { $0.value.client === client }.keys.sorted()
    for pick in picks { entries[pick] = nil }
    return picks
  }

  /// Takes everything out.
  mutating func removeAll() -> [Entry] {
    defer { entries = [:] }
    return Array(entries.values)
  }

  /// The pick that a client has under a number.
  func pick(of client: Client, as delivery: UInt64) -> UInt64? {
    entries.first { $0.value.client === client && $0.value.delivery == delivery }?.key
  }
}
