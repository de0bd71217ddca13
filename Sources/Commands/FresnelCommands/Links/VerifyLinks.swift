internal import CommandKit
internal import FresnelModel
internal import SiteAssociations
internal import VerifiedLinks

/// `fresnel links verify`: asks the sites that apps name whether they vouch for the apps.
struct VerifyLinks: Subcommand {
  private static let due = Option.flag(
    "due",
    "Ask only sites not asked for a week, or since the app's manifest changed, or without a file")
  private static let certificates = Option.text(
    "certificate", "FILE",
    "Trust the certificates in FILE (PEM) for sites of builds in development", completion: .files)

  static let definition = CommandDefinition(
    name: "links verify", summary: "Ask sites whether they vouch for apps",
    discussion: """
      Fetches the file apple-app-site-association of each site that the apps name, directly and over https, \
      and keeps it. A file that was good before stays in use for 30 days when the server or the way to it \
      fails. Sites are asked when an app is installed by fresnel app install, and about weekly by the timer \
      fresnel-links.timer. The link that waits for an app by fresnel open --get opens in it then. A site that an app names with ?mode=developer may be on this machine, where the \
      manifest is one of a build in development. The exit status is 1 when a claim is not verified.
      """,
    operands: [
      OperandDefinition("APP", "identifiers of apps; without one all of them", count: .any)
    ],
    options: [due.definition, certificates.definition, SharedOptions.json.definition],
    examples: [
      Example("all sites now", "fresnel links verify"),
      Example("those of one app", "fresnel links verify com.example.recipes"),
      Example(
        "a site on this machine, with a certificate of its own",
        "fresnel links verify --certificate site.pem com.example.recipes"),
    ])

  private let apps: [String]
  private let onlyDue: Bool
  private let certificates: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    apps = arguments.operands
    onlyDue = try arguments(Self.due)
    certificates = try arguments(Self.certificates)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = LinkWorld(context)
    let apps = try apps.map { (name) throws(CommandError) in try world.app(named: name) }
    let claims = world.claims.filter { apps.isEmpty || apps.contains($0.app) }
    var sites: [LinkSite] = []
    for claim in claims where !sites.contains(claim.site) {
      if !onlyDue || world.isDue(claim) { sites.append(claim.site) }
    }
    try world.verify(sites, certificates: certificates)
    if apps.isEmpty { world.store.remove(allBut: Set(world.claims.map(\.site))) }
    AppGetting(context).openWhatWaits(isTold: !asJSON)
    let reports = claims.map { ClaimReport($0, in: world) }
    for report in reports {
      context.console.writeLine(asJSON ? report.json.printed() : report.line(context.style))
    }
    if claims.isEmpty, !asJSON {
      context.console.writeError("no site is named by applinks:\n")
    }
    return reports.allSatisfy(\.isVerified) ? .success : .incomplete
  }
}
