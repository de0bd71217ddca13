internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import WebAddresses
internal import WebResults

/// `fresnel web on`: has a public index asked for what is searched.
struct SwitchWebOn: Subcommand {
  private static let within = Option.text(
    "within", "MS",
    "How long fresnel search waits for it after its own results, in milliseconds (usually \(WebSearchSettings.usualMilliseconds))"
  )

  static let definition = CommandDefinition(
    name: "web on", summary: "Show results of a public index below your own",
    discussion: """
      Off from the beginning. Once it is on, fresnel search and the interactive search ask the server \
      for what you search, and show at most five of its results, under "On the web", below everything \
      found here. Your own results never wait for it.

      The words are all that is sent. Not sent are single letters, more than 100 characters, words of more \
      than 32 characters, more than eight digits, query strings, the paths of files, and the addresses of \
      pages and of mail; nor is anything when a search is limited by --app, --store, --sort or --count. \
      --web and --no-web decide for one search.
      """,
    operands: [
      OperandDefinition(
        "SERVER", "the address of the index, the last one if not given", count: .optional)
    ],
    options: [within.definition, SharedOptions.json.definition],
    examples: [
      Example("ask the index of search.example", "fresnel web on https://search.example/"),
      Example("the same one again", "fresnel web on"),
    ])

  private let server: WebSearchServer?
  private let milliseconds: Int?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    server = try arguments.operands.first.map { (text) throws(CommandError) in
      try WebSearchChoice.server(text)
    }
    milliseconds = try arguments(Self.within).map { (text) throws(CommandError) in
      let possible = WebSearchSettings.possibleMilliseconds
      guard let number = Int(text), possible.contains(number) else {
        throw .usage(
          "--within takes milliseconds from \(possible.lowerBound) to \(possible.upperBound), not \"\(withoutControls(text))\"",
          advice: "write --within 1000")
      }
      return number
    }
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let settings = try WebSearchState.change(in: context) { (settings) throws(CommandError) in
      if let server { settings.server = server.url.href }
      if let milliseconds { settings.milliseconds = milliseconds }
      guard let address = settings.server else { throw WebSearchChoice.noServer }
      _ = try WebSearchChoice.server(address)
      settings.isOn = true
    }
    WebSearchState(settings).print(asJSON: asJSON, to: context)
    return .success
  }
}

/// `fresnel web off`: has nobody asked any more.
struct SwitchWebOff: Subcommand {
  static let definition = CommandDefinition(
    name: "web off", summary: "Ask no public index any more",
    discussion:
      "No search leaves this machine from then on. The server's address is kept for web on.",
    options: [SharedOptions.json.definition],
    examples: [Example("search here alone", "fresnel web off")])

  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let settings = try WebSearchState.change(in: context) { $0.isOn = false }
    WebSearchState(settings).print(asJSON: asJSON, to: context)
    return .success
  }
}

/// `fresnel web show`: whether and whom searches ask.
struct ShowWebSearch: Subcommand {
  static let definition = CommandDefinition(
    name: "web show", summary: "Show whether searches ask a public index, and what it is told",
    options: [SharedOptions.json.definition],
    examples: [Example("for a program", "fresnel web show --json")])

  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    do throws(SettingsError) {
      let settings = try SettingsFile(of: context.directories).webSearch()
      WebSearchState(settings).print(asJSON: asJSON, to: context)
    } catch {
      throw error.commandError
    }
    return .success
  }
}
