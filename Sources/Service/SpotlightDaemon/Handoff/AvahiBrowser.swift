package import FresnelBus
internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Has Avahi look for places of the local network where some Fresnel listens.
///
/// Anybody can announce anything, so no more is kept than the limits say. It follows Avahi, which may come and go.
/// Nobody waits. The process that stands on the network will use it; only tests do so far.
package final class AvahiBrowser: Sendable {
  /// The most announcements that are looked at; others are passed over until one of these goes.
  package static let limit = 64
  /// The most questions to Avahi at once.
  static let questions = 8

  /// An announcement, as one interface and version of the protocol brought it.
  private struct Item: Hashable {
    let interface: Int32
    let version: Int32
    let name: String
    let domain: String

    init?(_ values: [BusValue]) {
      guard values.count == 6, let interface = values[0].int32, let version = values[1].int32,
        let name = values[2].text, values[3].text == HandoffAnnouncement.serviceType,
        let domain = values[4].text, HandoffAnnouncement.isInstance(name)
      else { return nil }
      (self.interface, self.version, self.name, self.domain) = (interface, version, name, domain)
    }
  }

  private enum Progress {
    case waiting
    case asking
    case known(FoundPlace?)
  }

  private struct State {
    var items: [Item: Progress] = [:]
    /// Those that are to be asked for, the oldest first.
    var queue: [Item] = []
    var asking = 0
    /// Counts Avahi's lives: an answer of an earlier one says nothing.
    var life: UInt64 = 0
    var told: [FoundPlace] = []
    var listening: [BusSubscription] = []
  }

  private let bus: BusConnection
  private let state = Mutex(State())
  private let note: @Sendable ([FoundPlace]) -> Void

  /// Begins to look.
  ///
  /// - Parameters:
  ///   - bus: The machine's bus.
  ///   - note: Told on the bus's loop of all places that there are, whenever they change.
  package init(_ bus: BusConnection, _ note: @escaping @Sendable ([FoundPlace]) -> Void) {
    self.bus = bus
    self.note = note
    // Of all objects: what is found first may be told before the name of the object that finds it.
    let came = try? bus.subscribe(
      to: BusSignal(from: Avahi.name, nil, Avahi.browser, "ItemNew")
    ) { [weak self] values in
      // A service of this connection itself.
      let ownFlag: UInt64 = 16
      guard let item = Item(values), (values[5].unsigned ?? 0) & ownFlag == 0 else { return }
      self?.came(item)
    }
    let went = try? bus.subscribe(
      to: BusSignal(from: Avahi.name, nil, Avahi.browser, "ItemRemove")
    ) { [weak self] values in
      if let item = Item(values) { self?.went(item) }
    }
    let owner = try? bus.watchOwner(of: Avahi.name) { [weak self] owner in
      self?.begin(isThere: owner != nil)
    }
    state.withLock { $0.listening = [came, went, owner].compactMap { $0 } }
  }

  private func begin(isThere: Bool) {
    state.withLock { state in
      state.life += 1
      (state.items, state.queue, state.asking) = ([:], [], 0)
    }
    tell()
    guard isThere else { return }
    bus.call(
      Avahi.call(
        "ServiceBrowserNew",
        [
          Avahi.any, Avahi.any, .string(HandoffAnnouncement.serviceType), .string(""), .uint32(0),
        ]), timeout: Avahi.timeout
    ) { _ in }
  }

  private func came(_ item: Item) {
    let isNew = state.withLock { state in
      guard state.items[item] == nil, state.items.count < Self.limit else { return false }
      state.items[item] = .waiting
      state.queue.append(item)
      return true
    }
    if isNew { ask() }
  }

  private func went(_ item: Item) {
    state.withLock { state in
      state.items[item] = nil
      state.queue.removeAll { $0 == item }
    }
    tell()
  }

  /// Asks for the next ones.
  private func ask() {
    let (items, life) = state.withLock { state in
      let items = Array(state.queue.prefix(Self.questions - state.asking))
      state.queue.removeFirst(items.count)
      state.asking += items.count
      for item in items { state.items[item] = .asking }
      return (items, state.life)
    }
    for item in items {
      let question: [BusValue] = [
        .int32(item.interface), .int32(item.version), .string(item.name),
        .string(HandoffAnnouncement.serviceType), .string(item.domain), Avahi.any, .uint32(0),
      ]
      bus.call(Avahi.call("ResolveService", question), timeout: Avahi.timeout) {
        [weak self] reply in
        self?.found(item, (try? reply.get()).flatMap(FoundPlace.init), life)
      }
    }
  }

  private func found(_ item: Item, _ place: FoundPlace?, _ life: UInt64) {
    let isCurrent = state.withLock { state in
      guard state.life == life else { return false }
      state.asking -= 1
      // It may have gone meanwhile, and come again: then it is in the queue.
      if case .asking = state.items[item] { state.items[item] = .known(place) }
      return true
    }
    guard isCurrent else { return }
    tell()
    ask()
  }

  /// Tells the places, if they are others than before.
  private func tell() {
    let places: [FoundPlace]? = state.withLock { state in
      let places = Set(
        state.items.values.compactMap { progress in
          if case .known(let place) = progress { place } else { nil }
        }
      ).sorted { ($0.instance, $0.address.description) < ($1.instance, $1.address.description) }
      guard places != state.told else { return nil }
      state.told = places
      return places
    }
    if let places { note(places) }
  }
}
