internal import CommandKit
internal import FresnelModel
internal import SpotlightClient

/// `fresnel handoff list`: what can be picked up here from other devices.
struct ListHandoff: BareCommand {
  static let definition = CommandDefinition(
    name: "handoff list", summary: "List what you can continue here from your other devices",
    discussion: """
      Each line is something that is open in an app on another device: a number, what it is, the app and the \
      device. The exit status is 1 when there is nothing.
      """,
    options: [SharedOptions.json.definition],
    examples: [
      Example("at a glance", "fresnel handoff list"),
      Example("for a program", "fresnel handoff list --json"),
    ])

  let asJSON: Bool

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let report = try connection.report(on: "handoff.list")
    let activities = report.list("activities")
    for activity in activities {
      context.console.writeLine(
        asJSON ? activity.printed() : Self.line(activity, context.style))
    }
    if activities.isEmpty, !asJSON {
      context.console.writeError(Self.absence(report) + "\n")
    }
    return activities.isEmpty ? .incomplete : .success
  }

  /// What a person reads of an activity.
  static func line(_ activity: JSONValue, _ style: Style) -> String {
    "\(activity.count("number"))  \(style.strong(title(of: activity)))"
      + style.faint("  \(activity.text("appName")) on \(activity.text("device"))")
  }

  /// What an activity is called; one without a title by its app.
  static func title(of activity: JSONValue) -> String {
    let title = activity.text("title")
    return title.isEmpty ? activity.text("appName") : title
  }

  /// Why there is nothing.
  static func absence(_ report: JSONValue) -> String {
    if !report.flag("on") { return "Handoff is off; fresnel handoff on switches it on" }
    if report.count("devices") == 0 {
      return "no device is paired; begin with fresnel devices pair"
    }
    if report.count("connected") == 0 { return "no device is connected; see fresnel devices list" }
    return "nothing is open on your other devices that could be continued here"
  }
}
