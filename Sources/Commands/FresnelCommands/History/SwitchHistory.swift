internal import FresnelModel
internal import SpotlightClient

/// `fresnel history off`: keeps nothing any more of what the person does in apps.
struct SwitchHistoryOff: Subcommand {
  static let definition = CommandDefinition(
    name: "history off", summary: "Keep no places at which you were, and delete what is there",
    discussion: """
      Without APP nothing is kept of any app. What is kept in a class that is locked goes before it is next \
      opened.
      """,
    operands: [HistorySwitch.apps], options: [SharedOptions.json.definition],
    examples: [
      Example("of one app", "fresnel history off org.example.Recipes"),
      Example("of all apps", "fresnel history off"),
    ])

  private let order: HistorySwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try HistorySwitch(isOn: false, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus { try order.run(in: context) }
}

/// `fresnel history on`: keeps what the person does in apps again.
struct SwitchHistoryOn: Subcommand {
  static let definition = CommandDefinition(
    name: "history on", summary: "Keep the places at which you were again",
    discussion: """
      Without APP history is kept of all apps but those that were switched off by name.
      """,
    operands: [HistorySwitch.apps], options: [SharedOptions.json.definition],
    examples: [Example("of all apps", "fresnel history on")])

  private let order: HistorySwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try HistorySwitch(isOn: true, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus { try order.run(in: context) }
}

/// What both commands do.
private struct HistorySwitch {
  static let apps = OperandDefinition(
    "APP", "identifiers of apps; without one all apps", count: .any)

  private let isOn: Bool
  private let apps: [String]
  private let asJSON: Bool

  init(isOn: Bool, _ arguments: ParsedArguments) throws(CommandError) {
    self.isOn = isOn
    apps = arguments.operands
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    for app in apps.isEmpty ? [nil] : apps.map(Optional.some) {
      var details = [JSONMember("keep", .boolean(isOn))]
      if let app { details.append(JSONMember("id", .string(app))) }
      let report = try connection.report(on: "history.set", details)
      let name = app.map(withoutControls) ?? "all apps"
      let exception = app == nil ? ", but of those that were switched off by name" : ""
      context.console.writeLine(
        asJSON
          ? report.text()
          : "history of \(name) is "
            + (isOn ? "kept\(exception)" : "neither kept nor there any more"))
    }
    return .success
  }
}
