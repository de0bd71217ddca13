internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire

/// Opens a result for a command, and says what became of it.
struct ResultOpening {
  private let context: CommandContext
  private let launcher: AppLauncher?
  private let asJSON: Bool

  /// Opens results through the daemon, where there is one.
  init(_ context: CommandContext, _ launcher: AppLauncher?, asJSON: Bool = false) {
    self.context = context
    self.launcher = launcher
    self.asJSON = asJSON
  }

  /// Opens an item in its app; else where it leads.
  ///
  /// - Parameters:
  ///   - item: The whole item.
  ///   - scope: Its index.
  ///   - query: What was typed to find it.
  ///   - measuresTime: Whether the time until it is shown is waited for and printed.
  /// - Returns: The exit status: that of the app, if it runs in this terminal.
  /// - Throws: ``CommandError`` when it cannot be opened.
  func open(
    _ item: EncodedItem, in scope: IndexScope, query: String = "", measuresTime: Bool = false
  ) throws -> ExitStatus {
    let opener = ResultOpener(launcher, local: LocalOpener(context))
    let token = context.activationToken
    return try finish(
      AppLauncher.waiting { opener.open(item, in: scope, query: query, token: token, $0) },
      measuresTime: measuresTime)
  }

  /// Does something with a result.
  ///
  /// - Parameters:
  ///   - action: What.
  ///   - query: What was typed to find the result.
  ///   - measuresTime: Whether the time until it is shown is waited for and printed.
  /// - Returns: The exit status.
  /// - Throws: ``CommandError`` when it cannot be done.
  func perform(
    _ action: ResultAction, query: String, measuresTime: Bool = false
  ) throws -> ExitStatus {
    let opener = ResultOpener(launcher, local: LocalOpener(context))
    let token = context.activationToken
    return try finish(
      AppLauncher.waiting { opener.perform(action, query: query, token: token, $0) },
      measuresTime: measuresTime)
  }

  /// Has something opened, and says what became of it.
  ///
  /// - Parameters:
  ///   - outcome: What the daemon made of it.
  ///   - measuresTime: Whether the time until it is shown is waited for and printed.
  /// - Returns: The exit status.
  /// - Throws: ``CommandError`` when it was not opened.
  func finish(_ outcome: AppLauncher.Outcome, measuresTime: Bool = false) throws -> ExitStatus {
    switch outcome {
    case .opened(let launched) where asJSON:
      try printJSON(launched, measuresTime: measuresTime)
      return .success
    case .opened(let launched):
      let name = launched.appName.isEmpty ? "its program" : withoutControls(launched.appName)
      context.console.writeLine("opened in \(name)")
      if measuresTime { try printTime(of: launched) }
      return .success
    case .runHere(let program, let arguments, let launched):
      context.console.flush()
      let status = try run(program, arguments)
      if asJSON {
        try printJSON(launched, measuresTime: measuresTime)
      } else if measuresTime {
        try printTime(of: launched)
      }
      return status
    case .unknown(let error):
      throw CommandError(
        .incomplete, withoutControls(error.message).withoutFullStop,
        advice: "see what it is with fresnel show")
    case .failed(let failure): throw CommandError(failure)
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws -> ExitStatus {
    try FresnelPlatform.Command(program, arguments).run().isSuccess ? .success : .incomplete
  }

  /// What was opened, for programs.
  ///
  /// - Parameters:
  ///   - place: `app`, `browser` or `centre`.
  ///   - members: What else is known.
  /// - Returns: An object.
  static func json(openedWith place: String, _ members: [JSONMember] = []) -> JSONValue {
    .object([JSONMember("with", .string(place))] + members)
  }

  private func printJSON(_ launched: Launched, measuresTime: Bool) throws {
    var members = [JSONMember("way", .integer(Int64(launched.way.rawValue)))]
    if !launched.appName.isEmpty {
      members.insert(JSONMember("name", .string(launched.appName)), at: 0)
    }
    if measuresTime, launched.launch > 0,
      let milliseconds = try launcher?.time(of: launched).milliseconds
    {
      members.append(JSONMember("milliseconds", .integer(Int64(milliseconds))))
    }
    context.console.writeLine(Self.json(openedWith: "app", members).printed())
  }

  private func printTime(of launched: Launched) throws {
    // What was opened here has no number by which the daemon knows it.
    guard launched.launch > 0, let time = try launcher?.time(of: launched) else { return }
    guard let milliseconds = time.milliseconds else {
      return context.console.writeLine("the app did not say when it showed the item")
    }
    let sign =
      switch time.end {
      case .current: "its activity became current"
      case .window: "its window was there"
      case .taken, .unknown: "it was taken"
      }
    context.console.writeLine("\(milliseconds) ms until \(sign)")
  }
}
