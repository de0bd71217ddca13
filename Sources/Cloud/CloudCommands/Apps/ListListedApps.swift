internal import AppDirectory
internal import CommandKit
internal import FresnelModel
internal import WebAddresses

/// `fresnel-cloud app list`: the apps of the directory.
struct ListListedApps: Subcommand {
  static let definition = CommandDefinition(
    name: "app list", summary: "List the apps of the directory",
    discussion: """
      Each line is an app: its identifier, its name, and how many of its sites vouch for it. With WORDS only \
      apps whose name or identifier has all of them. The exit status is 1 when there is none.
      """,
    operands: [OperandDefinition("WORDS", "parts of names or identifiers", count: .any)],
    options: [CloudData.option.definition, SharedOptions.json.definition],
    examples: [
      Example("at a glance", "fresnel-cloud app list"),
      Example("by a part of the name", "fresnel-cloud app list recipe"),
      Example("for a program", "fresnel-cloud app list --json"),
    ])

  private let words: [String]
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    words = arguments.operands.map { $0.lowercased() }
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let apps = try CloudApps(reading: CloudData(data, in: context))
    let found = try apps.directory.all().filter { app in
      let text = "\(app.name) \(app.identifier) \(app.appStreamID?.description ?? "")".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    for app in found {
      let report = try AppReport(app, in: apps)
      context.console.writeLine(asJSON ? report.json.printed() : report.line(context.style))
    }
    if found.isEmpty, !asJSON { context.console.writeError("there is no such app\n") }
    return found.isEmpty ? .incomplete : .success
  }
}
