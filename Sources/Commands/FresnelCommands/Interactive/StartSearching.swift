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
      opens the interactive search; else prints the results of a few sample queries. Where the daemon that runs belongs \
      to another installation it says so, and keeps what it imports in a store of its own, below ~/.cache.

      Where the whole text of the interactive search is a sum, an amount in another unit or a question of the calendar, \
      such as 15% of 80, 5 km in miles or days until 24 dec, the answer stands first, and Enter copies it.
      """,
    options: [SharedOptions.store.definition],
    examples: [Example("at the first time", "fresnel start")])

  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let (locations, isFilled) = try locations(context)
    if !isFilled {
      try importSources(ImportSource.allCases, into: locations, context)
    } else if Self.isInteractive(context) {
      // There is something to search already: what changed since may come while the person types.
      return try InteractiveSession(updating: locations, asksWeb: store == nil, context).run()
    }
    if Self.isInteractive(context) { return try search(locations, in: context) }
    let stores = StoreSet(opening: locations)
    let changed = try ImportSource.changed(in: stores, at: locations.own, context)
    // Opening a store reads it whole: one that is up to date is opened once and then searched.
    if changed.isEmpty {
      for problem in stores.problems { context.warn(problem) }
      return try SampleQueries(stores: stores, context: context).run()
    }
    for member in stores.members { member.library.close() }
    try importSources(changed, into: locations, context)
    return try search(locations, in: context)
  }

  /// Opens the interactive search on a terminal; prints sample queries elsewhere.
  func search(in context: CommandContext) throws -> ExitStatus {
    var context = context
    context.isFullScreen = Self.isInteractive(context)
    return try search(StoreLocations(option: store, context: context), in: context)
  }

  private func search(
    _ locations: StoreLocations, in context: CommandContext
  ) throws -> ExitStatus {
    if Self.isInteractive(context) {
      return try InteractiveSession(locations, asksWeb: store == nil, context).run()
    }
    let stores = try StoreSet.opened(locations, for: context)
    return try SampleQueries(stores: stores, context: context).run()
  }

  /// Where to search, and whether there is anything yet. A daemon of another installation, as beside a build of one's
  /// own, refuses this program; what the machine holds can be searched all the same.
  ///
  /// - Throws: ``CommandError`` where the daemon cannot be asked.
  private func locations(
    _ context: CommandContext
  ) throws -> (StoreLocations, isFilled: Bool) {
    let locations = StoreLocations(option: store, context: context)
    guard let refusal = try locations.daemon?.refusal() else {
      return (locations, try locations.isFilled())
    }
    let others = StoreLocations(besides: refusal, context: context)
    // The screen shows the beginning of it; what it covers is there again when it is left.
    if Self.isInteractive(context), let unserved = others.unserved {
      context.warn(unserved.sentence)
    }
    return (others, try others.isFilled())
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
