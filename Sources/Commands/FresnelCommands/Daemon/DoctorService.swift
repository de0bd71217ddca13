internal import CommandKit
internal import DesktopService
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient

/// `fresnel doctor`: finds what is wrong with an app's part of the index, or with everything, and mends it.
struct DoctorService: Subcommand {
  private static let mend = Option.flag("mend", "Mend what can be mended")

  static let definition = CommandDefinition(
    name: "doctor", summary: "Find and mend what is wrong with an app's part of the index",
    discussion: """
      Looks at the manifest of APP, at its items, at what the daemon has noted about it and asked of it, and \
      at its extension; without APP at everything. It says for each finding what is wrong.

      With --mend items that cannot be read are taken out and the app is asked for them, records that make \
      no sense go, removals are finished, and the app is asked again for what it owes. Where a file is \
      damaged in which several apps' items lie, mending one app asks that app for everything again and \
      leaves the file; only without APP is the file set aside, and the apps that had items in it are asked. \
      Other apps keep their items. A class that nothing opens any more, as its keys or what opens them are \
      gone or damaged, is kept under another name and begun anew, also only without APP: put the file that \
      is named back before, if there is a backup. Manifests are never changed.

      A store that programs of one name keep themselves, and that stays for that reason, is noted. Without APP it \
      says, too, what of the installation the desktop lacks or does not find, and what to do about it.

      Of items that nobody can bring back it notes that you know: they are no error from then on.

      The exit status is 0 when nothing is wrong or all was mended or noted, 1 when an error is left, and 3 \
      when a store is damaged or cannot be opened.
      """,
    operands: [
      OperandDefinition(
        "APP", "the app's identifier; without it all", count: .optional,
        completion: PrintNames.apps)
    ],
    options: [mend.definition, SharedOptions.json.definition],
    examples: [
      Example("why is nothing of an app found?", "fresnel doctor com.example.notes"),
      Example("mend that app's part", "fresnel doctor --mend com.example.notes"),
      Example("everything, for a monitor", "fresnel doctor --json"),
    ])

  private let app: String?
  private let mends: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = arguments.operands.first
    mends = try arguments(Self.mend)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let world = AppWorld(context)
    let match = try self.app.map { try world.find($0, context) }
    let app = match?.identifier
    let manifests = DoctorApp.all(world).filter { file, _ in
      app == nil || file.manifest?.identifier == app
    }
    var arguments = [JSONMember("mend", .boolean(mends))]
    if let app { arguments.append(JSONMember("id", .string(app))) }
    let stores = SharedStore.all(in: context.directories).filter { app == nil || $0.name == app }
    let installation = app == nil ? Self.installation(context) : []
    let report = try connection.report(on: "doctor", arguments).adding(
      stores.map(\.finding) + installation)
    let findings = DoctorFinding.all(in: report)
    if let app, let match, manifests.isEmpty, findings.isEmpty, report["items"] == .integer(0) {
      throw match.isKnown ? world.unregistered(app) : world.unknown(match)
    }
    let diagnostics = manifests.map { file, isInstalled in
      (file, world.diagnostics(of: file, isInstalled: isInstalled))
    }
    if asJSON {
      printJSON(report, diagnostics, context)
    } else {
      printText(report, of: app, findings, diagnostics, context)
    }
    return Self.status(findings, diagnostics.flatMap(\.1))
  }

  /// What of the installation the desktop has not.
  private static func installation(_ context: CommandContext) -> [JSONValue] {
    let bin = FileSystem.parent(of: CurrentProcess.executablePath ?? "")
    let installation = DesktopInstallation(
      besides: bin, context.directories, environment: context.environment)
    return installation.findings.map { finding in
      .object([
        JSONMember("code", .string(finding.code)),
        JSONMember("severity", .string(finding.isWarning ? "warning" : "note")),
        JSONMember("message", .string(finding.message)),
        JSONMember("mended", .boolean(false)), JSONMember("mendable", .boolean(false)),
      ])
    }
  }

  private static func status(
    _ findings: [DoctorFinding], _ diagnostics: [ManifestDiagnostic]
  ) -> ExitStatus {
    let left = findings.filter { $0.severity == "error" && !$0.isMended && !$0.isNoted }
    let ofStores = ["storeUnavailable", "fileDamaged", "keysMissing"]
    if left.contains(where: { ofStores.contains($0.code) }) {
      return .store
    }
    let isManifestWrong = diagnostics.contains { $0.severity == .error }
    return left.isEmpty && !isManifestWrong ? .success : .incomplete
  }

  // MARK: - Output

  private func printJSON(
    _ report: JSONValue, _ diagnostics: [(ManifestFile, [ManifestDiagnostic])],
    _ context: CommandContext
  ) {
    guard case .object(var members) = report else { return }
    members.append(
      JSONMember(
        "manifests",
        .array(
          diagnostics.map { file, found in
            .object([
              JSONMember("app", file.manifest.map { .string($0.identifier) } ?? .null),
              JSONMember("manifest", .string(file.path)),
              JSONMember("diagnostics", DiagnosticPrinter.json(found)),
            ])
          })))
    context.console.writeLine(JSONValue.object(members).printed())
  }

  private func printText(
    _ report: JSONValue, of app: String?, _ findings: [DoctorFinding],
    _ diagnostics: [(ManifestFile, [ManifestDiagnostic])], _ context: CommandContext
  ) {
    if let app {
      context.console.writeLine(
        context.style.strong(withoutControls(app)) + "  " + Self.extent(report))
      if diagnostics.isEmpty {
        context.console.writeLine("  no manifest registers it")
      }
    }
    for (file, found) in diagnostics where app != nil || !found.isEmpty {
      let name = file.manifest?.identifier ?? "no app"
      context.console.writeLine(
        "\(context.style.strong(withoutControls(name)))  \(context.style.faint(file.path))  "
          + DiagnosticPrinter.summary(found))
      DiagnosticPrinter(context).print(found)
    }
    for finding in findings { finding.print(in: context) }
    if findings.allSatisfy({ DesktopInstallation.codes.contains($0.code) }) {
      context.console.writeLine("nothing wrong with what is indexed")
    }
    let bin = FileSystem.parent(of: CurrentProcess.executablePath ?? "")
    if app == nil, let sentence = WindowKey(besides: bin, context.environment).sentence {
      context.console.writeLine(sentence)
    }
    if !mends, findings.contains(where: \.isMendable) {
      context.console.writeLine(
        "fresnel doctor --mend" + (app.map { " " + withoutControls($0) } ?? "")
          + " mends what can be mended")
    }
  }

  private static func extent(_ report: JSONValue) -> String {
    let indexes = report.count("indexes")
    return counted(report.count("items"), "item")
      + " in \(indexes) \(indexes == 1 ? "index" : "indexes")"
  }
}

