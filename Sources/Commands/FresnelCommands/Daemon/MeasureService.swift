internal import Dispatch
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// `fresnel measure-service`: what it costs to reach the index through the daemon: keystrokes, durable
/// batches, and idleness.
struct MeasureService: Subcommand {
  private static let idle = Option.count(
    "idle", "SECONDS", "Watch the daemon's wake-ups for so long", default: 30)
  private static let items = Option.count(
    "items", "N", "Index so many items with each size of batch", default: 20_000)

  static let definition = CommandDefinition(
    name: "measure-service", summary: "Measure the way through the daemon",
    discussion: """
      Types the lines of FILE one after the other, each a search of ten rows over everybody's items; then \
      indexes items of its own in durable batches and deletes them; then watches the daemon do nothing.
      """,
    operands: [
      OperandDefinition(
        "FILE", "lines whose last field after a tab is what has been typed", completion: .files)
    ],
    options: [items.definition, idle.definition, SharedOptions.json.definition], isHidden: true)

  private let file: String
  private let itemCount: Int
  private let idleSeconds: Int
  private let asJSON: Bool

  /// The app whose index is filled and emptied.
  private static let app = "org.fresnel.measure"

  init(_ arguments: ParsedArguments) throws(CommandError) {
    file = arguments.operands[0]
    itemCount = try arguments(Self.items)
    idleSeconds = try arguments(Self.idle)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let status = try connection.report(on: "status")
    guard case .integer(let process)? = status["processIdentifier"] else {
      throw CommandError(.store, "the daemon does not say which process it is")
    }
    let daemon = MeasuredProcess(identifier: Int(process))
    var report: [JSONMember] = []
    func tell(_ name: String, _ members: [JSONMember]) {
      report.append(JSONMember(name, .object(members)))
      guard !asJSON else { return }
      let facts = members.map { "\($0.name) \($0.value.text(indented: false))" }
      context.console.writeLine(padded(name, to: 28) + facts.joined(separator: "  "))
    }
    tell("keystroke", try keystrokes(over: connection))
    for (size, depth) in [(1, 1), (10, 1), (10, 4), (1000, 1), (1000, 4)] {
      let count = min(itemCount, size * 2_000)
      tell(
        "batches of \(size), \(depth) in flight",
        try batches(of: size, inFlight: depth, items: count, over: connection, daemon))
    }
    if idleSeconds > 0 { tell("idle", idleness(of: daemon)) }
    if asJSON { context.console.writeLine(JSONValue.object(report).text()) }
    return .success
  }

  // MARK: - Searching

  private func keystrokes(
    over connection: ServiceConnection
  ) throws -> [JSONMember] {
    var typed: [String] = []
    var lines = LineReader(try InputReader(path: file))
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line,
        let last = bytes.split(separator: UInt8(ascii: "\t")).last
      else { continue }
      typed.append(String(decoding: last, as: UTF8.self))
    }
    var times: [Double] = []
    var hitCount = 0
    // The first round reads the files into the cache.
    for _ in 0..<2 {
      times = []
      hitCount = 0
      for text in typed {
        let start = MonotonicClock.nanoseconds
        let message = try connection.answer(
          to: .search(
            SearchRequest(form: .typed, text: text, reach: .system, limit: 10, detail: .rows))
        ).message
        times.append(Double(MonotonicClock.nanoseconds - start) / 1000)
        guard case .found(let results) = message else { continue }
        hitCount += results.hits.count
      }
    }
    return Self.percentiles(times) + [
      JSONMember("searches", .integer(Int64(times.count))),
      JSONMember("hits", .integer(Int64(hitCount))),
    ]
  }

  // MARK: - Indexing

  private func batches(
    of size: Int, inFlight depth: Int, items: Int, over connection: ServiceConnection,
    _ daemon: MeasuredProcess
  ) throws -> [JSONMember] {
    let opening = OpenIndex(name: "measure", protection: ProtectionClass.none, app: Self.app)
    guard
      case .indexOpened(let index) = try connection.answer(to: .openIndex(opening)).message
    else { throw CommandError(.store, "the daemon did not open an index") }
    let count = max(1, items / size)
    let slots = DispatchSemaphore(value: depth)
    let times = Mutex<[Double]>([])
    let failure = Mutex<ServiceError?>(nil)
    let own = MeasuredProcess(identifier: Int(CurrentProcess.identifier))
    let before = (own.processorMilliseconds, daemon.processorMilliseconds)
    let start = MonotonicClock.nanoseconds
    for number in 0..<count {
      slots.wait()
      let batch = try Self.items(size, from: number * size)
      let sent = MonotonicClock.nanoseconds
      connection.request(
        .apply(ApplyBatch(handle: index.handle, operations: [.put(batch)]))
      ) { result in
        times.withLock { $0.append(Double(MonotonicClock.nanoseconds - sent) / 1000) }
        if case .failure(let error) = result { failure.withLock { $0 = error } }
        slots.signal()
      }
    }
    for _ in 0..<depth { slots.wait() }
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    let after = (own.processorMilliseconds, daemon.processorMilliseconds)
    for _ in 0..<depth { slots.signal() }
    _ = try connection.answer(
      to: .apply(ApplyBatch(handle: index.handle, operations: [.deleteAll])))
    if let error = failure.withLock({ $0 }) { throw CommandError(error) }
    let indexed = Double(count * size)
    return Self.percentiles(times.withLock { $0 }) + [
      JSONMember("itemsPerSecond", .integer(Int64(indexed / seconds))),
      JSONMember("clientMicrosecondsPerItem", Self.tenths((after.0 - before.0) * 1000 / indexed)),
      JSONMember("daemonMicrosecondsPerItem", Self.tenths((after.1 - before.1) * 1000 / indexed)),
    ]
  }

  private static func items(_ count: Int, from first: Int) throws -> [EncodedItem] {
    try (first..<first + count).map { number in
      var attributes = Attributes()
      attributes[.title] = .string("Measured thing \(number)")
      attributes[.contentDescription] = .string(
        "Something to be indexed and forgotten, number \(number % 97) of its kind")
      return try EncodedItem(
        opening: try ItemCodec.encode(
          Item(uniqueIdentifier: "measure-\(number)", attributes: attributes)))
    }
  }

  // MARK: - Idleness

  private func idleness(of daemon: MeasuredProcess) -> [JSONMember] {
    let before = (daemon.wakeUpCount, daemon.processorMilliseconds)
    _ = try? waitForInput(on: [], timeout: .seconds(idleSeconds))
    return [
      JSONMember("seconds", .integer(Int64(idleSeconds))),
      JSONMember("wakeUps", .integer(Int64(daemon.wakeUpCount - before.0))),
      JSONMember("processorMilliseconds", Self.tenths(daemon.processorMilliseconds - before.1)),
      JSONMember("anonymousKiB", .integer(Int64(daemon.anonymousKibibytes))),
      JSONMember("residentKiB", .integer(Int64(daemon.residentKibibytes))),
    ]
  }

  // MARK: - Figures

  private static func percentiles(_ times: [Double]) -> [JSONMember] {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return [] }
    func percentile(_ part: Double) -> JSONValue {
      let rank = Int((part * Double(sorted.count)).rounded(.up)) - 1
      return tenths(sorted[min(max(0, rank), sorted.count - 1)])
    }
    return [JSONMember("p50us", percentile(0.5)), JSONMember("p99us", percentile(0.99))]
  }

  private static func tenths(_ value: Double) -> JSONValue {
    .double((value * 10).rounded() / 10)
  }
}
