internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire

/// Opens a result for a command, and says what became of it.
struct ResultOpening {
  private let context: CommandContext
  private let launcher: AppLauncher?

  /// Opens results through the daemon, where there is one.
  init(_ context: CommandContext, _ launcher: AppLauncher?) {
    self.context = context
    self.launcher = launcher
  }

  /// Opens an item in its app; else by its URL or path.
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
    var problem: ServiceError?
    if let launcher, AppLauncher.opens(scope.app),
      let target = AppLauncher.target(of: item, in: scope)
    {
      let outcome = launcher.launch(target, query: query)
      guard case .unknown(let error) = outcome else {
        return try finish(outcome, measuresTime: measuresTime)
      }
      problem = error
    }
    let action = OpenAction(
      for: try item.item(), app: scope.app,
      readApplication: ApplicationReader(context).application)
    switch action {
    case .launch(let program, let arguments, let directory):
      try OpenAction.start(program, arguments, in: directory)
      return .success
    case .runHere(let program, let arguments):
      return try run(program, arguments)
    case .showDetails:
      if let problem { throw CommandError(.incomplete, problem.message.withoutFullStop) }
      throw CommandError(
        .incomplete, "no app opens the items of \(withoutControls(scope.app))",
        advice: "see what it is with fresnel show")
    }
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
    if let launcher {
      return try finish(
        launcher.launch(action.target, query: query), measuresTime: measuresTime)
    }
    guard case .launch(let program, let arguments, let directory)? = OpenAction(for: action) else {
      throw CommandError(
        .incomplete, "only the daemon has an app do something",
        advice: "start it with fresnel status")
    }
    try OpenAction.start(program, arguments, in: directory)
    return .success
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
    case .opened(let launched):
      let name = launched.appName.isEmpty ? "its program" : withoutControls(launched.appName)
      context.console.writeLine("opened in \(name)")
      if measuresTime { try printTime(of: launched) }
      return .success
    case .runHere(let program, let arguments, let launched):
      context.console.flush()
      let status = try run(program, arguments)
      if measuresTime { try printTime(of: launched) }
      return status
    case .unknown(let error): throw CommandError(.incomplete, error.message.withoutFullStop)
    case .failed(let error): throw error
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws -> ExitStatus {
    try FresnelPlatform.Command(program, arguments).run().isSuccess ? .success : .incomplete
  }

  private func printTime(of launched: Launched) throws {
    guard let time = try launcher?.time(of: launched) else { return }
    guard let milliseconds = time.milliseconds else {
      return context.console.writeLine("nobody knows when it was shown")
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

extension OpenAction {
  /// Starts a program that lives on by itself.
  ///
  /// - Throws: ``CommandError`` when it is not installed; `SystemError` when it cannot be started.
  static func start(_ program: String, _ arguments: [String], in directory: String?) throws {
    guard FresnelPlatform.Command.path(of: program) != nil else {
      throw CommandError(
        .incomplete, "\(withoutControls(program)) is not installed, which would open it")
    }
    var command = FresnelPlatform.Command(program, arguments)
    if let directory, FileSystem.isDirectory(directory) { command.directory = directory }
    try command.startDetached()
  }
}
