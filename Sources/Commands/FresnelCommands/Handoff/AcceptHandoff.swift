internal import CommandKit
internal import FresnelModel
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel handoff accept`: goes on here with what is open on another device.
struct AcceptHandoff: Subcommand {
  private static let time = Option.flag(
    "time", short: "t", "Wait until the app shows it, and print how long that took")

  static let definition = CommandDefinition(
    name: "handoff accept", summary: "Continue here what is open on another device",
    discussion: """
      Opens the app and has it go on where you were on the other device. WHAT is a number of fresnel handoff \
      list, or words of the title, the app or the device; without it the latest is meant. Where the app is not \
      installed, its web page opens in the browser, if it has one.
      """,
    operands: [OperandDefinition("WHAT", "a number or words", count: .any)],
    options: [time.definition, SharedOptions.json.definition],
    examples: [
      Example("the latest", "fresnel handoff accept"),
      Example("by its title", "fresnel handoff accept tomato soup"),
      Example("by its number, and how long it takes", "fresnel handoff accept --time 2"),
    ])

  private let words: [String]
  private let measuresTime: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    words = arguments.operands
    measuresTime = try arguments(Self.time)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    let report = try connection.report(on: "handoff.list")
    let activity = try Self.meant(words, among: report.list("activities"), report)
    let launcher = AppLauncher(connection, context)
    let outcome = try launcher.accept(activity.count("number"), context)
    if asJSON, case .opened(let launched) = outcome {
      var members = [
        JSONMember("number", .integer(Int64(activity.count("number")))),
        JSONMember("app", .string(activity.text("app"))),
        JSONMember("device", .string(activity.text("device"))),
        JSONMember("way", .integer(Int64(launched.way.rawValue))),
      ]
      if measuresTime, let milliseconds = try launcher.time(of: launched).milliseconds {
        members.append(JSONMember("milliseconds", .integer(Int64(milliseconds))))
      }
      context.console.writeLine(JSONValue.object(members).printed())
      return .success
    }
    return try ResultOpening(context, launcher).finish(outcome, measuresTime: measuresTime)
  }

  /// The activity that words mean.
  static func meant(
    _ words: [String], among activities: [JSONValue], _ report: JSONValue
  ) throws(CommandError) -> JSONValue {
    guard let latest = activities.max(by: { $0.count("number") < $1.count("number") }) else {
      throw CommandError(.incomplete, ListHandoff.absence(report))
    }
    if words.isEmpty { return latest }
    if words.count == 1, let number = Int(words[0]),
      let activity = activities.first(where: { $0.count("number") == number })
    {
      return activity
    }
    let wanted = words.map { $0.lowercased() }
    let found = activities.filter { activity in
      let text = ["title", "appName", "app", "device"].map { activity.text($0).lowercased() }
        .joined(separator: "\n")
      return wanted.allSatisfy(text.contains)
    }
    if found.count == 1 { return found[0] }
    let shown = withoutControls(words.joined(separator: " "))
    if found.isEmpty {
      throw CommandError(
        .incomplete, "nothing of \"\(shown)\" can be continued here",
        advice: "see what can with fresnel handoff list")
    }
    throw .usage(
      "\(found.count) activities can be meant by \"\(shown)\"",
      advice: "use a number: "
        + found.map { "\($0.count("number")) \(ListHandoff.title(of: $0))" }
        .joined(separator: ", "))
  }
}
