package import FresnelBus
internal import FresnelPlatform
internal import Synchronization

/// Lets calls through of those who may search all apps, by ``CallerRules``, and refuses those of others.
///
/// A caller is looked at once and known by its unique name, which the bus gives to nobody else, until it leaves. Calls that
/// come meanwhile wait, in order.
///
/// The bus knows the number of the process that connected. Where that process has ended, and left the connection to a child,
/// the number may be another process's by now, and that one is looked at: the bus tells nothing that would show it before
/// version 1.15.8, which hands over a descriptor of the process.
package final class CallerCheck: Sendable {
  private typealias Waiting = (request: BusRequest, body: @Sendable () -> Void)

  private enum Verdict {
    /// It is being looked at.
    case pending([Waiting])
    /// It may call.
    case admitted
    /// It may not, for this reason.
    case refused(String)
  }

  private struct State {
    var verdicts: [String: Verdict] = [:]
    var watches: [String: BusSubscription] = [:]
    /// The names in the order in which they came.
    var order: [String] = []
    /// How many callers are being looked at.
    var lookCount = 0
  }

  private let bus: BusConnection
  private let user: UInt32
  private let program: String
  private let left: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// The most callers that are known at once; those known longest are forgotten first.
  static let capacity = 256
  /// The most that are looked at at once.
  private static let mostLooks = 8
  private static let patience = Duration.seconds(5)

  /// Makes a check of the callers on a bus.
  ///
  /// - Parameters:
  ///   - bus: The session's bus.
  ///   - user: The person whose session this is.
  ///   - program: The name of this program, for the log.
  ///   - left: Told the unique name of a known caller that has left the bus or is not known any more.
  package init(
    _ bus: BusConnection, user: UInt32, program: String = "fresnel-desktop",
    left: @escaping @Sendable (String) -> Void
  ) {
    self.bus = bus
    self.user = user
    self.program = program
    self.left = left
  }

  /// Lets a call through, now or when it is known who called, or answers it with the error
  /// `org.freedesktop.DBus.Error.AccessDenied`.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - body: Called once if the caller may call.
  package func admit(_ request: BusRequest, _ body: @escaping @Sendable () -> Void) {
    guard let sender = request.sender else {
      return request.reply(.failure(Self.denial("Nobody knows who called.")))
    }
    enum Step {
      case wait, run, look
      case refuse(String)
    }
    let (step, forgotten) = state.withLock { state -> (Step, Forgotten?) in
      switch state.verdicts[sender] {
      case .admitted: return (.run, nil)
      case .refused(let reason): return (.refuse(reason), nil)
      case .pending(let waiting):
        state.verdicts[sender] = .pending(waiting + [(request, body)])
        return (.wait, nil)
      case nil:
        guard state.lookCount < Self.mostLooks else { return (.refuse(Self.busy), nil) }
        state.lookCount += 1
        state.verdicts[sender] = .pending([(request, body)])
        state.order.append(sender)
        return (.look, state.order.count > Self.capacity ? Self.forgetOldest(&state) : nil)
      }
    }
    if let forgotten { finish(forgotten) }
    switch step {
    case .wait: break
    case .run: body()
    case .refuse(let reason): request.reply(.failure(Self.denial(reason)))
    case .look: look(at: sender)
    }
  }

  private static let busy = "Too many callers are being looked at; try again."

  private static func denial(_ reason: String) -> BusError {
    BusError(named: "org.freedesktop.DBus.Error.AccessDenied", reason)
  }

  // MARK: - Looking

  private func look(at sender: String) {
    let watch = try? bus.watchOwner(of: sender) { [weak self] owner in
      if owner == nil { self?.forget(sender) }
    }
    // Released when the lock is open.
    let spare = state.withLock { state -> BusSubscription? in
      guard state.verdicts[sender] != nil else { return watch }
      state.watches[sender] = watch
      return nil
    }
    withExtendedLifetime(spare) {}
    bus.call(
      .bus("GetConnectionCredentials", [.string(sender)]), timeout: Self.patience
    ) { [weak self] reply in
      guard let self else { return }
      guard let credentials = (try? reply.get())?.first,
        let process = credentials["ProcessID"]?.unsigned.flatMap(Int32.init(exactly:)),
        let owner = credentials["UnixUserID"]?.unsigned.flatMap(UInt32.init(exactly:))
      else { return giveUp(sender, "The bus does not tell who called.") }
      let label = credentials["LinuxSecurityLabel"]?.bytes.map { bytes in
        String(decoding: bytes.prefix { $0 != 0 && $0 != 0x0A }, as: UTF8.self)
      }
      // On a thread of its own: files are read.
      let isStarted = DetachedThread.start { [weak self] in
        self?.examine(sender, process, owner, label)
      }
      if !isStarted { giveUp(sender, Self.busy) }
    }
  }

  private func examine(_ sender: String, _ process: Int32, _ owner: UInt32, _ label: String?) {
    switch CallerLook(at: process, of: owner, label: label, user: user) {
    case .admitted: settle(sender, .admitted)
    case .refused(let reason): settle(sender, .refused(reason))
    case .unclear(let reason): giveUp(sender, reason)
    }
  }

  private func settle(_ sender: String, _ verdict: Verdict) {
    let waiting = state.withLock { state -> [Waiting] in
      state.lookCount -= 1
      guard case .pending(let waiting)? = state.verdicts[sender] else { return [] }
      state.verdicts[sender] = verdict
      return waiting
    }
    guard case .refused(let reason) = verdict else {
      for (_, body) in waiting { body() }
      return
    }
    refuse(waiting, reason)
  }

  /// Refuses what waits, and forgets the caller: what went wrong may pass, so its next call is looked at anew.
  private func giveUp(_ sender: String, _ reason: String) {
    let forgotten = state.withLock { state -> Forgotten? in
      state.lookCount -= 1
      return Self.forget(sender, &state)
    }
    guard let forgotten else { return }
    refuse(forgotten.waiting, reason)
    left(forgotten.name)
  }

  private func refuse(_ waiting: [Waiting], _ reason: String) {
    try? FileDescriptor.standardError.write("\(program): a caller is refused. \(reason)\n")
    for (request, _) in waiting { request.reply(.failure(Self.denial(reason))) }
  }

  // MARK: - Forgetting

  private struct Forgotten {
    let name: String
    let watch: BusSubscription?
    let waiting: [Waiting]
  }

  private func forget(_ sender: String) {
    guard let forgotten = state.withLock({ Self.forget(sender, &$0) }) else { return }
    finish(forgotten)
  }

  private static func forgetOldest(_ state: inout State) -> Forgotten? {
    forget(state.order[0], &state)
  }

  private static func forget(_ sender: String, _ state: inout State) -> Forgotten? {
    guard let verdict = state.verdicts.removeValue(forKey: sender) else { return nil }
    state.order.removeAll { $0 == sender }
    let waiting: [Waiting] = if case .pending(let waiting) = verdict { waiting } else { [] }
    return Forgotten(
      name: sender, watch: state.watches.removeValue(forKey: sender), waiting: waiting)
  }

  /// Outside of the lock, since the end of a watch takes that of the connection.
  private func finish(_ forgotten: Forgotten) {
    for (request, _) in forgotten.waiting {
      request.reply(.failure(Self.denial("The caller has left.")))
    }
    left(forgotten.name)
  }
}
