internal import FresnelModel

/// `fresnel pause`: has the daemon take no changes for a time.
struct PauseIndexing: Subcommand {
  static let definition = CommandDefinition(
    name: "pause", summary: "Let no app index anything for a time",
    discussion: """
      Until fresnel resume, or for the given time, apps' changes are answered with an error that tells \
      them to try again. What is indexed is found all the same. A pause outlives the daemon.
      """,
    operands: [
      OperandDefinition(
        "DURATION", "a number and s, m, h or d, such as 90m; without it until fresnel resume",
        count: .optional)
    ],
    options: [SharedOptions.json.definition],
    examples: [
      Example("during a presentation", "fresnel pause 2h"),
      Example("until told otherwise", "fresnel pause"),
    ])

  private let seconds: Int?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    seconds = try arguments.operands.first.map { (text) throws(CommandError) in
      guard let seconds = Self.seconds(in: text) else {
        throw .usage(
          "\"\(text)\" is no duration", advice: "write a number and s, m, h or d, as in 90m")
      }
      return seconds
    }
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let arguments = seconds.map { [JSONMember("seconds", .integer(Int64($0)))] } ?? []
    let report = try DaemonReach.required(context).report(on: "pause", arguments)
    context.console.writeLine(
      asJSON ? report.text() : "indexing is paused\(seconds == nil ? " until fresnel resume" : "")")
    return .success
  }

  /// The seconds that a duration stands for; `nil` for what is none.
  static func seconds(in text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0 else { return nil }
    let factor: Int
    switch text.dropFirst(digits.count) {
    case "", "s": factor = 1
    case "m": factor = 60
    case "h": factor = 3600
    case "d": factor = 86_400
    default: return nil
    }
    let (seconds, isTooLong) = number.multipliedReportingOverflow(by: factor)
    return isTooLong ? nil : seconds
  }
}

/// `fresnel resume`: ends a pause.
struct ResumeIndexing: Subcommand {
  static let definition = CommandDefinition(
    name: "resume", summary: "Let apps index again after fresnel pause",
    options: [SharedOptions.json.definition],
    examples: [Example("go on", "fresnel resume")])

  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let report = try DaemonReach.required(context).report(on: "resume")
    context.console.writeLine(asJSON ? report.text() : "apps may index again")
    return .success
  }
}
