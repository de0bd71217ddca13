internal import CommandKit

/// `fresnel handoff on`: offers what is open here to other devices again, and takes what they offer.
struct SwitchHandoffOn: Subcommand {
  static let definition = CommandDefinition(
    name: "handoff on", summary: "Offer what is open here to your other devices again",
    discussion: """
      Handoff begins with the first device that is paired, unless it was switched off; status calls it \
      off until then. With APP only what that app offers is decided; one of which nothing is known is \
      refused.
      """,
    operands: [AppSwitch.handoffApps], options: [SharedOptions.json.definition],
    examples: [Example("for all apps", "fresnel handoff on")])

  private let order: AppSwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try AppSwitch(isOn: true, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try order.switchHandoff("on", in: context)
  }
}

/// `fresnel handoff off`: offers nothing to other devices, and takes nothing from them.
struct SwitchHandoffOff: Subcommand {
  static let definition = CommandDefinition(
    name: "handoff off", summary: "Offer nothing to your other devices, and take nothing from them",
    discussion: """
      Without APP no other device can reach this one; the pairings stay. With APP that app offers \
      nothing any more; one of which nothing is known is refused.
      """,
    operands: [AppSwitch.handoffApps], options: [SharedOptions.json.definition],
    examples: [
      Example("everything", "fresnel handoff off"),
      Example("what one app offers", "fresnel handoff off org.example.Diary"),
    ])

  private let order: AppSwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try AppSwitch(isOn: false, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try order.switchHandoff("off", in: context)
  }
}

extension AppSwitch {
  /// The operand of both commands.
  fileprivate static let handoffApps = operand(without: "everything")

  /// What is said where it is switched on and there is no device yet.
  static let waitingHandoff = "Handoff is off until a device is paired: fresnel devices pair"

  fileprivate func switchHandoff(_ state: String, in context: CommandContext) throws -> ExitStatus {
    try resolved(in: context).run("handoff.set", "on", in: context) { app, report in
      if let app { return "Handoff of \(app) is \(state)" }
      let waits = report.flag("on") && report.count("devices") == 0
      return waits ? Self.waitingHandoff : "Handoff is \(state)"
    }
  }
}
