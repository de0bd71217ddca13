internal import CommandKit
internal import FresnelLaunching
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire
internal import VerifiedLinks
internal import WebAddresses
internal import WebResults

extension InteractiveSession {
  /// The least time that an answer is waited for, which nobody sees.
  private static let leastPatience = Duration.seconds(2)

  /// Asks the web about what is typed, where the person wants that.
  static func web(for worker: SearchWorker, _ context: CommandContext) -> WebSearchSession? {
    do throws(CommandError) {
      guard let choice = try WebSearchChoice(isWanted: nil, in: context) else { return nil }
      return WebSearchSession(
        WebSearchClient(choice.server, worker: context.fetchWorker),
        patience: max(choice.patience, leastPatience)
      ) { news in
        switch news {
        case .results(let number, let results): worker.take(results, of: number)
        case .failed(_, _, isLeftAlone: false): break
        case .failed(_, let reason, isLeftAlone: true):
          worker.post(.notice("the web is not asked for a minute: \(reason.withoutFullStop)"))
        }
      }
    } catch {
      worker.post(.notice(error.message))
      return nil
    }
  }

  /// Opens a result of the web as `fresnel open` does: in the app that its site vouches for, else in the browser.
  func openWeb(
    _ place: Int, in view: inout SearchView, _ terminal: borrowing RawTerminal,
    _ output: borrowing FileDescriptor
  ) throws {
    guard let url = view.webResult(at: place)?.url else { return }
    let world = LinkWorld(context)
    guard let launcher = opener.launcher, let app = world.decision(url).app else {
      return try openInBrowser(url, world, in: &view, terminal, output)
    }
    view.notice("opening…")
    launcher.launch(
      .url(url.href, app: app), query: "", token: context.activationToken
    ) { [worker] outcome in
      worker.post(.launched(LaunchAnswer(outcome: outcome, subject: nil, page: url)))
    }
  }

  /// Shows a page in the person's browser.
  func openInBrowser(
    _ url: WebURL, _ world: LinkWorld, in view: inout SearchView,
    _ terminal: borrowing RawTerminal, _ output: borrowing FileDescriptor
  ) throws {
    let browser: (program: StartedProgram, needsTerminal: Bool)
    do throws(CommandError) {
      browser = try LinkOpening(context).browser(for: url, world)
    } catch {
      return view.notice(error.message)
    }
    guard browser.needsTerminal else {
      view.notice("opening…")
      return ProgramStarter.children.start(browser.program, token: nil) { [worker] failure in
        let launched = Launched(launch: 0, way: .handedOver, appName: "the browser")
        worker.post(
          .launched(
            LaunchAnswer(
              outcome: failure.map { .failed($0) } ?? .opened(launched), subject: nil)))
      }
    }
    let words = browser.program.wordsWithDirectory
    try runHere(words[0], Array(words.dropFirst()), in: &view, terminal, output)
  }
}
