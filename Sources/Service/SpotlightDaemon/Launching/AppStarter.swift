internal import FresnelApps
package import FresnelBus
package import FresnelLaunching
package import FresnelPlatform
internal import SpotlightWire

/// Starts apps: over the session's bus, through the person's systemd, or as a process of its own.
///
/// Apps live on when the daemon ends. Methods may be called on any thread and return at once; closures are
/// called on any thread.
package final class AppStarter: Sendable {
  /// What a call over the bus came to.
  package enum CallOutcome: Equatable, Sendable {
    /// The app has answered.
    case done
    /// Nobody on the bus has the name, and nobody can be started for it.
    case noService
    /// It was started, and ended at once.
    case endedAtOnce
    /// No answer came in time.
    case silent
    /// It cannot be; with the reason.
    case failed(String)
  }

  /// How a process that was started has ended.
  package struct Ending: Equatable, Sendable {
    /// In words, such as `status 1`; `nil` when nobody knows.
    package var words: String?
    /// Whether another process may go on for it.
    package var mayGoOn: Bool
  }

  /// What the start of a program came to.
  package enum StartOutcome: Equatable, Sendable {
    /// It runs, and its end is told with a status, or not.
    case runs(tellsStatus: Bool)
    /// It cannot be started; with the reason.
    case failed(String)
  }

  private let environment: [String: String]
  private let home: String
  private let loop: EventLoop
  private let connect: @Sendable () -> BusConnection?
  /// Whether apps can be called over the session's bus.
  let hasBus: Bool

  /// How long a call may take that starts an app.
  private static let callPatience: Duration = .seconds(25)

  /// Makes a starter.
  ///
  /// - Parameters:
  ///   - environment: The daemon's own environment.
  ///   - home: The person's home directory.
  ///   - loop: Waits for replies.
  ///   - hasBus: Whether the session has a bus.
  ///   - connect: Opens a connection to the bus of the session; `nil` where there is none. Each start has one
  ///     of its own, which hears of what it started and goes with it.
  package init(
    environment: [String: String], home: String, loop: EventLoop, hasBus: Bool,
    connect: @escaping @Sendable () -> BusConnection?
  ) {
    self.environment = environment
    self.home = home
    self.loop = loop
    self.hasBus = hasBus
    self.connect = connect
  }

  // MARK: - Over the bus

  /// Calls an app, which the bus starts if it does not run.
  ///
  /// - Parameters:
  ///   - activation: The call.
  ///   - token: What lets the window take the focus.
  ///   - done: Told what it came to, once.
  package func activate(
    _ activation: BusActivation, token: String?, _ done: @escaping @Sendable (CallOutcome) -> Void
  ) {
    let platform = Self.platformData(token)
    let (member, arguments): (String, [BusValue]) =
      switch activation.method {
      case .activate: ("Activate", [platform])
      case .open(let urls):
        ("Open", [.array(element: "s", urls.map(BusValue.string)), platform])
      case .resume(let activity):
        (
          "ActivateAction",
          [
            .string(BusActivation.resumingAction),
            .array(element: "v", [.variant(BusValue(activity))]), platform,
          ]
        )
      }
    call(
      BusCall(
        to: activation.name, activation.path, BusActivation.interface, member, arguments), done)
  }

  /// Has the file manager show a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - token: What lets the window take the focus.
  ///   - done: Told what it came to, once.
  package func show(
    _ url: String, token: String?, _ done: @escaping @Sendable (CallOutcome) -> Void
  ) {
    call(
      BusCall(
        to: "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
        "org.freedesktop.FileManager1", "ShowItems",
        [.array(element: "s", [.string(url)]), .string(token ?? "")]), done)
  }

  private static func platformData(_ token: String?) -> BusValue {
    guard let token else { return .options([:]) }
    return .options(["activation-token": .string(token), "desktop-startup-id": .string(token)])
  }

  private func call(_ call: BusCall, _ done: @escaping @Sendable (CallOutcome) -> Void) {
    guard let bus = connect() else { return done(.noService) }
    bus.call(call, timeout: Self.callPatience) { reply in
      // The connection lives until the reply.
      withExtendedLifetime(bus) {}
      switch reply {
      case .success: done(.done)
      case .failure(let error): done(CallOutcome(error))
      }
    }
  }

  // MARK: - By a command line

  /// Starts a program: as a unit of the person's systemd, where there is one.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - token: What lets the window take the focus.
  ///   - ended: Told when it has ended; perhaps never.
  ///   - done: Told that it runs, or why not; once.
  package func start(
    _ program: StartedProgram, token: String?, ended: @escaping @Sendable (Ending) -> Void,
    _ done: @escaping @Sendable (StartOutcome) -> Void
  ) {
    guard let first = program.words.first, let path = Command.path(of: first) else {
      let name = program.words.first ?? ""
      return done(.failed(Self.obstacle(name) ?? "there is no program \(name)."))
    }
    var program = program
    program.words[0] = path
    if program.directory.map(FileSystem.isDirectory) != true { program.directory = nil }
    guard let bus = connect() else { return detach(program, token: token, ended: ended, done) }
    let unit = LaunchUnit(bus, loop: loop) { ended(Ending(mayGoOn: false)) }
    unit.start(
      program, directory: program.directory ?? (FileSystem.isDirectory(home) ? home : "/"),
      environment: LaunchEnvironment.additions(token: token)
    ) { [self, program] outcome in
      switch outcome {
      case .runs: done(.runs(tellsStatus: false))
      case .failed: done(.failed(Self.obstacle(path) ?? "its program could not be run."))
      case .notThere: detach(program, token: token, ended: ended, done)
      }
    }
  }

  /// Starts a program in a session of its own.
  private func detach(
    _ program: StartedProgram, token: String?, ended: @escaping @Sendable (Ending) -> Void,
    _ done: @escaping @Sendable (StartOutcome) -> Void
  ) {
    var command = Command(program.words[0], Array(program.words.dropFirst()))
    command.environment = LaunchEnvironment.variables(from: environment, token: token)
    command.directory = program.directory ?? (FileSystem.isDirectory(home) ? home : nil)
    do throws(SystemError) {
      try command.startDetached { ending in
        switch ending {
        case .exited(let status):
          ended(Ending(words: "status \(status)", mayGoOn: status == 0))
        case .killed(let signal):
          ended(Ending(words: "signal \(signal.rawValue)", mayGoOn: false))
        }
      }
      done(.runs(tellsStatus: true))
    } catch {
      done(.failed(Self.obstacle(program.words[0]) ?? error.message))
    }
  }

  /// Why the kernel runs no file by its path, as far as the file tells; `nil` where it does not, or there is none.
  private static func obstacle(_ path: String) -> String? {
    guard path.hasPrefix("/"), (try? FileSystem.status(of: path))?.kind == .regular else {
      return nil
    }
    guard FileSystem.isExecutable(path) else {
      return "\(path) is not executable: chmod +x \(path)."
    }
    let program = RegisteredExecutable(lookingAt: path)
    return program.isScript && !program.namesInterpreter ? "\(path) has no #! line." : nil
  }
}

extension AppStarter.CallOutcome {
  /// What an error of the bus says about a call that may start an app.
  fileprivate init(_ error: BusError) {
    switch error.code {
    case .noService, .noBus, .closed: self = .noService
    case .timedOut: self = .silent
    default:
      let endings = [
        "org.freedesktop.DBus.Error.Spawn.ChildExited",
        "org.freedesktop.DBus.Error.Spawn.ChildSignaled",
      ]
      self = error.name.map(endings.contains) == true ? .endedAtOnce : .failed(error.message)
    }
  }
}
