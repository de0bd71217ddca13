internal import CommandKit
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel history forget`: searches forget that the person opened something.
struct ForgetHistory: Subcommand {
  private static let all = Option.flag("all", "Forget everything that you opened")
  private static let app = Option.text("app", short: "a", "APP", "Forget what belongs to APP")

  static let definition = CommandDefinition(
    name: "history forget", summary: "Have searches forget what you opened",
    discussion: """
      ID is the second line that fresnel history choices shows of a thing; without --app it means the things of all apps \
      that have it. Searches order what is forgotten as if you had never opened it, from the next letter that you type. \
      The things themselves stay, and so do the places of fresnel history list; fresnel history delete deletes those. \
      The exit status is 1 when nothing was there to forget, an ID was never opened, or an APP is named of which nothing \
      is known; standard error says which.
      """,
    operands: [OperandDefinition("ID", "identifiers of things", count: .any)],
    options: [all.definition, app.definition, SharedOptions.json.definition],
    examples: [
      Example("one thing of an app", "fresnel history forget --app org.example.Recipes nap"),
      Example("all that you opened", "fresnel history forget --all"),
    ])

  private let app: String?
  private let identifiers: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let forgetsAll = try arguments(Self.all)
    app = try arguments(Self.app)
    var seen: Set<String> = []
    identifiers = arguments.operands.filter { seen.insert($0).inserted }
    if identifiers.isEmpty, app == nil, !forgetsAll {
      throw .usage(
        "nothing is named that could be forgotten", advice: "name an ID, --app or --all")
    }
    if forgetsAll, app != nil || !identifiers.isEmpty {
      throw .usage("--all is for all apps and all things", advice: "leave out --all")
    }
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
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
}
