internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import VerifiedLinks

/// Puts a manifest into place and does what follows from it, for the commands that register apps.
struct AppRegistration {
  private let context: CommandContext
  private let isOffline: Bool
  private let asJSON: Bool
  private let adopts: Bool?
  private let world: AppWorld

  /// What the commands that register apps are told alike.
  struct Options {
    /// Whether a manifest that is there is replaced.
    let replaces: Bool
    /// Whether the app gets what it indexed before it was registered; `nil` to ask the person.
    let adopts: Bool?
    /// Whether programs read what is printed.
    let asJSON: Bool

    private static let replace = Option.flag("replace", "Replace the app's manifest that is there")

    /// How they are given.
    static let definitions = [
      replace.definition, adopt.definition, noAdopt.definition, SharedOptions.json.definition,
    ]

    /// Reads the arguments of a command.
    init(_ arguments: ParsedArguments) throws(CommandError) {
      replaces = try arguments(Self.replace)
      adopts = try AppRegistration.adopts(arguments)
      asJSON = try arguments(SharedOptions.json)
    }
  }

  /// Prepares to register apps.
  ///
  /// - Parameters:
  ///   - context: The world.
  ///   - isOffline: Whether the sites that the app names are left alone.
  ///   - options: What the command was told.
  init(_ context: CommandContext, isOffline: Bool, _ options: Options) {
    self.context = context
    self.isOffline = isOffline
    asJSON = options.asJSON
    adopts = options.adopts
    world = AppWorld(context)
  }

  /// Registers an app, and reports it.
  ///
  /// - Parameter request: Which manifest is installed, and how.
  /// - Returns: The status of the command.
  /// - Throws: ``CommandError`` when nothing was installed.
  func register(_ request: ManifestInstallation.Request) throws -> ExitStatus {
    do throws(ManifestInstallation.Failure) {
      let outcome = try world.installation.install(request) { catalog, file in
        world.diagnostics(of: file, in: catalog)
      }
      report(outcome)
      let app = outcome.file.manifest?.identifier
      let entry = app.flatMap { world.registry.catalog.entry($0) }
      if let entry {
        // The app's own limits and switches hold before it has the items.
        withSettings { (file) throws(SettingsError) in
          try file.carry(from: entry.earlierNames, to: entry.manifest.identifier)
        }
        adoptStrays(of: entry)
        forgetSettings(of: entry)
      }
      if !isOffline, let app { verifyLinks(of: app) }
      AppGetting(context).openWhatWaits(isTold: !asJSON)
      return .success
    } catch {
      return try fail(error, request.source)
    }
  }

  private func report(_ outcome: ManifestInstallation.Outcome) {
    let identifier = outcome.file.manifest?.identifier ?? ""
    guard !asJSON else {
      context.console.writeLine(
        JSONValue.object([
          JSONMember("app", .string(identifier)),
          JSONMember("manifest", .string(outcome.file.path)),
          JSONMember("replaced", .boolean(outcome.isReplacement)),
          JSONMember("diagnostics", DiagnosticPrinter.json(outcome.diagnostics)),
        ]).printed())
      return
    }
    let verb = outcome.isReplacement ? "replaced" : "installed"
    context.console.writeLine(
      "\(context.style.strong(identifier)) \(verb): \(outcome.file.path)")
    DiagnosticPrinter(context).print(outcome.diagnostics)
  }

  /// The options that decide whether an app gets what it indexed before it was registered.
  private static let adopt = Option.flag(
    "adopt", "Take over what the program indexed before it was registered, without asking")
  /// The opposite of ``adopt``.
  private static let noAdopt = Option.flag("no-adopt", "Leave that where it is, without asking")

  /// What the two options say; `nil` when neither is there.
  private static func adopts(_ arguments: ParsedArguments) throws(CommandError) -> Bool? {
    let (takes, leaves) = (try arguments(adopt), try arguments(noAdopt))
    if takes, leaves {
      throw .usage("--adopt and --no-adopt exclude each other", advice: "leave one of them out")
    }
    return takes ? true : leaves ? false : nil
  }

  /// Gives the app what its program indexed before, where that is wanted. A failure is told and is none of the
  /// installation.
  private func adoptStrays(of entry: AppCatalog.Entry) {
    guard adopts != false else { return }
    let app = entry.manifest.identifier
    guard let connection = DaemonReach.connection(context) else {
      if !asJSON {
        context.warn(
          "without a daemon (make install) this has no effect yet: each program keeps its items "
            + "under its own name")
      }
      return
    }
    defer { connection.close() }
    do {
      for stray in try StrayItems.found(for: entry, over: DaemonLibrary(connection)) {
        let items = "\(stray.description) of \(withoutControls(stray.name))"
        let question =
          "Take over \(items), which the program indexed before it was registered?"
        let isWanted = adopts ?? (asJSON ? nil : context.confirms(question))
        if isWanted == true {
          try stray.adopt(by: app, over: connection, context, asJSON: asJSON)
        } else if isWanted == nil {
          context.warn(
            "what the program indexed before \(app) was registered stays under its old name, \(items); "
              + "fresnel app adopt \(app) takes it over"
          )
        }
      }
    } catch let error as CommandError {
      context.warn("what the app indexed before can't be taken over: \(error.message)")
    } catch {
      context.warn("what the app indexed before can't be taken over: \(error)")
    }
  }

  /// Changes the settings. A failure is told and is none of the installation.
  private func withSettings(_ change: (SettingsFile) throws(SettingsError) -> Void) {
    do throws(SettingsError) {
      try change(world.settings)
    } catch {
      context.warn(
        "what was decided about the program before can't be taken over: \(error.message)")
    }
  }

  /// Forgets what was decided about the earlier names of an app that have no items any more: as long as there are some,
  /// it says whether searches show them.
  private func forgetSettings(of entry: AppCatalog.Entry) {
    let names = entry.earlierNames
    guard let decided = try? world.settings.all(), names.contains(where: { decided[$0] != nil })
    else { return }
    let stores = StoreSet(opening: StoreLocations(option: nil, context: context))
    // Where something cannot be read, such as a locked class, nobody knows whether there are any.
    guard let readable = try? stores.strictlyReadableIndexes(), readable.omissions.isEmpty,
      readable.unopened.isEmpty, stores.problems.isEmpty
    else { return }
    let left = Set(readable.indexes.lazy.filter { $0.itemCount > 0 }.map(\.scope.app))
    withSettings { (file) throws(SettingsError) in try file.remove(names.subtracting(left)) }
  }

  /// Asks the app's sites. That one can't be had is no failure of the installation: it is asked again.
  private func verifyLinks(of app: String) {
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
    _ failure: ManifestInstallation.Failure, _ source: String
  ) throws -> ExitStatus {
    switch failure {
    case .unusable(let diagnostics):
      if asJSON {
        context.console.writeLine(
          JSONValue.object([
            JSONMember("app", .null), JSONMember("manifest", .string(source)),
            JSONMember("diagnostics", DiagnosticPrinter.json(diagnostics)),
          ]).printed())
      } else {
        context.warn("\(source) can't be installed")
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
