internal import CommandKit
internal import Dispatch
internal import FresnelApps
internal import FresnelLaunching
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Opens things where no daemon does, by the plans that the daemon goes by.
///
/// Nothing can be handed over here to an app that asks for it, nor over the session's bus. What remains are programs that
/// get what they open by their command line.
struct LocalOpener: Sendable {
  private let reader: LaunchFactReader
  private let hasTerminal: Bool

  /// Goes by the manifests and desktop files of a person and of the system.
  init(_ context: CommandContext) {
    let base = context.directories
    reader = LaunchFactReader(
      apps: AppRegistry(directories: AppRegistry.directories(of: base)),
      dataDirectories: [base.data] + base.systemData, environment: context.environment,
      home: base.home)
    hasTerminal = context.console.inputIsTerminal && context.console.outputIsTerminal
  }

  // MARK: - Plans

  /// The ways to open something here.
  ///
  /// - Parameter target: What a person chose.
  /// - Returns: Programs, one at least: those to start, and those to run in this terminal.
  /// - Throws: ``CommandError`` when there is none.
  func steps(to target: WireTarget) throws(CommandError) -> [LaunchStep] {
    let target = reader.addressed(target)
    var facts = reader.facts(of: target)
    facts.hasTerminal = hasTerminal
    let plan: LaunchPlan
    do throws(LaunchFailure) {
      plan = try LaunchPlan.make(target, query: "", facts)
    } catch {
      throw CommandError(.incomplete, withoutControls(error.message).withoutFullStop)
    }
    let steps = plan.steps.filter { step in
      switch step {
      case .start, .runInSurface: !step.isAwaited
      case .deliver, .activate, .showInFolder: false
      }
    }
    if !steps.isEmpty { return steps }
    // The app of the page's site would have to ask the daemon for it; a browser need not.
    if case .url(let url, _?) = target, WebAddress.isWeb(url) {
      return try self.steps(to: .url(url, app: nil))
    }
    throw CommandError(
      .incomplete, "only the daemon can have \(withoutControls(facts.appName)) open it",
      advice: "start it with fresnel status")
  }

  /// The way to start an installed application with nothing to open.
  ///
  /// - Parameter identifier: That of its desktop file, without `.desktop`.
  /// - Returns: Its program.
  /// - Throws: ``CommandError`` when it is not installed any more, or its command line is not one that may be run.
  func steps(starting identifier: String) throws(CommandError) -> [LaunchStep] {
    guard let desktop = reader.desktopFile(identifier) else {
      throw CommandError(
        .incomplete, "\(withoutControls(identifier)) is not installed any more",
        advice: "bring the list up to date with fresnel import applications")
    }
    var facts = reader.facts(of: .url("", app: nil))
    facts.hasTerminal = hasTerminal
    do throws(LaunchFailure) {
      return try LaunchPlan.make(starting: desktop, facts).steps
    } catch {
      throw CommandError(.incomplete, withoutControls(error.message).withoutFullStop)
    }
  }

  // MARK: - Opening

  /// Opens something.
  ///
  /// - Parameters:
  ///   - target: What.
  ///   - done: Told once what came of it, perhaps at once, on any thread.
  func open(_ target: WireTarget, _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void) {
    Self.go({ () throws(CommandError) in try steps(to: target) }, done)
  }

  /// Opens what an item leads to.
  ///
  /// - Parameters:
  ///   - destination: Where the item leads.
  ///   - app: The app that the item belongs to.
  ///   - done: Told once what came of it, perhaps at once, on any thread; `nil` for an item that leads nowhere.
  func open(
    _ destination: ItemDestination, of app: String,
    _ done: @escaping @Sendable (AppLauncher.Outcome?) -> Void
  ) {
    switch destination {
    case .application(let identifier):
      Self.go({ () throws(CommandError) in try steps(starting: identifier) }, done)
    case .manual(let section, let name):
      Self.go(
        {
          [
            .runInSurface(
              StartedProgram(words: ["man", section, name], identifier: "man", isAwaited: false))
          ]
        }, done)
    case .url(let url): open(.url(url, app: app), done)
    case .details: done(nil)
    }
  }

