internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel-cloud measure-search`: how long a service takes to answer, at a steady rate of questions.
struct MeasureSearch: Subcommand {
  private static let at = Option.text(
    "at", "ADDRESS", "Where the service listens (default 127.0.0.1:8080)")
  private static let rate = Option.count("rate", "N", "Send N requests a second", default: 500)
  private static let seconds = Option.count("seconds", "N", "Go on for N seconds", default: 30)
  private static let warmUp = Option.count(
    "warm-up", "N", "Send requests for N seconds before, which are not counted", default: 5)
  private static let connections = Option.count(
    "connections", "N", "Keep N connections", default: 32)
  private static let path = Option.text(
    "path", "PATH", "Ask for PATH, with the question behind it (default /v1/search?q=)")
  private static let fill = Option.flag(
    "fill", "Measure nothing: put the pages of FILE into the index, one JSON object on each line")

  static let definition = CommandDefinition(
    name: "measure-search", summary: "Measure searches of a service on this machine",
    discussion: """
      Sends the questions of FILE (lines; what comes behind a tab is left out) one after the other, at moments that \
      are set before the first one, and prints how long answers took from these moments on. A service that falls \
      behind is not waited for. Its limits have to let that many requests be made: start it with --rate 0.

      With --fill, FILE has pages: objects with id, title or name, summary and text, packed by gzip or not. They are \
      put into the index of --data, which is then compacted to one file and can be read by a service.
      """,
    operands: [
      OperandDefinition(
        "FILE", "questions, or pages with --fill", count: .oneOrMore, completion: .files)
    ],
    options: [
      at.definition, rate.definition, seconds.definition, warmUp.definition,
      connections.definition, path.definition, fill.definition, CloudData.option.definition,
      SharedOptions.json.definition,
    ],
    isHidden: true)

  private let files: [String]
  private let address: NetworkAddress
  private let rate: Int
  private let seconds: Int
  private let warmUpSeconds: Int
  private let connectionCount: Int
  private let path: String
  private let isFilling: Bool
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    files = arguments.operands
    let text = try arguments(Self.at) ?? "127.0.0.1:8080"
    // Others did not ask to be measured.
    guard let address = NetworkAddress(text), address.port != 0,
      address.bytes.first == 127 || address.host == "::1"
    else {
      throw .usage(
        "--at takes a loopback address and a port, not \"\(withoutControls(text))\"",
        advice: "write --at 127.0.0.1:8080")
    }
    self.address = address
    rate = try Self.number(arguments(Self.rate), "rate", 1...100_000)
    seconds = try Self.number(arguments(Self.seconds), "seconds", 1...3_600)
    warmUpSeconds = try Self.number(arguments(Self.warmUp), "warm-up", 0...3_600)
    connectionCount = try Self.number(arguments(Self.connections), "connections", 1...1_000)
    path = try arguments(Self.path) ?? "/v1/search?q="
    guard path.hasPrefix("/"), path.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .usage("--path takes a path of the service", advice: "write --path '/v1/suggest?q='")
    }
    isFilling = try arguments(Self.fill)
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
  }

  private static func number(
    _ number: Int, _ name: String, _ range: ClosedRange<Int>
  ) throws(CommandError) -> Int {
    guard range.contains(number) else {
      throw .usage(
        "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \(number)")
    }
    return number
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if isFilling { return try fill(in: context) }
    let questions = try self.questions()
    guard !questions.isEmpty else {
      throw CommandError(.usage, "there is no query in \(withoutControls(files[0]))")
    }
    let load = SearchLoad(
      address: address, targets: questions.map { path + Self.escaped($0) }, rate: rate,
      count: rate * (warmUpSeconds + seconds), warmUpCount: rate * warmUpSeconds,
      connectionCount: connectionCount)
    let outcome = try load.run()
    if asJSON {
      context.console.writeLine(json(outcome).printed())
    } else {
      lines(outcome).forEach(context.console.writeLine)
    }
    return outcome.failures == 0 ? .success : .incomplete
  }

  private func fill(in context: CommandContext) throws -> ExitStatus {
    let data = CloudData(data, in: context)
    let lock = try CrawlLock(of: data)
    defer { withExtendedLifetime(lock) {} }
    var pages = try MeasuredPages(in: data)
    defer { pages.close() }
    for file in files { try pages.add(file) }
    try pages.compact()
    context.console.writeLine("\(counted(pages.count, "page")) in \(withoutControls(data.index))")
    return .success
  }

  private func questions() throws -> [String] {
    var questions: [String] = []
    for file in files {
      var lines = LineReader(try InputReader(path: file), maximumByteCount: 1_000)
      while let line = try lines.next() {
        guard case .bytes(let bytes) = line else { continue }
        let text = String(decoding: bytes.prefix { $0 != 0x09 }, as: UTF8.self)
        if text.contains(where: { !$0.isWhitespace }) { questions.append(text) }
      }
    }
    return questions
  }

  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  // MARK: - What is told

  private static let parts: [(name: String, part: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
  ]

  private func lines(_ outcome: SearchLoad.Outcome) -> [String] {
    let times = outcome.times.percentiles(Self.parts.map(\.part))
    let shown = zip(Self.parts, times).map { part, time in
      "\(part.name) \((time / 10).rounded() / 100) ms"
    }
    let statuses = outcome.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return [
      "\(rate) requests/s for \(seconds) s over \(counted(connectionCount, "connection"))",
      shown.isEmpty ? "no answer" : shown.joined(separator: "  "),
      "answers \(statuses.joined(separator: "  "))  failed \(outcome.failures)  "
        + "sent late \(outcome.late)",
    ] + (outcome.problem.map { ["last failure: \(withoutControls($0))"] } ?? [])
  }

  private func json(_ outcome: SearchLoad.Outcome) -> JSONValue {
    let times = outcome.times.percentiles(Self.parts.map(\.part))
    return .object([
      JSONMember("rate", .integer(Int64(rate))), JSONMember("seconds", .double(outcome.seconds)),
      JSONMember("connections", .integer(Int64(connectionCount))),
      JSONMember("answers", .integer(Int64(outcome.times.count))),
      JSONMember(
        "microseconds",
        .object(
          zip(Self.parts, times).map { JSONMember($0.name, .double(($1 * 10).rounded() / 10)) })),
      JSONMember(
        "statuses",
        .object(
          outcome.statuses.sorted { $0.key < $1.key }.map {
            JSONMember("\($0.key)", .integer(Int64($0.value)))
          })),
      JSONMember("failures", .integer(Int64(outcome.failures))),
      JSONMember("late", .integer(Int64(outcome.late))),
    ])
  }
}
