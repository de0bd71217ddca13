internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import SpotlightClient

/// `fresnel app adopt`: gives an app what its program indexed before it was registered.
struct AdoptItems: Subcommand {
  private static let from = Option.list(
    "from", "NAME", "The name under which the items are now, in the place of those found")

  static let definition = CommandDefinition(
    name: "app adopt", summary: "Give an app what it indexed before it was registered",
    discussion: """
      A program that no manifest registers indexes under a name made from its path, such as \
      unregistered:/opt/notes/bin/notes. Once it is registered, those items would show beside the app's own. This \
      command gives them to APP: an item that APP has indexed itself stays as it is, the others move. fresnel app \
      install and fresnel app init ask whether to do so; fresnel doctor names what is left.

      The names are found from the programs that APP's manifest names. With --from others can be taken over, such \
      as the items that one script left under the name of its interpreter, or those of a former identifier. Items \
      of a registered app and of Fresnel's own importers can't be. What is in locked classes follows when they are \
      unlocked; while one is, a name given by --from need not be known.
      """,
    operands: [OperandDefinition("APP", "the app's identifier", completion: PrintNames.apps)],
    options: [from.definition, SharedOptions.json.definition],
    examples: [
      Example("after registering an app", "fresnel app adopt com.example.notes"),
      Example(
        "what a script indexed under its interpreter's name",
        "fresnel app adopt local.backup --from unregistered:/usr/bin/python3.11"),
    ])

  private let app: String
  private let names: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = arguments.operands[0]
    names = try arguments(Self.from)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = AppWorld(context)
    let app = try world.find(app, context).identifier
    guard let entry = world.registry.catalog.entry(app) else { throw world.unregistered(app) }
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let strays = try StrayItems.found(for: entry, named: names, over: DaemonLibrary(connection))
    if let missing = names.first(where: { name in !strays.contains { $0.name == name } }) {
      throw CommandError(
        .incomplete, "there are no items of \(withoutControls(missing))",
        advice: "fresnel stats names those that have items")
    }
    guard !strays.isEmpty else {
      throw CommandError(
        .incomplete, "nothing is left that \(app) indexed under another name")
    }
    var isWhole = true
    for stray in strays {
      let hasAll = try stray.adopt(by: app, over: connection, context, asJSON: asJSON)
      isWhole = isWhole && hasAll
    }
    return isWhole ? .success : .incomplete
  }
}

/// Items that an app's program indexed under another name.
struct StrayItems {
  /// The name.
  let name: String
  /// How many items there are.
  let count: Int

  /// The items that the daemon has under the names that an app's programs have without a manifest, or under others
  /// that somebody gave. While a class is locked, what is in it is not known: each name that was given counts then.
  static func found(
    for entry: AppCatalog.Entry, named names: [String] = [], over library: DaemonLibrary
  ) throws -> [StrayItems] {
    let wanted = names.isEmpty ? entry.earlierNames : Set(names)
    guard !wanted.isEmpty else { return [] }
    let report = try library.administer(
      "apps.strays",
      [JSONMember("names", .array(wanted.sorted().map { .string($0) }))])
    var counts: [String: Int] = [:]
    if case .array(let strays)? = report["strays"] {
      for stray in strays {
        guard case .string(let name)? = stray["name"] else { continue }
        counts[name] = stray.count("items")
      }
    }
    if report["whole"] != .boolean(true) {
      for name in names { counts[name, default: 0] += 0 }
    }
    return counts.sorted { $0.key < $1.key }.map { StrayItems(name: $0.key, count: $0.value) }
  }

  /// How many there are, in words.
  var description: String { count == 0 ? "the items in a locked class" : counted(count, "item") }

  /// Has the daemon give them to an app, and tells it.
  ///
  /// - Returns: Whether nothing is left of them, but for what follows when its class is unlocked.
  @discardableResult
  func adopt(
    by app: String, over connection: ServiceConnection, _ context: CommandContext, asJSON: Bool
  ) throws -> Bool {
    let report = try connection.report(
      on: "apps.adopt", [JSONMember("id", .string(app)), JSONMember("from", .string(name))])
    let left = report.count("left")
    let taken =
      count == 0
      ? "takes over what is in locked classes"
      : "took over \(counted(max(0, count - left), "item"))"
    context.console.writeLine(
      asJSON ? report.printed() : "\(app): \(taken) of \(withoutControls(name))")
    guard left > 0 else { return true }
    context.warn(
      "\(counted(left, "item")) of \(withoutControls(name)) could not be taken over; fresnel doctor says why"
    )
    return false
  }
}
