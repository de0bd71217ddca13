import BusTestSupport
import FresnelHandoff
import FresnelPlatform
import FresnelProtection
import FresnelTestSupport
import Glibc
import SpotlightWire
import Synchronization

@testable import SpotlightDaemon

/// The process that stands on the network, played by a test.
final class PlayedHandoff: Sendable {
  private struct State {
    var orders: [HandoffOrder] = []
    var link: WorkerLink?
    var ended: (@Sendable (String) -> Void)?
    var startCount = 0
    /// What main passes on; it would end with the last who holds it.
    var waitingProcess: RunningProcess?
    var answers: @Sendable (HandoffQuestion) -> HandoffAnswer? = { _ in nil }
  }
  private let state = Mutex(State())
  /// Whether main passes the process on to the program that it runs next, for which there has to be one.
  private let isPassedOn: Bool

  /// Plays the process.
  ///
  /// - Parameter isPassedOn: Whether main passes it on to the program that it runs next.
  init(isPassedOn: Bool = false) { self.isPassedOn = isPassedOn }

  /// Starts it.
  var program: HandoffProgram {
    HandoffProgram { [self] descriptor, loop, ended throws(SystemError) in
      let socket = try UnixSocket(adopting: try descriptor.duplicate())
      let link = WorkerLink(socket, on: loop) { [weak self] in
        self?.received($0)
      } closed: {
      }
      try link.start()
      let waitingProcess = isPassedOn ? try Self.waitingProcess() : nil
      state.withLock { state in
        (state.link, state.ended, state.waitingProcess) = (link, ended, waitingProcess)
        state.startCount += 1
      }
      return HandoffProgram.Running(kill: { [weak self] in self?.end() }, process: waitingProcess)
    }
  }

  /// A process of which nothing runs, as its gate stays closed.
  private static func waitingProcess() throws(SystemError) -> RunningProcess {
    try LimitedCommand("/bin/true", environment: [:])
      .start(passing: try UnixSocket.pair().0.descriptor)
  }

  private func received(_ message: WorkerLink.Message) {
    guard let order = try? HandoffOrder(kind: message.kind, payload: message.payload) else {
      return
    }
    let answers = state.withLock { state in
      state.orders.append(order)
      return state.answers
    }
    switch order {
    case .ask(let number, let question):
      if let answer = answers(question) { tell(.answer(number, answer)) }
    case .stop: end()
    default: break
    }
  }

  /// What it answers; to a question without an answer it says nothing.
  func answer(_ body: @escaping @Sendable (HandoffQuestion) -> HandoffAnswer?) {
    state.withLock { $0.answers = body }
  }

  /// Says something.
  func tell(_ news: HandoffNews, _ descriptor: SharedDescriptor? = nil) {
    state.withLock { $0.link }?.send(news.kind, news.payload, descriptor)
  }

  /// Says something that may be no news.
  func say(_ kind: UInt8, _ payload: [UInt8]) {
    state.withLock { $0.link }?.send(kind, payload)
  }

  /// Ends.
  func end() {
    let (link, ended) = state.withLock { state in
      defer { (state.link, state.ended) = (nil, nil) }
      return (state.link, state.ended)
    }
    link?.close()
    ended?("status 0")
  }

  /// How often it was started.
  var startCount: Int { state.withLock { $0.startCount } }
  /// Whether it runs.
  var isRunning: Bool { state.withLock { $0.ended != nil } }
  /// What it was told, but for questions.
  var orders: [HandoffOrder] {
    state.withLock { $0.orders }.filter { if case .ask = $0 { false } else { true } }
  }
  /// What it was asked, but for the devices.
  var questions: [HandoffQuestion] {
    state.withLock { $0.orders }.compactMap { order in
      if case .ask(_, let question) = order, question != .devices { question } else { nil }
    }
  }
  /// Forgets what it was told.
  func forget() { state.withLock { $0.orders = [] } }
}

/// Handing over without a daemon around it: the app Recipes and the process on the network are played by a test.
final class HandoffStage: Sendable {
  let launching: LaunchStage
  let service: HandoffService
  let process: PlayedHandoff
  private let settings: Settings

  /// What a person has decided, and whether there are devices.
  private final class Settings: Sendable {
    let isOn = Atomic(true)
    let hasDevices: Atomic<Bool>
    let isLocked = Atomic(false)
    init(hasDevices: Bool) { self.hasDevices = Atomic(hasDevices) }
  }

