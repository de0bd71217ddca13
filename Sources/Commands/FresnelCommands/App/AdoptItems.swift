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
      of a registered app and of Fresnel's own importers can't be.
      """,
    operands: [OperandDefinition("APP", "the app's identifier")],
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
    guard let entry = world.registry.catalog.entry(app) else { throw world.unknown(app) }
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let strays = try StrayItems.found(for: entry, named: names, over: DaemonLibrary(connection))
    if let missing = names.first(where: { name in !strays.contains { $0.name == name } }) {
      throw CommandError(
        .incomplete, "there are no items of \(withoutControls(missing))",
        advice: "fresnel stats names those that have items")
    }
    for stray in strays { try stray.adopt(by: app, over: connection, context, asJSON: asJSON) }
    if strays.isEmpty, !asJSON {
      context.console.writeError("nothing is left that \(app) indexed under another name\n")
    }
    return strays.isEmpty ? .incomplete : .success
  }
}

/// Items that an app's program indexed under another name.
struct StrayItems {
  /// The name.
  let name: String
  /// How many items there are.
  let count: Int

  /// The items that the daemon has under the names that an app's programs have without a manifest, or under others
  /// that somebody gave.
  static func found(
    for entry: AppCatalog.Entry, named names: [String] = [], over library: DaemonLibrary
  ) throws -> [StrayItems] {
    let wanted = names.isEmpty ? entry.earlierNames : Set(names)
    var counts: [String: Int] = [:]
    for index in try library.indexes() where wanted.contains(index.scope.app) {
      counts[index.scope.app, default: 0] += index.itemCount
    }
    return counts.sorted { $0.key < $1.key }.map { StrayItems(name: $0.key, count: $0.value) }
  }

  /// Has the daemon give them to an app, and tells it.
  func adopt(
    by app: String, over connection: ServiceConnection, _ context: CommandContext, asJSON: Bool
  ) throws {
    let report = try connection.report(
      on: "apps.adopt", [JSONMember("id", .string(app)), JSONMember("from", .string(name))])
    context.console.writeLine(
      asJSON
        ? report.text()
        : "\(app): took over \(counted(report.count("items"), "item")) of \(withoutControls(name))")
  }
}
