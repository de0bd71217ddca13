internal import CommandKit
internal import FresnelModel
internal import SpotlightClient

/// What the commands do that switch something on or off: for the apps that are named, or without one for all.
struct AppSwitch {
  private let isOn: Bool
  private let apps: [String]
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
    OperandDefinition("APP", "identifiers of apps; without one \(whole)", count: .any)
  }

  /// Has the daemon do it, and tells of each app what became of it.
  ///
  /// - Parameters:
  ///   - verb: The order to the daemon.
  ///   - flag: The argument of the order that says whether it is on.
  ///   - context: The world.
  ///   - sentence: What to tell of an app, whose name is fit to be shown; of `nil`, where none was named.
  /// - Returns: Success.
  /// - Throws: ``CommandError``.
  func run(
    _ verb: String, _ flag: String, in context: CommandContext,
    telling sentence: (String?) -> String
  ) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    for app in apps.isEmpty ? [nil] : apps.map(Optional.some) {
      var details = [JSONMember(flag, .boolean(isOn))]
      if let app { details.append(JSONMember("id", .string(app))) }
      let report = try connection.report(on: verb, details)
      context.console.writeLine(
        asJSON ? report.text() : sentence(app.map { withoutControls($0) }))
    }
    return .success
  }
}
