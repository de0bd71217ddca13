internal import Dispatch
internal import FresnelHandoff
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// Hands activities over between this device and others of the same person: main's side of it, which has no socket on
/// the network.
///
/// What is current in apps is offered by a process of its own, which has the keys of the devices. It runs while Handoff
/// is on and there are devices, or somebody pairs one; otherwise there is no process and no socket, and nothing wakes.
/// `Documentation/handoff.md` describes both.
///
/// Methods may be called on any thread and return at once. What follows happens on a queue, in order.
package final class HandoffService: Sendable {
  struct State {
    // Keeping the process.
    var process: HandoffProcess?
    var restarts: WorkerRestarts
    var retry: EventLoop.Timer?
    /// Whether the process was told to end.
    var isStopping = false
    var isLocked: Bool
    /// Whether nothing follows any more: the daemon ends, or another program goes on.
    var isOver = false
    /// Whether the process goes on with another program.
    var isPassing = false
    /// How many questions about what main keeps for the process wait for an answer.
    var vaultQuestionCount = 0
    /// The clients that pair, for whom the process runs without any device, with what they wait for.
    var pairing: [ObjectIdentifier: UInt64?] = [:]
    /// The devices, as far as the process has told.
    var devices: [DeviceDescription] = []
    /// Why their file could not be read.
    var devicesFailure: String?
    var whenEnded: [@Sendable () -> Void] = []
    // What is offered and picked up.
    var offers = OfferedActivities<Session>()
    var available: [AvailableActivity] = []
    var picks = PickedActivities<Session>()
    /// How many streams apps are being offered.
    var offeredStreamCount = 0
    /// Told that there is something else to pick up.
    var observers: [@Sendable ([AvailableActivity]) -> Void] = []
  }

  let dependencies: HandoffDependencies
  let launches: LaunchService
  let loop: EventLoop
  private let queue = DispatchQueue(label: "org.fresnel.handoff")
  /// Waits for the disk, and for a person whom the keyring asks.
  private let vaultQueue = DispatchQueue(label: "org.fresnel.handoff.vault")
  let state: Mutex<State>

  /// Makes the service; nothing runs before ``begin(_:)``.
  ///
  /// - Parameters:
  ///   - dependencies: What it needs of the daemon.
  ///   - launches: Opens in apps what was picked up, and knows what is current in them.
  ///   - loop: Watches the process.
  init(_ dependencies: HandoffDependencies, _ launches: LaunchService, loop: EventLoop) {
    self.dependencies = dependencies
    self.launches = launches
    self.loop = loop
    state = Mutex(
      State(restarts: WorkerRestarts(dependencies.restarts), isLocked: dependencies.isLocked()))
  }

  /// Does something on the queue, after what was handed over before.
  func perform(_ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  // MARK: - From clients

  /// Takes what a client tells about what a person does in it; after ``LaunchService`` did.
  func note(_ news: SessionNews, of session: Session) {
    switch news {
    case .currentChanged: break
    case .restored: return
    case .ended: break
    }
    perform { [self] in
      if case .ended = news {
        endPairing(of: session)
        dropPicks(of: session)
      }
      offer(session.peer.app)
    }
  }

  /// Serves a request, if it is one of these.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: Who makes it.
  ///   - done: Told the answer, once.
  /// - Returns: Whether the request is one of these; nothing is told otherwise.
  func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) -> Bool {
    guard case .openContinuationStream(let delivery) = request.message else { return false }
    openStream(delivery, session) { result in
      done(
        result.map { HostReply(.continuationStreamOpened, descriptors: [$0]) })
    }
    return true
  }

  // MARK: - What can be picked up

  /// What can be picked up here now, the latest last.
  var available: [AvailableActivity] { state.withLock { $0.available } }

  /// Calls the body with what can be picked up here, each time that it is something else.
  func observe(_ body: @escaping @Sendable ([AvailableActivity]) -> Void) {
    state.withLock { $0.observers.append(body) }
  }

  /// Whether anything is handed over: a device is paired, and the person did not switch Handoff off. Before that
  /// there is no process for it. Reads a directory.
  var isOn: Bool { dependencies.isOn() && dependencies.hasDevices() }

  /// The devices that are paired, as the process told last.
  var devices: [DeviceDescription] { state.withLock { $0.devices } }

  /// Why the file of the devices could not be read; `nil` where it could, or nothing is known of it. Reads a directory.
  ///
  /// It may be readable by now, as its key may be had, so this has the process asked again for the next time.
  var devicesFailure: String? {
    guard let failure = state.withLock(\.devicesFailure), dependencies.hasDevices() else {
      return nil
    }
    perform { [self] in askForDevices() }
    return failure
  }

  // MARK: - What the process says

  /// Hears the process; on the queue.
  func note(_ happening: HandoffProcess.Happening) {
    switch happening {
    case .ended(let how): ended(how)
    case .news(.askVault(let number, let question), _):
      // Also for a process that was told to end: it saves when each device was last seen. A process that is passed to
      // the next program asks that program.
      if !state.withLock(\.isPassing) { askVault(question, number) }
    case .news(let news, let descriptor):
      // Another program will hear of it, or nobody.
      guard !state.withLock(\.isOver) else { return }
      switch news {
      // Who asked was told.
      case .answer, .askVault: break
      case .devicesChanged:
        askForDevices()
        // The last one may have been forgotten.
        settle()
      case .available(let activities): setAvailable(activities)
      case .save(_, let app, _), .wasContinued(let app, _, _), .streamOpened(let app, _):
        concerns(app, OfferNews(news: news, descriptor: descriptor))
      case .deliver(let pick, let bytes): arrived(pick, bytes)
      case .updated(let pick, let bytes): updated(pick, bytes)
      case .failed(let pick, let refusal, let reason):
        failed(pick, HandoffFailure(refusal: refusal, message: reason))
      }
    }
  }

  /// More questions than the process has threads that ask; one that was taken over could fill main's memory with them.
  private static let mostVaultQuestions = 32

  /// Answers a question about what main keeps for the process.
  private func askVault(_ question: DeviceVault.Question, _ number: UInt64) {
    let (process, isWithinLimit) = state.withLock { state in
      state.vaultQuestionCount += 1
      return (state.process, state.vaultQuestionCount <= Self.mostVaultQuestions)
    }
    guard let process, isWithinLimit else {
      state.withLock { $0.vaultQuestionCount -= 1 }
      process?.kill()
      return
    }
    vaultQueue.async { [self] in
      process.order(.vaultAnswered(number, dependencies.vault.answer(question)))
      state.withLock { $0.vaultQuestionCount -= 1 }
    }
  }

  func setAvailable(_ activities: [AvailableActivity]) {
    let observers = state.withLock { state -> [@Sendable ([AvailableActivity]) -> Void] in
      guard state.available != activities else { return [] }
      state.available = activities
      return state.observers
    }
    for body in observers { body(activities) }
  }

  /// Gives the process an order, if it runs.
  func order(_ order: HandoffOrder) {
    state.withLock { $0.process }?.order(order)
  }
}
