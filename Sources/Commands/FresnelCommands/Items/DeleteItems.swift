internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire

/// `fresnel delete`: deletes items of the person's store.
struct DeleteItems: Subcommand {
  private static let domains = Option.list(
    "domain", short: "d", "DOMAIN", "Delete the items of DOMAIN and of the domains below it")
  private static let all = Option.flag("all", "Delete every item of the apps that --app names")
  private static let allApps = Option.flag(
    "all-apps", "Delete what is named from every app that has it")

  static let definition = CommandDefinition(
    name: "delete", summary: "Delete items by identifier, domain or app",
    discussion: """
      Only the person's own store, or the one that --store names, is changed; the items of applications \
      are theirs. Without --app, items that fresnel index and fresnel import wrote are looked at, whatever \
      app they were written for. Where several apps have what is named, nothing is deleted and the apps are \
      named, with exit status 2, unless --app or --all-apps says which are meant. The exit status is 1 when an item or domain that is named was not there, or \
      something cannot be read now and may have more of what is named; it is named, and the rest is deleted.
      """,
    operands: [OperandDefinition("ID", "unique identifiers of items", count: .any)],
    options: [
      domains.definition, all.definition, SharedOptions.app.definition, allApps.definition,
      SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("an item", "fresnel delete note-17"),
      Example("a domain and those below it", "fresnel delete --domain notes.2025"),
      Example("an item of several apps", "fresnel delete note-17 --all-apps"),
      Example("everything imported from files", "fresnel delete --all --app \(fileApp)"),
    ])

  private let identifiers: [String]
  private let domains: [String]
  private let deletesAll: Bool
  private let apps: [String]
  private let takesAllApps: Bool
  private let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifiers = arguments.operands
    domains = try arguments(Self.domains)
    deletesAll = try arguments(Self.all)
    apps = try arguments(SharedOptions.app)
    takesAllApps = try arguments(Self.allApps)
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
    if takesAllApps, !apps.isEmpty {
      throw .usage("--all-apps and --app do not go together")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    guard locations.daemon != nil || FileSystem.exists(locations.own.directory) else {
      throw try noStore(locations)
    }
    let library = try StoreWriter.opened(locations, for: context)
    defer { library.close() }
    if locations.daemon == nil { try ItemOwners.refuse(apps, besides: library, locations) }
    let filter = try StoreSet(of: library, at: locations.own).filter(apps: apps)
    let known = try library.readableIndexes()
    let indexes = known.indexes.filter { filter.contains($0.scope) }
    let scopes = indexes.map(\.scope)
    if !apps.isEmpty, let foreign = scopes.first(where: { !library.mayWrite($0) }) {
      throw ItemOwners.refusal(of: foreign.app)
    }
    var missing = Set(identifiers + domains)
    // What is deleted here lies in no class that can be locked; what is not found may.
    var unreadable = known.omissions.filter { !known.closedClasses.contains($0) }
    var all: [(scope: IndexScope, matches: Matches)] = []
    for index in indexes where library.mayWrite(index.scope) {
      let found = try matches(in: index, of: library)
      unreadable += found.omissions.filter { !unreadable.contains($0) }
      if found.itemCount > 0 { all.append((index.scope, found)) }
    }
    if apps.isEmpty, !takesAllApps { try refuseWhatSeveralHave(all) }
    for (scope, found) in all {
      try delete(from: scope, of: library)
      missing.subtract(found.names)
    }
    if !missing.isEmpty { unreadable += known.closedClasses }
    let count = all.reduce(0) { $0 + $1.matches.itemCount }
    report(
      count, of: Set(all.map(\.scope.app)).sorted(), identifiers.filter(missing.contains),
      domains.filter(missing.contains), unreadable, context)
    StoreSet.warn(of: unreadable, context)
    let owners = missing.isDisjoint(with: identifiers) ? nil : ItemOwners(locations)
    for identifier in identifiers where missing.contains(identifier) {
      // Of what cannot be read nobody knows whether it has the item, and whose that is.
      context.warn(
        unreadable.isEmpty
          ? try owners?.reason(forMissing: identifier, in: library) ?? ""
          : "there is no item \"\(withoutControls(identifier))\" among those that can be read")
    }
    let readable = unreadable.isEmpty ? "" : " that can be read"
    for domain in domains where missing.contains(domain) {
      context.warn("no item\(readable) is in the domain \"\(withoutControls(domain))\"")
    }
    return count == 0 || !missing.isEmpty || !unreadable.isEmpty ? .incomplete : .success
  }

