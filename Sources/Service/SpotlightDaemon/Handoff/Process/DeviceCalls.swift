internal import Dispatch
internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Calls paired devices as a ``CallPlan`` says. On its loop's thread.
final class DeviceCalls: Sendable {
  /// How long addresses may go on changing before devices are called again.
  private static let settling: Duration = .seconds(1)

  private struct State {
    var plan = CallPlan()
    var timer: EventLoop.Timer?
    var interfaces: NetworkInterfaces?
    /// The addresses that this machine had.
    var own: [NetworkAddress] = []
    var isSettling = false
  }

  private let loop: EventLoop
  private let state = Mutex(State())
  // A concurrent one would wake the process for ever.
  private let resolver = DispatchQueue(label: "fresnel.names")
  private let call: @Sendable (DeviceID, NetworkAddress) throws(HandoffError) -> Void
  private let moved: @Sendable ([NetworkAddress]) -> Void

  /// Calls nobody yet.
  ///
  /// - Parameters:
  ///   - loop: Its loop.
  ///   - call: Calls a device.
  ///   - moved: Told that this machine has other addresses than before, before devices are called.
  init(
    on loop: EventLoop,
    call: @escaping @Sendable (DeviceID, NetworkAddress) throws(HandoffError) -> Void,
    moved: @escaping @Sendable ([NetworkAddress]) -> Void
  ) {
    self.loop = loop
    self.call = call
    self.moved = moved
  }

  /// Takes the devices paired.
  func setDevices(_ devices: [Device]) {
    watch(!devices.isEmpty)
    plan { plan, now in
      plan.setDevices(devices.map { ($0.id, $0.addresses) }, now: now)
    }
  }

  /// Takes where devices are found.
  func setFound(_ found: [DeviceID: [NetworkAddress]]) {
    plan { plan, now in plan.setFound(found, now: now) }
  }

  /// Takes whether something is offered here.
  func setOffering(_ isOffering: Bool) {
    plan { plan, now in plan.setOffering(isOffering, now: now) }
  }

  /// Takes what became of connections.
  func take(_ change: ConnectionChange) {
    plan { plan, now in
      switch change {
      case .connected(let device): plan.connected(device, now: now)
      case .lost(let device): plan.lost(device, now: now)
      case .unreachable(let device): plan.failed(device, now: now)
      }
    }
  }

  /// Calls nobody any more.
  func stop() {
    state.withLock { state in
      state.plan = CallPlan()
      state.interfaces = nil
      if let timer = state.timer { loop.cancel(timer) }
      state.timer = nil
    }
  }

  // MARK: - The plan

  private func plan(_ body: (inout CallPlan, UInt64) -> Void) {
    state.withLock { body(&$0.plan, MonotonicClock.milliseconds) }
    carryOut()
  }

  /// Makes the calls that are due, and sees to the next moment.
  private func carryOut() {
    while true {
      let calls = state.withLock { $0.plan.next(MonotonicClock.milliseconds) }
      guard !calls.isEmpty else { break }
      for (device, place) in calls { make(device, place) }
    }
    state.withLock { state in
      if let timer = state.timer { loop.cancel(timer) }
      state.timer = state.plan.deadline.map { deadline in
        let now = MonotonicClock.milliseconds
        let delay = deadline > now ? deadline - now : 0
        return loop.after(.milliseconds(Int64(clamping: delay) + 1)) { [weak self] in
          self?.carryOut()
        }
      }
    }
  }

  private func make(_ device: DeviceID, _ place: CallPlan.Place) {
    switch place {
    case .address(let address):
      do throws(HandoffError) {
        try call(device, address)
      } catch {
        state.withLock { $0.plan.failed(device, now: MonotonicClock.milliseconds) }
      }
    case .named(let address):
      if let numeric = NetworkAddress(address.host, port: address.port) {
        return state.withLock {
          $0.plan.resolved(device, [numeric], now: MonotonicClock.milliseconds)
        }
      }
      resolver.async { [self] in
        let addresses = NetworkAddress.resolving(address.host, port: address.port)
        loop.perform {
          self.plan { plan, now in plan.resolved(device, addresses, now: now) }
        }
      }
    }
  }

  // MARK: - This machine's addresses

  private func watch(_ isWatching: Bool) {
    let isOther = state.withLock { ($0.interfaces != nil) != isWatching }
    guard isOther else { return }
    // Where the kernel does not tell, devices are called by the plan alone.
    let interfaces =
      isWatching
      ? try? NetworkInterfaces(on: loop) { [weak self] in self?.addressesChanged() } : nil
    state.withLock { state in
      state.interfaces = interfaces
      state.own = isWatching ? NetworkInterfaces.addresses : []
    }
  }

  private func addressesChanged() {
    let isFirst = state.withLock { state in
      defer { state.isSettling = true }
      return !state.isSettling
    }
    guard isFirst else { return }
    loop.after(Self.settling) { [weak self] in self?.addressesSettled() }
  }

  private func addressesSettled() {
    let own = NetworkInterfaces.addresses
    // An address whose lifetime is renewed is told too.
    let isOther = state.withLock { state in
      state.isSettling = false
      defer { state.own = own }
      return state.interfaces != nil && Set(state.own) != Set(own)
    }
    guard isOther else { return }
    moved(own)
    plan { plan, now in plan.beginAll(now) }
  }
}
