internal import CommandKit
internal import FresnelApps
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel app show`: what is known of an app.
struct ShowApp: Subcommand {
  static let definition = CommandDefinition(
    name: "app show", summary: "Show what an app's manifest says and what it has indexed",
    discussion: """
      What cannot be read now is named on standard error, and its items are not counted; the exit status is 1 then.
      """,
    operands: [OperandDefinition("APP", "the app's identifier", completion: PrintNames.apps)],
    options: [SharedOptions.json.definition],
    examples: [
      Example("an app", "fresnel app show com.example.notes"),
      Example("its whole manifest as JSON", "fresnel app show --json com.example.notes"),
    ])

  private let identifier: String
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifier = arguments.operands[0]
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = AppWorld(context)
    let identifier = try world.find(identifier, context).identifier
    guard let entry = world.registry.catalog.entry(identifier) else {
      throw world.unregistered(identifier)
    }
    let diagnostics = world.diagnostics(of: entry.file)
    let (counts, unreadable) = Self.itemCounts(of: identifier, context)
    let status: ExitStatus = unreadable.isEmpty ? .success : .incomplete
    if asJSON {
      context.console.writeLine(json(entry, diagnostics, counts, unreadable).printed())
      return status
    }
    context.console.writeLine(context.style.strong(identifier))
    for (name, values) in rows(entry, world, counts, context) where !values.isEmpty {
      for (number, value) in values.enumerated() {
        let label = number == 0 ? name : ""
        context.console.writeLine("  \(padded(label, to: 14))  \(withoutControls(value))")
      }
    }
    DiagnosticPrinter(context).print(diagnostics)
    return status
  }

  /// How many items each index of an app has, in all stores that can be read. What cannot is named, and given: one
  /// sentence for each part.
  static func itemCounts(
    of app: String, _ context: CommandContext
  ) -> (counts: [(index: String, count: Int)], unreadable: [String]) {
    let stores = StoreSet(opening: StoreLocations(option: nil, context: context))
    var counts: [String: Int] = [:]
    let readable = stores.readableIndexes()
    let unopened = readable.unopened.filter { $0.app == nil || $0.app == app }.map(\.sentence)
    let unreadable = StoreSet.warn(of: stores.problems + readable.omissions + unopened, context)
    for entry in readable.indexes where entry.scope.app == app {
      counts[entry.scope.index, default: 0] += entry.itemCount
    }
    let sorted = counts.sorted { $0.key < $1.key }.map { (index: $0.key, count: $0.value) }
    return (sorted, unreadable)
  }

  // MARK: - For people

  private func rows(
    _ entry: AppCatalog.Entry, _ world: AppWorld, _ counts: [(index: String, count: Int)],
    _ context: CommandContext
  ) -> [(String, [String])] {
    let manifest = entry.manifest
    let desktop = world.desktopFile(of: manifest, locale: context.messageLocale)
    let settings = world.settings(of: manifest.identifier, for: context)
    var place = entry.file.path
    if manifest.isDevelopment { place += " (in development)" }
    return [
      (
        "name",
        manifest.name.map { [[$0, manifest.version ?? ""].joined(separator: " ").trimmingSpaces] }
          ?? []
      ),
      ("manifest", [place]),
      ("stands before", entry.others.map(\.path)),
      ("programs", entry.executables.map(Self.text)),
      (
        "desktop file",
        manifest.desktopFile.map { [desktop.map { "\($0.path) (\($0.name ?? "no name"))" } ?? $0] }
          ?? []
      ),
      ("snap", [manifest.snapName].compactMap(\.self)),
      ("activities", manifest.activityTypes),
      ("extensions", manifest.extensions.map(Self.text)),
      ("refresh", Self.refresh(manifest)),
      ("actions", manifest.searchActions.map { "\($0.title) (\($0.identifier))" }),
      ("types", manifest.contentTypes.map { "\($0.identifier) (\($0.origin))" }),
      (
        "documents",
        manifest.documentTypes.map { type in
          [type.name, type.role, type.contentTypes.joined(separator: ", ")].compactMap(\.self)
            .joined(separator: "; ")
        }
      ),
      ("links", manifest.urlTypes.flatMap(\.schemes).map { $0 + ":" }),
      ("sites", manifest.associatedDomains.map { "\($0.service) \($0.host)" }),
      ("software centre", [manifest.appStreamIdentifier].compactMap(\.self)),
      ("stores", manifest.storeIdentifiers.sorted { $0.key < $1.key }.map { "\($0) \($1)" }),
      ("presented at", [manifest.marketingURL].compactMap(\.self)),
      ("help at", [manifest.supportURL].compactMap(\.self)),
      ("intents", manifest.intents),
      ("directions", manifest.directionsModes),
      ("protection", [manifest.defaultProtection].compactMap(\.self)),
      (
        "search",
        Self.abilities(manifest)
          + (settings.isSearchable ? [] : ["switched off by your settings"])
      ),
      (
        "items",
        counts.map { "\(counted($0.count, "item"))\($0.index.isEmpty ? "" : " in \($0.index)")" }
      ),
    ]
  }

  private static func text(of program: RegisteredExecutable) -> String {
    guard let file = program.file else { return "\(program.path) (not there)" }
    if file.isInterpreter { return "\(program.path) (an interpreter, not counted)" }
    return program.isScript ? "\(program.path) (a script)" : program.path
  }

  private static func text(of entry: ExtensionDeclaration) -> String {
    let handler = entry.executable ?? entry.principalClass ?? "no program"
    let types =
      entry.contentTypes.isEmpty ? "" : " for \(entry.contentTypes.joined(separator: ", "))"
    return "\(entry.point.rawValue): \(handler)\(types)"
  }

  private static func refresh(_ manifest: AppManifest) -> [String] {
    (manifest.refreshInterval.map { ["every \(formatted(seconds: $0))"] } ?? [])
      + (manifest.wakesOnPush ? ["when a push comes"] : [])
  }

  private static func abilities(_ manifest: AppManifest) -> [String] {
    (manifest.continuesSearch ? ["continues searches"] : [])
      + (manifest.isSystemSurface ? ["asks to search all apps"] : [])
  }

  // MARK: - For programs

  private func json(
    _ entry: AppCatalog.Entry, _ diagnostics: [ManifestDiagnostic],
    _ counts: [(index: String, count: Int)], _ unreadable: [String]
  ) -> JSONValue {
    let programs = entry.executables.map { program in
      JSONValue.object([
        JSONMember("path", .string(program.path)),
        JSONMember("exists", .boolean(program.file != nil)),
        JSONMember("script", .boolean(program.isScript)),
      ])
    }
    return .object([
      JSONMember("app", .string(entry.manifest.identifier)),
      JSONMember("manifest", .string(entry.file.path)),
      JSONMember("development", .boolean(entry.manifest.isDevelopment)),
      JSONMember("standsBefore", .array(entry.others.map { .string($0.path) })),
      JSONMember("programs", .array(programs)),
      JSONMember(
        "items",
        .object(counts.map { JSONMember($0.index, .integer(Int64($0.count))) })),
      JSONMember("unreadable", .array(unreadable.map { .string($0) })),
      JSONMember("content", entry.file.list?.json ?? .null),
      JSONMember("diagnostics", DiagnosticPrinter.json(diagnostics)),
    ])
  }
}