  /// Why nothing can be deleted where the command line has stored nothing: the items are those of an app, or there are
  /// none.
  private func noStore(_ locations: StoreLocations) throws -> CommandError {
    try ItemOwners.refuse(apps, besides: nil, locations)
    let owners = ItemOwners(locations)
    let reasons = try identifiers.map { try owners.reason(forMissing: $0, in: nil) }
    let none = "fresnel index and fresnel import have stored nothing in \(locations.own.directory)"
    return CommandError(.store, (reasons + [none]).joined(separator: "; "))
  }

  /// What of an index is to be deleted.
  private struct Matches {
    /// How many items.
    var itemCount = 0
    /// The named identifiers and domains that they have.
    var names: Set<String> = []
    /// What could not be read and may have more of them, one sentence for each reason.
    var omissions: [String] = []
  }

  /// Refuses to choose for the person where more than one app has what is named.
  private func refuseWhatSeveralHave(
    _ all: [(scope: IndexScope, matches: Matches)]
  ) throws(CommandError) {
    for name in identifiers + domains {
      let apps = Set(all.filter { $0.matches.names.contains(name) }.map(\.scope.app)).sorted()
      guard apps.count > 1 else { continue }
      let names = withoutControls(apps.joined(separator: ", "))
      throw .usage(
        "\(apps.count) apps have \"\(withoutControls(name))\", and nothing was deleted: \(names)",
        advice: "name those that are meant with --app, or write --all-apps")
    }
  }

  /// The items of an index that are to be deleted, as far as it can be read.
  private func matches(
    in index: IndexCount, of library: any ItemLibrary
  ) throws -> Matches {
    if deletesAll {
      return Matches(itemCount: index.itemCount, names: Set(identifiers + domains))
    }
    var matches = Matches()
    var found: Set<String> = []
    for identifier in identifiers {
      do {
        guard try library.item(identifier, in: index.scope) != nil else { continue }
        matches.names.insert(identifier)
        found.insert(identifier)
      } catch let error as ServiceError where !error.omissions.isEmpty {
        matches.omissions += error.omissions.filter { !matches.omissions.contains($0) }
      }
    }
    if !domains.isEmpty {
      matches.omissions += try library.forEachItem(in: .scope(index.scope)) { _, item in
        guard let own = item.domainIdentifier else { return true }
        let matching = domains.filter { own == $0 || own.hasPrefix($0 + ".") }
        if !matching.isEmpty {
          matches.names.formUnion(matching)
          found.insert(item.uniqueIdentifier)
        }
        return true
      }
    }
    matches.itemCount = found.count
    return matches
  }

  private func delete(from scope: IndexScope, of library: any ItemLibrary) throws {
    var operations: [Operation] = []
    if deletesAll { operations.append(.deleteAll) }
    if !domains.isEmpty { operations.append(.deleteDomains(domains)) }
    if !identifiers.isEmpty { operations.append(.deleteIdentifiers(identifiers)) }
    // What an importer wrote is no longer what its fingerprint stands for.
    let isImported = ImportSource.allCases.contains { $0.app == scope.app }
    let writer = StoreWriter(library, scope: scope)
    try writer.apply(operations, clientState: isImported ? [] : nil)
    try writer.finish()
  }

  private func report(
    _ count: Int, of apps: [String], _ identifiers: [String], _ domains: [String],
    _ unreadable: [String], _ context: CommandContext
  ) {
    guard asJSON else {
      let owners = apps.isEmpty ? "" : " from \(withoutControls(apps.joined(separator: ", ")))"
      return context.console.writeLine("\(counted(count, "item")) deleted\(owners)")
    }
    context.console.writeLine(
      JSONValue.object([
        JSONMember("deleted", .integer(Int64(count))),
        JSONMember("apps", .array(apps.map { .string($0) })),
        JSONMember("missing", .array(identifiers.map { .string($0) })),
        JSONMember("emptyDomains", .array(domains.map { .string($0) })),
        JSONMember(
          "unreadable", .array(unreadable.map { .string(withoutControls($0.withoutFullStop)) })),
      ]).printed())
  }
}
