internal import CommandKit
internal import FresnelPlatform
internal import SpotlightWire
internal import VerifiedLinks
internal import WebAddresses

/// Opens a web link: in the app that its site vouches for, else in the browser.
struct LinkOpening {
  private let context: CommandContext

  /// Opens links for a command.
  init(_ context: CommandContext) { self.context = context }

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
      let outcome = launcher.launch(.url(url.href, app: app), query: "")
      switch outcome {
      case .opened, .runHere:
        return try ResultOpening(context, launcher).finish(outcome, measuresTime: measuresTime)
      case .unknown(let error): context.warn(error.message)
      case .failed(let error): context.warn(error.message)
      }
    }
    return try openInBrowser(url, world)
  }

  private func openInBrowser(_ url: WebURL, _ world: LinkWorld) throws -> ExitStatus {
    let (program, arguments, needsTerminal) = try browser(for: url, world)
    let command = FresnelPlatform.Command(program, arguments)
    if needsTerminal {
      context.console.flush()
      return try command.run().isSuccess ? .success : .incomplete
    }
    try command.startDetached()
    context.console.writeLine("opened in the browser")
    return .success
  }

  /// The person's browser for a link, and whether it needs this terminal.
  ///
  /// - Throws: ``CommandError`` where there is none.
  func browser(
    for url: WebURL, _ world: LinkWorld
  ) throws(CommandError) -> (program: String, arguments: [String], needsTerminal: Bool) {
    let hasTerminal = context.console.inputIsTerminal && context.console.outputIsTerminal
    guard let browser = world.handler.browser(for: url.href, hasTerminal: hasTerminal),
      let program = browser.words.first
    else {
      throw CommandError(
        .incomplete, "there is no browser for \(withoutControls(url.href))",
        advice: "install one, or choose one in the desktop's settings")
    }
    return (program, Array(browser.words.dropFirst()), browser.needsTerminal)
  }
}
