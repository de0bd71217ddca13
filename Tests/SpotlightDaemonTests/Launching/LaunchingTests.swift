import BusTestSupport
import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite("Apps that a real daemon opens", .serialized)
struct LaunchingTests {
  @Test("A cold app is started by its command line, asks, and gets the item; then it runs")
  func commandLine() throws {
    try RecipesApp.withDaemon("take") { daemon, tool in
      let cold = try tool.launch(query: "so", token: "t1")
      #expect(cold.way == .started && cold.appName == "Recipes")
      #expect(
        daemon.received == [
          "environment XDG_ACTIVATION_TOKEN=t1", "environment DESKTOP_STARTUP_ID=t1",
          "activity com.apple.corespotlightitem soup t1",
        ])
      guard case .launchTimed(let time) = try tool.ask(.launchTime(cold.launch)) else {
        Issue.record("There is no time.")
        return
      }
      #expect(time.end == .window && time.milliseconds != nil)
      let warm = try tool.launch()
      #expect(warm.way == .running)
      #expect(daemon.received.last == "activity com.apple.corespotlightitem soup -")
      #expect(
        try tool.ask(.continuationApps("so"))
          == .continuationAppsListed([
            ContinuationApp(app: RecipesApp.identifier, name: "Recipes")
          ]))
      #expect(
        try tool.launch(.continuedSearch(app: RecipesApp.identifier), query: "so").way == .running)
      // It goes with the daemon.
      try daemon.stop()
    }
  }

  @Test("An app with the library gets what is opened in it, and shows it by its activity")
  func library() throws {
    try RecipesApp.withDaemon("app") { daemon, tool in
      for way in [LaunchWay.started, .running] {
        let launched = try tool.launch(token: "t1")
        #expect(launched.way == way)
        guard case .launchTimed(let time) = try tool.ask(.launchTime(launched.launch)) else {
          Issue.record("There is no time.")
          return
        }
        #expect(time.end == .current, "\(time)")
        #expect(daemon.received.last == "activity com.apple.corespotlightitem soup t1")
      }
      let link = WireTarget.url("recipes:soup", app: RecipesApp.identifier)
      #expect(try tool.launch(link).way == .running)
      #expect(daemon.received.last == "urls recipes:soup")
    }
  }

  @Test("Links of its own scheme are in its command line when it does not run")
  func links() throws {
    try RecipesApp.withDaemon("take") { daemon, tool in
      let target = WireTarget.url("recipes:soup", app: RecipesApp.identifier)
      #expect(try tool.launch(target).way == .started)
      #expect(TestProgram.wait { daemon.received == ["argument recipes:soup"] })
      // When it has taken something it runs.
      _ = try tool.launch()
      #expect(try tool.launch(target).way == .running)
      #expect(daemon.received.last == "urls recipes:soup")
    }
  }

  @Test("The app in which searches go on most is offered first, also by the next daemon")
  func learning() throws {
    try RecipesApp.withDaemon("take") { daemon, tool in
      let other = #"""
        {"CFBundleIdentifier": "org.example.Another", "CFBundleName": "Another",
         "FresnelExecutable": "/bin/true", "CoreSpotlightContinuation": true}
        """#
      try RecipesApp.write(
        other, to: "\(daemon.directory)/data/fresnel/apps/org.example.Another.plist")
      try tool.order("apps.reload", "{}")
      func offered(_ tool: RawClient) throws -> [String] {
        guard case .continuationAppsListed(let apps) = try tool.ask(.continuationApps("so")) else {
          return []
        }
        return apps.map(\.name)
      }
      // What has items comes before what comes first by name.
      #expect(try offered(tool) == ["Recipes", "Another"])
      let app = try daemon.client(claiming: "org.example.Another")
      try app.put(["a"], into: try app.open())
      #expect(try offered(tool) == ["Another", "Recipes"])
      _ = try tool.launch(.continuedSearch(app: RecipesApp.identifier), query: "so")
      let isLearnt = try TestProgram.wait { try offered(tool) == ["Recipes", "Another"] }
      #expect(isLearnt)
      try daemon.stop()
      try daemon.start()
      #expect(try offered(try daemon.client(.tool)) == ["Recipes", "Another"])
    }
  }

  @Test("Without a desktop file the manifest's program is started")
  func manifestProgram() throws {
    try RecipesApp.withDaemon("", desktop: nil) { _, tool in
      // Without arguments it ends with status 64.
      let cause = try tool.launchProblem()
      #expect(cause == "endedAtOnce")
    }
  }

  @Test("What goes wrong is told", arguments: [("decline", "declined"), ("end", "endedAtOnce")])
  func failures(mode: String, cause: String) throws {
    try RecipesApp.withDaemon(mode) { daemon, tool in
      let told = try tool.launchProblem()
      #expect(told == cause)
      #expect(daemon.count("could not be opened") == 1, "\(daemon.log)")
    }
  }

  @Test("An item that was deleted starts nothing, nor does an app that nobody knows")
  func nothing() throws {
    try RecipesApp.withDaemon("take") { daemon, tool in
      let gone = WireTarget.item(
        scope: IndexScope(app: RecipesApp.identifier, index: ""), identifier: "gone", action: nil)
      let problem = try tool.launchProblem(gone)
      #expect(problem == "unknownItem")
      let stranger = WireTarget.activity(
        app: "org.example.Nobody", key: "k", WireActivity(type: "org.example.view"))
      #expect(try tool.launchProblem(stranger) == "notInstalled")
      #expect(daemon.received.isEmpty)
    }
  }

  @Test("A stranger that asks meanwhile gets nothing; the daemon's end is told")
  func stranger() throws {
    try RecipesApp.withDaemon("quiet") { daemon, tool in
      let request = try tool.request(.launch(LaunchRequest(target: RecipesApp.soup)))
      let stranger = try daemon.client(claiming: "org.example.Stranger")
      #expect(try stranger.ask(.receive(ReceiveActivities(kinds: .all))) == .done)
      // The launch came before, and another client was served since.
      let other = try daemon.client(claiming: "org.example.Other")
      #expect(try other.ask(.receive(ReceiveActivities(kinds: .all))) == .done)
      #expect(try stranger.messages(before: .receive(ReceiveActivities(kinds: .all))).isEmpty)
      daemon.kill()
      #expect(throws: RawClient.Failure.ended) { try tool.reply(to: request) }
    }
  }

  @Test(
    "The session's bus starts an app that it can start, and calls it",
    .enabled(if: PrivateBus.isThere))
  func bus() throws {
    try FileSystem.withTemporaryDirectory { (services: String) throws in
      let program = try TestProgram.path("sample-receiver")
      try RecipesApp.write(
        """
        [D-BUS Service]
        Name=\(RecipesApp.identifier)
        Exec=\(services)/start
        """, to: "\(services)/\(RecipesApp.identifier).service")
      // The bus has an environment of its own; where the daemon is, is known later.
      let bus = try PrivateBus(services: services)
      try RecipesApp.withDaemon(
        "end", desktop: "DBusActivatable=true", options: ["--bus-address", bus.address]
      ) { daemon, tool in
        let variables = daemon.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
          .map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
        try FileSystem.write(
          Array(
            "#!/bin/sh\nexec env \(variables) '\(program)' \(RecipesApp.identifier) bus\n".utf8),
          to: services + "/start", permissions: 0o755)
        let cold = try tool.launch(token: "t2")
        #expect(cold.way == .activated)
        #expect(
          daemon.received == [
            "call Activate t2", "activity com.apple.corespotlightitem soup t2",
          ])
        #expect(try tool.launch().way == .running)
        try daemon.stop()
      }
    }
  }

  @Test("An app is known by its program, whatever another says that it is")
  func identity() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let tests = try #require(CurrentProcess.executablePath)
      let daemon = try DaemonProcess(in: directory, options: ["--system-executable", tests])
      try RecipesApp.install(in: directory, "take", desktop: "")
      try daemon.start()
      defer { daemon.kill() }
      let activity = WireActivity(type: "org.example.view")
      let target = WireTarget.activity(app: RecipesApp.identifier, key: "k", activity)
      let liar = try daemon.client(claiming: RecipesApp.identifier)
      #expect(try liar.ask(.receive(ReceiveActivities(kinds: .all))) == .done)
      let tool = try daemon.client(.surface)
      #expect(try tool.launch(target).way == .started, "\(daemon.log)")
      #expect(daemon.received == ["activity org.example.view - -"])
      #expect(try liar.messages(before: .receive(ReceiveActivities(kinds: .all))).isEmpty)
    }
  }
}
