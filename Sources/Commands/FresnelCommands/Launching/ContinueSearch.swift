internal import CommandKit
internal import FresnelModel
internal import SearchSurface
internal import SpotlightWire

/// `fresnel continue`: goes on with a search in an app.
struct ContinueSearch: Subcommand {
  private static let list = Option.flag("list", short: "l", "Name the apps, and open none")

  static let definition = CommandDefinition(
    name: "continue", summary: "Go on with a search in an app",
    discussion: """
      Opens the search of an app with the words. It is the app whose identifier or name the first word is; \
      else the one in which searches go on most. The apps are those whose manifest has \
      CoreSpotlightContinuation.
      """,
    operands: [
      OperandDefinition(
        "WORDS", "what to search for, perhaps with the app before it", count: .any)
    ],
    options: [list.definition, SharedOptions.json.definition],
    examples: [
      Example("in the app that is used most for it", "fresnel continue tomato soup"),
      Example("in one app", "fresnel continue com.example.recipes tomato soup"),
      Example("the apps that there are", "fresnel continue --list"),
    ])

  private let words: [String]
  private let onlyLists: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    words = arguments.operands
    onlyLists = try arguments(Self.list)
    asJSON = try arguments(SharedOptions.json)
    guard onlyLists || !asJSON else { throw .usage("--json goes with --list only") }
    guard onlyLists || !words.isEmpty else {
      throw .usage("WORDS are missing", advice: "write what to search for, or --list")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let launcher = AppLauncher(try DaemonReach.required(context), context)
    let apps = try launcher.continuationApps(words.joined(separator: " "))
    guard let likeliest = apps.first else {
      throw CommandError(
        .incomplete, "no app goes on with searches",
        advice: "an app says so by CoreSpotlightContinuation in its manifest")
    }
    if onlyLists {
      for app in apps {
        context.console.writeLine(
          asJSON
            ? JSONValue.object([
              JSONMember("app", .string(app.app)), JSONMember("name", .string(app.name)),
            ]).printed()
            : "\(withoutControls(app.app))  \(withoutControls(app.name))")
      }
      return .success
    }
    let named = words.count > 1 ? Self.app(named: words[0], among: apps) : nil
    let query = (named == nil ? words : Array(words.dropFirst())).joined(separator: " ")
    let outcome = launcher.launch(
      .continuedSearch(app: (named ?? likeliest).app), query: query, context)
    return try ResultOpening(context, launcher).finish(outcome)
  }

  /// The app that a word names, by its identifier or, whatever the case, by its name.
  static func app(named word: String, among apps: [ContinuationApp]) -> ContinuationApp? {
    apps.first { $0.app == word }
      ?? apps.first { $0.name.lowercased() == word.lowercased() }
  }
}
