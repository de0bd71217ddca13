internal import CommandKit
internal import FresnelLaunching
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire
internal import VerifiedLinks
internal import WebAddresses

/// Opens a web link: in the app that its site vouches for, else in the browser.
struct LinkOpening {
  private let context: CommandContext
  private let asJSON: Bool

  /// Opens links for a command.
  init(_ context: CommandContext, asJSON: Bool = false) {
    self.context = context
    self.asJSON = asJSON
  }

  /// Opens a link.
  ///
  /// When the app can't be had, the browser shows the page all the same.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - measuresTime: Whether the time until the app shows it is waited for and printed.
  /// - Returns: The exit status.
  /// - Throws: ``CommandError`` when neither app nor browser opens it.
  func open(_ url: WebURL, measuresTime: Bool = false) throws -> ExitStatus {
    let world = LinkWorld(context)
    if let app = world.decision(url).app, let launcher = AppLauncher(context) {
      let outcome = launcher.launch(.url(url.href, app: app), query: "", context)
      switch outcome {
      case .opened, .runHere:
        return try ResultOpening(context, launcher, asJSON: asJSON)
          .finish(outcome, measuresTime: measuresTime)
      case .unknown(let error): context.warn(error.message)
      case .failed(let failure): context.warn(CommandError(failure).message)
      }
    }
    return try openInBrowser(url, world)
  }

  private func openInBrowser(_ url: WebURL, _ world: LinkWorld) throws -> ExitStatus {
    let browser = try browser(for: url, world)
    if browser.needsTerminal {
      context.console.flush()
      let words = browser.program.wordsWithDirectory
      let command = FresnelPlatform.Command(words[0], Array(words.dropFirst()))
      guard try command.run().isSuccess else { return .incomplete }
      if asJSON { context.console.writeLine(ResultOpening.json(openedWith: "browser").printed()) }
      return .success
    }
    try start(browser.program)
    context.console.writeLine(
      asJSON ? ResultOpening.json(openedWith: "browser").printed() : "opened in the browser")
    return .success
  }

  /// Starts a browser with windows. Where there is no display, most end at once and say so by their status alone, which
  /// is waited for as that of the desktop's opener.
  private func start(_ browser: StartedProgram) throws(CommandError) {
    let displays = ["WAYLAND_DISPLAY", "DISPLAY"]
    guard displays.allSatisfy({ context.environment[$0, default: ""].isEmpty }) else {
      return try browser.start()
    }
    var waitedFor = browser
    waitedFor.isOpener = true
    do throws(CommandError) {
      try waitedFor.start()
    } catch {
      throw CommandError(
        error.status, error.message,
        advice: error.advice ?? "run it in the desktop: there is no display here")
    }
    context.warn("there is no display here, so nothing tells whether the browser shows the page")
  }

  /// The person's browser for a link, and whether it needs this terminal.
  ///
  /// - Throws: ``CommandError`` where there is none, or its command line is not one that may be run.
  func browser(
    for url: WebURL, _ world: LinkWorld
  ) throws(CommandError) -> (program: StartedProgram, needsTerminal: Bool) {
    let hasTerminal = context.console.inputIsTerminal && context.console.outputIsTerminal
    do throws(LaunchFailure) {
      if let browser = try world.handler.browser(for: url.href, hasTerminal: hasTerminal) {
        return browser
      }
    } catch {
      throw CommandError(.incomplete, error.message.withoutFullStop)
    }
    throw CommandError(
      .incomplete, "there is no browser for \(withoutControls(url.href))",
      advice: "install one, or choose one in the desktop's settings")
  }
}
