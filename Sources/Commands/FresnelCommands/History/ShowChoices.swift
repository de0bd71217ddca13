internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelText
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel history choices`: what the person opened from searches, which is what orders later searches.
struct ShowChoices: Subcommand {
  private static let app = Option.text("app", short: "a", "APP", "Only what belongs to APP")
  private static let limit = Option.count(
    "limit", short: "n", "N", "Show at most N things, 0 for all", default: 50)

  static let definition = CommandDefinition(
    name: "history choices", summary: "List what you opened from searches",
    discussion: """
      What you open stands higher the next time that you type the same. Each line is one thing: when you opened it last, \
      how often, and what it is called; the latest come first. The order goes by hashes of what you typed, which show no \
      text; the last texts themselves are in fresnel history searches. Nobody but you sees the list, and other apps do \
      not. The exit status is 1 when there is nothing to list, an APP is named of which nothing is known, or some of it \
      is locked; standard error says which.
      """,
    options: [app.definition, limit.definition, SharedOptions.json.definition],
    examples: [
      Example("what you opened last", "fresnel history choices"),
      Example("everything, to keep a copy of", "fresnel history choices -n 0 --json"),
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
    let outcome = try listing.printEntries(connection.choices, json: Self.json) { entry in
      let title = [entry.title, entry.relatedIdentifier ?? ""].first { !$0.isEmpty }
      entry.write(
        title ?? "searches that you continued in the app", named: entry.relatedIdentifier,
        to: context)
    }
    // Choices lie in the class of what was chosen. Nothing is kept yet of those that have a process of their own.
    let isPartial = outcome.locked.contains(.firstUnlock)
    listing.printTotals(
      of: outcome, nothing: "no choice\(isPartial ? " that can be read" : "") is known",
      reason: ShowHistory.reasonForNone(of: match?.identifier, context))
    if isPartial {
      context.warn("most of what you opened is locked: unlock the session, or run fresnel unlock")
    }
    return listing.status(isPartial: isPartial)
  }

  private static func json(_ entry: HistoryEntry) -> JSONValue {
    .object([
      JSONMember("app", .string(entry.app)),
      JSONMember("id", entry.relatedIdentifier.map { .string($0) } ?? .null),
      JSONMember("kind", .string(entry.type)), JSONMember("title", .string(entry.title)),
      JSONMember("choices", .integer(Int64(clamping: entry.visitCount))),
      JSONMember("firstChoice", .string(AttributeText.text(of: entry.firstVisit))),
      JSONMember("lastChoice", .string(AttributeText.text(of: entry.lastVisit))),
    ])
  }
}
