package import FresnelBus
internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Has Avahi look for places of the local network where some Fresnel listens.
///
/// Anybody can announce anything, so no more is kept than the limits say. It follows Avahi, which may come and go.
/// Nobody waits.
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

    init?(_ values: [BusValue], type: String) {
      guard values.count == 6, let interface = values[0].int32, let version = values[1].int32,
        let name = values[2].text, values[3].text == type,
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
    /// What Avahi keeps the browser as.
    var browser: String?
    var isStopped = false
  }

  private let bus: BusConnection
  private let type: String
  private let state = Mutex(State())
  private let note: @Sendable ([FoundPlace]) -> Void

  /// Begins to look.
  ///
  /// - Parameters:
  ///   - bus: The machine's bus.
  ///   - type: What to look for: devices, or those that show a code.
  ///   - note: Told on the bus's loop of all places that there are, whenever they change.
  package init(
    _ bus: BusConnection, for type: String = HandoffAnnouncement.serviceType,
    _ note: @escaping @Sendable ([FoundPlace]) -> Void
  ) {
    self.bus = bus
    self.type = type
    self.note = note
    // Of all objects: what is found first may be told before the name of the object that finds it.
    let came = try? bus.subscribe(
      to: BusSignal(from: Avahi.name, nil, Avahi.browser, "ItemNew")
    ) { [weak self] values in
      // A service of this connection itself.
      let ownFlag: UInt64 = 16
      guard let item = Item(values, type: type), (values[5].unsigned ?? 0) & ownFlag == 0 else {
        return
      }
      self?.came(item)
    }
    let went = try? bus.subscribe(
      to: BusSignal(from: Avahi.name, nil, Avahi.browser, "ItemRemove")
    ) { [weak self] values in
      if let item = Item(values, type: type) { self?.went(item) }
    }
    let owner = try? bus.watchOwner(of: Avahi.name) { [weak self] owner in
      self?.begin(isThere: owner != nil)
    }
    state.withLock { $0.listening = [came, went, owner].compactMap { $0 } }
  }

  /// Looks no more. Nothing is told any more.
  package func stop() {
    let (listening, browser) = state.withLock { state in
      defer { (state.listening, state.browser, state.isStopped) = ([], nil, true) }
      return (state.listening, state.browser)
    }
    withExtendedLifetime(listening) {}
    if let browser { free(browser) }
  }

  private func free(_ browser: String) {
    bus.call(BusCall(to: Avahi.name, browser, Avahi.browser, "Free", []), timeout: Avahi.timeout) {
      _ in
    }
  }

  private func begin(isThere: Bool) {
    let life = state.withLock { state in
      state.life += 1
      (state.items, state.queue, state.asking, state.browser) = ([:], [], 0, nil)
      return state.life
    }
    tell()
    guard isThere else { return }
    bus.call(
      Avahi.call(
        "ServiceBrowserNew",
        [
          Avahi.any, Avahi.any, .string(type), .string(""), .uint32(0),
        ]), timeout: Avahi.timeout
    ) { [weak self] reply in
      guard let self, let browser = (try? reply.get())?.first?.text else { return }
      let isWanted = self.state.withLock { state in
        guard state.life == life, !state.isStopped else { return false }
        state.browser = browser
        return true
      }
      if !isWanted { self.free(browser) }
    }
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
        .string(type), .string(item.domain), Avahi.any, .uint32(0),
      ]
      bus.call(Avahi.call("ResolveService", question), timeout: Avahi.timeout) {
        [weak self] reply in
        guard let self else { return }
        let place = (try? reply.get()).flatMap { FoundPlace($0, of: self.type) }
        self.found(item, place, life)
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
      guard places != state.told, !state.isStopped else { return nil }
      state.told = places
      return places
    }
    if let places { note(places) }
  }
}
