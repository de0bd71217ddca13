internal import FresnelBus
internal import Synchronization

/// The session that the person sees, as logind knows it.
///
/// The daemon runs under the person's service manager and belongs to no session. logind names the one on
/// the display as a property of the person; it changes when another is shown.
final class LoginSession: Sendable {
  static let name = "org.freedesktop.login1"
  private static let person = "/org/freedesktop/login1/user/self"
  private static let personInterface = "org.freedesktop.login1.User"
  private static let interface = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let timeout = Duration.seconds(25)

  private struct State {
    /// The object of the session that is followed; `nil` when there is none.
    var path: String?
    /// Raised whenever logind is asked anew, so that a late answer is not taken for the new one.
    var question = 0
    var listening: [BusSubscription] = []
    var sessionListening: [BusSubscription] = []
  }

  private let bus: BusConnection
  private let note: @Sendable (LockEvidence.Event) -> Void
  private let state = Mutex(State())

  init(_ bus: BusConnection, _ note: @escaping @Sendable (LockEvidence.Event) -> Void) {
    self.bus = bus
    self.note = note
    // Told now, and when logind is started again or ends.
    let owner = try? bus.watchOwner(of: Self.name) { [weak self] owner in
      if owner == nil { self?.follow(nil) } else { self?.findSession() }
    }
    // From the person's own object, whose path has a number where the one asked has "self".
    let change = try? bus.subscribe(
      to: BusSignal(
        from: Self.name, nil, Self.properties, "PropertiesChanged",
        firstArgument: Self.personInterface)
    ) { [weak self] _ in self?.findSession() }
    state.withLock { $0.listening = [owner, change].compactMap { $0 } }
    bus.whenClosed { [weak self] in self?.follow(nil) }
  }

  /// Asks which session is shown.
  private func findSession() {
    let question = state.withLock { state in
      state.question += 1
      return state.question
    }
    bus.call(
      .property(of: Self.name, Self.person, Self.personInterface, "Display"),
      timeout: Self.timeout
    ) { [weak self] reply in
      guard let self, self.state.withLock({ $0.question == question }) else { return }
      // A structure of the session's name and its object, which is "/" without a session.
      let display = (try? reply.get())?.first?.elements
      self.follow(display?.last?.text.flatMap { $0.count > 1 ? $0 : nil })
    }
  }

  /// Follows a session, or none.
  private func follow(_ path: String?) {
    let (isNews, question) = state.withLock { state in
      state.question += 1
      defer { state.path = path }
      return (state.path != path, state.question)
    }
    guard let path else {
      replaceListening(with: [])
      return note(.session(.none))
    }
    if isNews {
      // Locked until the new one says otherwise.
      note(.shown(path))
      replaceListening(with: listen(to: path))
    }
    askHint(of: path) { [weak self] isLocked in
      guard let self, self.state.withLock({ $0.question == question }) else { return }
      // A session that does not tell is as good as none: the command decides.
      self.note(.session(isLocked.map { .present(isLocked: $0) } ?? .none))
    }
  }

  private func askHint(of path: String, _ done: @escaping @Sendable (Bool?) -> Void) {
    bus.call(
      .property(of: Self.name, path, Self.interface, "LockedHint"), timeout: Self.timeout
    ) { reply in done((try? reply.get())?.first?.bool) }
  }

  private func listen(to path: String) -> [BusSubscription] {
    let note = note
    let lock = try? bus.subscribe(
      to: BusSignal(from: Self.name, path, Self.interface, "Lock")
    ) { _ in note(.lockRequested) }
    let unlock = try? bus.subscribe(
      to: BusSignal(from: Self.name, path, Self.interface, "Unlock")
    ) { _ in note(.unlockRequested) }
    let change = try? bus.subscribe(
      to: BusSignal(
        from: Self.name, path, Self.properties, "PropertiesChanged",
        firstArgument: Self.interface)
    ) { [weak self] values in self?.noteChange(values, of: path) }
    return [lock, unlock, change].compactMap { $0 }
  }

  /// Takes the hint out of a change, or asks for it where only that it changed is told.
  private func noteChange(_ values: [BusValue], of path: String) {
    guard values.count == 3 else { return }
    let note = note
    if let isLocked = values[1]["LockedHint"]?.bool {
      note(.hint(isLocked: isLocked))
    } else if values[2].elements?.contains(where: { $0.text == "LockedHint" }) == true {
      askHint(of: path) { isLocked in
        if let isLocked { note(.hint(isLocked: isLocked)) }
      }
    }
  }

  private func replaceListening(with subscriptions: [BusSubscription]) {
    // Those before end here, outside of the lock, since their end takes that of the connection.
    _ = state.withLock { state in
      defer { state.sessionListening = subscriptions }
      return state.sessionListening
    }
  }
}
