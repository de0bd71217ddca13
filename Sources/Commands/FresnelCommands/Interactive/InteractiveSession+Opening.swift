internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire

/// What became of a result that was to be opened in its app.
struct LaunchAnswer: Sendable {
  /// What the daemon made of it.
  let outcome: AppLauncher.Outcome
  /// The result.
  let found: StoreSet.Found
  /// Its item.
  let item: Item
  /// The size of the item's encoding.
  let byteCount: Int
}

extension InteractiveSession {
  /// Opens a result: in its app, which may take its time, while the person goes on typing; else by what it
  /// says.
  func open(
    _ place: Int, in view: inout SearchView, _ terminal: borrowing RawTerminal,
    _ output: borrowing FileDescriptor
  ) throws {
    guard let found = view.found(at: place) else { return }
    guard let encoded = view.wholeItem(of: found) else {
      view.notice("this item was deleted meanwhile")
      return
    }
    let item: Item
    do {
      item = try encoded.item()
    } catch {
      view.notice(error.message)
      return
    }
    let byteCount = encoded.byteCount
    guard let launcher, AppLauncher.opens(found.hit.scope.app),
      let target = AppLauncher.target(of: encoded, in: found.hit.scope)
    else { return try open(item, byteCount, of: found, in: &view, terminal, output) }
    view.notice("opening…")
    launcher.launch(target, query: view.typed) { [worker] outcome in
      worker.post(
        .launched(
          LaunchAnswer(outcome: outcome, found: found, item: item, byteCount: byteCount)))
    }
  }

  /// The daemon has answered.
  func finish(
    _ answer: LaunchAnswer, in view: inout SearchView, _ terminal: borrowing RawTerminal,
    _ output: borrowing FileDescriptor
  ) throws {
    switch answer.outcome {
    case .opened(let launched):
      let name = launched.appName.isEmpty ? "its program" : withoutControls(launched.appName)
      view.notice("opened in \(name)")
    case .failed(let error): view.notice(error.message)
    case .runHere(let program, let arguments, _):
      try runHere(program, arguments, in: &view, terminal, output)
    case .unknown:
      try open(answer.item, answer.byteCount, of: answer.found, in: &view, terminal, output)
    }
  }

  /// Opens an item by what it says: its desktop file, its manual page, its URL or path; else shows it.
  private func open(
    _ item: Item, _ byteCount: Int, of found: StoreSet.Found, in view: inout SearchView,
    _ terminal: borrowing RawTerminal, _ output: borrowing FileDescriptor
  ) throws {
    let applications = ApplicationReader(context)
    let action = OpenAction(
      for: item, app: found.hit.scope.app, readApplication: applications.application)
    switch action {
    case .showDetails: view.showDetails(of: item, byteCount: byteCount, found)
    case .launch(let program, let arguments, let directory):
      do {
        try OpenAction.start(program, arguments, in: directory)
      } catch {
        view.notice("\(program) cannot be started: is it installed?")
      }
    case .runHere(let program, let arguments):
      try runHere(program, arguments, in: &view, terminal, output)
    }
  }

  private func runHere(
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
    if let problem { view.notice(problem) }
  }
}
