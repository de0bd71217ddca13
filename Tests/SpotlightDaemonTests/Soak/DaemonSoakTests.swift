import FresnelPlatform
import FresnelTestSupport
import Testing
import WireTestSupport

/// What `make soak` runs for long, and `make test` for moments: clients that come and go, hang, flood and are
/// killed, a daemon that is killed, classes that are locked and opened, and a clock that jumps, while others check
/// isolation, order, durability and that nothing is found that is locked.
@Suite("A daemon that is soaked", .serialized)
struct DaemonSoakTests {
  private static let minuteCount = Environment["FRESNEL_SOAK_MINUTES"].flatMap { Int($0) } ?? 0
  /// A day, and a year, in seconds.
  private static let day = 86_400
  private static let year = 366 * 86_400

  @Test(
    "apps see their own items alone, in order, none that is locked, and keep what was acknowledged, whatever others do",
    .timeLimit(.minutes(minuteCount + 10)))
  func soak() throws {
    let seed = Environment["FRESNEL_SOAK_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1 << 40)
    var generator = SeededGenerator(seed: seed)
    let end = MonotonicClock.nanoseconds + UInt64(Self.minuteCount) * 60 * 1_000_000_000
    if Self.minuteCount > 0 {
      Torture.tell("The daemon is soaked for \(Self.minuteCount) minutes, from seed \(seed) on:")
    }
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stage = try SoakStage(in: directory)
      defer { stage.daemon.kill() }
      try stage.registerFailingExtension()
      var round = 0
      var extensionStarts = 0
      var offset = 0
      // However busy the machine is, something is to be written before it ends: in one of so many lives.
      while round < 4 || stage.acknowledgedCount == 0 && round < 40
        || MonotonicClock.nanoseconds < end
      {
        stage.place = "round \(round), seed \(seed)"
        try stage.daemon.start(clearingLog: true)
        if round > 0 { try stage.checkDurability() }
        // Nobody has unlocked anything since it began.
        try stage.checkLocked()
        if round % 5 == 0 { try stage.checkThatNothingIsPlain() }
        try stage.unlock()
        if round > 0 { try stage.checkSecrets() }
        if generator.once(in: 3) { try stage.lock() }
        extensionStarts += try Self.play(on: stage, &generator, clock: &offset)
        round += 1
        if round % 50 == 0 { Self.tell(of: stage, after: round) }
      }
      stage.place = "at the end, seed \(seed)"
      try stage.daemon.start()
      try stage.checkDurability()
      try stage.checkLocked()
      try stage.unlock()
      try stage.checkSecrets()
      try stage.checkThatNothingIsPlain()
      #expect(stage.acknowledgedCount > 0, "nothing was ever written, seed \(seed)")
      #expect(extensionStarts > 0 || round < 20, "no extension was ever started, seed \(seed)")
      #expect(
        stage.acknowledgedCount > round || round < 20, "hardly anything was written, seed \(seed)")
      #expect(stage.sealedCount > 0 || round < 20, "nothing was ever sealed, seed \(seed)")
      if Self.minuteCount > 0 { Self.tell(of: stage, after: round) }
    }
  }

  private static func tell(of stage: SoakStage, after round: Int) {
    Torture.tell(
      "\(round) lives, \(stage.acknowledgedCount) batches, \(stage.sealedCount) sealed changes, as they should be"
    )
  }

  /// One life of the daemon, which has just begun, to its end.
  ///
  /// - Returns: How often an extension was started, which fails each time.
  private static func play(
    on stage: SoakStage, _ generator: inout SeededGenerator, clock: inout Int
  ) throws -> Int {
    let milliseconds = Int.random(in: 300...1500, using: &generator)
    for app in SoakStage.apps {
      // Writers one after the other, most killed while the next one waits to begin.
      var rest = milliseconds + 500
      while rest > 0 {
        let part = min(rest, Int.random(in: 50...1000, using: &generator))
        rest -= part
        stage.start(
          "write", of: app, seed: generator.next(), milliseconds: milliseconds + 500 - rest)
      }
      stage.start("watch", of: app, seed: generator.next(), milliseconds: milliseconds)
    }
    for protection in SoakStage.lockable {
      // One alone writes to an index.
      for app in SoakStage.apps.shuffled(using: &generator).prefix(1 + generator.below(2)) {
        stage.start(
          "seal", of: app, in: protection, seed: generator.next(),
          milliseconds: Int.random(in: 200...milliseconds + 500, using: &generator))
      }
    }
    for _ in 0..<4 {
      let role = ["flood", "hang", "answer", "damage", "live"][generator.below(5)]
      let isNoise = role == "flood" || role == "damage" || generator.once(in: 2)
      stage.start(
        role, of: isNoise ? SoakStage.noise : SoakStage.apps[generator.below(3)],
        seed: generator.next(), milliseconds: Int.random(in: 100...milliseconds, using: &generator))
    }
    let begun = MonotonicClock.nanoseconds
    func passed() -> Int { Int((MonotonicClock.nanoseconds - begun) / 1_000_000) }
    var (jumps, locks) = (0, 0)
    while passed() < milliseconds {
      _ = try waitForInput(
        on: [], timeout: .milliseconds(Int.random(in: 20...200, using: &generator)))
      try stage.checkThatItLives()
      switch generator.below(8) {
      case 0: stage.daemon.send(.hangUp)
      case 1:
        try jump(&clock, &generator)
        try stage.setClock(ahead: clock)
        jumps += 1
      case 2: try stage.checkHealth()
      case 3:
        try stage.lock()
        locks += 1
      case 4: try stage.unlock()
      default: break
      }
    }
    try stage.checkThatItLives()
    try stage.checkHealth()
    // Those that watch are done; then the daemon ends under those that write.
    if generator.once(in: 3) {
      try stage.daemon.stop()
    } else {
      stage.daemon.kill()
    }
    stage.join()
    // One at the beginning of a life at most, one for each time that a back-off was jumped over, and one when the
    // daemon runs anew after a lock: it knows of no back-off then. It may be locked before this begins.
    let starts = stage.count(of: "extensionStarted")
    #expect(
      starts <= 2 + 2 * jumps + locks, "an extension was started \(starts) times, \(stage.place)")
    return starts
  }

  /// Sets the clock by hours, days or a year, forward or back.
  private static func jump(_ clock: inout Int, _ generator: inout SeededGenerator) throws {
    switch generator.below(4) {
    case 0: clock = 0
    case 1: clock += Int.random(in: -7200...7200, using: &generator)
    case 2: clock += Int.random(in: -5 * day...5 * day, using: &generator)
    default: clock = generator.once(in: 2) ? year : -year
    }
  }
}
