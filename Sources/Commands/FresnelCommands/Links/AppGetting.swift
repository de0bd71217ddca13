internal import CommandKit
internal import FresnelLaunching
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire
internal import VerifiedLinks
internal import WebAddresses

/// Shows an app in the software centre, and opens a link in it once it is installed.
struct AppGetting {
  private let context: CommandContext
  private let asJSON: Bool

  /// Works for a command.
  init(_ context: CommandContext, asJSON: Bool = false) {
    self.context = context
    self.asJSON = asJSON
  }

  /// Opens a link in an app: at once where the app is there, else when it is installed.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - url: The link: of the web, or of a scheme of the app's own.
  /// - Returns: The exit status.
  /// - Throws: ``CommandError`` where there is no software centre.
  func get(_ app: AppStreamIdentifier, toOpen url: String) throws -> ExitStatus {
    let world = LinkWorld(context)
    guard let link = NotedLink(app: app, url: url, noted: world.now) else {
      throw CommandError.usage(
        "no app has \"\(withoutControls(url))\" to itself",
        advice: "write a page, as in https://example.com/page, or a link of the app's own scheme")
    }
    if let installed = world.app(opening: link), let launcher = AppLauncher(context) {
      return try open(link, in: installed, launcher)
    }
    let hasTerminal = context.console.inputIsTerminal && context.console.outputIsTerminal
    let found: (program: StartedProgram, needsTerminal: Bool)?
    do throws(LaunchFailure) {
      found = try world.handler.softwareCentre(for: app, hasTerminal: hasTerminal)
    } catch {
      throw CommandError(.incomplete, error.message.withoutFullStop)
    }
    guard let centre = found else {
      throw CommandError(
        .incomplete, "there is no software centre that could show \(app)",
        advice: "install GNOME Software, Discover or another one that opens appstream: links")
    }
    try NotedLinkStore(of: context.directories).note(link)
    if centre.needsTerminal {
      context.console.flush()
      let words = centre.program.wordsWithDirectory
      let command = FresnelPlatform.Command(words[0], Array(words.dropFirst()))
      return try command.run().isSuccess ? .success : .incomplete
    }
    try centre.program.start()
    context.console.writeLine(
      asJSON
        ? ResultOpening.json(openedWith: "centre", [JSONMember("name", .string("\(app)"))])
          .printed()
        : "the software centre shows \(app); the link opens in it if it is installed within the hour"
    )
    return .success
  }

  /// Opens the link that waits for an app, if the app has come and the link is its own; forgets one that waited too
  /// long.
  ///
  /// Asks no site: what is known of them decides. That the link doesn't open is told, and no failure; it goes on waiting
  /// then.
  ///
  /// - Parameter isTold: Whether it is said that it was opened.
  func openWhatWaits(isTold: Bool) {
    let world = LinkWorld(context)
    let store = NotedLinkStore(of: context.directories)
    var quiet = context
    if !isTold { quiet.console = .silent }
    do {
      var opening: (launcher: AppLauncher, outcome: AppLauncher.Outcome)?
      var failure: (any Error)?
      let taken = try store.take(now: world.now) { link in
        guard let app = world.app(opening: link) else { return false }
        do {
          guard let launcher = AppLauncher(context) else {
            throw CommandError(.incomplete, "the daemon is not there")
          }
          opening = (launcher, try launch(link, in: app, launcher))
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
      guard let taken, let opening else { return }
      do {
        _ = try ResultOpening(quiet, opening.launcher).finish(opening.outcome)
      } catch {
        // One that was noted meanwhile is the newer one.
        if store.link == nil { try store.note(taken) }
        throw error
      }
    } catch {
      context.warn(
        "the link that waits for its app could not be opened: "
          + ((error as? CommandError)?.message ?? "\(error)"))
    }
  }

  /// Opens a link in an app and nowhere else.
  private func open(
    _ link: NotedLink, in app: String, _ launcher: AppLauncher
  ) throws -> ExitStatus {
    try ResultOpening(context, launcher, asJSON: asJSON).finish(launch(link, in: app, launcher))
  }

  /// Has the daemon open a link in an app and nowhere else.
  private func launch(
    _ link: NotedLink, in app: String, _ launcher: AppLauncher
  ) throws -> AppLauncher.Outcome {
    // One that doesn't know the app would have the browser open the page.
    try launcher.readManifests()
    let outcome = launcher.launch(.url(link.url, app: app), query: "", context)
    switch outcome {
    case .opened, .runHere: return outcome
    case .unknown(let error): throw CommandError(.incomplete, error.message.withoutFullStop)
    case .failed(let failure): throw CommandError(failure)
    }
  }
}
