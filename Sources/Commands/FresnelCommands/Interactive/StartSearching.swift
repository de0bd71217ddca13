internal import CommandKit
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
    options: [SharedOptions.store.definition],
    examples: [Example("at the first time", "fresnel start")])

  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    if try !locations.isFilled() {
      try importSources(ImportSource.allCases, into: locations, context)
    } else if Self.isInteractive(context) {
      // There is something to search already: what changed since may come while the person types.
      return try InteractiveSession(updating: locations, asksWeb: store == nil, context).run()
    }
    if Self.isInteractive(context) { return try interact(locations, context) }
    let stores = StoreSet(opening: locations)
    let changed = try ImportSource.changed(in: stores, at: locations.own, context)
    // Opening a store reads it whole: one that is up to date is opened once and then searched.
    if changed.isEmpty { return try SampleQueries(stores: stores, context: context).run() }
    for member in stores.members { member.library.close() }
    try importSources(changed, into: locations, context)
    return try search(in: context)
  }

  /// Opens the interactive search on a terminal; prints sample queries elsewhere.
  func search(in context: CommandContext) throws -> ExitStatus {
    var context = context
    context.isFullScreen = Self.isInteractive(context)
    let locations = StoreLocations(option: store, context: context)
    if Self.isInteractive(context) { return try interact(locations, context) }
    let stores = try StoreSet.opened(locations, for: context)
    return try SampleQueries(stores: stores, context: context).run()
  }

  private func interact(
    _ locations: StoreLocations, _ context: CommandContext
  ) throws -> ExitStatus {
    try InteractiveSession(locations, asksWeb: store == nil, context).run()
  }

  private static func isInteractive(_ context: CommandContext) -> Bool {
    // A terminal that calls itself dumb cannot move its cursor.
    context.console.inputIsTerminal && context.console.outputIsTerminal
      && context.environment["TERM"] != "dumb"
  }

  private func importSources(
    _ sources: [ImportSource], into locations: StoreLocations, _ context: CommandContext
  ) throws {
    let library = try StoreWriter.opened(locations, for: context)
    defer { library.close() }
    let written = ItemCounter()
    let notice = SourceImport.interruptNotice(counting: written, context)
    defer { notice.end() }
    for source in sources {
      let result = try SourceImport(source: source, isForced: false, written: written)
        .run(into: library, context)
      context.console.writeError(result.sentence(source) + "\n")
    }
  }
}
