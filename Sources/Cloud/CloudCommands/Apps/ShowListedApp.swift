internal import CommandKit
internal import FresnelModel

/// `fresnel-cloud app show`: all that is known of an app.
struct ShowListedApp: Subcommand {
  static let definition = CommandDefinition(
    name: "app show", summary: "Show all that is known of an app",
    discussion: """
      APP is an identifier of any kind, as a page could name it: of its manifest, of a store, of AppStream; \
      or a host of a site that belongs to it.
      """,
    operands: [OperandDefinition("APP", "an identifier, or a host")],
    options: [CloudData.option.definition, SharedOptions.json.definition],
    examples: [
      Example("by its manifest's identifier", "fresnel-cloud app show com.example.recipes"),
      Example("the one that a banner names", "fresnel-cloud app show 640199958"),
      Example("the one that a site belongs to", "fresnel-cloud app show www.example.com"),
    ])

  private let app: String
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = arguments.operands[0]
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let apps = try CloudApps(reading: CloudData(data, in: context))
    let report = try AppReport(try apps.app(app), in: apps)
    if asJSON {
      context.console.writeLine(report.json.printed())
    } else {
      for line in report.lines(context.style) { context.console.writeLine(line) }
    }
    return .success
  }
}
