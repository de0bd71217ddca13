import BusTestSupport
import FresnelApps
import FresnelBus
import FresnelLaunching
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

@Suite("LaunchService")
struct LaunchServiceTests {
  private func shell(_ script: String) -> [String] { ["/bin/sh", "-c", script] }

  /// A stage whose app is waited for, however long its client takes to come.
  private func patientStage() throws -> LaunchStage {
    try LaunchStage(program: shell("exec sleep 5")) {
      ($0.asking, $0.askingAfterEnd) = (.seconds(600), .seconds(600))
    }
  }

  // MARK: - Running apps

  @Test("A running app is told what comes, gets it, and who chose it is told that it took it")
  func running() async throws {
    let stage = try LaunchStage { $0.showing = .milliseconds(1) }
    defer { stage.end() }
    let client = StageClient(in: stage)
    client.receive()
    let launched = try await stage.launch(query: "so", token: "t1").get()
    #expect(launched.way == .running && launched.appName == "Recipes" && launched.words.isEmpty)
    let told = client.messages.dropFirst()
    #expect(
      told.first
        == .willContinue(
          WillContinue(delivery: launched.launch, type: "com.apple.corespotlightitem")))
    guard case .continueActivity(let request)? = told.last else {
      Issue.record("Nothing was asked.")
      return
    }
    #expect(request.delivery == launched.launch && request.activationToken == "t1")
    #expect(request.activity.userInfo["kCSSearchQueryString"] == .text("so"))
    let time = await stage.time(of: launched.launch)
    #expect(time?.end == .taken && time?.milliseconds != nil)
    #expect(stage.rememberedTimes.count == 1)
    #expect(stage.rememberedTexts == ["so"])
  }

  @Test("The time ends when the app shows it", arguments: [Restored.Sign.current, .window])
  func shown(sign: Restored.Sign) async throws {
    let stage = try LaunchStage()
    defer { stage.end() }
    let client = StageClient(in: stage, .shows(sign))
    client.receive()
    let launched = try await stage.launch().get()
    let time = await stage.time(of: launched.launch)
    #expect(time?.end == (sign == .current ? .current : .window))
    #expect(time != nil)
  }

  @Test("Of several clients the one that did something last gets it")
  func latest() async throws {
    let stage = try LaunchStage()
    defer { stage.end() }
    let (first, second) = (StageClient(in: stage), StageClient(in: stage))
    first.receive()
    second.receive()
    first.session.receive(Envelope(.currentChanged(ActivitySummary(number: 1, type: "a"))))
    _ = try await stage.launch().get()
    #expect(first.items == ["soup"] && second.items.isEmpty)
    first.session.end()
    _ = try await stage.launch().get()
    #expect(second.items == ["soup"])
  }

  @Test("An app that says no, and one that says nothing, are told apart")
  func refusals() async throws {
    let stage = try LaunchStage { $0.answer = .seconds(600) }
    defer { stage.end() }
    let client = StageClient(in: stage, .says(false))
    client.receive()
    #expect(await stage.problem() == "declined: Recipes did not open it.")
    #expect(stage.rememberedTexts.isEmpty)
    let impatient = try LaunchStage { $0.answer = .milliseconds(50) }
    defer { impatient.end() }
    let silent = StageClient(in: impatient, .hangs)
    silent.receive()
    #expect(await impatient.problem() == "notAnswering: Recipes does not answer.")
    for stage in [stage, impatient] { #expect(stage.rememberedTimes.map(\.failed) == [true]) }
  }

  @Test("One that ends instead of answering is started again, once")
  func ending() async throws {
    let stage = try LaunchStage(program: shell("exit 3"))
    defer { stage.end() }
    let client = StageClient(in: stage, .ends)
    client.receive()
    #expect(
      await stage.problem() == "endedAtOnce: Recipes ended before it opened anything (status 3).")
    #expect(client.items == ["soup"])
  }

  @Test("URLs go to a client that takes them")
  func urls() async throws {
    let stage = try LaunchStage()
    defer { stage.end() }
    stage.setFacts { facts in
      let manifest = """
        {"CFBundleIdentifier": "org.example.Recipes",
         "CFBundleURLTypes": [{"CFBundleURLSchemes": ["recipes"]}]}
        """
      facts.manifest = AppManifest.read(Array(manifest.utf8), at: "/recipes.plist").manifest
    }
    let client = StageClient(in: stage)
    client.receive(.urls)
    let target = WireTarget.url("recipes:soup", app: "org.example.Recipes")
    #expect(try await stage.launch(target).get().way == .running)
    guard case .openURLs(let request)? = client.messages.last else {
      Issue.record("Nothing was asked.")
      return
    }
    #expect(request.urls == ["recipes:soup"])
  }

  // MARK: - Apps that are started

  @Test("An app that is started gets it when it asks; what is chosen meanwhile joins, up to four")
  func started() async throws {
    let stage = try patientStage()
    defer { stage.end() }
    async let results = withTaskGroup(of: Result<Launched, ServiceError>.self) { group in
      for number in 0..<4 {
        group.addTask {
          await stage.launch(
            .item(
              scope: IndexScope(app: LaunchStage.app.identifier, index: ""),
              identifier: "item\(number)", action: nil))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // All four wait before a fifth is chosen.
    try await waitWhile { stage.service.state.withLock({ $0.launches.count }) < 4 }
    let fifth = await stage.problem()
    #expect(
      fifth == "cannotStart: Recipes could not be started: too much waits for it to be opened.")
    let stranger = StageClient(of: AppIdentity(identifier: "org.example.Other"), in: stage)
    stranger.receive()
    let client = StageClient(in: stage)
    client.receive()
    let launched = try await results.map { try $0.get() }
    #expect(launched.allSatisfy { $0.way == .started })
    #expect(Set(client.items) == ["item0", "item1", "item2", "item3"])
    #expect(stranger.items.isEmpty)
  }

  @Test("A client that says no to what it takes leaves the rest to another one")
  func kinds() async throws {
    let stage = try patientStage()
    defer { stage.end() }
    stage.setFacts { facts in
      let manifest = """
        {"CFBundleIdentifier": "org.example.Recipes",
         "CFBundleURLTypes": [{"CFBundleURLSchemes": ["recipes"]}]}
        """
      facts.manifest = AppManifest.read(Array(manifest.utf8), at: "/recipes.plist").manifest
    }
    async let item = stage.launch()
    try await waitWhile { stage.service.state.withLock({ $0.launches.count }) < 1 }
    async let link = stage.launch(.url("recipes:soup", app: LaunchStage.app.identifier))
    try await waitWhile { stage.service.state.withLock({ $0.launches.count }) < 2 }
    let first = StageClient(in: stage, .says(false))
    first.receive(.activities)
    let refused = await item
    #expect(throws: ServiceError.self) { try refused.get() }
    let second = StageClient(in: stage)
    second.receive(.urls)
    let opened = await link
    #expect(try opened.get().way == .started)
  }

  @Test("Each way in which a start goes wrong has its sentence")
  func failures() async throws {
    let cases: [([String], String)] = [
      (
        ["/nonexistent/recipes"],
        "cannotStart: Recipes could not be started: there is no program /nonexistent/recipes."
      ),
      (shell("exit 3"), "endedAtOnce: Recipes ended before it opened anything (status 3)."),
      (shell("kill -9 $$"), "endedAtOnce: Recipes ended before it opened anything (signal 9)."),
      (shell("exit 0"), "endedAtOnce: Recipes ended before it opened anything (status 0)."),
    ]
    for (program, expected) in cases {
      let stage = try LaunchStage(program: program) { $0.askingAfterEnd = .milliseconds(10) }
      #expect(await stage.problem() == expected)
      stage.end()
    }
    let slow = try LaunchStage(program: shell("exec sleep 10")) { $0.asking = .milliseconds(50) }
    #expect(
      await slow.problem() == "noReceiver: Recipes was started, but did not ask for what to open.")
    slow.end()
    let none = try LaunchStage()
    none.setFacts { $0.manifest = nil }
    #expect(
      await none.problem()
        == "notInstalled: Recipes is not installed any more, or no manifest registers it.")
    none.end()
  }

  @Test("A terminal is handed back to who asks, and the app gets it when it asks")
  func terminal() async throws {
    let stage = try LaunchStage { $0.showing = .milliseconds(1) }
    defer { stage.end() }
    stage.setFacts { facts in
      let text = "[Desktop Entry]\nName=Recipes\nExec=recipes --tui\nTerminal=true\nPath=/\n"
      facts.desktop = LaunchableDesktopFile(
        DesktopEntry(parsing: Array(text.utf8)), identifier: "org.example.Recipes", path: "/a")
    }
    #expect(await stage.problem()?.hasPrefix("needsTerminal: ") == true)
    let launched = try await stage.launch(LaunchStage.soup, .hasTerminal).get()
    #expect(launched.way == .runInTerminal)
    #expect(launched.words == ["env", "--chdir=/", "recipes", "--tui"])
    let client = StageClient(in: stage)
    client.receive()
    #expect(await stage.time(of: launched.launch)?.end == .taken)
    #expect(client.items == ["soup"])
  }

  @Test("A link goes to the program for it, with the token of the desktop")
  func handlers() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let stage = try LaunchStage()
      defer { stage.end() }
      let path = directory + "/opened"
      let script =
        "#!/bin/sh\necho \"$1 $XDG_ACTIVATION_TOKEN\" >\(path).new; mv \(path).new \(path)\n"
      let program = directory + "/browser"
      try FileSystem.write(Array(script.utf8), to: program, permissions: 0o700)
      let text = "[Desktop Entry]\nName=Browser\nExec=\(program) %u\n"
      let browser = LaunchableDesktopFile(
        DesktopEntry(parsing: Array(text.utf8)), identifier: "org.example.Browser", path: "/b")
      stage.setFacts { $0.handlers = [browser].compactMap(\.self) }
      let target = WireTarget.url("https://example.org/", app: nil)
      let launched = try await stage.launch(target, token: "t2").get()
      #expect(launched.way == .handedOver && launched.appName.isEmpty)
      #expect(await stage.time(of: launched.launch) == LaunchTime(end: .unknown))
      try await waitWhile { !FileSystem.exists(path) }
      let written = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      #expect(written == "https://example.org/ t2\n")
      let unclaimed = await stage.problem(.url("gopher://example.org/", app: nil))
      #expect(unclaimed?.hasPrefix("noHandler: A gopher: link is opened only in the app") == true)
    }
  }

  // MARK: - What is not opened

  @Test("Nothing is opened while the session is locked, or when the item is gone")
  func refused() async throws {
    let stage = try LaunchStage()
    defer { stage.end() }
    let client = StageClient(in: stage)
    client.receive()
    stage.setPresence(.isGone)
    #expect(await stage.problem() == "unknownItem: It is gone: Recipes has deleted it.")
    stage.setPresence(.failure(ServiceError(.classLocked, "Locked.")))
    #expect(await stage.problem() == "classLocked: Locked.")
    stage.setPresence(.isThere(nil))
    let long = await stage.launch(query: String(repeating: "x", count: 100_000))
    #expect(throws: ServiceError.self) { try long.get() }
    stage.lock()
    #expect(await stage.problem()?.hasPrefix("classLocked: ") == true)
    #expect(client.items.isEmpty)
  }

  @Test("Only parts of the desktop open things, and an extension takes nothing")
  func roles() async throws {
    let stage = try LaunchStage()
    defer { stage.end() }
    let app = StageClient(in: stage)
    app.session.receive(Envelope(.launch(LaunchRequest(target: LaunchStage.soup)), request: 1))
    app.session.receive(Envelope(.continuationApps("so"), request: 2))
    app.session.receive(Envelope(.launchTime(1), request: 3))
    let helper = StageClient(role: .extension, in: stage)
    helper.receive()
    for message in app.messages + helper.messages {
      guard case .failed(let error) = message else {
        Issue.record("\(message.kind) was answered.")
        continue
      }
      #expect(error.code == .refused)
    }
    #expect(app.messages.count == 3 && helper.messages.count == 1)
  }
}

