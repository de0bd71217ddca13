internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelText
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel history list`: what apps noted of what the person did.
struct ShowHistory: Subcommand {
  private static let app = Option.text("app", short: "a", "APP", "Only what APP noted")
  private static let limit = Option.count(
    "limit", short: "n", "N", "Show at most N places, 0 for all", default: 50)

  static let definition = CommandDefinition(
    name: "history list", summary: "List the places in apps at which you were",
    discussion: """
      Apps note what you view, so that you can search for it and come back. Each line is one place: when you \
      were there last, how often, and what it is called; the latest come first. Nobody but you sees the list, \
      and other apps do not. The exit status is 1 when there is nothing to list, an APP is named of which nothing is \
      known, or a history is locked; standard error says which.
      """,
    options: [app.definition, limit.definition, SharedOptions.json.definition],
    examples: [
      Example("where you were last", "fresnel history list"),
      Example(
        "everything that an app noted, for a program",
        "fresnel history list -n 0 --app org.example.Recipes --json"),
    ])

  private let app: String?
  private let limit: Int
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = try arguments(Self.app)
    limit = try arguments(Self.limit)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let match = try app.map { try AppWorld(context).find($0, context) }
    var listing = HistoryListing(of: match, limit: limit, asJSON: asJSON, in: context)
    let outcome = try listing.printEntries(connection.history, json: Self.json) { entry in
      let title = entry.title.isEmpty ? entry.webpage ?? entry.type : entry.title
      entry.write(title, named: entry.key, to: context)
    }
    let history = LockedHistory(in: outcome.locked, app: match?.identifier, context)
    listing.printTotals(
      of: outcome, nothing: "the history\(history.isPartial ? " that can be read" : "") is empty",
      reason: Self.reasonForNone(of: match?.identifier, context))
    return listing.status(isPartial: !history.warn(in: context))
  }

  /// Why no history is kept of an app, or of any, as the person decided; `nil` where it is kept.
  static func reasonForNone(of app: String?, _ context: CommandContext) -> String? {
    // Settings that cannot be read are told of by the commands that are about them.
    guard let decisions = try? SettingsFile(of: context.directories).decisions() else { return nil }
    if !decisions.keepsHistory { return "and none is kept; fresnel history on has it kept again" }
    guard let app, decisions.apps.decided(on: app)?.keepsHistory == false else { return nil }
    let name = withoutControls(app)
    return "and none is kept of \(name); fresnel history on \(name) has it kept again"
  }

  private static func json(_ entry: HistoryEntry) -> JSONValue {
    .object([
      JSONMember("app", .string(entry.app)), JSONMember("key", .string(entry.key)),
      JSONMember("type", .string(entry.type)), JSONMember("title", .string(entry.title)),
      JSONMember("visits", .integer(Int64(clamping: entry.visitCount))),
      JSONMember("firstVisit", .string(AttributeText.text(of: entry.firstVisit))),
      JSONMember("lastVisit", .string(AttributeText.text(of: entry.lastVisit))),
      JSONMember("item", entry.relatedIdentifier.map { .string($0) } ?? .null),
      JSONMember("webpage", entry.webpage.map { .string($0) } ?? .null),
    ])
  }
}
