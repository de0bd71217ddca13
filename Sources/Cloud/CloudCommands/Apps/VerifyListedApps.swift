internal import AppDirectory
internal import CommandKit
internal import FresnelModel

/// `fresnel-cloud app verify`: asks the sites of apps whether they vouch for them.
struct VerifyListedApps: Subcommand {
  private static let due = Option.flag(
    "due", "Ask only sites not asked for a week, or without a file the day before")

  static let definition = CommandDefinition(
    name: "app verify", summary: "Ask the sites of apps whether they vouch for them",
    discussion: """
      Fetches the file apple-app-site-association of each site that the apps name, several at once, over \
      https, and keeps it. A file that was good before stays in use for 30 days when the site can't be \
      reached. The next update of the index ranks pages by it. The exit status is 1 when a site does not \
      vouch for its app.
      """,
    operands: [OperandDefinition("APP", "identifiers of apps; without one all", count: .any)],
    options: [
      due.definition, CloudApps.Options.local.definition,
      CloudApps.Options.certificate.definition, CloudData.option.definition,
      SharedOptions.json.definition,
    ],
    examples: [
      Example("from a timer, once a day", "fresnel-cloud app verify --due"),
      Example("one app now", "fresnel-cloud app verify com.example.recipes"),
    ])

  private let identifiers: [String]
  private let onlyDue: Bool
  private let isLocal: Bool
  private let certificates: String?
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifiers = arguments.operands
    onlyDue = try arguments(Self.due)
    isLocal = try arguments(CloudApps.Options.local)
    certificates = try arguments(CloudApps.Options.certificate)
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let place = CloudData(data, in: context)
    _ = try CloudApps(reading: place)
    let apps = try CloudApps(writing: place)
    let chosen =
      try identifiers.isEmpty
      ? apps.directory.all().filter { !$0.sites().isEmpty } : identifiers.map(apps.app)
    try apps.verify(chosen, onlyDue: onlyDue, isLocal: isLocal, certificates: certificates)
    var isVerified = true
    for app in chosen {
      let report = try AppReport(app, in: apps)
      isVerified = isVerified && report.isVerified
      if asJSON {
        context.console.writeLine(report.json.printed())
      } else {
        context.console.writeLine(report.line(context.style))
        for line in report.siteLines(context.style) { context.console.writeLine(line) }
      }
    }
    if isLocal, certificates == nil, !isVerified { CloudApps.adviseCertificate(in: context) }
    return isVerified ? .success : .incomplete
  }
}
