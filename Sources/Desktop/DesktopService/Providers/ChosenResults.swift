internal import Dispatch
internal import FresnelModel
package import FresnelPlatform
package import SearchSurface
package import SpotlightClient
package import SpotlightWire
internal import Synchronization

/// Opens what a person chose in a shell, and looks results up by their identifiers.
package struct ChosenResults: Sendable {
  private let connection: ServiceConnection
  private let opener: ResultOpener
  private let starter: ProgramStarter
  private let directories: BaseDirectories
  /// The program of the search in a terminal, which stands for a window.
  private let searchProgram: String
  private let loop: EventLoop
  private let patience: Duration
  private let isLocked: @Sendable () -> Bool

  /// Opens results over a connection that has the role surface.
  ///
  /// - Parameters:
  ///   - connection: The way to the daemon.
  ///   - starter: Starts programs; none becomes a child of this process.
  ///   - directories: Where manifests and desktop files are.
  ///   - environment: Names the desktop and the language.
  ///   - searchProgram: The path of `fresnel`.
  ///   - loop: Waits.
  ///   - patience: How long the daemon is waited for.
  ///   - isLocked: Whether the session is locked.
  package init(
    _ connection: ServiceConnection, starter: ProgramStarter, directories: BaseDirectories,
    environment: [String: String], searchProgram: String, on loop: EventLoop, patience: Duration,
    isLocked: @escaping @Sendable () -> Bool
  ) {
    self.connection = connection
    self.starter = starter
    self.directories = directories
    self.searchProgram = searchProgram
    self.loop = loop
    self.patience = patience
    self.isLocked = isLocked
    opener = ResultOpener(
      AppLauncher(connection, hasTerminal: false),
      local: LocalOpener(
        directories, environment: environment, hasTerminal: false, starter: starter))
  }

  /// Looks a result up.
  ///
  /// - Parameters:
  ///   - identifier: Names it.
  ///   - done: Told once, on any thread: `nil` where there is no such item any more, or none that may be shown, or the
  ///     daemon does not answer in time.
  package func find(
    _ identifier: ResultIdentifier, _ done: @escaping @Sendable (WireHit?) -> Void
  ) {
    guard identifier.kind == .item || identifier.kind == .activity else { return done(nil) }
    let lookup = ItemLookup(
      app: identifier.scope.app, index: identifier.scope.index, identifier: identifier.identifier)
    let awaited = AwaitedAnswer<WireHit>(done)
    let limit = loop.after(patience) { awaited.settle(nil) }
    connection.request(.item(lookup), isRepeatable: true) { [loop] result in
      loop.cancel(limit)
      guard case .success(let answer) = result, case .itemFound(let hit?) = answer.message,
        !hit.protection.isLockable
      else { return awaited.settle(nil) }
      awaited.settle(hit)
    }
  }

  /// Finds out what can be done with a result besides opening it.
  ///
  /// - Parameters:
  ///   - identifier: Names it.
  ///   - done: Told once, on any thread, in the order in which it is shown; nothing where the result is not there.
  package func actions(
    on identifier: ResultIdentifier, _ done: @escaping @Sendable ([ResultAction]) -> Void
  ) {
    find(identifier) { hit in
      guard let hit else { return done([]) }
      DispatchQueue.global(qos: .userInitiated).async { done(actions(on: hit)) }
    }
  }

  /// Does something with a result, if that can still be done.
  ///
  /// - Parameters:
  ///   - action: One of those that ``actions(on:_:)`` told.
  ///   - identifier: Names the result.
  ///   - query: What was typed to find it.
  ///   - token: What lets the new window take the focus.
  ///   - failed: Told why it cannot be done, in words without any text of the item.
  package func perform(
    _ action: ResultAction, on identifier: ResultIdentifier, query: String, token: String?,
    failed: @escaping @Sendable (String) -> Void
  ) {
    act(on: identifier, query, token, failed) { $0.first { $0 == action } }
  }

  /// Finds out what may be decided about a result.
  ///
  /// - Parameters:
  ///   - identifier: Names it.
  ///   - typed: What was typed to find it.
  ///   - done: Told once, on any thread, in the order in which it is shown; nothing where the daemon knows of no marks
  ///     or does not answer in time.
  package func marks(
    on identifier: ResultIdentifier, typed: String,
    _ done: @escaping @Sendable ([MarkAction]) -> Void
  ) {
    guard identifier.kind == .item || identifier.kind == .activity else { return done([]) }
    let awaited = AwaitedAnswer<MarkList> { list in
      guard let list else { return done([]) }
      let mark = list.marks.first {
        $0.scope == identifier.scope && $0.identifier == identifier.identifier
      }
      done(MarkAction.of(mark, typed: typed))
    }
    let limit = loop.after(patience) { awaited.settle(nil) }
    let request = ListMarks(app: identifier.scope.app, identifier: identifier.identifier)
    connection.request(.listMarks(request), isRepeatable: true) { [loop] result in
      loop.cancel(limit)
      guard case .success(let answer) = result, case .marksListed(let list) = answer.message else {
        return awaited.settle(nil)
      }
      awaited.settle(list)
    }
  }

  /// Has the daemon note what a person decided about a result.
  ///
  /// - Parameters:
  ///   - action: One of those that ``marks(on:typed:_:)`` told.
  ///   - identifier: Names the result.
  ///   - failed: Told why it cannot be noted, in words without any text of the item.
  package func mark(
    _ action: MarkAction, on identifier: ResultIdentifier,
    failed: @escaping @Sendable (String) -> Void
  ) {
    let change = action.change(of: identifier.scope, identifier.identifier)
    connection.request(.changeMark(change), isRepeatable: true) { result in
      switch result {
      case .success(let answer):
        if case .markChanged = answer.message { return }
        failed("the daemon does not know what was asked")
      case .failure(let error): failed("the daemon refused (\(error.code))")
      }
    }
  }

  /// Opens a result, or does something with it.
  ///
  /// - Parameters:
  ///   - identifier: Names it.
  ///   - action: What is done with it; `nil` for opening it.
  ///   - query: What was typed to find it.
  ///   - token: What lets the new window take the focus.
  ///   - failed: Told why it cannot be done, in words without any text of the item; usually for the log.
  package func open(
    _ identifier: ResultIdentifier, action: ResultAction.Kind? = nil, query: String, token: String?,
    failed: @escaping @Sendable (String) -> Void = ChosenResults.log
  ) {
    guard let action else { return act(on: identifier, query, token, failed, choose: nil) }
    act(on: identifier, query, token, failed) { $0.first { $0.kind == action } }
  }

  /// Opens a result, or does with it what is chosen of what can be done.
  private func act(
    on identifier: ResultIdentifier, _ query: String, _ token: String?,
    _ failed: @escaping @Sendable (String) -> Void,
    choose: (@Sendable ([ResultAction]) -> ResultAction?)?
  ) {
    find(identifier) { hit in
      guard let hit else { return failed("it is not there any more, or the daemon is slow") }
      // Desktop files and manifests are read, for which the connection's thread has no time.
      DispatchQueue.global(qos: .userInitiated).async {
        // The daemon may have taken its time.
        guard !isLocked() else { return failed("the session is locked") }
        let finish = finish(token, failed)
        guard let choose else {
          return opener.open(hit.item, in: hit.scope, query: query, token: token, finish)
        }
        guard let action = choose(actions(on: hit)) else {
          return failed("it has no such action any more")
        }
        opener.perform(action, query: query, token: token, finish)
      }
    }
  }

  private func actions(on hit: WireHit) -> [ResultAction] {
    guard let item = try? hit.item.item() else { return [] }
    return ItemActions(directories).actions(on: item, in: hit.scope)
  }

  /// Opens the search, in a terminal as long as there is no window.
  ///
  /// - Parameter token: What lets the new window take the focus.
  package func openSearch(token: String?) {
    runInTerminal([searchProgram], token, Self.log)
  }

  private func finish(
    _ token: String?, _ failed: @escaping @Sendable (String) -> Void
  ) -> ResultOpener.Completion {
    { outcome in
      switch outcome {
      case .opened: break
      case .runHere(let program, let arguments, _):
        runInTerminal([program] + arguments, token, failed)
      case .unknown: failed("no app opens it")
      case .failed(let failure): failed(Self.reason(failure))
      }
    }
  }

  private func runInTerminal(
    _ words: [String], _ token: String?, _ failed: @escaping @Sendable (String) -> Void
  ) {
    guard let terminal = ProgramStarter.terminal(running: words) else {
      return failed("it needs a terminal, and there is no x-terminal-emulator")
    }
    starter.start(terminal, token: token) { failure in
      if let failure { failed(Self.reason(failure)) }
    }
  }

  /// Why something was not opened, without any text of an item.
  private static func reason(_ failure: OpeningFailure) -> String {
    switch failure.cause {
    case .cannotBeOpened: "nothing here can open it"
    case .needsDaemon: "only the daemon could open it"
    case .applicationIsGone: "its application is not installed any more"
    case .damagedItem: "what is stored of it is damaged"
    case .system: "its program could not be run"
    case .service(let error): "the daemon refused (\(error.code))"
    }
  }

  /// Notes in the log of `fresnel-desktop` why a result was not opened.
  package static func log(_ reason: String) {
    try? FileDescriptor.standardError.write(
      "fresnel-desktop: a result was not opened: \(reason).\n")
  }
}

/// An answer that is told once: when it is there, or when that takes too long.
private final class AwaitedAnswer<Answer: Sendable>: Sendable {
  private let done: Mutex<(@Sendable (Answer?) -> Void)?>

  init(_ done: @escaping @Sendable (Answer?) -> Void) { self.done = Mutex(done) }

  func settle(_ answer: Answer?) {
    let done = done.withLock { done in
      defer { done = nil }
      return done
    }
    done?(answer)
  }
}
