import FresnelApps
import FresnelPlatform
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("ExtensionHost")
struct ExtensionHostTests {
  private static let everything = DaemonMessage.reindexAll(ReindexAll(index: "", reason: "a test"))
  /// Acknowledges all and goes when it is told to.
  private static let obedient = """
    while (1) { my ($k, $i) = get(); exit 0 if $k == 0x1103; say_(0x9010, $i); }
    """

  @Test(
    "An extension is started once for several wishes, answers, and is told to go when it is idle")
  func obeying() async throws {
    try await ExtensionStage.with(times: ExtensionStage.idleTimes) { stage in
      try stage.install(Self.obedient)
      async let first = stage.start()
      async let second = stage.start()
      #expect(await first == nil)
      #expect(await second == nil)
      let connection = try stage.lastConnection()
      #expect(await connection.ask(Self.everything) == .acknowledged)
      #expect(stage.connectionCount == 1)
      await connection.untilEnd()
      await stage.settle()
      #expect(stage.keptCount == 0)
      guard case .ended = try #require(stage.events.last).kind else {
        Issue.record("It did not end in good order: \(stage.events)")
        return
      }
      #expect(stage.events.count == 2)
      // And again, when it is wanted again.
      #expect(await stage.start() == nil)
      #expect(stage.connectionCount == 2)
    }
  }

  @Test("One that crashes is not started for a while, longer each time, also by the next daemon")
  func crashing() async throws {
    try await ExtensionStage.with(times: ExtensionStage.idleTimes) { stage in
      try stage.install("get(); kill 'SEGV', $$; sleep 100;")
      for delay in [60, 300] as [Int64] {
        #expect(await stage.start() == nil)
        #expect(await (try stage.lastConnection()).ask(Self.everything) == nil)
        await stage.settle()
        let refusal = try #require(await stage.start())
        #expect(refusal.code == .unavailable && refusal.isRetryable)
        #expect(refusal.message.contains("another \(delay) seconds. It was ended by signal 11."))
        let report = try #require(stage.host.report().first)
        #expect(report.processIdentifier == nil)
        #expect(report.backsOffUntil != nil)
        #expect(report.lastFailure == "It was ended by signal 11.")
        #expect(stage.keptCount == 1)
        stage.pass(seconds: delay)
      }
      try stage.install(Self.obedient)
      #expect(await stage.start() == nil)
      #expect(stage.host.report().first?.processIdentifier != nil)
      await (try stage.lastConnection()).untilEnd()
      await stage.settle()
      // All is forgiven.
      #expect(stage.keptCount == 0)
      #expect(stage.host.report().isEmpty)
    }
  }

  @Test("One that does not answer in time is ended, with what it started")
  func hanging() async throws {
    var times = ExtensionStage.shortTimes
    times.content = .milliseconds(50)
    try await ExtensionStage.with(times: times) { stage in
      try stage.install(
        "$SIG{TERM} = 'IGNORE'; if (!fork) { sleep 1000 while 1 } get(); sleep 1000 while 1;")
      #expect(await stage.start() == nil)
      let connection = try stage.lastConnection()
      let question = ProvideData(index: "", item: "a", contentType: "b", deadlineMilliseconds: 50)
      // Both have the other end; it is closed when both are gone.
      #expect(await connection.ask(.provideData(question)) == nil)
      await stage.settle()
      #expect(
        await stage.start()?.message.contains("It did not answer provideData in time.") == true)
    }
  }

  @Test("One that does not answer the process of a protection class in time is ended too")
  func hangingOverChannel() async throws {
    var times = ExtensionStage.shortTimes
    times.content = .milliseconds(50)
    try await ExtensionStage.with(times: times) { stage in
      try stage.install("get() while 1;")
      #expect(await stage.start() == nil)
      let connection = try stage.lastConnection()
      stage.host.note(.sent(.provideData, 7), of: stage.app, over: .complete)
      await connection.untilEnd()
      await stage.settle()
      #expect(
        await stage.start()?.message.contains("It did not answer provideData in time.") == true)
    }
  }

  @Test("One that ignores that it is to go is killed")
  func stubborn() async throws {
    try await ExtensionStage.with(times: ExtensionStage.idleTimes) { stage in
      try stage.install("$SIG{TERM} = 'IGNORE'; get() while 1;")
      #expect(await stage.start() == nil)
      await (try stage.lastConnection()).untilEnd()
      await stage.settle()
      #expect(await stage.start()?.message.contains("did not end when it was asked to") == true)
    }
  }

  @Test("Why there is no extension is said: none declared, none there, one that does not speak")
  func failures() async throws {
    try await ExtensionStage.with { stage in
      #expect(await stage.start()?.code == .unsupported)
      try stage.install(Self.obedient)
      #expect(await stage.start(nil, .importer)?.code == .unsupported)
      #expect(await stage.start(AppIdentity(identifier: "com.example.other"))?.code == .unsupported)
      try stage.install("exit 3;", of: AppIdentity(identifier: "com.example.quits"))
      let quits = AppIdentity(identifier: "com.example.quits")
      // It said hello, so that it may have been there for a moment.
      _ = await stage.start(quits)
      await (try stage.lastConnection()).untilEnd()
      await stage.settle()
      let refusal = await stage.start(quits)?.message ?? "It was started again."
      #expect(refusal.contains("status 3"))
      let missing = AppIdentity(identifier: "com.example.missing")
      try stage.install("", of: missing)
      try FileSystem.removeFile("\(stage.directory)/com.example.missing-index.pl")
      #expect(await stage.start(missing)?.message.contains("No such file") == true)
    }
    var times = ExtensionStage.shortTimes
    times.start = .milliseconds(100)
    try await ExtensionStage.with(times: times) { stage in
      let silent = AppIdentity(identifier: "com.example.silent")
      try stage.install("sleep 1000 while 1;", of: silent, saysHello: false)
      #expect(await stage.start(silent)?.message == "It did not connect in time.")
    }
  }

  @Test("An app has one extension at a time: another waits until the first has nothing to do")
  func onePerApp() async throws {
    try await ExtensionStage.with { stage in
      try stage.install(Self.obedient)
      try stage.install(Self.obedient, at: .importer)
      #expect(await stage.start() == nil)
      let first = try stage.lastConnection()
      #expect(await stage.start(nil, .importer) == nil)
      #expect(try stage.lastConnection().launch.point == .importer)
      await first.untilEnd()
      #expect(stage.host.report().count == 1)
    }
  }

  @Test("Only so many run at a time, and only so much waits for one app")
  func limits() async throws {
    try await ExtensionStage.with(times: ExtensionStage.idleTimes) { stage in
      let apps = (0..<10).map { AppIdentity(identifier: "com.example.app\($0)") }
      for app in apps { try stage.install(Self.obedient, of: app) }
      let most = await withTaskGroup(of: (ServiceError?, Int).self) { group in
        for app in apps {
          group.addTask { (await stage.start(app), stage.host.report().count) }
        }
        return await group.reduce(into: 0) { most, result in
          #expect(result.0 == nil)
          most = max(most, result.1)
        }
      }
      #expect((1...ExtensionHost.runningLimit).contains(most))
      #expect(stage.connectionCount == 10)
    }
    try await ExtensionStage.with { stage in
      try stage.install(Self.obedient, at: .importer)
      try stage.install("my ($k, $i) = get(); sleep 1000")
      #expect(await stage.start() == nil)
      let connection = try stage.lastConnection()
      async let answer = connection.ask(Self.everything)
      let errors = await withTaskGroup(of: ServiceError?.self) { group in
        for _ in 0..<12 { group.addTask { await stage.start(nil, .importer) } }
        group.addTask {
          await stage.settle()
          await stage.endAll()
          return nil
        }
        return await group.reduce(into: []) { $0 += [$1?.message] }
      }
      #expect(errors.count { $0?.hasPrefix("Too much waits") == true } == 4)
      #expect(errors.count { $0 == "The daemon is ending." } == 8)
      #expect(await answer == nil)
    }
  }

  @Test("When the daemon ends, all extensions end, and none is started any more")
  func ending() async throws {
    try await ExtensionStage.with { stage in
      let apps = (0..<3).map { AppIdentity(identifier: "com.example.app\($0)") }
      try stage.install("$SIG{TERM} = 'IGNORE'; get() while 1;", of: apps[0])
      try stage.install(Self.obedient, of: apps[1])
      try stage.install("exec '/bin/sleep', 1000;", of: apps[2])
      for app in apps { #expect(await stage.start(app) == nil) }
      await stage.endAll()
      #expect(stage.host.report().isEmpty)
      #expect(await stage.start(apps[1])?.code == .unavailable)
      #expect(stage.keptCount == 0)
    }
  }

  @Test("One that eats memory or the processor is ended by the kernel and counts as failed")
  func greed() async throws {
    let limits = ProcessLimits(dataByteCount: 64 << 20, processorSeconds: 1)
    try await ExtensionStage.with(limits: limits) { stage in
      try stage.install(
        "open(STDERR, '>', '/dev/null'); get(); my $n = 256 << 20; my $x = 'x' x $n; say_(0x9010, 1);"
      )
      #expect(await stage.start() == nil)
      #expect(await (try stage.lastConnection()).ask(Self.everything) == nil)
      let spinning = AppIdentity(identifier: "com.example.spins")
      try stage.install("get(); 1 while 1;", of: spinning)
      #expect(await stage.start(spinning) == nil)
      #expect(await (try stage.lastConnection()).ask(Self.everything) == nil)
      await stage.settle()
      #expect(stage.host.report().count { $0.backsOffUntil != nil } == 2)
    }
  }
}
