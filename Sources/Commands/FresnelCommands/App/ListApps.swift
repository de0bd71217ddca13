internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelText

/// `fresnel app list`: the apps that have manifests.
struct ListApps: BareCommand {
  static let definition = CommandDefinition(
    name: "app list", summary: "List the registered apps",
    discussion: """
      Names each app, how its processes are recognised, and what its manifest lacks. A program means the \
      file that the manifest names; a script or an AppImage is known by its launcher or its own word only; a snap is \
      confined by the kernel, and so is a Flatpak, which needs no program here.
      """,
    options: [SharedOptions.json.definition],
    examples: [Example("for a program", "fresnel app list --json")])

  let asJSON: Bool

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = AppWorld(context)
    let catalog = world.registry.catalog
    for file in catalog.unusable {
      let reason = file.diagnostics.first { $0.severity == .error }?.message ?? ""
      context.warn("\(file.path) registers no app. \(reason)")
    }
    for problem in world.registry.problems { context.warn(problem) }
    let names = catalog.entries.map(\.manifest.identifier)
    let width = min(48, names.map { displayWidth(of: $0) }.max() ?? 0)
    for entry in catalog.entries {
      let diagnostics = world.diagnostics(of: entry.file)
      if asJSON {
        context.console.writeLine(Self.json(entry, diagnostics).printed())
        continue
      }
      var parts = [Self.recognition(of: entry).joined(separator: ", ")]
      if entry.manifest.isDevelopment { parts.append("in development") }
      if !entry.file.isPersonal { parts.append("by the system") }
      let complaints = DiagnosticPrinter.summary(diagnostics)
      if complaints != "nothing wrong" { parts.append(complaints) }
      let name = padded(entry.manifest.identifier, to: width)
      context.console.writeLine(
        "\(context.style.strong(name))  \(withoutControls(entry.manifest.name ?? "–"))   "
          + context.style.faint(parts.joined(separator: "; ")))
    }
    let isComplete = catalog.unusable.isEmpty && world.registry.problems.isEmpty
    if catalog.entries.isEmpty, isComplete, !asJSON {
      context.console.writeError("no app is registered; fresnel app install FILE registers one\n")
    }
    return catalog.entries.isEmpty || !isComplete ? .incomplete : .success
  }

  /// The ways in which processes of an app are recognised.
  static func recognition(of entry: AppCatalog.Entry) -> [String] {
    var ways: [String] = []
    let programs = entry.executables.filter { $0.file.map { !$0.isInterpreter } == true }
    if programs.contains(where: { $0.kind == .native }) { ways.append("program") }
    if programs.contains(where: \.isScript) { ways.append("script") }
    if programs.contains(where: { $0.kind == .appImage }) { ways.append("AppImage") }
    if entry.manifest.snapName != nil { ways.append("snap") }
    return ways.isEmpty ? ["Flatpak only"] : ways
  }

  private static func json(
    _ entry: AppCatalog.Entry, _ diagnostics: [ManifestDiagnostic]
  ) -> JSONValue {
    func count(_ severity: ManifestDiagnostic.Severity) -> JSONValue {
      .integer(Int64(diagnostics.count { $0.severity == severity }))
    }
    return .object([
      JSONMember("app", .string(entry.manifest.identifier)),
      JSONMember("name", entry.manifest.name.map { .string($0) } ?? .null),
      JSONMember("manifest", .string(entry.file.path)),
      JSONMember("personal", .boolean(entry.file.isPersonal)),
      JSONMember("development", .boolean(entry.manifest.isDevelopment)),
      JSONMember("recognisedBy", .array(recognition(of: entry).map { .string($0) })),
      JSONMember("errors", count(.error)), JSONMember("warnings", count(.warning)),
    ])
  }
}
