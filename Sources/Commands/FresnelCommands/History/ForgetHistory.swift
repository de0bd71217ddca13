internal import CommandKit
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel history forget`: searches forget that the person opened something.
struct ForgetHistory: Subcommand {
  private static let all = Option.flag("all", "Forget everything that you opened")
  private static let app = Option.text("app", short: "a", "APP", "Forget what belongs to APP")
  private static let search = Option.list(
    "search", "TEXT", "Forget that you searched for TEXT, and not what you opened")
  private static let searches = Option.flag(
    "searches", "Forget all recent searches, and not what you opened")

  static let definition = CommandDefinition(
    name: "history forget", summary: "Have searches forget what you opened",
    discussion: """
      ID is the second line that fresnel history choices shows of a thing; without --app it means the things of all apps \
      that have it. Searches order what is forgotten as if you had never opened it, from the next letter that you type. \
      The things themselves stay, and so do the places of fresnel history list; fresnel history delete deletes those. \
      With what you opened the texts go that you had typed before; --search and --searches forget such texts alone. \
      What you pinned, named or hid stays where an ID is forgotten (fresnel mark remove takes it back), and goes with \
      --all, and with --app alone. \
      The exit status is 1 when nothing was there to forget, an ID was never opened, or an APP is named of which nothing \
      is known; standard error says which.
      """,
    operands: [OperandDefinition("ID", "identifiers of things", count: .any)],
    options: [
      all.definition, app.definition, search.definition, searches.definition,
      SharedOptions.json.definition,
    ],
    examples: [
      Example("one thing of an app", "fresnel history forget --app org.example.Recipes nap"),
      Example("all that you opened", "fresnel history forget --all"),
      Example("a recent search", "fresnel history forget --search 'birthday present'"),
    ])

  private let app: String?
  private let identifiers: [String]
  /// The texts to forget; `nil` for all of them.
  private let texts: [String]?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let forgetsAll = try arguments(Self.all)
    app = try arguments(Self.app)
    var seen: Set<String> = []
    identifiers = arguments.operands.filter { seen.insert($0).inserted }
    let texts = try arguments(Self.search)
    let forgetsSearches = try arguments(Self.searches)
    self.texts = forgetsSearches ? nil : texts
    asJSON = try arguments(SharedOptions.json)
    if forgetsSearches || !texts.isEmpty {
      guard identifiers.isEmpty, app == nil, !forgetsAll, !forgetsSearches || texts.isEmpty else {
        throw .usage(
          "searches are forgotten by themselves", advice: "leave out the ID, --app and --all")
      }
      return
    }
    if identifiers.isEmpty, app == nil, !forgetsAll {
      throw .usage(
        "nothing is named that could be forgotten", advice: "name an ID, --app or --all")
    }
    if forgetsAll, app != nil || !identifiers.isEmpty {
      throw .usage("--all is for all apps and all things", advice: "leave out --all")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    if texts?.isEmpty != true { return try forgetSearches(over: connection, context) }
    let match = try app.map { try AppWorld(context).find($0, context) }
    let app = match?.identifier
    let request = ForgetChoices(app: app, identifiers: identifiers)
    let (forgotten, locked) = try connection.forgetChoices(request)
    if forgotten.count == 0, let match {
      try LockedHistory(in: locked, app: app, context).refuse(match, context)
    }
    let known = Set(forgotten.identifiers)
    let missing = identifiers.filter { !known.contains($0) }
    DeletionReport(of: "thing", "forgotten", asJSON: asJSON, in: context)
      .write(forgotten.count, missing: missing)
    for identifier in missing {
      let owner = DeletionReport.owner(app)
      context.warn("nothing\(owner) that you opened is \"\(withoutControls(identifier))\"")
    }
    if identifiers.isEmpty, forgotten.count == 0 { context.warn("no choice is known") }
    return forgotten.count == 0 || !missing.isEmpty ? .incomplete : .success
  }

  /// Forgets texts alone.
  private func forgetSearches(
    over connection: ServiceConnection, _ context: CommandContext
  ) throws -> ExitStatus {
    var count: UInt64 = 0
    var missing: [String] = []
    var locked: [ProtectionClass] = []
    for text in texts.map({ $0.map(Optional.some) }) ?? [nil] {
      let answer = try connection.forgetSearches(text)
      count += answer.count
      locked = answer.locked
      if answer.count == 0, let text { missing.append(text) }
    }
    DeletionReport(of: "text", "forgotten", asJSON: asJSON, in: context)
      .write(count, missing: missing)
    for text in missing { context.warn("no search for \"\(withoutControls(text))\" is known") }
    if count == 0, missing.isEmpty { context.warn("no search is known") }
    let isPartial = locked.contains(.firstUnlock)
    if isPartial {
      context.warn(
        "most of what you searched for is locked: unlock the session, or run fresnel unlock")
    }
    return count == 0 || !missing.isEmpty || isPartial ? .incomplete : .success
  }
}
