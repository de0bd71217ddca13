internal import FresnelModel
internal import SpotlightClient

/// `fresnel handoff on`: offers what is open here to other devices again, and takes what they offer.
struct SwitchHandoffOn: Subcommand {
  static let definition = CommandDefinition(
    name: "handoff on", summary: "Offer what is open here to your other devices again",
    discussion: """
      Handoff is on from the beginning, and does nothing before a device is paired. With APP only what \
      that app offers is decided.
      """,
    operands: [HandoffSwitch.apps], options: [SharedOptions.json.definition],
    examples: [Example("for all apps", "fresnel handoff on")])

  private let order: HandoffSwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try HandoffSwitch(isOn: true, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus { try order.run(in: context) }
}

/// `fresnel handoff off`: offers nothing to other devices, and takes nothing from them.
struct SwitchHandoffOff: Subcommand {
  static let definition = CommandDefinition(
    name: "handoff off", summary: "Offer nothing to your other devices, and take nothing from them",
    discussion: """
      Without APP no other device can reach this one; the pairings stay. With APP that app offers \
      nothing any more.
      """,
    operands: [HandoffSwitch.apps], options: [SharedOptions.json.definition],
    examples: [
      Example("everything", "fresnel handoff off"),
      Example("what one app offers", "fresnel handoff off org.example.Diary"),
    ])

  private let order: HandoffSwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try HandoffSwitch(isOn: false, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus { try order.run(in: context) }
}

/// What both commands do.
private struct HandoffSwitch {
  static let apps = OperandDefinition(
    "APP", "identifiers of apps; without one everything", count: .any)

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
      var details = [JSONMember("on", .boolean(isOn))]
      if let app { details.append(JSONMember("id", .string(app))) }
      let report = try connection.report(on: "handoff.set", details)
      let state = isOn ? "on" : "off"
      let line =
        app.map { "Handoff of \(withoutControls($0)) is \(state)" } ?? "Handoff is \(state)"
      context.console.writeLine(asJSON ? report.text() : line)
    }
    return .success
  }
}
