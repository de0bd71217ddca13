internal import FresnelApps
package import FresnelLaunching
package import FresnelPlatform
package import SpotlightWire

/// Opens things where no daemon does, by the plans that the daemon goes by.
///
/// Nothing can be handed over here to an app that asks for it, nor over the session's bus. What remains are programs that
/// get what they open by their command line.
package struct LocalOpener: Sendable {
  private let reader: LaunchFactReader
  private let hasTerminal: Bool
  private let starter: ProgramStarter

  /// Goes by the manifests and desktop files of a person and of the system.
  ///
  /// - Parameters:
  ///   - base: Where those files are.
  ///   - environment: Names the desktop, the language, and where programs are.
  ///   - hasTerminal: Whether the surface has a terminal in which it can run a program.
  ///   - starter: Starts programs that live on by themselves.
  package init(
    _ base: BaseDirectories, environment: [String: String], hasTerminal: Bool,
    starter: ProgramStarter
  ) {
    reader = LaunchFactReader(
      apps: AppRegistry(directories: AppRegistry.directories(of: base)),
      dataDirectories: [base.data] + base.systemData, environment: environment,
      home: base.home)
    self.hasTerminal = hasTerminal
    self.starter = starter
  }

  // MARK: - Plans

  /// The ways to open something here.
  ///
  /// - Parameter target: What a person chose.
  /// - Returns: Programs, one at least: those to start, and those to run in a terminal of the surface.
  /// - Throws: ``OpeningFailure`` when there is none.
  package func steps(to target: WireTarget) throws(OpeningFailure) -> [LaunchStep] {
    let target = reader.addressed(target)
    var facts = reader.facts(of: target)
    facts.hasTerminal = hasTerminal
    let plan: LaunchPlan
    do throws(LaunchFailure) {
      plan = try LaunchPlan.make(target, query: "", facts)
    } catch {
      throw OpeningFailure(.cannotBeOpened, error.message)
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
    throw OpeningFailure(.needsDaemon, "only the daemon can have \(facts.appName) open it")
  }

  /// The way to start an installed application with nothing to open.
  ///
  /// - Parameter identifier: That of its desktop file, without `.desktop`.
  /// - Returns: Its program.
  /// - Throws: ``OpeningFailure`` when it is not installed any more, or its command line is not one that may be run.
  package func steps(starting identifier: String) throws(OpeningFailure) -> [LaunchStep] {
    guard let desktop = reader.desktopFile(identifier) else {
      throw OpeningFailure(.applicationIsGone, "\(identifier) is not installed any more")
    }
    var facts = reader.facts(of: .url("", app: nil))
    facts.hasTerminal = hasTerminal
    do throws(LaunchFailure) {
      return try LaunchPlan.make(starting: desktop, facts).steps
    } catch {
      throw OpeningFailure(.cannotBeOpened, error.message)
    }
  }

  // MARK: - Opening

  /// Opens something.
  ///
  /// - Parameters:
  ///   - target: What.
  ///   - token: What lets the new window take the focus.
  ///   - done: Told once what came of it, perhaps at once, on any thread.
  package func open(
    _ target: WireTarget, token: String?,
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    run(token, { () throws(OpeningFailure) in try steps(to: target) }, done)
  }

  /// Opens what an item leads to.
  ///
  /// - Parameters:
  ///   - destination: Where the item leads.
  ///   - app: The app that the item belongs to.
  ///   - token: What lets the new window take the focus.
  ///   - done: Told once what came of it, perhaps at once, on any thread; `nil` for an item that leads nowhere.
  package func open(
    _ destination: ItemDestination, of app: String, token: String?,
    _ done: @escaping @Sendable (AppLauncher.Outcome?) -> Void
  ) {
    switch destination {
    case .application(let identifier):
      run(token, { () throws(OpeningFailure) in try steps(starting: identifier) }, done)
    case .manual(let section, let name):
      let page = StartedProgram(words: ["man", section, name], identifier: "man", isAwaited: false)
      run(token, { [.runInSurface(page)] }, done)
    case .url(let url): open(.url(url, app: app), token: token, done)
    case .details: done(nil)
    }
  }

  /// Takes the first step that can be taken.
  private func run(
    _ token: String?, _ steps: () throws(OpeningFailure) -> [LaunchStep],
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    do throws(OpeningFailure) {
      run(try steps()[...], token, problem: nil, done)
    } catch {
      done(.failed(error))
    }
  }

  /// Takes the first of some steps that can be taken.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - token: What lets the new window take the focus.
  ///   - problem: Why the first of those before them could not be taken.
  ///   - done: Told once what came of it.
  private func run(
    _ steps: ArraySlice<LaunchStep>, _ token: String?, problem: OpeningFailure?,
    _ done: @escaping @Sendable (AppLauncher.Outcome) -> Void
  ) {
    guard let step = steps.first else {
      return done(
        .failed(problem ?? OpeningFailure(.cannotBeOpened, "there is no way to open it")))
    }
    switch step {
    case .start(let program):
      starter.start(program, token: token) { failure in
        guard let failure else {
          return done(.opened(Launched(launch: 0, way: .handedOver, appName: "")))
        }
        run(steps.dropFirst(), token, problem: problem ?? failure, done)
      }
    case .runInSurface(let program):
      let words = program.wordsWithDirectory
      done(
        .runHere(
          program: words[0], arguments: Array(words.dropFirst()),
          Launched(launch: 0, way: .runInTerminal, appName: "", words: words)))
    case .deliver, .activate, .showInFolder: run(steps.dropFirst(), token, problem: problem, done)
    }
  }
}
