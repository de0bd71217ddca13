internal import CommandKit
internal import SpotlightWire
internal import FresnelApps
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService

/// `fresnel app remove`: forgets an app and what it indexed.
struct RemoveApp: Subcommand {
  private static let keepsItems = Option.flag(
    "keep-items", "Remove the manifest only, not what the app indexed")

  static let definition = CommandDefinition(
    name: "app remove", summary: "Forget an app: its manifest, its items and its settings",
    discussion: """
      Removes the app's manifest from the person's own directory, its items from the person's store, the \
      store that the app keeps for itself, and the settings made for it. A manifest that the system \
      installed stays, and is named. A store that the app is writing to stays too: end the app, and \
      remove it again.
      """,
    operands: [OperandDefinition("APP", "the app's identifier", completion: PrintNames.apps)],
    options: [keepsItems.definition, SharedOptions.json.definition],
    examples: [
      Example("an app with all its items", "fresnel app remove com.example.notes"),
      Example(
        "a build in development", "fresnel app remove --keep-items com.example.notes"),
    ])

  private let name: String
  private let keepsItems: Bool
  private let asJSON: Bool

  /// What was removed.
  private struct Outcome {
    var hadManifest = false
    var systemManifests: [String] = []
    var itemCount = 0
    var hadStore = false
    var storeInUse: String?
    var hadSettings = false

    var isEmpty: Bool { !hadManifest && itemCount == 0 && !hadStore && !hadSettings }
  }