  init(
    hasDevices: Bool = true, program: [String]? = nil,
    process: PlayedHandoff? = nil, passed: PassedHandoff? = nil,
    _ change: (inout HandoffDependencies) -> Void = { _ in }
  ) throws {
    let settings = Settings(hasDevices: hasDevices)
    self.settings = settings
    let process = process ?? PlayedHandoff()
    self.process = process
    launching = try LaunchStage(program: program) {
      $0.showing = .milliseconds(1)
      // However long the app of a busy machine takes to come.
      ($0.asking, $0.askingAfterEnd) = (.seconds(600), .seconds(600))
    }
    var dependencies = HandoffDependencies(
      isOn: { settings.isOn.load(ordering: .relaxed) },
      hasDevices: { settings.hasDevices.load(ordering: .relaxed) },
      describe: { app, summary in
        summary.flags.contains(.handoff)
          ? HandoffActivity(summary, of: app, named: "Recipes") : nil
      },
      isLocked: { settings.isLocked.load(ordering: .relaxed) }, program: process.program,
      vault: DeviceVault(
        file: DeviceFile(in: "/state", storage: FaultyStorage()),
        sources: [PlayedKeys(.localKeyFile)]))
    change(&dependencies)
    service = HandoffService(dependencies, launching.service, loop: launching.running.loop)
    launching.use(service)
    service.begin(passed)
  }

  /// Has main give the process away for the program that it runs next.
  ///
  /// - Parameter meanwhile: What happens after main hears nothing more.
  /// - Returns: What the next program is passed, with descriptors of its own.
  /// - Throws: ``NothingHappened`` when the process ended before, or an error of the body.
  func passOn(_ meanwhile: () async throws -> Void) async throws -> PassedHandoff {
    await withCheckedContinuation { continuation in
      service.freeze { continuation.resume() }
    }
    try await meanwhile()
    guard let (passed, kept) = service.release() else { throw NothingHappened() }
    return withExtendedLifetime(kept) {
      var own = passed
      own.socket = fcntl(passed.socket, F_DUPFD_CLOEXEC, 0)
      own.processDescriptor = fcntl(passed.processDescriptor, F_DUPFD_CLOEXEC, 0)
      return own
    }
  }

  func setOn(_ isOn: Bool) {
    settings.isOn.store(isOn, ordering: .relaxed)
    service.settingsChanged()
  }

  func setHasDevices(_ value: Bool) { settings.hasDevices.store(value, ordering: .relaxed) }

  func setLocked(_ isLocked: Bool) {
    settings.isLocked.store(isLocked, ordering: .relaxed)
    service.lockChanged()
  }

  /// Picks something up, and waits for what becomes of it.
  func accept(_ number: UInt64 = 1) async -> Result<Launched, ServiceError> {
    await withCheckedContinuation { continuation in
      service.accept(number) { continuation.resume(returning: $0) }
    }
  }

  /// Has the other device offer something, and answer picks.
  func offerFromLaptop(_ activity: HandoffActivity = HandoffStage.soup) async throws {
    let available = AvailableActivity(number: 1, device: "laptop", activity: activity)
    process.answer { question in
      if case .accept(1) = question { .picked(7, available) } else { nil }
    }
    try await waitWhile { !process.isRunning }
    process.tell(.available([available]))
    try await waitWhile { service.available.isEmpty }
  }

  /// Waits until the process was told something.
  func waitForOrder(_ order: HandoffOrder) async throws {
    try await waitWhile { !process.orders.contains(order) }
  }

  /// An activity of Recipes as another device hears of it.
  static let soup = HandoffActivity(
    app: "org.example.Recipes", appName: "Recipes", type: "org.example.recipe", title: "Soup",
    hasWebpage: false, hasStreams: false)

  /// The same as the client tells of it.
  static func summary(
    _ number: UInt64 = 3, title: String = "Soup", _ flags: ActivityFlags = [.handoff],
    needsSaving: Bool = false
  ) -> ActivitySummary {
    ActivitySummary(
      number: number, type: "org.example.recipe", title: title, flags: flags,
      needsSaving: needsSaving)
  }

  /// The activity itself.
  static func activity(
    _ text: String = "soup", type: String = "org.example.recipe", webpage: String? = nil
  ) -> WireActivity {
    WireActivity(
      type: type, userInfo: ActivityDictionary([(.text("recipe"), .text(text))]), webpage: webpage)
  }
}
