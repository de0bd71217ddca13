internal import CommandKit
internal import FresnelModel
internal import SiteAssociations
internal import VerifiedLinks
internal import WebAddresses

/// `fresnel links prefer`: chooses who opens the links of a site.
struct PreferLinks: Subcommand {
  private static let browser = "browser", anyApp = "any"

  static let definition = CommandDefinition(
    name: "links prefer", summary: "Choose who opens the links of a site",
    discussion: """
      WHO is browser, the identifier of an app, or any for the app that the site vouches for, as it is from \
      the beginning. An app opens links only as long as the site vouches for it, whatever is chosen.
      """,
    operands: [
      OperandDefinition("SITE", "the host of the links, or a link"),
      OperandDefinition("WHO", "browser, an app, or any"),
    ],
    options: [SharedOptions.json.definition],
    examples: [
      Example("always the browser", "fresnel links prefer www.example.com browser"),
      Example("one of two apps", "fresnel links prefer www.example.com com.example.recipes"),
      Example("as it was", "fresnel links prefer www.example.com any"),
    ])

  private let site: String
  private let choice: String
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    site = arguments.operands[0]
    choice = arguments.operands[1]
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = LinkWorld(context)
    let host: String
    if LinkWorld.isLink(site) {
      host = try LinkWorld.link(site).host ?? ""
    } else if let known = AssociatedHost(site), !known.isWildcard {
      host = known.name
    } else {
      throw CommandError.usage(
        "\"\(withoutControls(site))\" is no host", advice: "write it as www.example.com")
    }
    var choice = choice
    if ![Self.browser, Self.anyApp].contains(choice) { choice = try world.app(named: choice) }
    let chosen: LinkPreferences.Choice? =
      choice == Self.anyApp ? nil : choice == Self.browser ? .browser : .app(choice)
    try world.preferences.choose(chosen, for: host)
    if asJSON {
      context.console.writeLine(
        JSONValue.object([
          JSONMember("host", .string(host)), JSONMember("opensIn", .string(choice)),
        ]).printed())
    } else {
      let who =
        switch chosen {
        case .browser?: "in the browser"
        case .app(let app)?: "in \(world.name(of: app))"
        case nil: "in the app that the site vouches for"
        }
      context.console.writeLine("links of \(withoutControls(host)) open \(who)")
    }
    return .success
  }
}
