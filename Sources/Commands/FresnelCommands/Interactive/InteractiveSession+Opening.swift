internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire
internal import WebAddresses

/// What became of a result that was to be opened in its app, or of an action.
struct LaunchAnswer: Sendable {
  /// A result, and its whole item.
  struct Subject: Sendable {
    /// The result.
    let found: StoreSet.Found
    /// Its item.
    let item: Item
    /// The size of the item's encoding.
    let byteCount: Int
  }

  /// What the daemon made of it.
  let outcome: AppLauncher.Outcome
  /// What was to be opened; `nil` for an action, and for a page.
  let subject: Subject?
  /// The page that was to be opened in an app; the browser shows it where that failed.
  var page: WebURL?
}

extension InteractiveSession {
  /// Opens a result: in its app, which may take its time, while the person goes on typing; else where it leads.
  func open(_ place: Int, in view: inout SearchView) {
    guard let (subject, encoded) = subject(at: place, in: &view) else { return }
    view.notice("opening…")
    opener.open(
      encoded, in: subject.found.hit.scope, query: view.typed, token: context.activationToken
    ) { [worker] outcome in
      worker.post(.launched(LaunchAnswer(outcome: outcome, subject: subject)))
    }
  }

  /// Shows everything about a result, and what can be done with it.
  func showDetails(_ place: Int, in view: inout SearchView) {
    guard let (subject, _) = subject(at: place, in: &view) else { return }
    showDetails(of: subject, in: &view)
  }

  private func showDetails(
    of subject: LaunchAnswer.Subject, in view: inout SearchView, notice: String? = nil
  ) {
    view.showDetails(
      of: subject.item, byteCount: subject.byteCount, subject.found,
      ItemActions(context.directories).actions(
        on: subject.item, in: subject.found.hit.scope), notice: notice)
  }

  /// Does something with a result.
  func perform(_ action: ResultAction, in view: inout SearchView) {
    view.notice("opening…")
    opener.perform(
      action, query: view.typed, token: context.activationToken
    ) { [worker] outcome in
      worker.post(.launched(LaunchAnswer(outcome: outcome, subject: nil)))
    }
  }

  /// The result at a place with its whole item; `nil`, and a notice, when that is not there or damaged.
  private func subject(
    at place: Int, in view: inout SearchView
  ) -> (LaunchAnswer.Subject, EncodedItem)? {
    guard let found = view.found(at: place) else { return nil }
    guard let encoded = view.wholeItem(of: found) else {
      view.notice("this item was deleted meanwhile")
      return nil
    }
    do {
      let item = try encoded.item()
      let subject = LaunchAnswer.Subject(found: found, item: item, byteCount: encoded.byteCount)
      return (subject, encoded)
    } catch {
      view.notice(error.message)
      return nil
    }
  }

  /// The daemon has answered.
  func finish(
    _ answer: LaunchAnswer, in view: inout SearchView, _ terminal: borrowing RawTerminal,
    _ output: borrowing FileDescriptor
  ) throws {
    switch (answer.outcome, answer.page) {
    case (.failed, let page?), (.unknown, let page?):
      return try openInBrowser(page, LinkWorld(context), in: &view, terminal, output)
    default: break
    }
    switch answer.outcome {
    case .opened(let launched):
      let name = launched.appName.isEmpty ? "its program" : withoutControls(launched.appName)
      view.notice("opened in \(name)")
    case .failed(let failure):
      let error = CommandError(failure)
      view.notice(error.advice.map { "\(error.message): \($0)" } ?? error.message)
    case .runHere(let program, let arguments, _):
      try runHere(program, arguments, in: &view, terminal, output)
    case .unknown(let error):
      let reason = withoutControls(error.message).withoutFullStop
      guard let subject = answer.subject else { return view.notice(reason) }
      // Said on the screen with the item, which says what there is to do with it.
      view.notice(nil)
      showDetails(of: subject, in: &view, notice: reason)
    }
  }

  func runHere(
    _ program: String, _ arguments: [String], in view: inout SearchView,
    _ terminal: borrowing RawTerminal, _ output: borrowing FileDescriptor
  ) throws {
    var problem: String?
    try leave(terminal, output) {
      do {
        let ending = try FresnelPlatform.Command(program, arguments).run()
        if !ending.isSuccess { problem = "\(program) failed" }
      } catch {
        problem = "\(program) cannot be started: is it installed?"
      }
    }
    view.invalidate()
    view.notice(problem)
  }
}
