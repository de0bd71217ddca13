internal import CommandKit
internal import FresnelLaunching
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire

extension CommandContext {
  /// Whether a program can be run in the terminal of the command.
  var hasTerminal: Bool { console.inputIsTerminal && console.outputIsTerminal }

  /// What lets the window of what is opened take the focus, as the desktop gave it to the command.
  var activationToken: String? {
    LaunchUnit.tokenVariables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}

extension LocalOpener {
  /// Opens things as a command does: programs are its children, or run in its terminal.
  init(_ context: CommandContext) {
    self.init(
      context.directories, environment: context.environment, hasTerminal: context.hasTerminal,
      starter: .children)
  }
}

extension StartedProgram {
  /// Starts the program, which lives on by itself, and waits for what comes of it.
  ///
  /// - Throws: ``CommandError`` when it is not installed or cannot be started, and when it is the desktop's opener and
  ///   says soon that it opened nothing.
  func start() throws(CommandError) {
    let outcome = AppLauncher.waiting { done in
      ProgramStarter.children.start(self, token: nil) { failure in
        done(
          failure.map { .failed($0) }
            ?? .opened(Launched(launch: 0, way: .handedOver, appName: "")))
      }
    }
    if case .failed(let failure) = outcome { throw CommandError(failure) }
  }
}

extension CommandError {
  /// Why a result was not opened, and what a person can do about it at a terminal.
  init(_ failure: OpeningFailure) {
    let own: CommandError
    let message = withoutControls(failure.message).withoutFullStop
    switch failure.cause {
    case .cannotBeOpened: own = CommandError(.incomplete, message)
    case .needsDaemon:
      own = CommandError(.incomplete, message, advice: "start it with fresnel status")
    case .applicationIsGone:
      own = CommandError(
        .incomplete, message,
        advice: "bring the list up to date with fresnel import applications")
    case .damagedItem: own = CommandError(.store, message)
    case .system: own = CommandError(.system, message)
    case .service(let error): own = CommandError(error)
    }
    // What the app would have taken has been tried. Why the rest was refused comes first: it names what is to be mended.
    let earlier = failure.earlierMessage.map { withoutControls($0).withoutFullStop }
    let advice = [earlier, own.advice].compactMap { $0 }.joined(separator: "; ")
    self.init(own.status, own.message, advice: advice.isEmpty ? nil : advice)
  }
}
