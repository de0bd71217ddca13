internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel app install`: registers an app by its manifest.
struct InstallApp: Subcommand {
  private static let executable = Option.paths(
    "executable", short: "x", "PATH", "The app's program, in the place of what FILE names")
  private static let develop = Option.flag(
    "develop", "Register a build in development beside the installed app")
  private static let offline = Option.flag(
    "offline", "Don't ask the sites that the app names whether they vouch for it")

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

      A program indexes under a name made from its path as long as no manifest registers it. Whether the app is to \
      have what its program indexed so is asked in a terminal; --adopt and --no-adopt answer for programs, and \
      fresnel app adopt does it later.

      The sites that the app names by applinks: are asked whether they vouch for it, as by fresnel links verify.
      """,
    operands: [OperandDefinition("FILE", "the manifest", completion: .files)],
    options: [
      executable.definition, develop.definition, offline.definition,
    ] + AppRegistration.Options.definitions,
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
  private let isOffline: Bool
  private let options: AppRegistration.Options

  init(_ arguments: ParsedArguments) throws(CommandError) {
    file = arguments.operands[0]
    executables = try arguments(Self.executable)
    isDevelopment = try arguments(Self.develop)
    isOffline = try arguments(Self.offline)
    options = try AppRegistration.Options(arguments)
    if isDevelopment, executables.isEmpty {
      throw .usage(
        "--develop needs the program that was built",
        advice: "write --develop --executable .build/debug/NAME")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let request = ManifestInstallation.Request(
      source: file, executables: try executables.map(Self.absolute), isDevelopment: isDevelopment,
      replaces: options.replaces)
    return try AppRegistration(context, isOffline: isOffline, options)
      .register(request)
  }

  /// The path of a program as manifests want it.
  static func absolute(_ path: String) throws -> String {
    let whole = path.hasPrefix("/") ? path : "\(CurrentProcess.workingDirectory)/\(path)"
    guard FileSystem.exists(whole) else {
      throw CommandError(
        .system, "there is no program at \(withoutControls(path))",
        advice: "build it first, or correct the path")
    }
    let parts = whole.split(separator: "/")
    // A link keeps its name, since it may lead to another version tomorrow; ".." has to be followed.
    guard parts.contains("..") || parts.contains(".") else {
      return "/" + parts.joined(separator: "/")
    }
    return FileSystem.resolved(whole) ?? whole
  }
}
