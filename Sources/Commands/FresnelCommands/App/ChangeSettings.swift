internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import SpotlightClient

/// `fresnel settings`: what the person decided about apps.
struct ChangeSettings: Subcommand {
  private static let search = Option.text(
    "search", "on|off", "Whether the system's search shows the app's items",
    completion: .words(["on", "off"]))
  private static let suggestions = Option.text(
    "suggestions", "on|off", "Whether names of the app's items complete what you type",
    completion: .words(["on", "off"]))
  private static let items = Option.text(
    "items", "N", "The most items that the app may store, or \"usual\"")
  private static let bytes = Option.text(
    "bytes", "N", "The most bytes that its items may take, such as 2GB, or \"usual\"")
  private static let allow = Option.list(
    "allow-data-of", "OTHER", "Let the app fetch the data of OTHER's items")
  private static let deny = Option.list("deny-data-of", "OTHER", "Don't let it any longer")
  private static let ranking = Option.text(
    "ranking", "learned|fixed",
    "For all apps: order results by what you chose before, or by the text alone",
    completion: .words(["learned", "fixed"]))
  private static let filters = Option.text(
    "filters", "on|off",
    "For all apps: offer filters for parts of what you type, such as \"last week\"",
    completion: .words(["on", "off"]))
  private static let searches = Option.text(
    "searches", "on|off",
    "For all apps: keep what you type before you open something, as recent searches",
    completion: .words(["on", "off"]))
  private static let purge = Option.text(
    "purge-after", "DAYS",
    "For all apps: remove what an app indexed so many days after it was uninstalled, or \"never\" or \"usual\""
  )

  static let definition = CommandDefinition(
    name: "settings", summary: "Show or change what holds for an app",
    discussion: """
      Without options the settings of APP are shown, or of every app whose settings are not the usual ones. \
      An app whose search is off is left out of fresnel search, fresnel query and the interactive \
      search, unless --app names it; the app itself still finds its items.

      Search and the limits hold from the next command or change on; an app that keeps its items itself, without a \
      daemon, is bound by no limit. The daemon applies the data of others and suggestions.

      Results that you opened before stand higher when you type the same text again. With --ranking fixed the text \
      alone orders them, and what you opened is kept for later; --ranking learned is the usual. It takes no APP, and \
      holds at once.

      Words such as photos, "last week" or "> 10 mb" are searched for as words, and offered as filters besides. \
      With --filters off they are not offered. It takes no APP.

      What you typed before you opened something is kept, and shown as a recent search where nothing is typed yet. With \
      --searches off none is kept any more, and those that are kept are forgotten. It takes no APP.

      An app that is uninstalled is left out of searches at once, and what it indexed is removed after 7 days, or as \
      --purge-after says, which takes no APP. An app that is installed again before has all its items back.
      """,
    operands: [
      OperandDefinition(
        "APP", "the app's identifier", count: .optional, completion: PrintNames.apps)
    ],
    options: [
      search.definition, suggestions.definition, items.definition, bytes.definition,
      allow.definition, deny.definition, ranking.definition, filters.definition,
      searches.definition, purge.definition,
      SharedOptions.json.definition,
    ],
    examples: [
      Example("leave an app out of searches", "fresnel settings com.example.notes --search off"),
      Example("what is decided about all apps", "fresnel settings"),
      Example("order results by the text alone", "fresnel settings --ranking fixed"),
      Example("keep what uninstalled apps indexed", "fresnel settings --purge-after never"),
      Example("the usual limit again", "fresnel settings com.example.notes --items usual"),
    ])

  private let app: String?
  private let search: Bool?
  private let suggestions: Bool?
  private let items: Limit?
  private let bytes: Limit?
  private let allowed: [String]
  private let denied: [String]
  private let ranking: ResultRanking?
  private let filters: Bool?
  private let searches: Bool?
  private let purge: Grace?
  let asJSON: Bool

  /// A time to set.
  private struct Grace {
    /// `nil` for never.
    let days: Int?
  }

  /// A limit to set.
  private enum Limit: Equatable {
    case usual
    case number(Int)