  /// Goes the first way that can be gone.
  private static func go(
    _ steps: () throws(CommandError) -> [LaunchStep],
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    do throws(CommandError) {
      go(try steps()[...], problem: nil, done)
    } catch {
      done(.failed(error))
    }
  }

  /// Goes the first of some ways that can be gone.
  ///
  /// - Parameters:
  ///   - steps: The ways.
  ///   - problem: Why the first of those before them could not be gone.
  ///   - done: Told once what came of it.
  private static func go(
    _ steps: ArraySlice<LaunchStep>, problem: CommandError?,
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    guard let step = steps.first else {
      return done(.failed(problem ?? CommandError(.incomplete, "there is no way to open it")))
    }
    switch step {
    case .start(let program):
      start(program) { error in
        guard let error else {
          return done(.opened(Launched(launch: 0, way: .handedOver, appName: "")))
        }
        go(steps.dropFirst(), problem: problem ?? error, done)
      }
    case .runInSurface(let program):
      let words = program.wordsWithDirectory
      done(
        .runHere(
          program: words[0], arguments: Array(words.dropFirst()),
          Launched(launch: 0, way: .runInTerminal, appName: "", words: words)))
    case .deliver, .activate, .showInFolder: go(steps.dropFirst(), problem: problem, done)
    }
  }

  /// Starts a program that lives on by itself. It is started when this returns; what comes of it is told later.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - done: Told once, with `nil` when it is started, perhaps at once, on any thread; with an error when it is not
  ///     installed or cannot be started, and when it is the desktop's opener and says soon that it opened nothing.
  static func start(
    _ program: StartedProgram, _ done: @escaping @Sendable (CommandError?) -> Void
  ) {
    let name = withoutControls(program.words[0])
    guard FresnelPlatform.Command.path(of: program.words[0]) != nil else {
      return done(CommandError(.incomplete, "\(name) is not installed, which would open it"))
    }
    var command = FresnelPlatform.Command(
      program.words[0], Array(program.words.dropFirst()))
    if let directory = program.directory, FileSystem.isDirectory(directory) {
      command.directory = directory
    }
    // The first to say what came of it: the opener's end, or that it runs on.
    let once = Once(done)
    do throws(SystemError) {
      guard program.isOpener else {
        try command.startDetached()
        return done(nil)
      }
      try command.startDetached { how in
        once.tell(
          how.failure.map { words in
            CommandError(.system, LaunchFailure.openerFailed(name, words).message.withoutFullStop)
          })
      }
      let limit = Int(StartedProgram.openerPatience / .nanoseconds(1))
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(limit)) { once.tell(nil) }
    } catch {
      done(
        CommandError(.system, "\(name) could not be started: \(error.message.withoutFullStop)"))
    }
  }

  /// Starts a program that lives on by itself, and waits for what comes of it.
  ///
  /// - Parameter program: The program.
  /// - Throws: ``CommandError`` when it is not installed or cannot be started, and when it is the desktop's opener and
  ///   says soon that it opened nothing.
  static func start(_ program: StartedProgram) throws(CommandError) {
    let outcome = ResultOpener.waiting { done in
      start(program) { error in
        done(
          error.map { .failed($0) }
            ?? .opened(Launched(launch: 0, way: .handedOver, appName: "")))
      }
    }
    if case .failed(let error) = outcome { throw error }
  }
}

/// Tells somebody what came of a start, but once.
private final class Once: Sendable {
  private let done: Mutex<(@Sendable (CommandError?) -> Void)?>

  init(_ done: @escaping @Sendable (CommandError?) -> Void) { self.done = Mutex(done) }

  func tell(_ error: CommandError?) {
    let done = done.withLock { done in
      defer { done = nil }
      return done
    }
    done?(error)
  }
}

extension FresnelPlatform.Command.Ending {
  /// The ending in words, where it is no success.
  fileprivate var failure: String? {
    switch self {
    case .exited(0): nil
    case .exited(let status): "status \(status)"
    case .killed(let signal): "signal \(signal.rawValue)"
    }
  }
}