  init(_ arguments: ParsedArguments) throws(CommandError) {
    name = arguments.operands[0]
    keepsItems = try arguments(Self.keepsItems)
    asJSON = try arguments(SharedOptions.json)
    guard ItemLine.isApp(name) else {
      throw .usage(
        ItemLine.noApp(name), advice: "fresnel app list and fresnel stats name the apps")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = AppWorld(context)
    let identifier = try world.find(name, context).identifier
    var outcome = Outcome()
    if AppIdentifier.isValid(identifier) {
      outcome.hadManifest = try world.installation.remove(identifier)
    }
    if let entry = world.registry.catalog.entry(identifier) {
      outcome.systemManifests = ([entry.file] + entry.others).map(\.path)
    }
    if keepsItems {
      keepItems(of: identifier, context)
    } else {
      let locations = StoreLocations(option: nil, context: context)
      if let daemon = locations.daemon {
        // The daemon counts what is in the app's own store, too. It may refuse to remove the app, and nothing is
        // removed then.
        let before = try itemCount(of: identifier, daemon)
        try removeItems(of: identifier, daemon)
        _ = try removeStore(of: identifier, locations, &outcome)
        // Searches may have opened that meanwhile.
        if outcome.hadStore { try removeItems(of: identifier, daemon) }
        let left = outcome.storeInUse == nil ? 0 : try itemCount(of: identifier, daemon)
        outcome.itemCount = max(before - left, 0)
      } else {
        outcome.itemCount = try removeItems(of: identifier, from: locations, context)
        outcome.itemCount += try removeStore(of: identifier, locations, &outcome)
      }
      do throws(SettingsError) {
        outcome.hadSettings = try world.settings.all()[identifier] != nil
        try world.settings.remove([identifier])
      } catch {
        context.warn(error.message)
      }
    }
    report(outcome, of: identifier, context)
    if let reason = outcome.storeInUse {
      throw CommandError(
        .incomplete,
        "the app's own store stays, since it's in use: \(reason.withoutFullStop)")
    }
    guard !outcome.isEmpty else {
      throw CommandError(
        .incomplete, "nothing is known of \(withoutControls(identifier)) that could be removed")
    }
    return .success
  }

  /// The number of an app's items that the daemon finds.
  private func itemCount(of identifier: String, _ daemon: DaemonLibrary) throws -> Int {
    try daemon.indexes().filter { $0.scope.app == identifier }.reduce(0) { $0 + $1.itemCount }
  }

  /// Has the daemon remove an app's items.
  private func removeItems(of identifier: String, _ daemon: DaemonLibrary) throws {
    _ = try daemon.administer("apps.remove", [JSONMember("id", .string(identifier))])
  }

  /// Has the items stay that an app without a manifest would lose after a time.
  private func keepItems(of identifier: String, _ context: CommandContext) {
    if let daemon = StoreLocations(option: nil, context: context).daemon {
      do {
        _ = try daemon.administer(
          "apps.remove",
          [JSONMember("id", .string(identifier)), JSONMember("keepsItems", .boolean(true))])
      } catch {
        context.warn("the daemon may remove the app's items after a time: \(error)")
      }
      return
    }
    let installed = InstalledApps(
      path: AppWorld.installedApps(context), dataDirectories: [],
      clock: InstalledApps.Clock(
        now: { Int64(WallClock.secondsSince1970) }, elapsed: { BootClock.seconds }))
    do throws(SystemError) {
      try installed.forget(identifier)
    } catch {
      context.warn("the daemon may remove the app's items after a time: \(error.message)")
    }
  }

  /// Deletes the app's items from the command line's own store.
  ///
  /// - Returns: How many there were.
  private func removeItems(
    of identifier: String, from locations: StoreLocations, _ context: CommandContext
  ) throws -> Int {
    let location = locations.own
    guard FileSystem.exists(location.directory) else { return 0 }
    // A look first: a store without items of the app need not be opened for writing.
    let reader = StoreSet(opening: StoreLocations(only: location))
    let scopes = try reader.members.flatMap { try $0.library.indexes() }
      .filter { $0.scope.app == identifier && $0.itemCount > 0 }
    guard !scopes.isEmpty else { return 0 }
    let library = try StoreWriter.opened(locations, for: context)
    defer { library.close() }
    for entry in scopes {
      let writer = StoreWriter(library, scope: entry.scope)
      try writer.apply([.deleteAll])
      try writer.finish()
    }
    return scopes.reduce(0) { $0 + $1.itemCount }
  }

  /// Removes the store that the app keeps for itself, unless the app is writing to it.
  ///
  /// - Returns: How many items it held.
  private func removeStore(
    of identifier: String, _ locations: StoreLocations, _ outcome: inout Outcome
  ) throws -> Int {
    let name = AppIdentity(identifier: identifier).folderName
    guard let location = locations.embedded.first(where: { $0.app == name }) else { return 0 }
    let store: Store
    do throws(StoreError) {
      store = try Store.open(at: location.directory, mode: .readWrite)
    } catch {
      guard error.code == .locked else {
        // Damaged beyond reading: nobody writes to it either.
        try FileSystem.removeTree(location.directory)
        outcome.hadStore = true
        return 0
      }
      outcome.storeInUse = error.message
      return 0
    }
    let count = store.snapshot().scopes().reduce(0) { $0 + $1.itemCount }
    store.close()
    try FileSystem.removeTree(location.directory)
    outcome.hadStore = true
    return count
  }

  // MARK: - Telling

  private func report(
    _ outcome: Outcome, of identifier: String, _ context: CommandContext
  ) {
    if asJSON {
      context.console.writeLine(
        JSONValue.object([
          JSONMember("app", .string(identifier)),
          JSONMember("manifest", .boolean(outcome.hadManifest)),
          JSONMember("items", .integer(Int64(outcome.itemCount))),
          JSONMember("store", .boolean(outcome.hadStore)),
          JSONMember("settings", .boolean(outcome.hadSettings)),
          JSONMember("storeInUse", .boolean(outcome.storeInUse != nil)),
          JSONMember("remaining", .array(outcome.systemManifests.map { .string($0) })),
        ]).printed())
    } else if !outcome.isEmpty {
      var parts: [String] = []
      if outcome.hadManifest { parts.append("its manifest") }
      if outcome.itemCount > 0 { parts.append(counted(outcome.itemCount, "item")) }
      if outcome.hadStore { parts.append("its own store") }
      if outcome.hadSettings { parts.append("its settings") }
      context.console.writeLine("\(identifier): removed \(parts.joined(separator: ", "))")
    }
    for path in outcome.systemManifests {
      context.warn("\(path) still registers \(identifier); the system's package manager removes it")
    }
  }
}
