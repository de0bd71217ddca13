internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel measure-service`: what it costs to reach the index through the daemon: keystrokes, durable
/// batches, keystrokes while another app indexes, and idleness.
struct MeasureService: Subcommand {
  private static let idle = Option.count(
    "idle", "SECONDS", "Watch the idle daemon for so long", default: 30)
  private static let items = Option.count(
    "items", "N", "Index so many items with each size of batch", default: 20_000)
  private static let keystrokes = Option.count(
    "keystrokes", "N", "Type so many of the lines; 0 for all", default: 0)
  private static let pace = Option.count(
    "pace", "MS", "While another process indexes, let so much time pass from letter to letter",
    default: 0)
  private static let firstLetters = Option.count(
    "first-letters", "N",
    "Measure nothing but so many first letters of each kind, each more than a second after any other",
    default: 0)
  private static let compute = Option.count(
    "compute", "PERCENT", "Only take so much of a processor, ten minutes at most; likewise",
    default: 0)
  private static let load = Option.flag(
    "load",
    "Only index, as another app, until the process is ended, ten minutes at most; the command runs itself so"
  )

  static let definition = CommandDefinition(
    name: "measure-service", summary: "Measure the way through the daemon",
    discussion: """
      Types the lines of FILE one after the other, each a search of ten rows over everybody's items, as the \
      interactive search does at a keystroke and as fresnel search does: through the daemon, and in this \
      process over a copy of the daemon's plain store, where imports go. \
      Then indexes items of its own in durable batches and deletes them; types again while another \
      process indexes; watches the daemon do nothing; and locks under a search.
      """,
    operands: [
      OperandDefinition(
        "FILE", "lines whose last field after a tab is what has been typed", completion: .files)
    ],
    options: [
      items.definition, idle.definition, keystrokes.definition, pace.definition,
      firstLetters.definition, load.definition, compute.definition, SharedOptions.json.definition,
    ],
    isHidden: true)

  private let file: String
  private let itemCount: Int
  private let idleSeconds: Int
  private let keystrokeLimit: Int
  private let pace: Duration
  private let firstLetterCount: Int
  private let isLoad: Bool
  private let computedShare: Int
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    file = arguments.operands[0]
    itemCount = try arguments(Self.items)
    idleSeconds = try arguments(Self.idle)
    keystrokeLimit = try arguments(Self.keystrokes)
    pace = .milliseconds(try arguments(Self.pace))
    firstLetterCount = try arguments(Self.firstLetters)
    isLoad = try arguments(Self.load)
    computedShare = try arguments(Self.compute)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if computedShare > 0 {
      try Computing(share: computedShare).run(atMost: .seconds(600))
      return .success
    }
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let status = try connection.report(on: "status")
    guard case .integer(let process)? = status["processIdentifier"] else {
      throw CommandError(.store, "the daemon does not say which process it is")
    }
    let daemon = MeasuredProcess(identifier: Int(process))
    let batches = BatchMeasurement(over: connection, to: daemon, itemCount: itemCount)
    if isLoad {
      try batches.index(in: .firstUnlock, atMost: .seconds(600))
      return .success
    }
    let keystrokes = try KeystrokeMeasurement(
      readingFrom: file, limit: keystrokeLimit == 0 ? .max : keystrokeLimit, context.queryContext)
    let own = StoreLocations.Location(
      directory: StoreLocation.personal(in: context.directories.data), app: nil)
    let stores = StoreSet(of: DaemonLibrary(connection), at: own)
    try stores.prepareToSearch()
    var report: [JSONMember] = []
    func tell(_ table: MeasuredTable) {
      report.append(table.json)
      guard !asJSON else { return }
      context.console.writeLine(table.text + "\n")
      context.console.flush()
    }

    if firstLetterCount > 0 {
      try keystrokes.warmUp(in: stores)
      let load = try start("--load")
      defer { Signal.kill.send(to: load) }
      let share = try Self.share(of: load)
      let control = try start("--compute=\(share)")
      defer { Signal.kill.send(to: control) }
      tell(
        try keystrokes.firstLetters(
          firstLetterCount, beside: load, or: control, over: connection, in: stores))
      if !asJSON {
        context.console.writeLine(
          "The app that indexes takes \(share) % of a processor for itself.")
      }
      if asJSON { context.console.writeLine(JSONValue.object(report).printed()) }
      return .success
    }
    tell(try quietKeystrokes(keystrokes, in: stores, daemon, own))
    var table = BatchMeasurement.table
    daemon.waitUntilQuiet(Self.untilTypingIsOver)
    for protection in [ProtectionClass.none, .firstUnlock] {
      for (size, depth) in BatchMeasurement.shapes {
        table.rows.append(try batches.row(of: size, inFlight: depth, in: protection))
      }
    }
    tell(table)
    tell(try contendedKeystrokes(keystrokes, in: stores, daemon))
    try batches.removeAll(in: .firstUnlock)
    if idleSeconds > 0 {
      for table in IdleMeasurement.tables(of: daemon, seconds: idleSeconds) { tell(table) }
    }
    // Last, since the daemon that runs anew has opened nothing yet.
    tell(
      try LockMeasurement(
        searchingOver: connection, orderingOver: try DaemonReach.required(context)
      ).table())
    if asJSON { context.console.writeLine(JSONValue.object(report).printed()) }
    return .success
  }

  /// While a person searches, and for a second after, indexing is held back.
  private static let untilTypingIsOver = Duration.milliseconds(1200)

  private func quietKeystrokes(
    _ keystrokes: KeystrokeMeasurement, in stores: StoreSet, _ daemon: MeasuredProcess,
    _ own: StoreLocations.Location
  ) throws -> MeasuredTable {
    daemon.waitUntilQuiet(.seconds(1))
    var table = KeystrokeMeasurement.table
    var commands = keystrokes
    commands.step = .command
    try keystrokes.warmUp(in: stores)
    table.rows.append(try keystrokes.row("through the daemon", in: stores))
    table.rows.append(try commands.row("the same, counted, as fresnel search", in: stores))
    if FileSystem.isDirectory(own.directory) {
      let copy = try StoreCopy(of: own.directory)
      let stores = StoreSet(of: DaemonLibrary(copy.connection), at: own)
      try keystrokes.warmUp(in: stores)
      table.rows.append(try keystrokes.row("in this process", in: stores))
      table.rows.append(try commands.row("the same, counted", in: stores))
    }
    return table
  }

  /// Types while another process indexes, and right before that.
  private func contendedKeystrokes(
    _ keystrokes: KeystrokeMeasurement, in stores: StoreSet, _ daemon: MeasuredProcess
  ) throws -> MeasuredTable {
    daemon.waitUntilQuiet(.seconds(1))
    let source = KeystrokeMeasurement.table
    var table = MeasuredTable(
      key: "contended", title: "keystroke while another app indexes", columns: source.columns)
    table.rows.append(try keystrokes.row("before it begins", in: stores, pace: pace))
    daemon.waitUntilQuiet(Self.untilTypingIsOver)
    let load = try start("--load")
    defer { Signal.kill.send(to: load) }
    // Until it has begun, and indexing is under way.
    _ = try waitForInput(on: [], timeout: .seconds(1))
    table.rows.append(try keystrokes.row("meanwhile", in: stores, pace: pace))
    return table
  }

  /// What share of a processor a process takes for itself, in hundredths.
  private static func share(of process: Int32) throws -> Int {
    let measured = MeasuredProcess(identifier: Int(process))
    // Until it has begun, and what was typed before it holds nothing back any more.
    _ = try waitForInput(on: [], timeout: .seconds(2))
    let before = measured.processorMilliseconds
    let start = MonotonicClock.nanoseconds
    _ = try waitForInput(on: [], timeout: .seconds(2))
    let milliseconds = Double(MonotonicClock.nanoseconds - start) / 1e6
    return max(1, Int(((measured.processorMilliseconds - before) / milliseconds * 100).rounded()))
  }

  /// Starts this program as another app does: in the background, with an option that says what it is to do.
  private func start(_ option: String) throws -> Int32 {
    guard let program = CurrentProcess.executablePath else {
      throw CommandError(.store, "the system does not say where this program is")
    }
    return try Command(program, ["measure-service", option, file]).startDetached()
  }
}
