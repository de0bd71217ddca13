internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel app init`: writes a manifest for a script or another program.
struct InitApp: Subcommand {
  private static let identifier = Option.text(
    "identifier", "APP", "The app's identifier, such as com.example.notes")
  private static let name = Option.text("name", "NAME", "What people call the app")
  private static let install = Option.flag(
    "install", "Register the app at once, and write no file into the working directory")

  static let definition = CommandDefinition(
    name: "app init", summary: "Write a manifest for a script or another program",
    discussion: """
      Writes the manifest of the app that SCRIPT is to APP.plist in the working directory, to be completed and \
      installed with fresnel app install; with --install it is registered at once. SCRIPT is the file that an \
      interpreter runs, an AppImage, or a compiled program. An interpreter itself runs the programs of others \
      and can't be registered.

      With --install the app gets what its program has indexed so far, as with fresnel app install.

      Without --identifier the app is named after the file, such as local.backup for backup.py.
      """,
    operands: [OperandDefinition("SCRIPT", "the app's program", completion: .files)],
    options: [
      identifier.definition, name.definition, install.definition,
    ] + AppRegistration.Options.definitions,
    examples: [
      Example("register a Python program", "fresnel app init backup.py --install"),
      Example(
        "a manifest to complete", "fresnel app init notes.py --identifier com.example.notes"),
    ])

  private let script: String
  private let identifier: String?
  private let name: String?
  private let installs: Bool
  private let options: AppRegistration.Options

  init(_ arguments: ParsedArguments) throws(CommandError) {
    script = arguments.operands[0]
    identifier = try arguments(Self.identifier)
    name = try arguments(Self.name)
    installs = try arguments(Self.install)
    options = try AppRegistration.Options(arguments)
    if let identifier, !AppIdentifier.isValid(identifier) || AppIdentifier.isReserved(identifier) {
      throw .usage(
        "\"\(withoutControls(identifier))\" can't name an app",
        advice:
          "write parts of letters, digits, - and _ with dots between them, as com.example.notes")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let program = RegisteredExecutable(lookingAt: try InstallApp.absolute(script))
    guard let file = program.file else {
      throw CommandError(
        .system, "\(withoutControls(program.path)) is no ordinary file",
        advice: "name the file that is run")
    }
    guard !file.isInterpreter else {
      throw CommandError.usage(
        "\(withoutControls(program.path)) runs the programs of others, so it can't be an app's program",
        advice: "name the script that it runs: fresnel app init SCRIPT")
    }
    let called = name ?? FileSystem.lastComponent(of: program.path)
    try refuseVariables(in: program.path, called)
    let catalog = AppWorld(context).registry.catalog
    let app = identifier ?? freeIdentifier(for: program, catalog)
    // Registered twice, the program would belong to neither.
    if installs, let rival = catalog.rivals(of: app, for: program).first {
      throw CommandError(
        .usage,
        "\(withoutControls(program.path)) is the program of \(withoutControls(rival)) already",
        advice: "remove that with fresnel app remove \(withoutControls(rival)), or write "
          + "--identifier \(withoutControls(rival)) --replace")
    }
    let manifest = PropertyList.dictionary([
      "CFBundleIdentifier": .string(app),
      "CFBundleName": .string(called),
      "FresnelExecutable": .array([.string(program.path)]),
    ])
    guard let xml = manifest.xml else {
      throw CommandError(
        .usage, "the name holds control characters, which a manifest can't",
        advice: "write another --name")
    }
    guard !installs else {
      let request = ManifestInstallation.Request(
        source: "the manifest of \(app)", bytes: Array(xml.utf8), replaces: options.replaces)
      return try AppRegistration(context, isOffline: true, options)
        .register(request)
    }
    let status = try write(Array(xml.utf8), of: app, context)
    if program.isScript, !program.namesInterpreter {
      context.warn(
        "\(withoutControls(program.path)) has no #! line, so nothing can be opened in the app unless it runs"
      )
    }
    return status
  }

  /// Refuses a path and a name that every reader of the manifest would take for what a build has not filled in.
  private func refuseVariables(in path: String, _ name: String) throws(CommandError) {
    func hasVariable(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }
    if hasVariable(path) {
      throw .usage(
        "the path \(withoutControls(path)) has \"$(\" or \"${\" in it, which begins a build variable in a manifest",
        advice: "give the file another name, or register a link to it")
    }
    if hasVariable(name) {
      throw .usage(
        "the name \(withoutControls(name)) has \"$(\" or \"${\" in it, which begins a build variable in a manifest",
        advice: "write another --name")
    }
  }

  private func write(
    _ bytes: [UInt8], of app: String, _ context: CommandContext
  ) throws -> ExitStatus {
    let path = "\(CurrentProcess.workingDirectory)/\(AppIdentifier.fileName(of: app))"
    if FileSystem.exists(path), !options.replaces {
      throw CommandError(
        .usage, "there is a file \(withoutControls(path)) already",
        advice: "replace it with --replace, or choose another --identifier")
    }
    try FileSystem.write(bytes, to: path, permissions: 0o644)
    if options.asJSON {
      context.console.writeLine(
        JSONValue.object([
          JSONMember("app", .string(app)), JSONMember("manifest", .string(path)),
        ]).printed())
    } else {
      context.console.writeLine(
        "\(context.style.strong(app)) written: \(withoutControls(path))\n"
          + "Register it with fresnel app install \(AppIdentifier.fileName(of: app))")
    }
    return .success
  }

  /// An identifier made from the file's name that no other program has: that of the program where it is
  /// registered already.
  private func freeIdentifier(
    for program: RegisteredExecutable, _ catalog: AppCatalog
  ) -> String {
    let stem = FileSystem.lastComponent(of: program.path).prefix { $0 != "." }
    let letters = stem.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar)
        ? String(scalar).lowercased() : "-"
    }
    let name = letters.joined().split(separator: "-").joined(separator: "-").prefix(64)
    let base = "local." + (name.isEmpty ? "app" : name)
    let candidates = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? base : "\(base)-\($0)" }
    return candidates.first { candidate in
      guard let entry = catalog.entry(candidate) else { return true }
      return entry.executables.contains { $0.path == program.path || $0.file == program.file }
    } ?? base
  }
}
