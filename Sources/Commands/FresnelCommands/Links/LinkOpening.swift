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
    let hasTerminal = context.console.inputIsTerminal && context.console.outputIsTerminal
    guard let browser = world.handler.browser(for: url.href, hasTerminal: hasTerminal) else {
      throw CommandError(
        .incomplete, "there is no browser for \(withoutControls(url.href))",
        advice: "install one, or choose one in the desktop's settings")
    }
    let program = FresnelPlatform.Command(browser.words[0], Array(browser.words.dropFirst()))
    if browser.needsTerminal {
      context.console.flush()
      return try program.run().isSuccess ? .success : .incomplete
    }
    try program.startDetached()
    context.console.writeLine("opened in the browser")
    return .success
  }
}
