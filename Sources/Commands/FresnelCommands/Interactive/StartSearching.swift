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
    try importWhatChanged(context)
    return try search(in: context)
  }

  /// Opens the interactive search on a terminal; prints sample queries elsewhere.
  func search(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    if context.console.inputIsTerminal, context.console.outputIsTerminal {
      return try InteractiveSession(locations, context).run()
    }
    let stores = try StoreSet.opened(locations, for: context)
    return try SampleQueries(stores: stores, context: context).run()
  }

  private func importWhatChanged(_ context: CommandContext) throws {
    let locations = StoreLocations(option: store, context: context)
    let store = try StoreWriter.opened(locations.own)
    defer { store.close() }
    for source in ImportSource.allCases {
      let result = try SourceImport(source: source, isForced: false).run(into: store, context)
      if !result.isUnchanged { context.console.writeError(result.sentence(source) + "\n") }
    }
  }
}
