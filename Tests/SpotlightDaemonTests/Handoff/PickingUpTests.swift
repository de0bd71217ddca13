import FresnelApps
import FresnelHandoff
import FresnelLaunching
import FresnelModel
import FresnelPlatform
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("What is picked up from other devices")
struct PickingUpTests {
  @Test("A running app hears at once that something comes, gets it, and the other device knows")
  func warm() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.receive()
    try await stage.offerFromLaptop()
    async let result = stage.accept()
    let announced = WillContinue(delivery: 1, type: "org.example.recipe")
    try await waitWhile { !client.messages.contains(.willContinue(announced)) }
    #expect(stage.process.orders == [.setLocked(false)])
    stage.process.tell(.deliver(pick: 7, state: HandoffStage.activity().encoded))
    let launched = try await result.get()
    #expect(launched.way == .running && launched.appName == "Recipes")
    #expect(
      client.messages.last
        == .continueActivity(
          ContinueActivity(
            delivery: 1, activity: HandoffStage.activity(), sourceDevice: "laptop")))
    try await stage.waitForOrder(.continued(pick: 7))
    #expect(await stage.launching.time(of: launched.launch)?.end == .taken)
    // Nothing of it is remembered as something that was found here.
    #expect(stage.launching.rememberedTimes.isEmpty)

    let salted = HandoffStage.activity("soup with salt")
    stage.process.tell(.updated(pick: 7, state: salted.encoded))
    let update = ActivityUpdate(delivery: 1, activity: salted)
    try await waitWhile { !client.messages.contains(.activityUpdated(update)) }
    // One that is none is passed over.
    stage.process.tell(.updated(pick: 7, state: [1, 2, 3]))
    client.session.end()
    try await stage.waitForOrder(.drop(pick: 7))
    #expect(client.messages.filter { $0.kind == .activityUpdated }.count == 1)
  }

  @Test("An app that does not run is started meanwhile, and gets it when it asks")
  func cold() async throws {
    let stage = try HandoffStage(program: ["/bin/sh", "-c", "sleep 5"])
    defer { stage.launching.end() }
    try await stage.offerFromLaptop()
    async let result = stage.accept()
    try await waitWhile { stage.launching.service.state.withLock { $0.launches.isEmpty } }
    let client = StageClient(in: stage.launching)
    client.receive()
    try await waitWhile { !client.messages.contains { $0.kind == .willContinue } }
    stage.process.tell(.deliver(pick: 7, state: HandoffStage.activity().encoded))
    #expect(try await result.get().way == .started)
    #expect(client.messages.last?.kind == .continueActivity)
    try await stage.waitForOrder(.continued(pick: 7))
  }

  @Test(
    "Why nothing comes reaches the app with its code, and the person",
    arguments: FresnelHandoff.Refusal.allCases)
  func refused(refusal: FresnelHandoff.Refusal) async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.receive()
    try await stage.offerFromLaptop()
    async let result = stage.accept()
    try await waitWhile { !client.messages.contains { $0.kind == .willContinue } }
    stage.process.tell(.failed(pick: 7, refusal, reason: "It is too much."))
    let failure = await result
    #expect(throws: ServiceError.self) { try failure.get() }
    guard case .failure(let error) = failure else { return }
    #expect(error.message == "It is too much.")
    #expect(error.details.first?.value == "notHandedOver")
    let told = FailedToContinue(
      delivery: 1, type: "org.example.recipe", code: refusal.rawValue, message: "It is too much.")
    try await waitWhile { !client.messages.contains(.failedToContinue(told)) }
  }

  @Test("A cold app for which nothing comes hears that when it asks")
  func refusedCold() async throws {
    let stage = try HandoffStage(program: ["/bin/sh", "-c", "sleep 5"])
    defer { stage.launching.end() }
    try await stage.offerFromLaptop()
    async let result = stage.accept()
    try await waitWhile { stage.launching.service.state.withLock { $0.launches.isEmpty } }
    stage.process.tell(.failed(pick: 7, .timedOut, reason: "It took too long."))
    let failure = await result
    #expect(throws: ServiceError.self) { try failure.get() }
    let client = StageClient(in: stage.launching)
    client.receive()
    try await waitWhile { !client.messages.contains { $0.kind == .failedToContinue } }
  }

  @Test("What is no activity, or of another type, is not handed to the app", arguments: [0, 1, 2])
  func malformed(number: Int) async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.receive()
    try await stage.offerFromLaptop()
    async let result = stage.accept()
    try await waitWhile { stage.process.questions.isEmpty }
    let bytes = [
      [1, 2, 3], HandoffStage.activity().encoded + [0],
      HandoffStage.activity(type: "org.example.other").encoded,
    ]
    stage.process.tell(.deliver(pick: 7, state: bytes[number]))
    let failure = await result
    guard case .failure(let error) = failure else {
      Issue.record("It was taken.")
      return
    }
    #expect(error.message == "laptop sent something else than it offered.")
    #expect(!client.messages.contains { $0.kind == .continueActivity })
    try await stage.waitForOrder(.drop(pick: 7))
  }

  @Test("An app that says no is told nothing more, and neither is the other device that it took it")
  func declined() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching, .says(false))
    client.receive()
    try await stage.offerFromLaptop()
    async let result = stage.accept()
    try await waitWhile { stage.process.questions.isEmpty }
    stage.process.tell(.deliver(pick: 7, state: HandoffStage.activity().encoded))
    let failure = await result
    #expect(throws: ServiceError.self) { try failure.get() }
    try await stage.waitForOrder(.drop(pick: 7))
    #expect(!stage.process.orders.contains(.continued(pick: 7)))
  }

  @Test("When the process ends, or says nothing, what was picked up has failed")
  func lost() async throws {
    let stage = try HandoffStage { $0.times.arriving = .milliseconds(100) }
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.receive()
    try await stage.offerFromLaptop()
    guard case .failure(let error) = await stage.accept() else {
      Issue.record("It was taken.")
      return
    }
    #expect(error.message == "laptop did not answer in time.")
    let patient = try HandoffStage()
    defer { patient.launching.end() }
    let other = StageClient(in: patient.launching)
    other.receive()
    try await patient.offerFromLaptop()
    async let result = patient.accept()
    try await waitWhile { !other.messages.contains { $0.kind == .willContinue } }
    patient.process.end()
    guard case .failure(let error) = await result else {
      Issue.record("It was taken.")
      return
    }
    #expect(error.message == "The connection to laptop was lost.")
    let codes = { (messages: [DaemonMessage]) -> [UInt16] in
      messages.compactMap {
        if case .failedToContinue(let failure) = $0 { failure.code } else { nil }
      }
    }
    try await waitWhile { codes(other.messages).isEmpty || codes(client.messages).isEmpty }
    #expect(codes(other.messages) == [FresnelHandoff.Refusal.connectionUnavailable.rawValue])
    #expect(codes(client.messages) == [FresnelHandoff.Refusal.timedOut.rawValue])
    // It is not available any more; that may come a moment after the messages.
    try await waitWhile { !patient.service.available.isEmpty }
  }

  @Test("Nothing is picked up while the session is locked, nor what is not offered")
  func refusedHere() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    try await stage.offerFromLaptop()
    guard case .failure(let unknown) = await stage.accept(2) else {
      Issue.record("It was taken.")
      return
    }
    #expect(unknown.message == "What was picked up is no longer offered.")
    stage.setLocked(true)
    guard case .failure(let locked) = await stage.accept() else {
      Issue.record("It was taken.")
      return
    }
    #expect(locked.code == .classLocked)
    #expect(stage.process.questions.isEmpty)
  }

  @Test("Of an app that is not here the page opens in the browser; without one nothing is asked")
  func browser() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let stage = try HandoffStage()
      defer { stage.launching.end() }
      let path = directory + "/opened"
      let script = "#!/bin/sh\necho $1 >\(path).new; mv \(path).new \(path)\n"
      let program = directory + "/browser"
      try FileSystem.write(Array(script.utf8), to: program, permissions: 0o700)
      let text = "[Desktop Entry]\nName=Browser\nExec=\(program) %u\n"
      let browser = LaunchableDesktopFile(
        DesktopEntry(parsing: Array(text.utf8)), identifier: "org.example.Browser", path: "/b")
      stage.launching.setFacts { facts in
        facts.manifest = nil
        facts.handlers = [browser].compactMap(\.self)
      }
      try await stage.offerFromLaptop()
      guard case .failure(let error) = await stage.accept() else {
        Issue.record("It was taken.")
        return
      }
      #expect(
        error.message
          == "Recipes is not installed on this device, and what it shows there has no web page.")
      #expect(stage.process.questions.isEmpty)
      var offered = HandoffStage.soup
      offered.hasWebpage = true
      try await stage.offerFromLaptop(offered)
      try await waitWhile { stage.service.available.first?.activity.hasWebpage != true }
      async let result = stage.accept()
      try await waitWhile { stage.process.questions.isEmpty }
      let activity = HandoffStage.activity(webpage: "https://example.org/soup")
      stage.process.tell(.deliver(pick: 7, state: activity.encoded))
      #expect(try await result.get().way == .handedOver)
      try await waitWhile { !FileSystem.exists(path) }
      let opened = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      #expect(opened == "https://example.org/soup\n")
      try await stage.waitForOrder(.drop(pick: 7))
      #expect(stage.process.orders.contains(.continued(pick: 7)))
    }
  }

  @Test("The client that has it may open a stream, and nobody else")
  func streams() async throws {
    let stage = try HandoffStage()
    defer { stage.launching.end() }
    let client = StageClient(in: stage.launching)
    client.receive()
    try await stage.offerFromLaptop()
    async let result = stage.accept()
    try await waitWhile { stage.process.questions.isEmpty }
    stage.process.tell(.deliver(pick: 7, state: HandoffStage.activity().encoded))
    let launched = try await result.get()
    try await stage.waitForOrder(.continued(pick: 7))
    func open(_ client: StageClient) async -> Result<SharedDescriptor, ServiceError> {
      await withCheckedContinuation { continuation in
        stage.service.openStream(launched.launch, client.session) {
          continuation.resume(returning: $0)
        }
      }
    }
    let stranger = await open(StageClient(in: stage.launching))
    #expect(throws: ServiceError.self) { try stranger.get() }
    stage.process.answer { question in
      question == .openStream(pick: 7)
        ? .failed(HandoffFailure(refusal: .connectionUnavailable, message: "Gone.")) : nil
    }
    guard case .failure(let error) = await open(client) else {
      Issue.record("It was opened.")
      return
    }
    #expect(error.details.first?.value == "4609")
  }
}
