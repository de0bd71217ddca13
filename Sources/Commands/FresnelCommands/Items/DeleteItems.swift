internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel delete`: deletes items of the person's store.
struct DeleteItems: Subcommand {
  private static let domains = Option.list(
    "domain", short: "d", "DOMAIN", "Delete the items of DOMAIN and of the domains below it")
  private static let all = Option.flag("all", "Delete every item of the apps that --app names")

  static let definition = CommandDefinition(
    name: "delete", summary: "Delete items by identifier, domain or app",
    discussion: """
      Only the person's own store, or the one that --store names, is changed; the stores of applications \
      are theirs. Without --app, items of every app are deleted.
      """,
    operands: [OperandDefinition("ID", "unique identifiers of items", count: .any)],
    options: [
      domains.definition, all.definition, SharedOptions.app.definition,
      SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("an item", "fresnel delete note-17"),
      Example("a domain and those below it", "fresnel delete --domain notes.2025"),
      Example("everything imported from files", "fresnel delete --all --app \(fileApp)"),
    ])

  private let identifiers: [String]
  private let domains: [String]
  private let deletesAll: Bool
  private let apps: [String]
  private let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifiers = arguments.operands
    domains = try arguments(Self.domains)
    deletesAll = try arguments(Self.all)
    apps = try arguments(SharedOptions.app)
    asJSON = try arguments(SharedOptions.json)
    store = try arguments(SharedOptions.store)
    if identifiers.isEmpty, domains.isEmpty, !deletesAll {
      throw .usage(
        "nothing is named that could be deleted", advice: "name an ID, --domain or --all")
    }
    if deletesAll, apps.isEmpty {
      throw .usage(
        "--all needs the apps whose items to delete", advice: "write --all --app \(fileApp)")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    guard locations.daemon != nil || FileSystem.exists(locations.own.directory) else {
      throw CommandError(.store, "there is no store in \(locations.own.directory)")
    }
    let library = try StoreWriter.opened(locations, for: context)
    defer { library.close() }
    let set = StoreSet(of: library, at: locations.own)
    let filter = try set.filter(apps: apps)
    var count = 0
    for entry in try library.indexes() where filter.contains(entry.scope) {
      var operations: [Operation] = []
      if deletesAll { operations.append(.deleteAll) }
      if !domains.isEmpty { operations.append(.deleteDomains(domains)) }
      if !identifiers.isEmpty { operations.append(.deleteIdentifiers(identifiers)) }
      // What an importer wrote is no longer what its fingerprint stands for.
      let isImported = ImportSource.allCases.contains { $0.app == entry.scope.app }
      let writer = StoreWriter(library, scope: entry.scope)
      try writer.apply(operations, clientState: isImported ? [] : nil)
      try writer.finish()
      count += entry.itemCount - (try library.itemCount(of: entry.scope))
    }
    context.console.writeLine(
      asJSON
        ? "{\"deleted\":\(count)}"
        : "\(counted(count, "item")) deleted")
    return count == 0 ? .incomplete : .success
  }
}
