import BusTestSupport
import FresnelBus
import FresnelHandoff
import FresnelPlatform
import FresnelProtection
import FresnelTestSupport
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import SpotlightDaemon

/// Main, played by a test: what the process on the network tells, and orders to it.
final class PlayedMain: Sendable {
  /// One piece of news, with what came along.
  struct Told: Sendable {
    let news: HandoffNews
    let descriptor: SharedDescriptor?
  }

  private struct State {
    var told: [Told] = []
    var lastQuestion: UInt64 = 0
    var order: (@Sendable (HandoffOrder) -> Void)?
    var hasEnded = false
    /// How much of what was told came before the end.
    var toldAtEnd = 0
  }

  let loop: EventLoop
  private let state = Mutex(State())

  private init(on loop: EventLoop) {
    self.loop = loop
  }

  // MARK: - In this process

  /// A hub in this process, which is reached at one address of the loopback range.
  static func hub(
    _ name: String, at host: String, on loop: EventLoop,
    _ change: (inout DeviceHub.Dependencies) -> Void = { _ in }
  ) throws -> PlayedMain {
    let main = PlayedMain(on: loop)
    var dependencies = DeviceHub.Dependencies(
      name: name, address: NetworkAddress(host, port: 0),
      store: DeviceStore(
        DeviceFile(in: "/state", storage: FaultyStorage()), sources: [PlayedKeys(.localKeyFile)]))
    change(&dependencies)
    let hub = DeviceHub(dependencies, on: loop) { [weak main] news, descriptor in
      main?.note(news, descriptor)
    }
    main.state.withLock { state in
      let ended: @Sendable () -> Void = { [weak main] in
        main?.state.withLock { state in
          if !state.hasEnded { state.toldAtEnd = state.told.count }
          state.hasEnded = true
        }
      }
      state.order = { order in
        loop.perform {
          if case .stop = order { hub.stop(ended) } else { hub.obey(order) }
        }
      }
    }
    loop.perform { hub.begin() }
    return main
  }

  // MARK: - In a process of its own

  /// A process, which ends with the loop's thread at the latest.
  struct Process: Sendable {
    let main: PlayedMain
    let process: RunningProcess
    let link: WorkerLink
    let pid: Int32
  }

  /// Starts `fresneld --handoff` with its files in a directory.
  static func process(
    _ name: String, at host: String, port: UInt16 = 0, in directory: String, on loop: EventLoop
  ) async throws -> Process {
    let main = PlayedMain(on: loop)
    let state = directory + "/fresnel"
    let vault = DeviceVault(
      file: DeviceFile(in: state), sources: [LocalKeyFile(directory: state + "/local-keys")])
    let command = LimitedCommand(
      try TestProgram.path("fresneld"),
      [
        "--handoff", "--descriptor", "\(LimitedCommand.passedDescriptor)", "--foreground",
        "--handoff-name", name, "--handoff-address", "\(host):\(port)", "--no-avahi",
      ],
      environment: ["HOME": directory, "PATH": "/usr/bin:/bin"],
      limits: ProcessLimits(
        dataByteCount: .max, processorSeconds: 600, openFiles: 4096, fileByteCount: .max,
        niceness: 0))
    return try await withCheckedThrowingContinuation { continuation in
      loop.perform {
        continuation.resume(
          with: Result { () throws(any Error) in
            let (near, far) = try UnixSocket.pair()
            let process = try command.start(passing: far.descriptor)
            let link = WorkerLink(near, on: loop) { [weak main] message in
              guard let news = try? HandoffNews(kind: message.kind, payload: message.payload)
              else { return }
              if case .askVault(let number, let question) = news {
                main?.order(.vaultAnswered(number, vault.answer(question)))
                return
              }
              main?.note(news, message.descriptor)
            } closed: {
            }
            try link.start()
            try process.onExit(loop) { [weak main] _ in
              main?.state.withLock { $0.hasEnded = true }
            }
            process.openGate()
            main.state.withLock { $0.order = { link.send($0.kind, $0.payload) } }
            return Process(main: main, process: process, link: link, pid: process.identifier)
          })
      }
    }
  }

  private func note(_ news: HandoffNews, _ descriptor: SharedDescriptor?) {
    state.withLock { $0.told.append(Told(news: news, descriptor: descriptor)) }
  }

  // MARK: - What a test does

