internal import CommandKit
internal import FresnelModel

/// `fresnel pause`: has the daemon take no changes for a time.
struct PauseIndexing: DaemonOrder {
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

  let asJSON: Bool
  private let seconds: Int?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    seconds = try arguments.operands.first.map { (text) throws(CommandError) in
      guard let seconds = Self.seconds(in: text) else {
        throw .usage(
          "\"\(text)\" is no duration", advice: "write a number and s, m, h or d, as in 90m")
      }
      guard seconds <= Self.longest else {
        throw .usage("a pause lasts 366 days at most", advice: "without a duration it has no end")
      }
      return seconds
    }
    asJSON = try arguments(SharedOptions.json)
  }

  var details: [JSONMember] { seconds.map { [JSONMember("seconds", .integer(Int64($0)))] } ?? [] }

  func lines(of report: JSONValue, _ style: Style) -> [String] {
    [DaemonStatus.pause(for: seconds)]
  }

  /// The longest time that the daemon counts, in seconds.
  private static let longest = 366 * 86_400

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
struct ResumeIndexing: DaemonOrder, BareCommand {
  static let definition = CommandDefinition(
    name: "resume", summary: "Let apps index again after fresnel pause",
    options: [SharedOptions.json.definition],
    examples: [Example("go on", "fresnel resume")])

  let asJSON: Bool

  func lines(of report: JSONValue, _ style: Style) -> [String] { ["apps may index again"] }
}