extension JSONValue {
  /// The doctor's report with what the daemon does not know: stores that no program hands over, and what the desktop
  /// has not.
  fileprivate func adding(_ others: [JSONValue]) -> JSONValue {
    guard case .object(var members) = self else { return self }
    let findings = list("findings") + others
    members.removeAll { $0.name == "findings" }
    return .object(members + [JSONMember("findings", .array(findings))])
  }
}

/// Something that was found, see `Documentation/operation.md`.
struct DoctorFinding {
  let code: String
  let severity: String
  let isMended: Bool
  /// Whether the daemon took note that the person knows of it.
  let isNoted: Bool
  /// Whether mending does something about it.
  let isMendable: Bool
  private let place: [String]
  private let message: String

  /// The findings of a report.
  static func all(in report: JSONValue) -> [DoctorFinding] {
    report.list("findings").map { DoctorFinding($0) }
  }

  private init(_ value: JSONValue) {
    code = value.text("code")
    severity = value["severity"] == nil ? "note" : value.text("severity")
    isMended = value.flag("mended")
    isNoted = value.flag("noted")
    isMendable = value.flag("mendable")
    message = value.text("message")
    var place: [String] = []
    if !value.text("app").isEmpty { place.append(value.text("app")) }
    if case .string? = value["index"] {
      let index = value.text("index")
      place.append(index.isEmpty ? "default index" : "index \(index)")
    }
    if !value.text("class").isEmpty { place.append("class " + value.text("class")) }
    self.place = place
  }

  /// Prints it.
  func print(in context: CommandContext) {
    let word = isMended ? "mended" : isNoted ? "noted" : severity
    let styled =
      switch word {
      case "mended": context.style.success(word)
      case "error": context.style.failure(word)
      case "warning": context.style.match(word)
      default: context.style.faint(word)
      }
    let indent = "           "
    let body = wrapped(
      (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + message,
      width: min(100, context.console.columns), indent: indent)
    let padding = String(repeating: " ", count: max(1, 9 - word.count))
    context.console.writeLine("  \(styled)\(padding)\(body.dropFirst(indent.count))")
  }
}
