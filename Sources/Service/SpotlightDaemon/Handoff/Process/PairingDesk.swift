internal import Dispatch
internal import FresnelBus
internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Pairs this device with others: shows a code, or takes one that was typed; each at most once at a time. On its
/// loop's thread.
final class PairingDesk: Sendable {
  /// Told what came of a pairing: the other device's name.
  typealias Done = @Sendable (Result<String, HandoffError>) -> Void

  /// What it uses.
  struct Dependencies: Sendable {
    /// Where codes are shown, and typed ones tried from; `nil` for every address of this machine.
    var address: NetworkAddress?
    /// The machine's bus, where Avahi may be; `nil` to do without.
    var bus: BusConnection?
    /// How long a code is good, in milliseconds.
    var codeLifetime = PairingCode.lifetime
    /// How long devices are looked for that show a code.
    var searchTime = Duration.seconds(5)
    /// Writes devices down.
    var store: PairingRunner.Store
    /// Told when a code is no longer shown, or tried.
    var ended: @Sendable () -> Void
  }

  private struct State {
    var showing: CodeShowing?
    var announcer: AvahiAnnouncer?
    /// Who waits for the end of the showing.
    var waiting: [UInt64: Done] = [:]
    /// What came of the last code, until somebody asks.
    var outcome: Result<String, HandoffError>?
    var typing: (number: UInt64, typing: CodeTyping)?
    var browser: AvahiBrowser?
  }

  private let loop: EventLoop
  private let dependencies: Dependencies
  private let state = Mutex(State())
  // A concurrent one would wake the process for ever.
  private let resolver = DispatchQueue(label: "fresnel.pairing.names")

  /// Shows nothing yet.
  init(on loop: EventLoop, _ dependencies: Dependencies) {
    self.loop = loop
    self.dependencies = dependencies
  }

  /// Whether a code is shown or tried.
  var isBusy: Bool { state.withLock { $0.showing != nil || $0.typing != nil } }

  // MARK: - Showing

  /// Shows a code, in the place of one that is shown.
  ///
  /// - Parameter identify: What this device tells of itself, asked when no other code is shown any more.
  /// - Returns: The code, and where to connect.
  /// - Throws: ``HandoffError`` when nobody could connect.
  func show(
    _ identify: () throws(HandoffError) -> PairingIdentity
  ) throws(HandoffError) -> (code: String, [DeviceAddress]) {
    endShowing(.failure(HandoffError(.codeGone, "Another code is shown now.")))
    let own = try identify()
    let code = PairingCode(now: MonotonicClock.milliseconds, lifetime: dependencies.codeLifetime)
    let showing = CodeShowing(on: loop) { [weak self] result in
      self?.endShowing(result.map(\.name))
    }
    let address: NetworkAddress
    do throws(SystemError) {
      address = try showing.begin(
        code, own, at: dependencies.address, store: dependencies.store)
    } catch {
      throw HandoffError(.system, "No device could connect. \(error.message)")
    }
    let announcer = dependencies.bus.map { AvahiAnnouncer($0) }
    announcer?.announce(.showingCode(), port: address.port)
    state.withLock { state in
      (state.showing, state.announcer, state.outcome) = (showing, announcer, nil)
    }
    let hosts = address.isAny ? NetworkInterfaces.addresses : [address]
    return (
      code.digits, hosts.compactMap { DeviceAddress(host: $0.host, port: address.port) }
    )
  }

  /// Waits for the end of the showing; tells it at once if it has ended.
  func await(_ number: UInt64, _ done: @escaping Done) {
    let outcome: Result<String, HandoffError>? = state.withLock { state in
      guard state.showing == nil else {
        state.waiting[number] = done
        return nil
      }
      defer { state.outcome = nil }
      return state.outcome ?? .failure(HandoffError(.codeGone, "No code is shown."))
    }
    if let outcome { done(outcome) }
  }

  /// Nobody waits any more under a number: what it asked for ends.
  func cancel(_ number: UInt64) {
    let (isWaiting, typing) = state.withLock { state in
      let isWaiting = state.waiting.removeValue(forKey: number) != nil && state.waiting.isEmpty
      return (isWaiting, state.typing?.number == number)
    }
    if isWaiting { stopShowing() }
    if typing { endTyping() }
  }

  /// Shows the code no longer; nobody is told.
  func stopShowing() {
    let (showing, announcer) = state.withLock { state in
      defer { (state.showing, state.announcer) = (nil, nil) }
      return (state.showing, state.announcer)
    }
    showing?.stop()
    announcer?.stop()
    if showing != nil { dependencies.ended() }
  }

  private func endShowing(_ result: Result<String, HandoffError>) {
    guard state.withLock({ $0.showing != nil }) else { return }
    stopShowing()
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      if state.waiting.isEmpty { state.outcome = result }
      return state.waiting.values.map { $0 }
    }
    for done in waiting { done(result) }
  }

  // MARK: - Typing

  /// Tries a code that was typed.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - address: Where the code is shown; `nil` to look for it.
  ///   - own: What this device tells of itself.
  ///   - number: For ``cancel(_:)``.
  ///   - done: Told what came of it.
  func type(
    _ text: String, at address: DeviceAddress?, _ own: PairingIdentity, _ number: UInt64,
    _ done: @escaping Done
  ) {
    guard let digits = PairingCode.bytes(ofTyped: text) else {
      let message = "A code has \(PairingCode.digitCount) digits."
      return done(.failure(HandoffError(.wrongCode, message)))
    }
    let typing = CodeTyping(
      digits, own, from: dependencies.address, on: loop, store: dependencies.store
    ) { [weak self] result in
      self?.endTyping()
      done(result.map(\.name))
    }
    let isFree = state.withLock { state in
      guard state.typing == nil else { return false }
      state.typing = (number, typing)
      return true
    }
    guard isFree else {
      return done(.failure(HandoffError(.busy, "Another code is being tried; wait for it.")))
    }
    if let address { look(up: address, typing) } else { search(typing) }
  }

  private func look(up address: DeviceAddress, _ typing: CodeTyping) {
    if let numeric = NetworkAddress(address.host, port: address.port) {
      return typing.attempt([numeric], isComplete: true)
    }
    resolver.async { [loop] in
      let addresses = NetworkAddress.resolving(address.host, port: address.port)
      loop.perform {
        if addresses.isEmpty { typing.fail("The name \(address.host) is not known.") }
        typing.attempt(addresses, isComplete: true)
      }
    }
  }

  /// Tries what Avahi finds within some time.
  private func search(_ typing: CodeTyping) {
    guard let bus = dependencies.bus else { return typing.attempt([], isComplete: true) }
    let browser = AvahiBrowser(bus, for: AvahiService.pairingType) { places in
      typing.attempt(places.map(\.address), isComplete: false)
    }
    state.withLock { $0.browser = browser }
    loop.after(dependencies.searchTime) { typing.attempt([], isComplete: true) }
  }

  private func endTyping() {
    let (typing, browser) = state.withLock { state in
      defer { (state.typing, state.browser) = (nil, nil) }
      return (state.typing?.typing, state.browser)
    }
    typing?.stop()
    browser?.stop()
    if typing != nil { dependencies.ended() }
  }

  /// Ends everything; nobody is told.
  func stop() {
    state.withLock { ($0.waiting, $0.outcome) = ([:], nil) }
    stopShowing()
    endTyping()
  }
}
