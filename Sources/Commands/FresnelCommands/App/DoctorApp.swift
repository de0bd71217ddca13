internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel app doctor`: everything that is wrong with manifests.
struct DoctorApp: Subcommand {
  static let definition = CommandDefinition(
    name: "app doctor", summary: "Tell everything that is wrong with manifests, and how to mend it",
    discussion: """
      Looks at the manifests of the APPs, or of all, or at files that are not installed yet: what they \
      say, whether the programs and desktop files that they name are there, and whether manifests get in \
      each other's way. An error means that a key or the whole file has no effect; a warning, that it \
      may not work as meant.
      """,
    operands: [
      OperandDefinition(
        "APP", "identifiers of apps, or paths of manifests", count: .any, completion: .files)
    ],
    options: [SharedOptions.json.definition],
    examples: [
      Example("all registered apps", "fresnel app doctor"),
      Example("a file before it's installed", "fresnel app doctor ./Info.plist"),
    ])

  private let names: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    names = arguments.operands
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = AppWorld(context)
    let files = try names.isEmpty ? Self.all(world) : names.flatMap { try find($0, world, context) }
    var worst = ManifestDiagnostic.Severity.note
    for (file, isInstalled) in files {
      let diagnostics = world.diagnostics(of: file, isInstalled: isInstalled)
      for diagnostic in diagnostics { worst = max(worst, diagnostic.severity) }
      if asJSON {
        context.console.writeLine(
          JSONValue.object([
            JSONMember("app", file.manifest.map { .string($0.identifier) } ?? .null),
            JSONMember("manifest", .string(file.path)),
            JSONMember("diagnostics", DiagnosticPrinter.json(diagnostics)),
          ]).printed())
        continue
      }
      let name = file.manifest?.identifier ?? "no app"
      context.console.writeLine(
        "\(context.style.strong(name))  \(context.style.faint(file.path))  "
          + DiagnosticPrinter.summary(diagnostics))
      DiagnosticPrinter(context).print(diagnostics)
    }
    if files.isEmpty, !asJSON {
      context.console.writeError("no app is registered; fresnel app install FILE registers one\n")
    }
    return worst == .error ? .incomplete : .success
  }

  /// Every manifest in every directory, those that don't count too.
  static func all(_ world: AppWorld) -> [(ManifestFile, Bool)] {
    let catalog = world.registry.catalog
    let files = catalog.entries.flatMap { [$0.file] + $0.others } + catalog.unusable
    return files.map { ($0, true) }
  }

  /// The manifests that a word means.
  private func find(
    _ name: String, _ world: AppWorld, _ context: CommandContext
  ) throws -> [(ManifestFile, Bool)] {
    if let entry = world.registry.catalog.entry(name) {
      return ([entry.file] + entry.others).map { ($0, true) }
    }
    if name.contains("/") || FileSystem.exists(name) {
      guard FileSystem.exists(name) else {
        throw CommandError(.system, "there is no file \(withoutControls(name))")
      }
      let installed = Self.all(world).first {
        FileSystem.resolved($0.0.path) == FileSystem.resolved(name)
      }
      return [installed ?? (ManifestFile(reading: name, isPersonal: true), false)]
    }
    let match = try world.find(name, context)
    let app = match.identifier
    if let entry = world.registry.catalog.entry(app) {
      return ([entry.file] + entry.others).map { ($0, true) }
    }
    let counts = ShowApp.itemCounts(of: app, context).counts
    guard counts.isEmpty else {
      let count = counts.reduce(0) { $0 + $1.count }
      throw CommandError(
        .incomplete,
        "\(withoutControls(app)) has \(counted(count, "item")) and no manifest, so it's unregistered",
        advice: "register it with fresnel app init PROGRAM --install")
    }
    throw match.isKnown ? world.unregistered(app) : world.unknown(match)
  }
}
