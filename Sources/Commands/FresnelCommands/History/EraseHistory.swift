internal import CommandKit
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel history delete`: deletes some of what apps noted.
struct EraseHistory: Subcommand {
  private static let all = Option.flag("all", "Delete what all apps noted")
  private static let app = Option.text("app", short: "a", "APP", "Delete what APP noted")
  private static let since = Option.text(
    "since", "DATE", "Delete only where you were, and what you chose, since DATE")

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
    let (count, locked, missing, failure) = Self.delete(request, connection.deleteHistory)
    let report = DeletionReport(of: "place", "deleted", asJSON: asJSON, in: context)
    if let failure {
      // What is gone stays gone.
      if count > 0 { report.write(count, missing: missing) }
      throw failure
    }
    let history = LockedHistory(in: locked, app: request.app, context)
    if count == 0, let match { try history.refuse(match, context) }
    report.write(count, missing: missing)
    for key in missing {
      let owner = DeletionReport.owner(request.app)
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

  /// Deletes, key by key: the answer to a request is a number, which tells of one key alone whether it had a place.
  ///
  /// - Parameters:
  ///   - request: What to delete.
  ///   - deletes: Has the daemon do it, for one key or without any.
  /// - Returns: How many places are deleted, the classes that are locked, the keys without a place, and why it ended
  ///   before the last key; `nil` when it did not.
  static func delete(
    _ request: DeleteHistory,
    _ deletes: (DeleteHistory) throws -> (count: UInt64, locked: [ProtectionClass])
  ) -> (count: UInt64, locked: [ProtectionClass], missing: [String], failure: (any Error)?) {
    var count: UInt64 = 0
    var locked: [ProtectionClass] = []
    var missing: [String] = []
    for keys in request.keys.isEmpty ? [[]] : distinct(request.keys).map({ [$0] }) {
      do {
        let part = DeleteHistory(app: request.app, keys: keys, since: request.since)
        let (deleted, unread) = try deletes(part)
        count += deleted
        locked = unread
        if deleted == 0 { missing += keys }
      } catch {
        return (count, locked, missing, error)
      }
    }
    return (count, locked, missing, nil)
  }
}
