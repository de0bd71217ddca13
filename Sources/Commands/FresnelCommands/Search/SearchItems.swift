internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel search`: finds items by words, as while typing.
struct SearchItems: Subcommand {
  private static let all = Option.flag(
    "count", short: "c",
    "Print how many items match, no items; where words had to be read in another way, the best 1,000 are counted"
  )
  private static let filter = Option.list(
    "filter", short: "f", "FILTER",
    "Only items of this kind, time, size or person, as in photos, \"last week\", \"> 10 mb\" or from:anna"
  )
  private static let exactly = Option.flag(
    "exactly", "Search for the words as they stand, without correcting them")
  private static let open = Option.count(
    "open", short: "o", "N", "Open the Nth result in its app, and print none; 0 for none",
    default: 0)

  static let definition = CommandDefinition(
    name: "search", summary: "Find items by words, as while typing",
    discussion: """
      Every word must occur in an item; the last one may be the beginning of a word. Case, width and \
      accents do not matter. The best results come first. Once fresnel web is on, results of a public \
      index follow, under a heading of their own or with the member "source":"web". The exit status is 1 when \
      nothing is found, and when some may be missing, as where a store cannot be opened; it is 3 where none can be \
      opened, or not the one of an APP that --app names. Why is said on standard error.
      """,
    operands: [OperandDefinition("WORDS", "what to search for; none beside --filter", count: .any)],
    options: [
      SharedOptions.limit.definition, SharedOptions.sort.definition,
      SharedOptions.descending.definition, SharedOptions.attributes.definition,
      SharedOptions.app.definition, filter.definition, all.definition, exactly.definition,
      open.definition, WebSearchChoice.web.definition, WebSearchChoice.noWeb.definition,
      SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("items with \"text\" and a word that begins with \"edi\"", "fresnel search text edi"),
      Example("the five best manual pages", "fresnel search -n 5 --app manuals copy files"),
      Example("the best result, opened in its app", "fresnel search --open 1 tomato soup"),
      Example(
        "photos of last week", "fresnel search beach --filter photos --filter \"last week\""),
      Example("for a program", "fresnel search --json --attributes title,path firefox"),
    ])

  private let words: String
  private let isExact: Bool
  private let filters: [String]
  /// The place of the result that is to be opened, from 1; 0 for none.
  private let place: Int
  private let options: SearchOptions
  /// Whether the web is asked, where that was said.
  private let wantsWeb: Bool?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    words = arguments.operands.joined(separator: " ")
    isExact = try arguments(Self.exactly)
    filters = try arguments(Self.filter)
    guard !words.isEmpty || !filters.isEmpty else {
      throw .usage("WORDS is missing", advice: "write what to search for")
    }
    place = try arguments(Self.open)
    let countsOnly = try arguments(Self.all)
    guard place == 0 || !countsOnly else {
      throw .usage("--open and --count do not go together")
    }
    options = try SearchOptions(arguments, countsOnly: countsOnly)
    let isOn = try arguments(WebSearchChoice.web)
    let isOff = try arguments(WebSearchChoice.noWeb)
    guard !isOn || !isOff else { throw .usage("--web and --no-web do not go together") }
    wantsWeb = isOn ? true : isOff ? false : nil
    guard !isOn || (place == 0 && options.asksForAnything && filters.isEmpty) else {
      throw .usage("--web does not go together with --app, --filter, --sort, --count and --open")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let tokens = try filters.map { (filter) throws(CommandError) in
      try SearchFilter.token(filter, in: context.queryContext)
    }
    var text = try SearchText.words(words, tokens: tokens)
    text.isExact = isExact
    if place > 0 { return try options.open(place, of: text, in: context) }
    let asksWeb =
      wantsWeb ?? (options.asksForAnything && !options.namesStore && filters.isEmpty)
    let choice = asksWeb ? try WebSearchChoice(isWanted: wantsWeb, in: context) : nil
    let web = choice.map { WebAsk(words: words, choice: $0, isExplicit: wantsWeb == true) }
    return try options.search(text, web: web, in: context)
  }
}

/// `fresnel query`: finds items by a query string.
struct QueryItems: Subcommand {
  private static let all = Option.flag("count", short: "c", "Print how many items match, no items")

  static let definition = CommandDefinition(
    name: "query", summary: "Find items by a query string",
    discussion: """
      A query compares attributes with values: ==, !=, <, <=, > and >=; * and ** stand for the \
      descriptive attributes without and with the text. After the closing quote, c ignores case, d \
      accents, w asks for whole words, t for each word anywhere. In a value, * stands for anything and \
      ? for one character. Clauses are joined by &&, || and !, and InRange(attribute, a, b) asks for a \
      range. The exit status is 1 when nothing is found, and when some may be missing, as where a store cannot be \
      opened; it is 3 where none can be opened, or not the one of an APP that --app names. Why is said on standard \
      error.
      """,
    operands: [OperandDefinition("QUERY", "the query string; quote it for the shell")],
    options: [
      SharedOptions.limit.definition, SharedOptions.sort.definition,
      SharedOptions.descending.definition, SharedOptions.attributes.definition,
      SharedOptions.app.definition, all.definition, SharedOptions.json.definition,
      SharedOptions.store.definition,
    ],
    examples: [
      Example("titles that begin with \"lib\"", "fresnel query 'title == \"lib*\"c'"),
      Example(
        "big packages, the biggest first",
        "fresnel query 'fileSize > 100000000' --sort fileSize --descending"),
      Example("what a search for \"copy fi\" asks", "fresnel query '** == \"copy fi*\"cdwt'"),
    ])

  private let text: String
  private let options: SearchOptions

  init(_ arguments: ParsedArguments) throws(CommandError) {
    text = arguments.operands[0]
    options = try SearchOptions(arguments, countsOnly: try arguments(Self.all))
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try options.search(try SearchText.query(text), in: context)
  }
}

/// What `search` and `query` share: where to look and what to print.
struct SearchOptions {
  private let store: String?
  private let apps: [String]
  private let limit: Int
  private let order: SearchOrder
  private let attributes: [String]
  private let asJSON: Bool
  private let countsOnly: Bool

  /// Reads the options.
  init(_ arguments: ParsedArguments, countsOnly: Bool) throws(CommandError) {
    store = try arguments(SharedOptions.store)
    apps = try arguments(SharedOptions.app)
    limit = try arguments(SharedOptions.limit)
    order = try SharedOptions.order(arguments)
    attributes = try arguments(SharedOptions.attributes)
    asJSON = try arguments(SharedOptions.json)
    self.countsOnly = countsOnly
  }

  /// Whether anything may be found, in the order of what answers best, and is shown.
  var asksForAnything: Bool { apps.isEmpty && order == .relevance && !countsOnly }

  /// The attribute that results are sorted by; `nil` where the best come first.
  private var sortName: String? {
    switch order {
    case .relevance: nil
    case .ascending(let name), .descending(let name): name
    }
  }

  /// Whether one store was named, and no other is to be looked into.
  var namesStore: Bool { store != nil }

  /// Searches and opens one of the results in its app.
  func open(
    _ place: Int, of text: SearchText, in context: CommandContext
  ) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    let stores = try StoreSet.opened(locations, for: context)
    let filter = apps.isEmpty ? stores.shown : try stores.filter(apps: apps)
    let answer = try stores.search(
      text.rows(place, of: SearchReach(filter), order: order, in: context.queryContext))
    guard place <= DaemonLibrary.mostHits else {
      throw CommandError.usage(
        "only the first \(DaemonLibrary.mostHits) results can be opened by their place",
        advice: "find the item's identifier, and write fresnel open ID")
    }
    guard answer.found.count >= place else {
      let noun = answer.found.count == 1 ? "is 1 result" : "are \(answer.found.count) results"
      throw CommandError(.incomplete, "there \(noun), and none in place \(place)")
    }
    let found = answer.found[place - 1]
    guard let item = stores.wholeItem(of: found) else {
      throw CommandError(.incomplete, "the item was deleted meanwhile")
    }
    let launcher = locations.daemon == nil ? nil : AppLauncher(context)
    return try ResultOpening(context, launcher).open(
      item, in: found.hit.scope, query: text.text)
  }

  /// Searches and prints; then asks the web, if it is to, so that nothing here waits for it.
  func search(
    _ text: SearchText, web: WebAsk? = nil, in context: CommandContext
  ) throws -> ExitStatus {
    let compiled = try QueryText.compiled(text.query, context)
    let locations = StoreLocations(option: store, context: context)
    let stores = try StoreSet.opened(locations, for: context)
    let filter = apps.isEmpty ? stores.shown : try stores.filter(apps: apps)
    let printer = ResultPrinter(
      context: context, description: ResultDescription(compiled, in: context.queryContext),
      attributes: attributes,
      asJSON: asJSON)
    let unknown = UnknownAttributes(stores, context)
    if let sortName { try unknown.refuse(toSortBy: sortName) }
    // How long it takes to connect says nothing of the search.
    try stores.prepareToSearch()
    let start = MonotonicClock.nanoseconds
    let reach = SearchReach(filter)
    var answer = try stores.search(
      request(text, of: reach, printsRows: printer.printsRows, context))
    var shown = answer.found
    if rowCount == 0, text.form == .typed, (answer.matchCount ?? 0) < Self.fewMatches {
      // Other readings only fill rows: where none is wanted they have to be asked for, to be counted.
      answer = try stores.search(
        text.rows(
          DaemonLibrary.mostHits, of: reach, order: order, countsMatches: true,
          in: context.queryContext))
      shown = []
    }
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    let count = answer.matchCount ?? answer.found.count
    let earlier = stores.earlierLosses(in: filter)
    var missing = stores.unreadSentences(in: filter)
    let isPartial = answer.isPartial || !missing.isEmpty
    let isReadable = !answer.isPartial && missing.count == earlier.count && stores.problems.isEmpty
    for loss in earlier { context.warn(loss) }
    if answer.isPartial { missing += stores.warnOfMissing(from: answer, in: filter, context) }
    // Known built-in names cost nothing to check, and others are seldom asked for.
    for sentence in try unknown.sentences(of: text.query) + unknown.sentences(toShow: attributes) {
      context.warn(sentence)
    }
    if countsOnly {
      context.console.writeLine(asJSON ? "{\"count\":\(count)}" : String(count))
      return count == 0 || isPartial ? .incomplete : .success
    }
    if let corrected = answer.correctedText, !asJSON {
      context.console.writeError(
        "Showing results for “\(withoutControls(corrected))”; add --exactly to search for what was typed\n"
      )
    }
    try printer.print(shown)
    if locations.daemon != nil, limit > DaemonLibrary.mostHits, answer.found.count < count {
      context.warn(
        "the daemon gives \(DaemonLibrary.mostHits) results at most; fresnel items and fresnel export list all items"
      )
    }
    if asJSON {
      var members = [
        JSONMember("total", .integer(Int64(count))),
        JSONMember("shown", .integer(Int64(shown.count))),
        JSONMember("partial", .boolean(isPartial)),
        JSONMember("missing", .array(missing.map { .string($0) })),
        JSONMember("seconds", .double(seconds)),
      ]
      if !answer.isCountedWhole { members.append(JSONMember("atLeast", .boolean(true))) }
      context.writeErrorObject(members)
    } else {
      let total =
        answer.isCountedWhole
        ? formatted(count: count) + (count == 1 ? " item matches" : " items match")
        : "\(counted(count, "item")) found"
      let part = shown.count < count ? ", \(formatted(count: shown.count)) shown" : ""
      context.console.writeError("\(total)\(part) (\(formatted(seconds: seconds)))\n")
      // Where items are lost now, or a store cannot be read, nobody knows that there were none.
      if count == 0, isReadable, stores.itemCount == 0 {
        // A loss that was noted is no error, and not the beginning either.
        let isAfterLoss = stores.members.contains { $0.library.hasNotedLoss }
        context.console.writeError(
          isAfterLoss
            ? "nothing is left since items were lost, as was noted; index or import them again, as with fresnel import all\n"
            : "nothing is indexed yet; fill the index with fresnel import all\n")
      } else if count == 0, filter == stores.shown, filter != .everything {
        context.console.writeError(
          "apps whose search is off, or that are gone, were left out; see fresnel settings and fresnel doctor\n"
        )
      }
    }
    var hasFound = count > 0
    if let web {
      context.console.flush()
      let results = web.results(besides: shown, in: stores, context)
      printer.print(web: results)
      if !results.isEmpty { hasFound = true }
    }
    return hasFound && !isPartial ? .success : .incomplete
  }

  /// How many results are printed at most.
  private var rowCount: Int { countsOnly ? 0 : limit }

  /// What is typed is read in other ways where fewer items match as it stands.
  private static let fewMatches =
    Reading.allCases.compactMap { $0.sufficientRows(isFinished: true) }.max() ?? 0

  /// The one request whose answer has all that is printed.
  private func request(
    _ text: SearchText, of reach: SearchReach, printsRows: Bool, _ context: CommandContext
  ) -> RankedRequest {
    if printsRows {
      return text.rows(
        rowCount, of: reach, order: order, countsMatches: true, in: context.queryContext)
    }
    return text.items(
      rowCount, of: reach, order: order, countsMatches: true, in: context.queryContext)
  }
}
