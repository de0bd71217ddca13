internal import FresnelEngine
internal import FresnelPlatform

/// `fresnel start`: fills the person's store with what the machine holds where that is missing or
/// out of date, then opens the search, as `make run` does.
///
/// Bare `fresnel` is the second half alone.
struct StartSearching: Subcommand {
  static let definition = CommandDefinition(
    name: "start", summary: "Import what this machine holds, then open the search",
    discussion: """
      Imports applications, manual pages and packages where they have changed. Then, on a terminal, \
      opens the interactive search; else prints the results of a few sample queries.
      """,
    options: [SharedOptions.store.definition], isHidden: true)

  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    let stores = StoreSet(opening: locations)
    let own = stores.members.first { $0.location == locations.own }
    let changed = try ImportSource.allCases.filter { source in
      try own.map { try !SourceImport.isUpToDate(source, in: $0.store, context) } ?? true
    }
    // Opening a store reads it whole: one that is up to date is opened once and then searched.
    if changed.isEmpty { return try search(stores, context) }
    for member in stores.members { member.store.close() }
    try importSources(changed, into: locations.own, context)
    return try search(in: context)
  }

  /// Opens the interactive search on a terminal; prints sample queries elsewhere.
  func search(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    if Self.isInteractive(context) { return try InteractiveSession(locations, context).run() }
    return try search(try StoreSet.opened(locations, for: context), context)
  }

  private func search(_ stores: StoreSet, _ context: CommandContext) throws -> ExitStatus {
    if Self.isInteractive(context) { return try InteractiveSession(stores, context).run() }
    return try SampleQueries(stores: stores, context: context).run()
  }

  private static func isInteractive(_ context: CommandContext) -> Bool {
    context.console.inputIsTerminal && context.console.outputIsTerminal
  }

  private func importSources(
    _ sources: [ImportSource], into location: StoreLocations.Location, _ context: CommandContext
  ) throws {
    let store = try StoreWriter.opened(location)
    defer { store.close() }
    for source in sources {
      let result = try SourceImport(source: source, isForced: false).run(into: store, context)
      context.console.writeError(result.sentence(source) + "\n")
    }
  }
}