  /// What was told so far.
  var told: [Told] { state.withLock(\.told) }
  /// What a hub in this process told before it had ended.
  var toldBeforeEnd: [Told] { state.withLock { Array($0.told.prefix($0.toldAtEnd)) } }
  /// Whether it has ended.
  var hasEnded: Bool { state.withLock(\.hasEnded) }
  /// What can be picked up, as was told last.
  var available: [AvailableActivity] {
    for case .available(let activities) in told.map(\.news).reversed() { return activities }
    return []
  }

  func order(_ order: HandoffOrder) { state.withLock { $0.order }?(order) }

  /// Asks, without waiting for the answer.
  func begin(_ question: HandoffQuestion) -> UInt64 {
    let number = state.withLock { state in
      state.lastQuestion += 1
      return state.lastQuestion
    }
    order(.ask(number, question))
    return number
  }

  /// The answer to a question.
  func answer(_ number: UInt64) async throws -> (
    answer: HandoffAnswer, descriptor: SharedDescriptor?
  ) {
    try await first { told in
      guard case .answer(number, let answer) = told.news else { return nil }
      return (answer, told.descriptor)
    }
  }

  func ask(_ question: HandoffQuestion) async throws -> HandoffAnswer {
    try await answer(begin(question)).answer
  }

  /// Waits for news, of those that came after some.
  func first<Value: Sendable>(
    after count: Int = 0, _ find: @escaping @Sendable (Told) -> Value?
  ) async throws -> Value {
    try await wait { [self] in told.dropFirst(count).contains { find($0) != nil } }
    return try #require(told.dropFirst(count).lazy.compactMap(find).first)
  }

  /// Waits for something to be so, for ten minutes at most.
  func wait(
    _ location: SourceLocation = #_sourceLocation, until isDone: @escaping @Sendable () -> Bool
  ) async throws {
    let start = MonotonicClock.nanoseconds
    while !isDone() {
      try #require(
        MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds) < 600_000_000_000,
        "\(told.map(\.news))", sourceLocation: location)
      try await rest()
    }
  }

  /// Lets the loop go on for a moment. A test that does so again and again ends with the time of its suite.
  func rest() async throws {
    try Task.checkCancellation()
    await withCheckedContinuation { continuation in
      loop.after(.milliseconds(2)) { continuation.resume() }
    }
  }

  /// Ends it in good order.
  func stop() async throws {
    order(.stop)
    try await wait { [self] in hasEnded }
  }

  // MARK: - What tests do often

  /// Shows a code.
  func showCode() async throws -> (code: String, address: DeviceAddress) {
    guard case .code(let code, _, let addresses) = try await ask(.showCode) else {
      throw Missing()
    }
    return (code, try #require(addresses.first))
  }

  /// The devices.
  func devices() async throws -> [DeviceDescription] {
    guard case .devices(let devices) = try await ask(.devices) else { throw Missing() }
    return devices
  }

  /// The sentence of a failure.
  static func message(_ answer: HandoffAnswer) -> String? {
    if case .failed(let failure) = answer { failure.message } else { nil }
  }

  struct Missing: Error {}

  /// Pairs two, the one that shows the code first, and waits until they are connected.
  static func pair(_ one: PlayedMain, _ other: PlayedMain) async throws {
    let (code, address) = try await one.showCode()
    let waiting = one.begin(.awaitPairing)
    guard case .paired = try await other.ask(.typeCode(code, address)),
      case .paired = try await one.answer(waiting).answer
    else { throw Missing() }
    try await connected(one, other)
  }

  /// Waits until both have the other one connected.
  static func connected(_ one: PlayedMain, _ other: PlayedMain) async throws {
    for main in [one, other] {
      while try await !main.devices().contains(where: \.isConnected) { try await main.rest() }
    }
  }

  static func notes(_ title: String = "Einkauf", app: String = "org.example.Notes")
    -> HandoffActivity
  {
    HandoffActivity(
      app: app, appName: "Notes", type: "org.example.edit", title: title, hasWebpage: false,
      hasStreams: true)
  }

  /// Waits until an offer is seen, and picks it up.
  func pick(_ title: String = "Einkauf") async throws -> UInt64 {
    try await wait { [self] in available.contains { $0.activity.title == title } }
    let offer = try #require(available.first { $0.activity.title == title })
    guard case .picked(let pick, offer) = try await ask(.accept(offer: offer.number)) else {
      throw Missing()
    }
    return pick
  }

  /// Answers the next save that is asked for after some news.
  func save(_ state: [UInt8], after count: Int = 0) async throws {
    let number = try await first(after: count) { told -> UInt64? in
      if case .save(let number, app: "org.example.Notes", type: "org.example.edit") = told.news {
        number
      } else {
        nil
      }
    }
    order(.saved(number, state))
  }
}