@Suite("Apps started over a bus")
struct BusLaunchTests {
  private static let object = "/org/example/Recipes"
  private static let interface = "org.freedesktop.Application"
  private static let systemd = (
    path: "/org/freedesktop/systemd1", interface: "org.freedesktop.systemd1.Manager"
  )

  /// Runs a body with a stage whose bus is played.
  private func withBus(
    desktop: String? = nil, program: [String]? = nil, manifest: String = "",
    _ body: (TestBusPeer, LaunchStage) async throws -> Void
  ) async throws {
    let running = try RunningLoop()
    let peer = try TestBusPeer(on: running.loop)
    let stage = try LaunchStage(program: program, bus: peer.client, on: running) {
      ($0.asking, $0.showing, $0.opener) = (.seconds(600), .milliseconds(1), .seconds(86_400))
    }
    stage.setFacts { facts in
      let text = "{\"CFBundleIdentifier\": \"org.example.Recipes\"\(manifest)}"
      facts.manifest = AppManifest.read(Array(text.utf8), at: "/recipes.plist").manifest
      facts.desktop = desktop.flatMap { lines in
        LaunchableDesktopFile(
          DesktopEntry(parsing: Array("[Desktop Entry]\nName=Recipes\n\(lines)\n".utf8)),
          identifier: "org.example.Recipes", path: "/a")
      }
    }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(peer, stage))
    } catch {
      result = .failure(error)
    }
    running.stop()
    try result.get()
  }

  @Test("The app is activated with the token, and gets it when it asks")
  func activation() async throws {
    try await withBus(desktop: "DBusActivatable=true") { peer, stage in
      let tokens = Mutex<[String?]>([])
      let client = Mutex<StageClient?>(nil)
      try peer.answer(Self.object, Self.interface, "Activate") { arguments in
        tokens.withLock { list in
          list = ["activation-token", "desktop-startup-id"].map { arguments.first?[$0]?.text }
        }
        let started = StageClient(in: stage)
        client.withLock { $0 = started }
        started.receive()
        return .success([])
      }
      let launched = try await stage.launch(token: "t3").get()
      #expect(launched.way == .activated)
      #expect(tokens.withLock { $0 } == ["t3", "t3"])
      #expect(client.withLock { $0 }?.items == ["soup"])
    }
  }

  @Test("A program without our library gets it by an action")
  func action() async throws {
    let manifest = #", "FresnelContinuesOverBus": true"#
    try await withBus(desktop: "DBusActivatable=true", manifest: manifest) { peer, stage in
      let asked = Mutex<[BusValue]>([])
      try peer.answer(Self.object, Self.interface, "ActivateAction") { arguments in
        asked.withLock { $0 = arguments }
        return .success([])
      }
      let activity = WireActivity(
        type: "org.example.view", title: "Soup",
        userInfo: ActivityDictionary([
          (.text("id"), .integer(7)), (.text("tags"), .array([.text("a"), .null, .boolean(true)])),
          (.integer(3), .text("left out")), (.text("nothing"), .null),
        ]))
      let launched = try await stage.launch(
        .activity(app: "org.example.Recipes", key: "k", activity)
      ).get()
      #expect(launched.way == .activated)
      let arguments = asked.withLock { $0 }
      #expect(BusValue.structure(arguments).typeSignature == "(sava{sv})")
      #expect(arguments.first?.text == "fresnel-continue-activity")
      let told = arguments.dropFirst().first?.elements?.first?.content
      #expect(told?["type"]?.text == "org.example.view" && told?["title"]?.text == "Soup")
      let info = told?["user-info"]
      #expect(info?["id"]?.unsigned == 7)
      #expect(info?["tags"]?.elements?.map(\.content) == [.string("a"), .bool(true)])
      #expect(info?.elements?.count == 2)
    }
  }

  @Test("A program on the bus gets a hostile address whole, as the only one, or is not called")
  func hostileAddresses() async throws {
    try await withBus { peer, stage in
      let calls = Mutex<[[BusValue]]>([])
      for member in ["Open", "Activate", "ActivateAction"] {
        try peer.answer(Self.object, Self.interface, member) { arguments in
          calls.withLock { $0.append([.string(member)] + arguments) }
          return .success([])
        }
      }
      let text = "[Desktop Entry]\nName=Browser\nDBusActivatable=true\n"
      stage.setFacts { facts in
        facts.manifest = nil
        facts.handlers = [
          LaunchableDesktopFile(
            DesktopEntry(parsing: Array(text.utf8)), identifier: "org.example.Recipes", path: "/a")
        ].compactMap { $0 }
      }
      // Files are opened by what their paths lead to, which is tried with real ones.
      for address in HostileAddress.all where address.words == nil || address.isForeign {
        let launched = await stage.launch(.url(address.url, app: nil))
        let called = calls.withLock { calls in
          defer { calls = [] }
          return calls
        }
        guard address.words != nil else {
          #expect(throws: ServiceError.self, "\(address.url.prefix(80))") { try launched.get() }
          #expect(called.isEmpty, "\(address.url.prefix(80))")
          continue
        }
        #expect(try launched.get().way == .handedOver, "\(address.url.prefix(80))")
        #expect(called.count == 1 && called.first?.first?.text == "Open")
        #expect(called.first?.dropFirst().first?.elements?.map(\.text) == [address.url])
      }
    }
  }

  @Test("Where nobody has the name the command line is tried; other errors are told")
  func errors() async throws {
    try await withBus(desktop: "DBusActivatable=true\nExec=/bin/sh -c \"exit 4\"") { peer, stage in
      func fail(_ name: String) throws {
        try peer.answer(Self.object, Self.interface, "Activate") { _ in
          .failure(BusError(named: name, "It is so."))
        }
      }
      try fail("org.freedesktop.DBus.Error.ServiceUnknown")
      #expect(
        await stage.problem() == "endedAtOnce: Recipes ended before it opened anything (status 4).")
      try fail("org.freedesktop.DBus.Error.Spawn.ChildExited")
      #expect(await stage.problem() == "endedAtOnce: Recipes ended before it opened anything.")
      try fail("org.freedesktop.DBus.Error.Spawn.ExecFailed")
      #expect(await stage.problem() == "cannotStart: Recipes could not be started: It is so.")
    }
  }

  @Test("Where systemd is there it starts the program, in a unit that names the app")
  func units() async throws {
    try await withBus(program: ["/bin/true", "--new", "${HOME}"]) { peer, stage in
      let asked = Mutex<[BusValue]>([])
      let endings = Mutex(["failed", "done", "done"])
      let (path, interface) = Self.systemd
      try peer.answer(path, interface, "Subscribe") { _ in .success([]) }
      try peer.answer(path, interface, "StartTransientUnit") { arguments in
        asked.withLock { $0 = arguments }
        let unit = arguments[0].text ?? ""
        let ending = endings.withLock { $0.removeFirst() }
        try? peer.emit(
          path, interface, "JobRemoved",
          [.uint32(1), .objectPath("/job/1"), .string(unit), .string(ending)])
        if ending == "done", endings.withLock({ $0.isEmpty }) {
          try? peer.emit(path, interface, "UnitRemoved", [.string(unit), .objectPath("/u")])
        }
        return .success([.objectPath("/job/1")])
      }
      #expect(
        await stage.problem()
          == "cannotStart: Recipes could not be started: its program could not be run.")
      let arguments = asked.withLock { $0 }
      #expect(BusValue.structure(arguments).typeSignature == "(ssa(sv)a(sa(sv)))")
      let unit = arguments.first?.text ?? ""
      #expect(UnitName.desktopFile(of: unit) == "org.example.Recipes")
      let client = StageClient(in: stage)
      async let launched = stage.launch(token: "t4")
      try await waitWhile { endings.withLock({ $0.count }) > 1 }
      client.receive()
      #expect(try await launched.get().way == .started)
      let properties = asked.withLock { $0 }[2].elements ?? []
      func property(_ name: String) -> BusValue? {
        properties.first { $0.elements?.first?.text == name }?.elements?.last?.content
      }
      #expect(
        property("Environment")?.elements?.compactMap(\.text)
          == ["DESKTOP_STARTUP_ID=t4", "XDG_ACTIVATION_TOKEN=t4"])
      let command = property("ExecStart")?.elements?.first?.elements
      #expect(command?.first?.text == "/bin/true")
      // systemd makes one dollar of two, and puts no variable in.
      #expect(command?[1].elements?.compactMap(\.text) == ["/bin/true", "--new", "$${HOME}"])
      client.session.end()
      #expect(await stage.problem() == "endedAtOnce: Recipes ended before it opened anything.")
    }
  }

  @Test("Of an opener in a unit of systemd nothing more is waited for")
  func openerUnits() async throws {
    try await withBus { peer, stage in
      let (path, interface) = Self.systemd
      try peer.answer(path, interface, "Subscribe") { _ in .success([]) }
      try peer.answer(path, interface, "StartTransientUnit") { arguments in
        // Its program stays as long as the browser that it starts.
        try? peer.emit(
          path, interface, "JobRemoved",
          [.uint32(1), .objectPath("/job/1"), .string(arguments[0].text ?? ""), .string("done")])
        return .success([.objectPath("/job/1")])
      }
      stage.setFacts { $0.opener = ["/bin/true"] }
      let launched = try await stage.launch(.url("https://example.org/", app: nil)).get()
      #expect(launched.way == .handedOver)
    }
  }

  @Test("Where systemd does not answer in time, nothing is started a second time")
  func slowUnits() async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let path = directory + "/started"
      try await withBus(program: ["/usr/bin/touch", path]) { peer, stage in
        let isAsked = Atomic(false)
        try peer.answer(Self.systemd.path, Self.systemd.interface, "Subscribe") { _ in .success([])
        }
        try peer.answer(Self.systemd.path, Self.systemd.interface, "StartTransientUnit") { _ in
          isAsked.store(true, ordering: .relaxed)
          return .failure(BusError(named: "org.freedesktop.DBus.Error.NoReply", "It is busy."))
        }
        async let launched = stage.launch()
        try await waitWhile { !isAsked.load(ordering: .relaxed) }
        let client = StageClient(in: stage)
        client.receive()
        #expect(try await launched.get().way == .started)
        await stage.running.settle()
        #expect(!FileSystem.exists(path))
      }
    }
  }

  @Test("The file manager shows a file that would run")
  func showing() async throws {
    try await withBus { peer, stage in
      let shown = Mutex<[BusValue]>([])
      let manager = ("/org/freedesktop/FileManager1", "org.freedesktop.FileManager1")
      try peer.answer(manager.0, manager.1, "ShowItems") { arguments in
        shown.withLock { $0 = arguments }
        return .success([])
      }
      stage.setFacts { $0.file = FileFacts(.program, at: "/bin/true") }
      let launched = try await stage.launch(.url("file:///bin/true", app: nil), token: "t5").get()
      #expect(launched.way == .handedOver)
      #expect(
        shown.withLock { $0 } == [
          .array(element: "s", [.string("file:///bin/true")]), .string("t5"),
        ])
    }
  }
}
