internal import CommandKit

/// `fresnel history off`: keeps nothing any more of what the person does in apps.
struct SwitchHistoryOff: Subcommand {
  static let definition = CommandDefinition(
    name: "history off", summary: "Keep no places at which you were, and delete what is there",
    discussion: """
      Without APP nothing is kept of any app. What is kept in a class that is locked goes before it is next \
      opened.
      """,
    operands: [AppSwitch.historyApps], options: [SharedOptions.json.definition],
    examples: [
      Example("of one app", "fresnel history off org.example.Recipes"),
      Example("of all apps", "fresnel history off"),
    ])

  private let order: AppSwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try AppSwitch(isOn: false, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try order.run("history.set", "keep", in: context) { app in
      "history of \(app ?? "all apps") is neither kept nor there any more"
    }
  }
}

/// `fresnel history on`: keeps what the person does in apps again.
struct SwitchHistoryOn: Subcommand {
  static let definition = CommandDefinition(
    name: "history on", summary: "Keep the places at which you were again",
    discussion: """
      Without APP history is kept of all apps but those that were switched off by name.
      """,
    operands: [AppSwitch.historyApps], options: [SharedOptions.json.definition],
    examples: [Example("of all apps", "fresnel history on")])

  private let order: AppSwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try AppSwitch(isOn: true, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try order.run("history.set", "keep", in: context) { app in
      app.map { "history of \($0) is kept" }
        ?? "history of all apps is kept, but of those that were switched off by name"
    }
  }
}

extension AppSwitch {
  /// The operand of both commands.
  fileprivate static let historyApps = operand(without: "all apps")
}
