internal import AppDirectory
internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import SiteAssociations
internal import WebAddresses

/// `fresnel-cloud app add`: adds an app to the directory, or changes it.
struct AddApp: Subcommand {
  private static let bundle = Option.text(
    "bundle-id", "ID", "The identifier of its manifest, by which sites name it")
  private static let team = Option.text(
    "team-id", "ID", "The ten letters and digits that sites write before it")
  private static let appStream = Option.text(
    "appstream", "ID", "What software centres of Linux name it by")
  private static let stores = Option.list(
    "store", "STORE=ID,…",
    "What stores name it by: \(AppStore.allCases.map(\.rawValue).joined(separator: ", "))")
  private static let name = Option.text("name", "NAME", "What a person calls it")
  private static let icon = Option.text("icon", "URL", "The address of its icon")
  private static let marketing = Option.text("marketing", "URL", "Where it is presented")
  private static let support = Option.text("support", "URL", "Where people are helped with it")
  private static let domains = Option.list(
    "domain", "HOST,…", "Sites that belong to it; *. before a host stands for those below it")
  private static let schemes = Option.list(
    "scheme", "SCHEME,…", "Schemes of addresses of its own")
  private static let verify = Option.flag(
    "verify", "Ask its sites whether they vouch for it, over the network")

  static let definition = CommandDefinition(
    name: "app add", summary: "Add an app to the directory, or change it",
    discussion: """
      FILE is the app's manifest, an Info.plist as fresnel app install takes it; options say what it lacks \
      or come before what it says. An app that has one of the identifiers already is changed: what is said \
      now counts, what is not said stays.

      Results of fresnel-cloud serve name the app, and lead to it, where one of its sites vouches for it, which \
      --verify finds out; a store's number on a page alone does not do. Such pages rank better. The network is \
      used with --verify only. The exit status is 1 when a site \
      does not vouch for it then.
      """,
    operands: [
      OperandDefinition("FILE", "the app's manifest", count: .optional, completion: .files)
    ],
    options: [
      bundle.definition, team.definition, appStream.definition, stores.definition, name.definition,
      icon.definition, marketing.definition, support.definition, domains.definition,
      schemes.definition, verify.definition, CloudApps.Options.local.definition,
      CloudApps.Options.certificate.definition, CloudData.option.definition,
      SharedOptions.json.definition,
    ],
    examples: [
      Example(
        "an app by its manifest, and whether its sites agree",
        "fresnel-cloud app add --verify Info.plist"),
      Example(
        "an app in words",
        "fresnel-cloud app add --name Recipes --bundle-id com.example.recipes --appstream "
          + "org.example.Recipes --store app-store=640199958 --domain example.com,*.example.com"),
      Example(
        "what banners name it by",
        "fresnel-cloud app add --bundle-id com.example.recipes --store google-play=com.example.app"),
    ])

  private let file: String?
  private let given: ListedApp
  private let asksSites: Bool
  private let isLocal: Bool
  private let certificates: String?
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    file = arguments.operands.first
    asksSites = try arguments(Self.verify)
    isLocal = try arguments(CloudApps.Options.local)
    certificates = try arguments(CloudApps.Options.certificate)
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
    var app = ListedApp(name: try arguments(Self.name) ?? "")
    app.bundleIdentifier = try arguments(Self.bundle)
    app.teamIdentifier = try arguments(Self.team)
    app.appStreamID = try arguments(Self.appStream).map { (text) throws(CommandError) in
      if let id = AppStreamIdentifier(text) { return id }
      throw .usage(
        "\"\(withoutControls(text))\" names no app in AppStream",
        advice: "write the id of its component, as in org.example.App")
    }
    for text in try arguments(Self.stores) {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let store = AppStore(rawValue: String(parts[0])) else {
        throw .usage(
          "\"\(withoutControls(text))\" is no store and identifier",
          advice: "write --store app-store=640199958; stores are "
            + AppStore.allCases.map(\.rawValue).joined(separator: ", "))
      }
      app.storeIDs[store] = String(parts[1])
    }
    app.icon = try Self.url(try arguments(Self.icon))
    app.marketingURL = try Self.url(try arguments(Self.marketing))
    app.supportURL = try Self.url(try arguments(Self.support))
    for text in try arguments(Self.domains) {
      guard let domain = AssociatedDomain(text) ?? AssociatedDomain("applinks:\(text)") else {
        throw .usage(
          "\"\(withoutControls(text))\" is no host",
          advice: "write example.com, *.example.com or applinks:example.com")
      }
      app.domains.append(domain)
    }
    app.schemes = try arguments(Self.schemes).map { $0.lowercased() }
    given = app
  }

  private static func url(_ text: String?) throws(CommandError) -> WebURL? {
    guard let text else { return nil }
    if let url = WebURL(text), url.isHTTP { return url }
    throw .usage(
      "\"\(withoutControls(text))\" is no address of the web",
      advice: "write it whole, as in https://example.com/")
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    var app = given
    if let file { app.fill(from: try ManifestApp.read(file)) }
    let apps = try CloudApps(writing: CloudData(data, in: context))
    let (change, saved) = try apps.directory.put(app)
    if asksSites { try apps.verify([saved], isLocal: isLocal, certificates: certificates) }
    let report = try AppReport(saved, in: apps)
    if asJSON {
      context.console.writeLine(
        JSONValue.present([
          "change": .string(Self.word(change)), "app": report.json,
        ]).printed())
    } else {
      context.console.writeLine(
        "\(context.style.strong(withoutControls(saved.identifier))) \(Self.word(change))")
      for line in report.siteLines(context.style) { context.console.writeLine(line) }
    }
    guard asksSites, !report.isVerified else { return .success }
    if isLocal, certificates == nil { CloudApps.adviseCertificate(in: context) }
    return .incomplete
  }

  private static func word(_ change: AppDirectory.Change) -> String {
    switch change {
    case .added: "added"
    case .changed: "changed"
    case .unchanged: "unchanged"
    }
  }
}
