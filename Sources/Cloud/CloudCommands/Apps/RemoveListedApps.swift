internal import AppDirectory
internal import CommandKit
internal import FresnelModel
internal import PublicIndex

/// `fresnel-cloud app remove`: removes apps from the directory.
struct RemoveListedApps: Subcommand {
  static let definition = CommandDefinition(
    name: "app remove", summary: "Remove apps from the directory",
    discussion: """
      APP is an identifier of any kind. An app that came from a catalogue comes back with the next import of \
      it. The exit status is 1 when an app is not known.
      """,
    operands: [OperandDefinition("APP", "identifiers of apps", count: .oneOrMore)],
    options: [CloudData.option.definition, SharedOptions.json.definition],
    examples: [Example("one app", "fresnel-cloud app remove com.example.recipes")])

  private let identifiers: [String]
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifiers = arguments.operands
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    // Opened to look first, so that a directory that isn't there is not made.
    let place = CloudData(data, in: context)
    _ = try CloudApps(reading: place)
    let apps = try CloudApps(writing: place)
    var status = ExitStatus.success
    for identifier in identifiers {
      let app = try apps.directory.remove(identifier)
      if app == nil { status = .incomplete }
      if asJSON {
        context.console.writeLine(
          JSONValue.present([
            "app": .string(app?.identifier ?? identifier), "removed": .boolean(app != nil),
          ]).printed())
      } else if let app {
        context.console.writeLine("\(withoutControls(app.identifier)) removed")
      } else {
        context.warn(CloudApps.unknown(identifier).message)
      }
    }
    return status
  }
}
