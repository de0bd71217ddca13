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

  /// Opens something; what came of it.
  func open(_ target: WireTarget) -> AppLauncher.Outcome {
    Self.outcome { () throws(CommandError) in try steps(to: target) }
  }

  /// Opens what an item leads to; `nil` for one that leads nowhere.
  ///
  /// - Parameters:
  ///   - destination: Where the item leads.
  ///   - app: The app that the item belongs to.
  /// - Returns: What came of it.
  func open(_ destination: ItemDestination, of app: String) -> AppLauncher.Outcome? {
    switch destination {
    case .application(let identifier):
      Self.outcome { () throws(CommandError) in try steps(starting: identifier) }
    case .manual(let section, let name):
      Self.outcome {
        [
          .runInSurface(
            StartedProgram(words: ["man", section, name], identifier: "man", isAwaited: false))
        ]
      }
    case .url(let url): open(.url(url, app: app))
    case .details: nil
    }
  }

  /// Goes the first way that can be gone.
  private static func outcome(
    _ steps: () throws(CommandError) -> [LaunchStep]
  ) -> AppLauncher.Outcome {
    do throws(CommandError) {
      var problem: CommandError?
      for step in try steps() {
        do throws(CommandError) {
          switch step {
          case .start(let program):
            try start(program)
            return .opened(Launched(launch: 0, way: .handedOver, appName: ""))
          case .runInSurface(let program):
            let words = program.wordsWithDirectory
            return .runHere(
              program: words[0], arguments: Array(words.dropFirst()),
              Launched(launch: 0, way: .runInTerminal, appName: "", words: words))
          case .deliver, .activate, .showInFolder: continue
          }
        } catch {
          problem = problem ?? error
        }
      }
      return .failed(problem ?? CommandError(.incomplete, "there is no way to open it"))
    } catch {
      return .failed(error)
    }
  }

  /// Starts a program that lives on by itself.
  ///
  /// - Parameter program: The program.
  /// - Throws: ``CommandError`` when it is not installed or cannot be started, and when it is the desktop's opener and says
  ///   soon that it opened nothing.
  static func start(_ program: StartedProgram) throws(CommandError) {
    let name = withoutControls(program.words[0])
    guard FresnelPlatform.Command.path(of: program.words[0]) != nil else {
      throw CommandError(.incomplete, "\(name) is not installed, which would open it")
    }
    var command = FresnelPlatform.Command(
      program.words[0], Array(program.words.dropFirst()))
    if let directory = program.directory, FileSystem.isDirectory(directory) {
      command.directory = directory
    }
    let (ending, hasEnded) = (EndingNote(), DispatchSemaphore(value: 0))
    do throws(SystemError) {
      try command.startDetached { how in
        ending.how.withLock { $0 = how }
        hasEnded.signal()
      }
    } catch {
      throw CommandError(.system, "\(name) could not be started: \(error.message.withoutFullStop)")
    }
    guard program.isOpener else { return }
    let limit =
      DispatchTime.now() + .nanoseconds(Int(StartedProgram.openerPatience / .nanoseconds(1)))
    guard hasEnded.wait(timeout: limit) == .success, let how = ending.how.withLock({ $0 }) else {
      return
    }
    if let words = how.failure {
      throw CommandError(.system, LaunchFailure.openerFailed(name, words).message.withoutFullStop)
    }
  }
}

/// How a program ended, once it has.
private final class EndingNote: Sendable {
  let how = Mutex<FresnelPlatform.Command.Ending?>(nil)
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