    var value: Int? {
      if case .number(let number) = self { number } else { nil }
    }
  }

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = arguments.operands.first
    search = try arguments(Self.search).map { $0 == "on" }
    suggestions = try arguments(Self.suggestions).map { $0 == "on" }
    items = try Self.limit(try arguments(Self.items), "items")
    bytes = try Self.byteLimit(try arguments(Self.bytes))
    allowed = try arguments(Self.allow)
    denied = try arguments(Self.deny)
    ranking = try arguments(Self.ranking).flatMap { ResultRanking(rawValue: $0) }
    filters = try arguments(Self.filters).map { $0 == "on" }
    searches = try arguments(Self.searches).map { $0 == "on" }
    purge = try Self.grace(try arguments(Self.purge))
    asJSON = try arguments(SharedOptions.json)
    for (name, isGiven) in [
      ("--purge-after", purge != nil), ("--ranking", ranking != nil),
      ("--filters", filters != nil), ("--searches", searches != nil),
    ] where isGiven && app != nil {
      throw .usage("\(name) holds for all apps", advice: "write it without APP")
    }
    if app == nil, isChange {
      throw .usage(
        "a change needs the app that it's about", advice: "write fresnel settings APP --search off")
    }
    if let app, app.isEmpty || app.utf8.contains(0) {
      throw .usage("an app's identifier is not empty")
    }
  }

  private var isChange: Bool {
    search != nil || suggestions != nil || items != nil || bytes != nil || !allowed.isEmpty
      || !denied.isEmpty
  }

  private static func grace(_ text: String?) throws(CommandError) -> Grace? {
    guard let text else { return nil }
    if text == "usual" { return Grace(days: AppSettings.usualGraceDays) }
    if text == "never" { return Grace(days: nil) }
    guard let days = Int(text), 0...AppSettings.mostGraceDays ~= days else {
      throw .usage(
        "--purge-after takes a number of days, \"never\" or \"usual\", not \"\(withoutControls(text))\"",
        advice: "write --purge-after 30")
    }
    return Grace(days: days)
  }

  /// A number of bytes, also with one of the units in which sizes are printed.
  private static func byteLimit(_ text: String?) throws(CommandError) -> Limit? {
    let units = [("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)]
    guard let text, let unit = units.first(where: { text.hasSuffix($0.0) }) else {
      return try limit(text, "bytes")
    }
    guard let number = Double(text.dropLast(2)), 0...1_000_000 ~= number else {
      throw .usage(
        "--bytes takes a number of kB, MB or GB, not \"\(withoutControls(text))\"",
        advice: "write --bytes 2GB")
    }
    return .number(Int(number * Double(unit.1)))
  }

  private static func limit(_ text: String?, _ name: String) throws(CommandError) -> Limit? {
    guard let text else { return nil }
    if text == "usual" { return .usual }
    guard let number = Int(text), number >= 0 else {
      throw .usage(
        "--\(name) takes a whole number or \"usual\", not \"\(withoutControls(text))\"",
        advice: name == "bytes" ? "write --bytes 2GB" : "write --\(name) 100000")
    }
    return .number(number)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let file = SettingsFile(of: context.directories)
    let world = AppWorld(context)
    let match = try self.app.map { try world.find($0, context) }
    // A slip of the pen is not taken for a decision.
    if let match, !match.isKnown { throw world.unknown(match) }
    let app = match?.identifier
    let others = try self.allowed.map { try world.find($0, context) }
    let allowed = others.map(\.identifier)
    // A permission may have been given to a name before there was an app that it is short for.
    let denied = try self.denied.flatMap { [$0, try world.find($0, context).identifier] }
    for other in others where !other.isKnown {
      context.warn(
        "no app \(withoutControls(other.identifier)) is known; the permission holds once there is one"
      )
    }
    do throws(SettingsError) {
      if let app {
        let kept =
          isChange
          ? try file.update(app) { change(&$0, allowing: allowed, denying: denied) } : nil
        if let kept {
          context.warn("the settings were damaged; the old file is kept as \(kept)")
        }
        let decisions = try file.decisions()
        print(app, try file.settings(of: app), decisions, context)
        if let limit = items?.value { warn(of: app, beyond: limit, context) }
      } else {
        if let purge, let kept = try file.setGraceDays(purge.days) {
          context.warn("the settings were damaged; the old file is kept as \(kept)")
        }
        if let ranking { try set(ranking, in: file, context) }
        if let filters, let kept = try file.setOffersFilters(filters) {
          context.warn("the settings were damaged; the old file is kept as \(kept)")
        }
        if let searches { try set(keepsSearches: searches, in: file, context) }
        let decisions = try file.decisions()
        let unusual = decisions.apps.filter { $0.value != AppSettings() }
        for (app, settings) in unusual.sorted(by: { $0.key < $1.key }) {
          print(app, settings, decisions, context)
        }
        let isUsual = decisions.keepsHistory && decisions.handsOver
        if !isUsual { printSwitches(decisions, context) }
        let isLearned = decisions.ranking == .learned
        if ranking != nil || !isLearned { print(decisions.ranking, context) }
        let offers = decisions.offersFilters
        if filters != nil || !offers { print(offersFilters: offers, context) }
        let keeps = decisions.keepsSearches
        if searches != nil || !keeps { print(keepsSearches: keeps, context) }
        let days = decisions.graceDays
        if purge != nil || days != AppSettings.usualGraceDays { print(graceDays: days, context) }
        if unusual.isEmpty, isUsual, isLearned, offers, keeps, !asJSON {
          context.console.writeError("every app has the default settings\n")
        }
      }
    } catch {
      throw error.commandError
    }
    return .success
  }

  private func change(
    _ settings: inout AppSettings, allowing allowed: [String], denying denied: [String]
  ) {
    if let search { settings.isSearchable = search }
    if let suggestions { settings.isSuggested = suggestions }
    if let items { settings.itemLimit = items.value }
    if let bytes { settings.byteLimit = bytes.value }
    settings.mayFetchFrom.formUnion(allowed)
    settings.mayFetchFrom.subtract(denied)
  }
}
