internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// `fresnel items`: lists what is in the index.
struct ListItems: Subcommand {
  private static let domain = Option.text(
    "domain", short: "d", "DOMAIN", "Only items of DOMAIN and of the domains below it")
  private static let type = Option.text(
    "type", short: "t", "TYPE",
    "Only items of the content type TYPE or of one that conforms to it, or whose kind is TYPE")
  private static let limit = Option.count(
    "limit", short: "n", "N", "Show at most N items, 0 for all", default: 0)

  static let definition = CommandDefinition(
    name: "items", summary: "List what is in the index",
    discussion: """
      What cannot be read now, such as a store that cannot be opened, is named on standard error, and the rest is \
      listed; the exit status is 1 then, and where there is nothing to list. It is 3 where no store can be opened, or \
      not the one of an APP that --app names.
      """,
    options: [
      SharedOptions.app.definition, domain.definition, type.definition, limit.definition,
      SharedOptions.attributes.definition, SharedOptions.json.definition,
      SharedOptions.store.definition,
    ],
    examples: [
      Example("everything, one line each", "fresnel items"),
      Example("manual pages of section 8", "fresnel items --domain manuals.8"),
      Example("pictures of every format", "fresnel items --type public.image"),
      Example(
        "all that is known of applications", "fresnel items -t Application --json --attributes '*'"),
    ])

  private let store: String?
  private let apps: [String]
  private let domain: String?
  private let type: String?
  private let limit: Int
  private let attributes: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    store = try arguments(SharedOptions.store)
    apps = try arguments(SharedOptions.app)
    domain = try arguments(Self.domain)
    type = try arguments(Self.type)
    limit = try arguments(Self.limit)
    attributes = try arguments(SharedOptions.attributes)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let stores = try StoreSet.opened(StoreLocations(option: store, context: context), for: context)
    let printer = ResultPrinter(
      context: context, description: ResultDescription(), attributes: attributes, asJSON: asJSON)
    for sentence in try UnknownAttributes(stores, context).sentences(toShow: attributes) {
      context.warn(sentence)
    }
    var count = 0
    var hasMore = false
    let filter = try stores.filter(apps: apps)
    let missing = try stores.forEachItem(in: filter) { _, scope, item in
      guard isWanted(item) else { return true }
      if limit > 0, count == limit {
        hasMore = true
        return false
      }
      count += 1
      if asJSON || !attributes.isEmpty {
        try printer.print(item, of: scope, score: nil)
      } else {
        printLine(item, scope, context)
      }
      return true
    }
    let reasons =
      stores.unreadSentences(in: filter) + missing.map { withoutControls($0.withoutFullStop) }
    if asJSON {
      context.writeErrorObject([
        JSONMember("shown", .integer(Int64(count))), JSONMember("hasMore", .boolean(hasMore)),
        JSONMember("partial", .boolean(!reasons.isEmpty)),
        JSONMember("missing", .array(reasons.map { .string($0) })),
      ])
    } else {
      let rest = hasMore ? " shown, and there are more" : ""
      context.console.writeError(counted(count, "item") + rest + "\n")
    }
    StoreSet.warn(of: missing, context)
    for loss in stores.earlierLosses(in: filter) { context.warn(loss) }
    return count == 0 || !reasons.isEmpty ? .incomplete : .success
  }

  private func isWanted(_ item: EncodedItem) -> Bool {
    if let domain {
      guard let own = item.domainIdentifier, own == domain || own.hasPrefix(domain + ".") else {
        return false
      }
    }
    guard let type else { return true }
    if item.value(for: .builtIn(.kind)) == .string(type) { return true }
    let tree = ContentTypeTree.builtIn
    if case .string(let own)? = item.value(for: .builtIn(.contentType)),
      own == type || tree.conforms(own, to: type)
    {
      return true
    }
    // An item may list the types that its own type conforms to, which may be an app's own.
    guard case .array(let types)? = item.value(for: .builtIn(.contentTypeTree)) else {
      return false
    }
    return types.contains(.string(type))
  }

  private func printLine(_ item: EncodedItem, _ scope: IndexScope, _ context: CommandContext) {
    let row = ResultDescription().row(for: item, of: scope)
    var line = StyledText(item.uniqueIdentifier, .strong)
    if row.title.text != item.uniqueIdentifier { line.append("   \(row.title.text)") }
    line.append("   \(row.kind)", .kind)
    if let domain = item.domainIdentifier { line.append("   \(domain)", .faint) }
    let width = context.console.outputIsTerminal ? context.console.columns : Int.max
    context.console.writeLine(
      line.truncated(to: width).terminalText(usesColor: context.console.usesColor))
  }
}
