internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import SearchSurface
internal import VerifiedLinks
internal import WebAddresses

/// `fresnel open`: opens an item, or a web link, in its app.
struct OpenItem: Subcommand {
  private static let query = Option.text(
    "query", short: "q", "WORDS", "Tell the app what was searched for")
  private static let action = Option.count(
    "action", "N",
    "Do the Nth of the actions that fresnel show lists, instead; 0 for none",
    default: 0)
  private static let time = Option.flag(
    "time", short: "t", "Wait until the app shows it, and print how long that took")

  private static let explain = Option.flag(
    "explain", "Say which app a link would open in and why, and open nothing")

  private static let get = Option.text(
    "get", "APPSTREAM-ID",
    "Show the app in the software centre, and open the link in it once it is installed")

  static let definition = CommandDefinition(
    name: "open", summary: "Open an item or a web link in its app",
    discussion: """
      The daemon hands the item to the app that runs, or starts the app. Where there is no daemon, or no \
      app for it, the item's page, document or folder is opened; a link of an app that is not registered is \
      refused, and a program is shown in its folder. When several apps have an item of this identifier, \
      --app says whose is meant.

      An http or https URL is a link: it opens in the app that its site vouches for, else in the browser; \
      fresnel links has more. With --app it is the identifier of an item.

      With --get the link waits until the app is there, for an hour at most: it is opened when the app is \
      installed, and site and app vouch for each other, or the link's scheme is the app's own. One link waits \
      at a time. Pages ask for this and for links by addresses of the scheme fresnel-open: \
      fresnel-open:https://example.com/page and fresnel-open:get/org.example.App/https://example.com/page.
      """,
    operands: [OperandDefinition("ID", "the item's unique identifier, or a web link")],
    options: [
      SharedOptions.app.definition, query.definition, action.definition, time.definition,
      explain.definition, get.definition, SharedOptions.json.definition,
      SharedOptions.store.definition,
    ],
    examples: [
      Example("a recipe in its app", "fresnel open --app com.example.recipes soup"),
      Example("and how long that takes", "fresnel open --time soup"),
      Example(
        "a page in the app of its site, or in the browser", "fresnel open https://example.com/"),
      Example("the first action of a person, perhaps a call", "fresnel open --action 1 ada"),
      Example(
        "a page in an app that is to be installed first",
        "fresnel open --get org.example.Recipes https://example.com/recipes/soup"),
    ])

  private let identifier: String
  private let apps: [String]
  private let query: String
  /// The place of the action that is to be done, from 1; 0 for opening.
  private let place: Int
  private let measuresTime: Bool
  private let explains: Bool
  /// The app that is to be got first.
  private let wanted: AppStreamIdentifier?
  private let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifier = arguments.operands[0]
    apps = try arguments(SharedOptions.app)
    query = try arguments(Self.query) ?? ""
    place = try arguments(Self.action)
    measuresTime = try arguments(Self.time)
    explains = try arguments(Self.explain)
    asJSON = try arguments(SharedOptions.json)
    store = try arguments(SharedOptions.store)
    wanted = try arguments(Self.get).map { (text) throws(CommandError) in
      if let app = AppStreamIdentifier(text) { return app }
      throw .usage(
        "\"\(withoutControls(text))\" names no app in AppStream",
        advice: "write the id of its component, as in org.example.App")
    }
    if explains, !LinkWorld.isLink(identifier) {
      throw .usage("--explain is about web links", advice: "write it as https://example.com/page")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if let wanted {
      return try AppGetting(context, asJSON: asJSON).get(wanted, toOpen: identifier)
    }
    if apps.isEmpty, place == 0, FresnelAddress.isMeant(by: identifier) {
      return try follow(identifier, in: context)
    }
    if apps.isEmpty, place == 0, LinkWorld.isLink(identifier) {
      let url = try LinkWorld.link(identifier)
      guard explains else { return try open(url, in: context) }
      // To have said it is all that was asked for; fresnel links check tells the two by its status.
      _ = try CheckLink.explain(url, in: context, asJSON: asJSON)
      return .success
    }
    let locations = StoreLocations(option: store, context: context)
    let stores = try StoreSet.opened(locations, for: context)
    let found = try stores.items(identified: identifier, in: try stores.filter(apps: apps))
    guard let first = found.first else {
      throw ItemDetails.notFound(identifier, in: stores, context)
    }
    let owners = Set(found.map(\.scope.app)).sorted()
    guard owners.count == 1 else {
      throw CommandError.usage(
        "\(owners.count) apps have an item \"\(withoutControls(identifier))\"",
        advice: "say whose with --app: \(owners.map(withoutControls).joined(separator: ", "))")
    }
    let launcher = locations.daemon == nil ? nil : AppLauncher(context)
    if place > 0 {
      return try perform(on: try first.item.item(), in: first.scope, launcher, context)
    }
    return try ResultOpening(context, launcher, asJSON: asJSON)
      .open(first.item, in: first.scope, query: query, measuresTime: measuresTime)
  }

  private func open(_ url: WebURL, in context: CommandContext) throws -> ExitStatus {
    try LinkOpening(context, asJSON: asJSON).open(url, measuresTime: measuresTime)
  }

  /// Does what a page of results asks for.
  private func follow(_ address: String, in context: CommandContext) throws -> ExitStatus {
    switch FresnelAddress(address) {
    case .open(let url)?: return try open(url, in: context)
    case .get(let app, let url)?:
      return try AppGetting(context, asJSON: asJSON).get(app, toOpen: url.href)
    case nil:
      throw CommandError.usage(
        "\"\(withoutControls(address))\" asks for nothing that pages may ask for",
        advice: "write fresnel-open:https://example.com/page, or "
          + "fresnel-open:get/org.example.App/https://example.com/page")
    }
  }

  /// Does something with an item.
  private func perform(
    on item: Item, in scope: IndexScope, _ launcher: AppLauncher?, _ context: CommandContext
  ) throws -> ExitStatus {
    let actions = ItemActions(context.directories).actions(on: item, in: scope)
    guard actions.count >= place else {
      let noun = actions.count == 1 ? "is 1 action" : "are \(actions.count) actions"
      throw CommandError(
        .incomplete,
        "there \(noun) on \"\(withoutControls(identifier))\", and none in place \(place)",
        advice: actions.isEmpty ? nil : "see them with fresnel show")
    }
    return try ResultOpening(context, launcher, asJSON: asJSON)
      .perform(actions[place - 1], query: query, measuresTime: measuresTime)
  }
}
