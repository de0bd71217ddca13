internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// What the commands do that switch something on or off: for the apps that are named, or without one for all.
struct AppSwitch {
  private let isOn: Bool
  /// The apps that were named.
  private(set) var apps: [String]
  private let asJSON: Bool

  /// Reads the arguments of a command.
  init(isOn: Bool, _ arguments: ParsedArguments) throws(CommandError) {
    self.isOn = isOn
    apps = arguments.operands
    asJSON = try arguments(SharedOptions.json)
  }

  /// The operand of such a command.
  ///
  /// - Parameter whole: What is switched where no app is named.
  /// - Returns: The operand.
  static func operand(without whole: String) -> OperandDefinition {
    OperandDefinition(
      "APP", "names of apps; without one \(whole)", count: .any, completion: PrintNames.apps)
  }

  /// The same for the identifiers of the apps that the names mean. An app is known that has a manifest, items or places,
  /// or about which the person decided something; another one is refused, so that a slip of the pen is not taken for a
  /// decision.
  ///
  /// - Throws: ``CommandError`` with status ``ExitStatus/incomplete``.
  func resolved(in context: CommandContext) throws -> AppSwitch {
    guard !apps.isEmpty else { return self }
    let world = AppWorld(context)
    do throws(SettingsError) {
      _ = try world.settings.all()
    } catch {
      context.warn(error.message)
    }
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    var resolved = self
    resolved.apps = try apps.map { name in
      let match = try world.find(name, context)
      if match.isKnown { return match.identifier }
      let places = try connection.history(ListHistory(app: name, limit: 1))
      if places.page.entries.isEmpty { throw world.unknown(match) }
      return name
    }
    return resolved
  }

  /// Has the daemon do it, and tells of each app what became of it.
  ///
  /// - Parameters:
  ///   - verb: The order to the daemon.
  ///   - flag: The argument of the order that says whether it is on.
  ///   - context: The world.
  ///   - sentence: What to tell of an app, whose name is fit to be shown; of `nil`, where none was named; with
  ///     what the daemon reported.
  /// - Returns: Success.
  /// - Throws: ``CommandError``.
  func run(
    _ verb: String, _ flag: String, in context: CommandContext,
    telling sentence: (String?, JSONValue) -> String
  ) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    for app in apps.isEmpty ? [nil] : apps.map(Optional.some) {
      var details = [JSONMember(flag, .boolean(isOn))]
      if let app { details.append(JSONMember("id", .string(app))) }
      let report = try connection.report(on: verb, details)
      context.console.writeLine(
        asJSON ? report.printed() : sentence(app.map { withoutControls($0) }, report))
    }
    return .success
  }
}
