internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import VerifiedLinks

/// `fresnel app install`: registers an app by its manifest.
struct InstallApp: Subcommand {
  private static let executable = Option.paths(
    "executable", short: "x", "PATH", "The app's program, in the place of what FILE names")
  private static let develop = Option.flag(
    "develop", "Register a build in development beside the installed app")
  private static let offline = Option.flag(
    "offline", "Don't ask the sites that the app names whether they vouch for it")
  private static let replace = Option.flag("replace", "Replace the app's manifest that is there")

  static let definition = CommandDefinition(
    name: "app install", summary: "Register an app by its manifest",
    discussion: """
      FILE is an Info.plist in XML, binary or JSON; the one that Xcode made for the app works as it is, \
      with --executable naming the program on this machine. The file is checked, written to the \
      directory of the person's manifests under the app's identifier, and what is wrong with it is \
      told; fresnel app doctor tells it again.

      With --develop the program counts as the app beside those registered before, so that a build runs \
      as the app without replacing it. Such a manifest wins over one that the system installed until \
      fresnel app remove takes it away.

      The sites that the app names by applinks: are asked whether they vouch for it, as by fresnel links verify.
      """,
    operands: [OperandDefinition("FILE", "the manifest", completion: .files)],
    options: [
      executable.definition, develop.definition, replace.definition,
      offline.definition, SharedOptions.json.definition,
    ],
    examples: [
      Example(
        "an app from its Info.plist",
        "fresnel app install Info.plist --executable /opt/notes/bin/notes"),
      Example(
        "a debug build beside the installed app",
        "fresnel app install Info.plist --develop --executable .build/debug/notes"),
      Example("a new version of a manifest", "fresnel app install --replace Info.plist"),
    ])

  private let file: String
  private let executables: [String]
  private let isDevelopment: Bool
  private let replaces: Bool
  private let isOffline: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    file = arguments.operands[0]
    executables = try arguments(Self.executable)
    isDevelopment = try arguments(Self.develop)
    replaces = try arguments(Self.replace)
    isOffline = try arguments(Self.offline)
    asJSON = try arguments(SharedOptions.json)
    if isDevelopment, executables.isEmpty {
      throw .usage(
        "--develop needs the program that was built",
        advice: "write --develop --executable .build/debug/NAME")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = AppWorld(context)
    let request = ManifestInstallation.Request(
      source: file, executables: try executables.map(Self.absolute), isDevelopment: isDevelopment,
      replaces: replaces)
    do throws(ManifestInstallation.Failure) {
      let outcome = try world.installation.install(request) { catalog, file in
        world.diagnostics(of: file, in: catalog)
      }
      report(outcome, context)
      if !isOffline, let app = outcome.file.manifest?.identifier { verifyLinks(of: app, context) }
      AppGetting(context).openWhatWaits(isTold: !asJSON)
      return .success
    } catch {
      return try fail(error, context)
    }
  }

  /// The path of a program as manifests want it.
  private static func absolute(_ path: String) throws -> String {
    let whole = path.hasPrefix("/") ? path : "\(CurrentProcess.workingDirectory)/\(path)"
    guard FileSystem.exists(whole) else {
      throw CommandError(
        .system, "there is no program at \(path)", advice: "build it first, or mend --executable")
    }
    let parts = whole.split(separator: "/")
    // A link keeps its name, since it may lead to another version tomorrow; ".." has to be followed.
    guard parts.contains("..") || parts.contains(".") else {
      return "/" + parts.joined(separator: "/")
    }
    return FileSystem.resolved(whole) ?? whole
  }

  private func report(_ outcome: ManifestInstallation.Outcome, _ context: CommandContext) {
    let identifier = outcome.file.manifest?.identifier ?? ""
    guard !asJSON else {
      context.console.writeLine(
        JSONValue.object([
          JSONMember("app", .string(identifier)),
          JSONMember("manifest", .string(outcome.file.path)),
          JSONMember("replaced", .boolean(outcome.isReplacement)),
          JSONMember("diagnostics", DiagnosticPrinter.json(outcome.diagnostics)),
        ]).text())
      return
    }
    let verb = outcome.isReplacement ? "replaced" : "installed"
    context.console.writeLine(
      "\(context.style.strong(identifier)) \(verb): \(outcome.file.path)")
    DiagnosticPrinter(context).print(outcome.diagnostics)
  }

  /// Asks the app's sites. That one can't be had is no failure of the installation: it is asked again.
  private func verifyLinks(of app: String, _ context: CommandContext) {
    let world = LinkWorld(context)
    let claims = world.claims.filter { $0.app == app }
    do {
      try world.verify(Array(Set(claims.map(\.site))))
    } catch {
      context.warn("what sites answered can't be kept: \(error)")
    }
    guard !asJSON else { return }
    for claim in claims {
      context.console.writeLine(ClaimReport(claim, in: world).line(context.style))
    }
  }

  private func fail(
    _ failure: ManifestInstallation.Failure, _ context: CommandContext
  ) throws -> ExitStatus {
    switch failure {
    case .unusable(let diagnostics):
      if asJSON {
        context.console.writeLine(
          JSONValue.object([
            JSONMember("app", .null), JSONMember("manifest", .string(file)),
            JSONMember("diagnostics", DiagnosticPrinter.json(diagnostics)),
          ]).text())
      } else {
        context.warn("\(file) can't be installed")
        DiagnosticPrinter(context).print(diagnostics)
      }
      return .usage
    case .exists(let path):
      throw CommandError(
        .usage, "the app has a manifest already: \(path)",
        advice: "replace it with --replace, or add a build beside it with --develop")
    case .registeredBySystem(let path):
      throw CommandError(
        .usage, "the system registers this app: \(path), which would count before yours",
        advice: "for a build in development write --develop --executable PROGRAM")
    case .system(let error): throw error
    }
  }
}
