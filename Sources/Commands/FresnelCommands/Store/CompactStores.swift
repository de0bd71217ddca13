internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel compact`: writes the stores anew without what was deleted or has expired.
struct CompactStores: Subcommand {
  private static let app = Option.text(
    "app", short: "a", "APP", "Only the stores that have something of APP")

  static let definition = CommandDefinition(
    name: "compact", summary: "Take what was deleted or has expired off the disk now",
    discussion: """
      Deleted items are not found any more at once, but their bytes stay in the store's files until these are \
      joined with others; expired items leave the disk within an hour, while the daemon or the app that has the \
      store runs. This command writes each store anew without them: the daemon's, in the classes that can be \
      read now, and those that apps keep themselves; with --app those that have something of one app, with --store \
      that one alone. Searches go on meanwhile; changes wait. It needs as much room on the disk as the largest store \
      takes.

      Damaged files that are kept for inspection, in the directory damaged of a store, stay. What was removed \
      may be left in the blocks of the disk that are free now.

      The exit status is 1 when a store was left out, as one that another process writes to or whose class is \
      locked, and 3 when all were, or there is none.
      """,
    options: [app.definition, SharedOptions.json.definition, SharedOptions.store.definition],
    examples: [
      Example("after deleting something private", "fresnel compact"),
      Example("after one app deleted it", "fresnel compact --app org.example.Notes"),
      Example("one store", "fresnel compact --store DIR"),
    ])

  private let app: String?
  private let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = try arguments(Self.app)
    asJSON = try arguments(SharedOptions.json)
    store = try arguments(SharedOptions.store)
  }

  /// What came of one store.
  private struct Outcome {
    /// Its directory, or its class where the daemon has it.
    let name: String
    let isDaemons: Bool
    let result: Result<(before: Int, after: Int), StoreFailure>

    var json: JSONValue {
      let name = JSONMember(isDaemons ? "class" : "store", .string(name))
      switch result {
      case .success(let byteCounts):
        return .object([
          name, JSONMember("bytesBefore", .integer(Int64(byteCounts.before))),
          JSONMember("bytesAfter", .integer(Int64(byteCounts.after))),
        ])
      case .failure(let failure):
        return .object([name, JSONMember("failure", .string(failure.message))])
      }
    }
  }

  /// Why a store was left out.
  private struct StoreFailure: Error {
    let message: String
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    var outcomes: [Outcome] = []
    if let daemon = locations.daemon { outcomes += try compact(daemon) }
    for location in locations.all where locations.daemon == nil || location != locations.own {
      guard FileSystem.exists(location.directory + "/lock") else { continue }
      if let outcome = compact(location, context) { outcomes.append(outcome) }
    }
    guard !outcomes.isEmpty else {
      if let app {
        throw CommandError(
          .store, "no store has anything of \(app)",
          advice: "fresnel stats names the apps that there are")
      }
      throw CommandError(
        .store, "there is no store in \(locations.own.directory) yet",
        advice: "fill one with fresnel import all, or fresnel index FILE")
    }
    var failureCount = 0
    for outcome in outcomes {
      if case .failure = outcome.result { failureCount += 1 }
      print(outcome, context)
    }
    if failureCount == 0 { return .success }
    return failureCount == outcomes.count ? .store : .incomplete
  }

  private func print(_ outcome: Outcome, _ context: CommandContext) {
    let name = outcome.isDaemons ? "the daemon, class \(outcome.name)" : outcome.name
    if case .failure(let failure) = outcome.result {
      context.warn("\(name) was left out: \(failure.message.withoutFullStop)")
    }
    if asJSON { return context.console.writeLine(outcome.json.printed()) }
    guard case .success(let byteCounts) = outcome.result else { return }
    let freed = max(0, byteCounts.before - byteCounts.after)
    context.console.writeLine(
      "\(name): \(formatted(byteCount: freed)) freed, "
        + "\(formatted(byteCount: byteCounts.after)) in all files")
  }

  /// What the app may be called in stores, as it may be named without its prefix; empty when all are meant.
  private var names: [String] { app.map { [$0, "org.fresnel." + $0] } ?? [] }

  /// Has the daemon compact what it keeps.
  private func compact(_ daemon: DaemonLibrary) throws -> [Outcome] {
    guard app != nil else { return try Self.outcomes(of: daemon.administer("compact")) }
    for name in names {
      let report = try daemon.administer("compact", [JSONMember("id", .string(name))])
      let outcomes = Self.outcomes(of: report)
      if !outcomes.isEmpty { return outcomes }
    }
    return []
  }

  private static func outcomes(of report: JSONValue) -> [Outcome] {
    report.list("stores").map { entry in
      Outcome(
        name: entry.text("class"), isDaemons: true,
        result: entry["failure"] == nil
          ? .success((entry.count("bytesBefore"), entry.count("bytesAfter")))
          : .failure(StoreFailure(message: entry.text("failure"))))
    }
  }

  /// Compacts a store that is a file; `nil` when it has nothing of the app that was named.
  private func compact(
    _ location: StoreLocations.Location, _ context: CommandContext
  ) -> Outcome? {
    do throws(StoreError) {
      let store = try Store.open(at: location.directory, mode: .readWrite)
      defer { store.close() }
      for sentence in store.lossSentences(at: location) { context.warn(sentence) }
      let scopes = store.snapshot().scopes()
      if app != nil, !scopes.contains(where: { names.contains($0.scope.app) }) { return nil }
      let before = try store.diskByteCount()
      try store.compact()
      let after = try store.diskByteCount()
      return Outcome(
        name: location.directory, isDaemons: false,
        result: .success((Int(before), Int(after))))
    } catch {
      return Outcome(
        name: location.directory, isDaemons: false,
        result: .failure(StoreFailure(message: error.message)))
    }
  }
}
