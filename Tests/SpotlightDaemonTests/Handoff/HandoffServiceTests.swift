import FresnelHandoff
import FresnelPlatform
import FresnelProtection
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("What is offered to other devices")
struct HandoffServiceTests {
  // MARK: - The process

  @Test("There is a process while Handoff is on and there are devices, and not otherwise")
  func processRuns() async throws {
    let stage = try HandoffStage(hasDevices: false)
    defer { stage.launching.end() }
    stage.setOn(true)
    #expect(stage.process.startCount == 0)
    stage.setHasDevices(true)
    stage.setOn(true)
    try await waitWhile { !stage.process.isRunning }
    stage.setOn(false)
    try await waitWhile { stage.process.isRunning }
    #expect(stage.process.orders.last == .stop)
    stage.setOn(true)
    try await waitWhile { !stage.process.isRunning }
    #expect(stage.process.startCount == 2)
  }

  @Test("The process goes with the last device, and comes again with the next that is paired")
  func lastDevice() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    stage.process.answer { question in
      switch question {
      case .devices: .devices([])
      case .showCode: .code("123456", milliseconds: 120_000, [])
      default: nil
      }
    }
    try await waitWhile { !stage.process.isRunning }
    stage.setHasDevices(false)
    stage.process.tell(.devicesChanged)
    let tool = StageClient(
      of: AppIdentity(identifier: "org.fresnel"), role: .tool, in: stage.launching)
    func ask(_ question: HandoffQuestion) async -> Result<HandoffAnswer, ServiceError> {
      await withCheckedContinuation { continuation in
        stage.service.ask(question, for: tool.session) { continuation.resume(returning: $0) }
      }
    }
    try await waitWhile { !stage.process.orders.contains(.stop) }
    // Whether or not it has ended yet.
    #expect(try await ask(.devices).get() == .devices([]))
    try await waitWhile { stage.process.isRunning }
    #expect(try await ask(.showCode).get() == .code("123456", milliseconds: 120_000, []))
    stage.setHasDevices(true)
    stage.process.tell(.devicesChanged)
    tool.session.end()
    stage.setLocked(true)
    try await stage.waitForOrder(.setLocked(true))
    #expect(stage.process.isRunning)
    #expect(stage.process.startCount == 2)
  }

  @Test("To pair, the process runs as long as somebody waits; then it goes where nobody was paired")
  func pairing() async throws {
    let stage = try HandoffStage(hasDevices: false)
    defer { stage.launching.end() }
    stage.process.answer { question in
      question == .showCode ? .code("123456", milliseconds: 120_000, []) : nil
    }
    let tool = StageClient(
      of: AppIdentity(identifier: "org.fresnel"), role: .tool, in: stage.launching)
    let answer = await withCheckedContinuation { continuation in
      stage.service.ask(.showCode, for: tool.session) { continuation.resume(returning: $0) }
    }
    #expect(try answer.get() == .code("123456", milliseconds: 120_000, []))
    stage.service.ask(.awaitPairing, for: tool.session) { _ in }
    try await waitWhile { stage.process.questions.count < 2 }
    #expect(stage.process.isRunning)
    tool.session.end()
    try await waitWhile { stage.process.isRunning }
    #expect(stage.process.orders.contains { if case .cancel = $0 { true } else { false } })
  }

  @Test("Without devices there are none to list, and off says how it is switched on")
  func noDevices() async throws {
    let stage = try HandoffStage(hasDevices: false)
    defer { stage.launching.end() }
    let tool = StageClient(
      of: AppIdentity(identifier: "org.fresnel"), role: .tool, in: stage.launching)
    func ask(_ question: HandoffQuestion) async -> Result<HandoffAnswer, ServiceError> {
      await withCheckedContinuation { continuation in
        stage.service.ask(question, for: tool.session) { continuation.resume(returning: $0) }
      }
    }
    #expect(try await ask(.devices).get() == .devices([]))
    let forgetting = await ask(.forget(DeviceID(publicKey: [])))
    #expect(throws: ServiceError.self) { try forgetting.get() }
    stage.setOn(false)
    let off = await ask(.devices)
    #expect(
      throws: ServiceError(
        .unsupported, "Handoff is off on this device; fresnel handoff on switches it on.")
    ) { try off.get() }
    #expect(stage.process.startCount == 0)
  }

  @Test("A process that ends is started again, a few times, and told everything again")
  func crash() async throws {
    let stage = try HandoffStage { $0.restarts.firstPause = .milliseconds(50) }
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.setCurrent(HandoffStage.summary())
    for start in 1...5 {
      try await waitWhile { stage.process.startCount < start }
      try await stage.waitForOrder(.offer(HandoffStage.soup))
      stage.process.forget()
      stage.process.end()
    }
  }

  @Test("The process hears of the lock, once")
  func lock() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.setCurrent(HandoffStage.summary())
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    #expect(stage.process.orders.first == .setLocked(false))
    stage.setLocked(true)
    try await stage.waitForOrder(.setLocked(true))
    stage.setLocked(true)
    stage.process.forget()
    stage.setLocked(false)
    try await stage.waitForOrder(.setLocked(false))
    #expect(stage.process.orders == [.setLocked(false)])
  }

  // MARK: - Offers

  @Test("What is current and may be handed over is offered, and goes when it ends")
  func offers() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.setCurrent(HandoffStage.summary(1, [.search]))
    client.setCurrent(HandoffStage.summary(2))
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    // The same activity, described anew.
    var stew = HandoffStage.soup
    stew.title = "Stew"
    client.setCurrent(HandoffStage.summary(2, title: "Stew"))
    try await stage.waitForOrder(.offer(stew))
    // Another one.
    client.setCurrent(HandoffStage.summary(3, title: "Stew"))
    let gone = HandoffOrder.withdraw(app: LaunchStage.app.identifier, state: nil)
    try await stage.waitForOrder(gone)
    client.session.end()
    try await waitWhile { stage.process.orders.count < 6 }
    #expect(
      stage.process.orders == [
        .setLocked(false), .offer(HandoffStage.soup), .offer(stew), gone, .offer(stew), gone,
      ])
  }

  @Test("An activity is saved when another device picks it up; what was saved goes with it")
  func saving() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    let activity = HandoffStage.activity()
    client.saving.withLock { $0 = .activitySaved(activity) }
    client.setCurrent(HandoffStage.summary())
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    stage.process.tell(.save(11, app: LaunchStage.app.identifier, type: "org.example.recipe"))
    try await stage.waitForOrder(.saved(11, activity.encoded))
    client.setCurrent(nil)
    try await stage.waitForOrder(
      .withdraw(app: LaunchStage.app.identifier, state: activity.encoded))
    // And it is not what the next activity of the app was.
    stage.process.forget()
    client.setCurrent(HandoffStage.summary(4))
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    client.setCurrent(nil)
    try await stage.waitForOrder(.withdraw(app: LaunchStage.app.identifier, state: nil))
  }

  @Test("What cannot be saved is told with the code for it")
  func notSaved() async throws {
    let stage = try HandoffStage { $0.times.saving = .seconds(600) }
    defer { stage.launching.end() }
    let impatient = try HandoffStage { $0.times.saving = .milliseconds(100) }
    defer { impatient.launching.end() }
    let app = LaunchStage.app.identifier
    func refusal(_ number: UInt64, on stage: HandoffStage) async throws -> FresnelHandoff.Refusal? {
      stage.process.tell(.save(number, app: app, type: "org.example.recipe"))
      var found: FresnelHandoff.Refusal?
      try await waitWhile {
        for case .notSaved(number, let refusal, _) in stage.process.orders { found = refusal }
        return found == nil
      }
      return found
    }
    let client = StageClient(in: stage.launching)
    try await waitWhile { !stage.process.isRunning }
    #expect(try await refusal(1, on: stage) == .failed)
    client.setCurrent(HandoffStage.summary())
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    let silent = StageClient(in: impatient.launching)
    silent.setCurrent(HandoffStage.summary())
    try await impatient.waitForOrder(.offer(HandoffStage.soup))
    #expect(try await refusal(2, on: impatient) == .timedOut)
    client.saving.withLock { $0 = .activitySaved(HandoffStage.activity(type: "org.example.other")) }
    #expect(try await refusal(3, on: stage) == .failed)
    let large = HandoffStage.activity(String(repeating: "x", count: 20_000))
    client.saving.withLock { $0 = .activitySaved(large) }
    #expect(try await refusal(4, on: stage) == .tooLarge)
    client.saving.withLock { $0 = .failed(ServiceError(.unsupported, "No.")) }
    #expect(try await refusal(5, on: stage) == .failed)
  }

  @Test("The app hears that another device has taken it, and what it changes then goes there")
  func continued() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.saving.withLock { $0 = .activitySaved(HandoffStage.activity()) }
    client.setCurrent(HandoffStage.summary(3))
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    let app = LaunchStage.app.identifier
    stage.process.tell(.save(1, app: app, type: "org.example.recipe"))
    try await stage.waitForOrder(.saved(1, HandoffStage.activity().encoded))
    stage.process.tell(.wasContinued(app: app, type: "org.example.recipe", device: "laptop"))
    try await waitWhile { !client.messages.contains(.wasContinued(3)) }
    // What is the same is not sent again.
    client.setCurrent(HandoffStage.summary(3, needsSaving: true))
    try await waitWhile { client.messages.filter { $0.kind == .saveActivity }.count < 2 }
    let salted = HandoffStage.activity("soup with salt")
    client.saving.withLock { $0 = .activitySaved(salted) }
    client.setCurrent(HandoffStage.summary(3))
    client.setCurrent(HandoffStage.summary(3, needsSaving: true))
    try await stage.waitForOrder(.update(app: app, state: salted.encoded))
    #expect(
      stage.process.orders.filter { if case .update = $0 { true } else { false } }.count == 1)
  }

  @Test("A stream of another device goes to the client that has the activity")
  func streams() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.setCurrent(HandoffStage.summary(9, [.handoff, .streams]))
    try await waitWhile { stage.process.orders.count < 2 }
    let (near, far) = try UnixSocket.pair()
    stage.process.tell(
      .streamOpened(app: LaunchStage.app.identifier, type: "org.example.recipe"), far.descriptor)
    try await waitWhile { !client.messages.contains(.offerStream(9)) }
    withExtendedLifetime(near) {}
  }

  // MARK: - A process that was taken over by somebody

  @Test("News that make no sense end the process, and another one takes its place")
  func damagedNews() async throws {
    let stage = try HandoffStage {
      ($0.restarts.firstPause, $0.restarts.longestPause) = (.milliseconds(1), .milliseconds(1))
    }
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.setCurrent(HandoffStage.summary())
    let app = LaunchStage.app.identifier
    let save = HandoffNews.save(1, app: app, type: "org.example.recipe")
    let damaged: [(UInt8, [UInt8])] = [
      (0, []), (200, [1, 2, 3]), (save.kind, []), (save.kind, Array(save.payload.dropLast())),
      (save.kind, save.payload + [0]), (save.kind, [UInt8](repeating: 0xFF, count: 64)),
      // A list that says it is longer than anything.
      (HandoffNews.available([]).kind, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
      (HandoffNews.devicesChanged.kind, [1]),
    ]
    for (number, (kind, payload)) in damaged.enumerated() {
      try await waitWhile { stage.process.startCount < number + 1 }
      try await stage.waitForOrder(.offer(HandoffStage.soup))
      stage.process.forget()
      stage.process.say(kind, payload)
    }
    try await waitWhile { stage.process.startCount < damaged.count + 1 }
    // It was not asked for anything.
    #expect(!client.messages.contains { $0.kind == .saveActivity })
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    client.saving.withLock { $0 = .activitySaved(HandoffStage.activity()) }
    stage.process.tell(save)
    try await stage.waitForOrder(.saved(1, HandoffStage.activity().encoded))
  }

  @Test("More questions for secrets than there are threads end the process, not the next one")
  func vaultFlood() async throws {
    let keys = HeldKeys()
    let stage = try HandoffStage {
      ($0.restarts.firstPause, $0.restarts.longestPause) = (.milliseconds(1), .milliseconds(1))
      $0.vault = DeviceVault(
        file: DeviceFile(in: "/state", storage: FaultyStorage()), sources: [keys])
    }
    defer { stage.launching.end() }
    try await waitWhile { !stage.process.isRunning }
    for number in 0...32 {
      stage.process.tell(.askVault(.init(number), .secret(.localKeyFile, isMaking: true)))
    }
    try await waitWhile { stage.process.startCount < 2 || !stage.process.isRunning }
    keys.release()
    // As many as it may have at once; what the next one asks would be one too many before.
    try await waitWhile { keys.answeredCount < 32 }
    stage.process.tell(.askVault(99, .read))
    try await stage.waitForOrder(.vaultAnswered(99, .bytes(nil)))
  }

  @Test("News of what there is not change nothing")
  func inventedNews() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.saving.withLock { $0 = .activitySaved(HandoffStage.activity()) }
    client.setCurrent(HandoffStage.summary())
    try await stage.waitForOrder(.offer(HandoffStage.soup))
    let app = LaunchStage.app.identifier
    let names = [
      ("", ""), (app, ""), (app, "org.example.other"), ("org.example.Nobody", "org.example.recipe"),
      ("\0\u{202E}", "org.example.recipe"), (String(repeating: "a", count: 1000), "b"),
    ]
    for (number, (app, type)) in names.enumerated() {
      stage.process.tell(.save(UInt64(number), app: app, type: type))
      stage.process.tell(.wasContinued(app: app, type: type, device: "\u{1B}[2J"))
      stage.process.tell(.streamOpened(app: app, type: type))
    }
    // A stream without a socket.
    stage.process.tell(.streamOpened(app: app, type: "org.example.recipe"))
    for pick in [0, 7, .max] as [UInt64] {
      stage.process.tell(.deliver(pick: pick, state: [1, 2, 3]))
      stage.process.tell(.updated(pick: pick, state: HandoffStage.activity().encoded))
      stage.process.tell(.failed(pick: pick, .failed, reason: "No."))
    }
    stage.process.tell(.answer(.max, .done))
    stage.process.tell(
      .answer(
        1,
        .picked(
          0,
          AvailableActivity(
            number: 0, device: "", activity: HandoffStage.soup))))
    stage.process.tell(.save(99, app: app, type: "org.example.recipe"))
    try await stage.waitForOrder(.saved(99, HandoffStage.activity().encoded))
    #expect(stage.process.startCount == 1)
    let kinds: [MessageKind] = client.messages.map(\.kind)
    #expect(kinds.count { $0 == .saveActivity } == 1)
    #expect(!kinds.contains(.wasContinued) && !kinds.contains(.offerStream))
    let orders: [HandoffOrder] = stage.process.orders
    let unsavedCount = orders.count { if case .notSaved = $0 { true } else { false } }
    #expect(unsavedCount == names.count)
    let dropped = orders.filter { if case .drop = $0 { true } else { false } }
    let expected: [HandoffOrder] = [.drop(pick: 0), .drop(pick: 7), .drop(pick: .max)]
    #expect(dropped == expected)
  }

  // MARK: - While main runs anew

  /// Offers the soup, has main run anew at once, and gives both programs' stages.
  private func withNewMain(
    comingBack: Duration = .seconds(600), meanwhile: (PlayedHandoff) throws -> Void = { _ in },
    _ body: (HandoffStage, [HandoffOrder]) async throws -> Void
  ) async throws {
    let process = PlayedHandoff(isPassedOn: true)
    let before = try HandoffStage(process: process)
    defer { before.launching.end() }
    let client = StageClient(in: before.launching)
    client.setCurrent(HandoffStage.summary(3, [.handoff, .streams]))
    try await waitWhile { process.orders.count < 2 }
    process.tell(.save(1, app: LaunchStage.app.identifier, type: "org.example.recipe"))
    try await waitWhile { !client.messages.contains { $0.kind == .saveActivity } }
    let passed = try await before.passOn {
      try meanwhile(process)
      client.session.end()
      // What follows the end of the client is over when this is.
      await withCheckedContinuation { continuation in
        before.service.perform { continuation.resume() }
      }
    }
    let said = process.orders
    process.forget()
    let after = try HandoffStage(process: process, passed: passed) {
      $0.times.comingBack = comingBack
    }
    defer { after.launching.end() }
    try await stageIsResumed(after)
    try await body(after, said)
  }

  private func stageIsResumed(_ stage: HandoffStage) async throws {
    try await stage.waitForOrder(.resume)
    // As the process does then.
    stage.process.tell(.save(1, app: LaunchStage.app.identifier, type: "org.example.recipe"))
  }

  private func waitingCount(_ stage: HandoffStage) -> Int? {
    stage.service.state.withLock { $0.offers[LaunchStage.app.identifier]?.waiting.count }
  }

  @Test("What other devices do with an offer while main runs anew reaches the app that comes back")
  func whileRunningAnew() async throws {
    let app = LaunchStage.app.identifier
    let (near, far) = try UnixSocket.pair()
    try await withNewMain { process in
      process.tell(.wasContinued(app: app, type: "org.example.recipe", device: "laptop"))
      process.tell(.streamOpened(app: app, type: "org.example.recipe"), far.descriptor)
    } _: { stage, said in
      // The client was asked before, and is asked again: nothing has failed.
      #expect(!said.contains { if case .notSaved = $0 { true } else { false } })
      try await waitWhile { waitingCount(stage) != 3 }
      // Another client of the app is not who is waited for.
      StageClient(in: stage.launching).session.end()
      await withCheckedContinuation { continuation in
        stage.service.perform { continuation.resume() }
      }
      let client = StageClient(in: stage.launching)
      client.saving.withLock { $0 = .activitySaved(HandoffStage.activity()) }
      client.setCurrent(HandoffStage.summary(3, [.handoff, .streams]))
      try await stage.waitForOrder(.saved(1, HandoffStage.activity().encoded))
      try await waitWhile {
        !client.messages.contains(.wasContinued(3)) || !client.messages.contains(.offerStream(3))
      }
      #expect(
        client.messages.filter { $0 == .wasContinued(3) || $0.kind == .saveActivity }.count == 2)
      #expect(waitingCount(stage) == 0)
      // What changes later goes to the device that has taken it.
      let salted = HandoffStage.activity("soup with salt")
      client.saving.withLock { $0 = .activitySaved(salted) }
      client.setCurrent(HandoffStage.summary(3, [.handoff, .streams], needsSaving: true))
      try await stage.waitForOrder(.update(app: app, state: salted.encoded))
    }
    withExtendedLifetime(near) {}
  }

  @Test("When no app comes back, or with something else, who picked it up hears so")
  func nobodyComesBack() async throws {
    let failure = HandoffOrder.notSaved(
      1, .failed, reason: "What was picked up is no longer offered.")
    let gone = HandoffOrder.withdraw(app: LaunchStage.app.identifier, state: nil)
    try await withNewMain { stage, _ in
      try await waitWhile { waitingCount(stage) != 1 }
      let client = StageClient(in: stage.launching)
      client.setCurrent(HandoffStage.summary(4))
      try await stage.waitForOrder(.offer(HandoffStage.soup))
      #expect(stage.process.orders.suffix(3) == [failure, gone, .offer(HandoffStage.soup)])
    }
    try await withNewMain(comingBack: .milliseconds(50)) { stage, _ in
      try await stage.waitForOrder(gone)
      try await stage.waitForOrder(failure)
    }
  }
}
