internal import FresnelHandoff
internal import FresnelPlatform

/// When paired devices are called, and where: at what they are found at, and at the addresses that a person gave or
/// the pairing did.
///
/// A device is called when there is news of it or of this one: it was paired or found, its addresses changed, the
/// connection was lost, something is offered here, this machine's addresses changed. Every address is tried; when none
/// answers, again after a pause that doubles. A device that does not answer is left alone in the end, unless
/// something is offered to it or it is found.
///
/// It has no clock: times are milliseconds of one that only goes forward.
struct CallPlan: Sendable {
  /// Where a device may be.
  enum Place: Hashable, Sendable {
    /// An address.
    case address(NetworkAddress)
    /// What may have to be asked for.
    case named(DeviceAddress)
  }

  /// The pause after a device was called in vain for the first time.
  static let firstPause: UInt64 = 1_000
  /// The longest pause.
  static let longestPause: UInt64 = 300_000
  /// How long a connection has to stand for the pauses to begin anew.
  static let stability: UInt64 = 10_000

  private struct Entry: Sendable {
    var addresses: [DeviceAddress]
    var found: [NetworkAddress] = []
    /// Since when it is connected.
    var connected: UInt64?
    var isCalling = false
    /// Where it is still to be called before the next pause.
    var rest: [Place] = []
    /// The last pause; 0 before the first.
    var pause: UInt64 = 0
    var due: UInt64?

    init(_ addresses: [DeviceAddress]) {
      self.addresses = addresses
    }

    var places: [Place] { found.map { .address($0) } + addresses.map { .named($0) } }

    mutating func begin(_ now: UInt64) {
      pause = 0
      rest = []
      due = now
    }
  }

  private var entries: [DeviceID: Entry] = [:]
  private var isOffering = false

  /// When ``next(_:)`` is to be called; `nil` when nobody is to be called before something happens.
  var deadline: UInt64? {
    entries.values.filter { $0.connected == nil && !$0.isCalling }.compactMap(\.due).min()
  }

  // MARK: - What happens

  /// Takes the devices paired.
  mutating func setDevices(_ devices: [(id: DeviceID, addresses: [DeviceAddress])], now: UInt64) {
    let ids = Set(devices.map(\.id))
    entries = entries.filter { ids.contains($0.key) }
    for device in devices {
      guard entries[device.id]?.addresses != device.addresses else { continue }
      entries[device.id, default: Entry([])].addresses = device.addresses
      entries[device.id]?.begin(now)
    }
  }

  /// Takes where devices are found.
  mutating func setFound(_ found: [DeviceID: [NetworkAddress]], now: UInt64) {
    for id in entries.keys {
      let places = found[id] ?? []
      let isNew = !Set(places).isSubset(of: entries[id]?.found ?? [])
      entries[id]?.found = places
      if isNew { entries[id]?.begin(now) }
    }
  }

  /// Takes whether something is offered here.
  mutating func setOffering(_ isOffering: Bool, now: UInt64) {
    guard isOffering != self.isOffering else { return }
    self.isOffering = isOffering
    if isOffering { beginAll(now) }
  }

  /// This machine has other addresses than before, or the devices are to be called for another reason.
  mutating func beginAll(_ now: UInt64) {
    for id in entries.keys { entries[id]?.begin(now) }
  }

  /// A device is connected.
  mutating func connected(_ id: DeviceID, now: UInt64) {
    entries[id]?.connected = now
    entries[id]?.isCalling = false
    entries[id]?.rest = []
  }

  /// A device is no longer connected.
  mutating func lost(_ id: DeviceID, now: UInt64) {
    guard let since = entries[id]?.connected else { return }
    entries[id]?.connected = nil
    // One that takes a connection and ends it at once is as good as one that does not answer.
    if now >= since &+ Self.stability { entries[id]?.pause = 0 }
    wait(id, now)
  }

  /// A call came to nothing.
  mutating func failed(_ id: DeviceID, now: UInt64) {
    guard let entry = entries[id], entry.isCalling else { return }
    entries[id]?.isCalling = false
    guard entry.connected == nil else { return }
    // It was to begin anew meanwhile.
    guard entry.due == nil else { return }
    if entry.rest.isEmpty { wait(id, now) } else { entries[id]?.due = now }
  }

  /// What a name stands for has been asked.
  mutating func resolved(_ id: DeviceID, _ addresses: [NetworkAddress], now: UInt64) {
    guard let entry = entries[id], entry.isCalling else { return }
    guard !addresses.isEmpty else { return failed(id, now: now) }
    entries[id]?.rest = addresses.map { .address($0) } + entry.rest
    entries[id]?.isCalling = false
    entries[id]?.due = entry.due ?? now
  }

  private mutating func wait(_ id: DeviceID, _ now: UInt64) {
    guard var entry = entries[id] else { return }
    let isWanted = isOffering || !entry.found.isEmpty
    if entry.pause == Self.longestPause, !isWanted {
      entry.due = nil
    } else {
      entry.pause = min(max(entry.pause * 2, Self.firstPause), Self.longestPause)
      // Two devices that lost each other do not call at the same moments.
      entry.due = now &+ entry.pause * 3 / 4 + UInt64.random(in: 0...entry.pause / 2)
    }
    entries[id] = entry
  }

  // MARK: - Calling

  /// The calls to make now. Each is to be answered by ``connected(_:now:)``, ``failed(_:now:)`` or
  /// ``resolved(_:_:now:)``.
  mutating func next(_ now: UInt64) -> [(device: DeviceID, place: Place)] {
    var calls: [(DeviceID, Place)] = []
    for (id, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard entry.connected == nil, !entry.isCalling, let due = entry.due, due <= now else {
        continue
      }
      var rest = entry.rest.isEmpty ? entry.places : entry.rest
      entries[id]?.due = nil
      guard !rest.isEmpty else { continue }
      calls.append((id, rest.removeFirst()))
      entries[id]?.rest = rest
      entries[id]?.isCalling = true
    }
    return calls
  }
}
