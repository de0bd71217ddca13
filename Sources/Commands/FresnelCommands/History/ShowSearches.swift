internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelText
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel history searches`: what the person typed before they opened something.
struct ShowSearches: Subcommand {
  private static let app = Option.text("app", short: "a", "APP", "Only what led to APP")
  private static let limit = Option.count(
    "limit", short: "n", "N", "Show at most N searches, 0 for all", default: 50)

  static let definition = CommandDefinition(
    name: "history searches", summary: "List what you searched for and opened something of",
    discussion: """
      What you type before you open something is kept, and shown as a recent search where nothing is typed yet. Each \
      line is a text, with the app that it led to and what you opened. Forget one with fresnel history forget --search, \
      all of them with --searches; fresnel settings --searches off keeps none. The exit status is 1 when there is \
      nothing to list, an APP is named of which nothing is known, or some of it is locked; standard error says which.
      """,
    options: [app.definition, limit.definition, SharedOptions.json.definition],
    examples: [
      Example("what you searched for last", "fresnel history searches"),
      Example("everything, to keep a copy of", "fresnel history searches -n 0 --json"),
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
    let outcome = try listing.printEntries(connection.searches, json: Self.json) { entry in
      entry.write(entry.title, named: entry.relatedIdentifier, to: context)
    }
    let isPartial = outcome.locked.contains(.firstUnlock)
    listing.printTotals(
      of: outcome, nothing: "no search\(isPartial ? " that can be read" : "") is known",
      reason: Self.reasonForNone(of: match?.identifier, context))
    if isPartial {
      context.warn(
        "most of what you searched for is locked: unlock the session, or run fresnel unlock")
    }
    return listing.status(isPartial: isPartial)
  }

  /// Why no text is kept, as the person decided; `nil` where it is kept. Texts are kept with what was opened.
  private static func reasonForNone(of app: String?, _ context: CommandContext) -> String? {
    if let reason = ShowHistory.reasonForNone(of: app, context) { return reason }
    guard let decisions = try? SettingsFile(of: context.directories).decisions() else { return nil }
    if decisions.keepsSearches { return nil }
    return "and none is kept; fresnel settings --searches on has them kept again"
  }

  private static func json(_ entry: HistoryEntry) -> JSONValue {
    .object([
      JSONMember("text", .string(entry.title)), JSONMember("typedIn", .string(entry.type)),
      JSONMember("app", .string(entry.app)),
      JSONMember("id", entry.relatedIdentifier.map { .string($0) } ?? .null),
      JSONMember("last", .string(AttributeText.text(of: entry.lastVisit))),
    ])
  }
}
