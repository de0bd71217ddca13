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
      Items of apps stay; an app that you use again notes again. The exit status is 1 when nothing was there to delete, \
      a KEY has no place, an APP is named of which nothing is known, or a history is locked; standard error says which.
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
    let match = try request.app.map { try AppWorld(context).find($0, context) }
    request.app = match?.identifier
    request.keys = Self.distinct(request.keys)
    let places = try Self.places(of: request, over: connection)
    let (count, locked) = try connection.deleteHistory(request)
    let missing = places.missing(of: request.keys, deleted: count)
    let history = LockedHistory(in: locked, app: request.app, context)
    if count == 0, let match { try history.refuse(match, context) }
    report(count, missing, context)
    for key in missing {
      let owner = request.app.map { " of \(withoutControls($0))" } ?? ""
      let time = request.since == nil ? "" : " since then"
      let readable = locked.isEmpty ? "" : ", among those that can be read"
      context.warn("no place\(owner) has the key \"\(withoutControls(key))\"\(time)\(readable)")
    }
    let isComplete = history.warn(in: context)
    return count == 0 || !missing.isEmpty || !isComplete ? .incomplete : .success
  }

  /// The keys in their order, each once.
  private static func distinct(_ keys: [String]) -> [String] {
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }

  /// The places of some keys, as they are listed before they are deleted.
  private struct Places {
    /// The keys that have one.
    var keys: Set<String> = []
    /// How many there are.
    var count: UInt64 = 0

    /// The keys without a place.
    ///
    /// Lists leave out what an app may no longer keep, which is deleted too. Where more was deleted than was listed,
    /// at least as much as there are keys, each key may have had a place.
    func missing(of wanted: [String], deleted: UInt64) -> [String] {
      if deleted == 0 { return wanted }
      if deleted > count, deleted >= UInt64(wanted.count) { return [] }
      return wanted.filter { !keys.contains($0) }
    }
  }

  /// Looks for the places of the keys, up to the last one. The answer to a request is a number, which tells what a single
  /// key has; of several it does not tell which have none.
  private static func places(
    of request: DeleteHistory, over connection: ServiceConnection
  ) throws -> Places {
    var places = Places()
    guard request.keys.count > 1 else { return places }
    let wanted = Set(request.keys)
    _ = try HistoryPlaces(of: request.app, over: connection).forEach { entry in
      if let since = request.since, entry.lastVisit < since { return false }
      if wanted.contains(entry.key) {
        places.keys.insert(entry.key)
        places.count += 1
      }
      return places.keys.count < wanted.count
    }
    return places
  }

  private func report(_ count: UInt64, _ missing: [String], _ context: CommandContext) {
    guard asJSON else {
      return context.console.writeLine("\(counted(Int(clamping: count), "place")) deleted")
    }
    context.console.writeLine(
      JSONValue.object([
        JSONMember("deleted", .integer(Int64(clamping: count))),
        JSONMember("missing", .array(missing.map { .string($0) })),
      ]).printed())
  }
}
