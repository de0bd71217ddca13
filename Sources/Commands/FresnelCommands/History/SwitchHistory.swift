internal import CommandKit

/// `fresnel history off`: keeps nothing any more of what the person does in apps.
struct SwitchHistoryOff: Subcommand {
  private static let yes = Option.flag("yes", short: "y", "Delete without asking")

  static let definition = CommandDefinition(
    name: "history off", summary: "Keep no places at which you were, and delete what is there",
    discussion: """
      Without APP nothing is kept of any app. What is kept in a class that is locked goes before it is next \
      opened. Since places are deleted for good, the command asks first; without a terminal it needs --yes. An APP \
      of which nothing is known is refused.
      """,
    operands: [AppSwitch.historyApps], options: [yes.definition, SharedOptions.json.definition],
    examples: [
      Example("of one app", "fresnel history off org.example.Recipes"),
      Example("of all apps, from a script", "fresnel history off --yes"),
    ])

  private let order: AppSwitch
  private let isConfirmed: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try AppSwitch(isOn: false, arguments)
    isConfirmed = try arguments(Self.yes)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let order = try order.resolved(in: context)
    if !isConfirmed {
      let apps = withoutControls(
        order.apps.isEmpty ? "all apps" : order.apps.joined(separator: ", "))
      switch context.confirms("This deletes all places that \(apps) noted, for good. Go on?") {
      case true?: break
      case false?:
        context.warn("nothing was deleted, and history is kept as before")
        return .incomplete
      case nil:
        throw CommandError.usage(
          "this deletes all places that \(apps) noted, and nobody can be asked",
          advice: "write --yes if that is meant")
      }
    }
    return try order.run("history.set", "keep", in: context) { app, _ in
      "history of \(app ?? "all apps") is neither kept nor there any more"
    }
  }
}

/// `fresnel history on`: keeps what the person does in apps again.
struct SwitchHistoryOn: Subcommand {
  static let definition = CommandDefinition(
    name: "history on", summary: "Keep the places at which you were again",
    discussion: """
      Without APP history is kept of all apps but those that were switched off by name. An APP of which nothing is \
      known is refused.
      """,
    operands: [AppSwitch.historyApps], options: [SharedOptions.json.definition],
    examples: [Example("of all apps", "fresnel history on")])

  private let order: AppSwitch

  init(_ arguments: ParsedArguments) throws(CommandError) {
    order = try AppSwitch(isOn: true, arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try order.resolved(in: context).run("history.set", "keep", in: context) { app, _ in
      app.map { "history of \($0) is kept" }
        ?? "history of all apps is kept, except of those that were switched off by name"
    }
  }
}

extension AppSwitch {
  /// The operand of both commands.
  fileprivate static let historyApps = operand(without: "all apps")
}
