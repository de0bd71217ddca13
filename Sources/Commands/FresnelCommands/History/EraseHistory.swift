internal import CommandKit
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel history delete`: deletes some of what apps noted.
struct EraseHistory: Subcommand {
  private static let all = Option.flag("all", "Delete what all apps noted")
  private static let app = Option.text("app", short: "a", "APP", "Delete what APP noted")
  private static let since = Option.text(
    "since", "DATE", "Delete only the places at which you were since DATE")

  static let definition = CommandDefinition(
    name: "history delete", summary: "Delete places at which you were",
    discussion: """
      KEY is the second line that fresnel history list shows of a place. What is deleted is gone when the command ends. \
      Items of apps stay; an app that you use again notes again.
      """,
    operands: [OperandDefinition("KEY", "keys of places", count: .any)],
    options: [
      all.definition, app.definition, since.definition, SharedOptions.json.definition,
    ],
    examples: [
      Example("what an app noted", "fresnel history delete --app org.example.Recipes"),
      Example("the last two days of November", "fresnel history delete --all --since 2026-11-29"),
      Example("everything", "fresnel history delete --all"),
    ])

  private let request: DeleteHistory
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let deletesAll = try arguments(Self.all)
    let app = try arguments(Self.app)
    var date: Timestamp?
    if let text = try arguments(Self.since) {
      guard let instant = Timestamp(iso8601: text) else {
        throw .usage("\"\(text)\" is no date", advice: "write it as 2026-11-29 or 2026-11-29T18:00")
      }
      date = instant
    }
    if arguments.operands.isEmpty, app == nil, date == nil, !deletesAll {
      throw .usage(
        "nothing is named that could be deleted", advice: "name a KEY, --app, --since or --all")
    }
    if deletesAll, app != nil || !arguments.operands.isEmpty {
      throw .usage("--all is for all apps and all places", advice: "leave out --all")
    }
    request = DeleteHistory(app: app, keys: arguments.operands, since: date)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    var request = request
    if let app = request.app { request.app = try AppWorld(context).find(app, context).identifier }
    let (count, locked) = try connection.deleteHistory(request)
    context.console.writeLine(
      asJSON ? "{\"deleted\":\(count)}" : "\(counted(Int(clamping: count), "place")) deleted")
    let isComplete = LockedHistory(in: locked, app: request.app, context).warn(in: context)
    return count == 0 || !isComplete ? .incomplete : .success
  }
}
