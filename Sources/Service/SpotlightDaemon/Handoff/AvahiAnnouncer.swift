package import FresnelBus
internal import FresnelHandoff
internal import Synchronization

/// Has Avahi tell the local network where this device is, in words that only paired devices understand.
///
/// It follows Avahi, which may come, go, and change the host's name. Nobody waits; where there is no Avahi nothing
/// is announced. On any thread.
package final class AvahiAnnouncer: Sendable {
  private struct State {
    var wanted: (service: AvahiService, port: UInt16)?
    var isRunning = false
    /// What Avahi keeps the announcement as.
    var group: String?
    var groupWatch: BusSubscription?
    /// Counts the attempts, so that an answer to an earlier one is known.
    var attempt: UInt64 = 0
    var listening: [BusSubscription] = []
  }

  private let bus: BusConnection
  private let state = Mutex(State())
  private let failed: @Sendable () -> Void

  /// Begins to follow Avahi.
  ///
  /// - Parameters:
  ///   - bus: The machine's bus.
  ///   - failed: Told on the bus's loop that an announcement's name is somebody else's, or that it failed for
  ///     another reason. Another one may be tried, though not at once: whoever is on the network can say so again.
  package init(_ bus: BusConnection, failed: @escaping @Sendable () -> Void = {}) {
    self.bus = bus
    self.failed = failed
    let change = try? bus.subscribe(
      to: BusSignal(from: Avahi.name, Avahi.serverPath, Avahi.server, "StateChanged")
    ) { [weak self] values in
      self?.serverIs(values.first?.int32)
    }
    let owner = try? bus.watchOwner(of: Avahi.name) { [weak self] owner in
      if owner != nil { self?.ask() } else { self?.serverIsGone() }
    }
    state.withLock { $0.listening = [change, owner].compactMap { $0 } }
  }

  /// Announces this device, in the place of what was announced before.
  ///
  /// - Parameters:
  ///   - service: What is announced.
  ///   - port: Where it listens.
  package func announce(_ service: AvahiService, port: UInt16) {
    state.withLock { $0.wanted = (service, port) }
    renew()
  }

  /// Announces nothing any more.
  package func stop() {
    state.withLock { $0.wanted = nil }
    renew()
  }

  // MARK: - Avahi's life

  private func ask() {
    bus.call(Avahi.call("GetState"), timeout: Avahi.timeout) { [weak self] reply in
      self?.serverIs((try? reply.get())?.first?.int32)
    }
  }

  private func serverIs(_ number: Int32?) {
    let isRunning = number == Avahi.running
    let isChanged = state.withLock { state in
      defer { state.isRunning = isRunning }
      return state.isRunning != isRunning
    }
    // While the host's name is being settled, what was announced names a host that may be none.
    if isChanged { renew() }
  }

  private func serverIsGone() {
    state.withLock { state in
      state.isRunning = false
      state.group = nil
      state.groupWatch = nil
      state.attempt += 1
    }
  }

  // MARK: - Announcing

  /// Takes back what is announced, and announces what is wanted, if Avahi is ready.
  private func renew() {
    let (old, watch, attempt, wanted) = state.withLock { state in
      state.attempt += 1
      defer { (state.group, state.groupWatch) = (nil, nil) }
      return (
        state.group, state.groupWatch, state.attempt, state.isRunning ? state.wanted : nil
      )
    }
    withExtendedLifetime(watch) {}
    if let old { free(old) }
    guard let wanted else { return }
    bus.call(Avahi.call("EntryGroupNew"), timeout: Avahi.timeout) { [weak self] reply in
      guard let self, let group = (try? reply.get())?.first?.text else { return }
      self.fill(group, with: wanted.service, wanted.port, attempt)
    }
  }

  private func fill(
    _ group: String, with service: AvahiService, _ port: UInt16, _ attempt: UInt64
  ) {
    let watch = try? bus.subscribe(
      to: BusSignal(from: Avahi.name, group, Avahi.group, "StateChanged")
    ) { [weak self] values in
      guard let number = values.first?.int32, Avahi.brokenGroup.contains(number) else { return }
      self?.giveUp(group, attempt)
    }
    let isCurrent = state.withLock { state in
      guard state.attempt == attempt else { return false }
      (state.group, state.groupWatch) = (group, watch)
      return true
    }
    guard isCurrent else { return free(group) }
    let text = service.text.map { BusValue.bytes(Array($0.utf8)) }
    // No domain and no host: Avahi takes its own.
    let arguments: [BusValue] = [
      Avahi.any, Avahi.any, .uint32(0), .string(service.instance), .string(service.type),
      .string(""), .string(""), .uint16(port), .array(element: "ay", text),
    ]
    call(group, "AddService", arguments) { [weak self] isDone in
      guard isDone else { self?.giveUp(group, attempt); return }
      self?.call(group, "Commit") { [weak self] isDone in
        if !isDone { self?.giveUp(group, attempt) }
      }
    }
  }

  private func giveUp(_ group: String, _ attempt: UInt64) {
    let isCurrent = state.withLock { state in
      guard state.attempt == attempt, state.group == group else { return false }
      (state.group, state.groupWatch) = (nil, nil)
      return true
    }
    guard isCurrent else { return }
    free(group)
    failed()
  }

  private func free(_ group: String) { call(group, "Free") }

  private func call(
    _ group: String, _ member: String, _ arguments: [BusValue] = [],
    _ done: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    bus.call(
      BusCall(to: Avahi.name, group, Avahi.group, member, arguments), timeout: Avahi.timeout
    ) { reply in
      done((try? reply.get()) != nil)
    }
  }
}
