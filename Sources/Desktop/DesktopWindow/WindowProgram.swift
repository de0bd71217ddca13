internal import DesktopService
internal import FresnelPlatform
internal import SearchSurface

/// Joins the window's state with the widgets, the searches and what opens results. For the window's thread.
final class WindowProgram {
  private var state = WindowState()
  private let inbox: WindowInbox
  private let session: SearchSession
  private let results: ChosenResults
  private let settings: SettingsKeeper
  private let control: SessionControl
  /// Where the window is.
  private let place: WindowCaller
  private var times: [UInt64: WindowState.Time] = [:]
  private var timeCount: UInt64 = 0
  private var launchCount: UInt64 = 0

  /// How long a key waits for its answer, so that what is typed and what is found come in one frame.
  private static let answerTime = Duration.milliseconds(4)

  /// Puts the parts together.
  ///
  /// - Parameters:
  ///   - inbox: Where the session's lists come.
  ///   - session: Searches.
  ///   - results: Opens results.
  ///   - settings: Reads and changes the person's settings.
  ///   - control: Does what is done with the session.
  ///   - place: The display that this process is on.
  init(
    _ inbox: WindowInbox, session: SearchSession, results: ChosenResults,
    settings: SettingsKeeper, control: SessionControl, at place: WindowCaller
  ) {
    self.inbox = inbox
    self.session = session
    self.results = results
    self.settings = settings
    self.control = control
    self.place = place
  }

  /// Does what an event asks for, and shows what came of it.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - window: The widgets.
  /// - Returns: What is made of a key.
  func handle(_ event: WindowEvent, _ window: inout SearchWindow) -> WindowEvent.Answer {
    defer { window.draw(state.view) }
    switch event {
    case .news: takeNews(&window)
    case .time(let number):
      guard let time = times.removeValue(forKey: number) else { break }
      perform(state.reach(time, at: now), &window)
    case .typed(let text):
      search(text, &window)
      if inbox.wait(atMost: Self.answerTime) { takeNews(&window) }
    case .key(let key):
      let meaning = key.meaning
      switch meaning {
      case .toField: return .toField
      case .ignored: return .ignored
      default: perform(state.apply(meaning, pageLength: window.pageLength), &window)
      }
      return .taken
    case .pressed(let place): state.press(place)
    case .released(let place): perform(state.release(place), &window)
    case .focus(let hasFocus): perform(state.setFocus(hasFocus), &window)
    case .closed: perform(state.hide(), &window)
    case .offerTaken: perform(state.searchExactly(), &window)
    }
    return .taken
  }

  private var now: UInt64 { MonotonicClock.nanoseconds }

  private func takeNews(_ window: inout SearchWindow) {
    for news in inbox.take() {
      switch news {
      case .list(let list): perform(state.take(list, at: now), &window)
      case .toggle(let caller):
        if caller.isElsewhere(than: place) { runAnew(for: caller) }
        perform(state.toggle(token: caller.token), &window)
      case .settingsWanted(let caller):
        if caller.isElsewhere(than: place) { runAnew(for: caller) }
        perform(state.showSettings(token: caller.token), &window)
      case .settings(let settings, let failure): perform(state.take(settings, failure), &window)
      case .actions(let actions, let marks, let row):
        perform(state.take(actions, marks, for: row), &window)
      case .icons(let names): window.keepIcons(names)
      case .look(let look): window.setLook(look)
      case .notOpened(let reason): perform(state.show(failure: reason), &window)
      case .notDone(let reason): perform(state.show(undone: reason), &window)
      case .notMarked(let reason): state.note(refusal: reason)
      case .end: window.stop()
      }
    }
  }

  private func search(_ text: String, exactly isExact: Bool = false, _ window: inout SearchWindow) {
    let number = session.type(text, exactly: isExact)
    perform(state.type(text, as: number, exactly: isExact, at: now), &window)
  }

  private func perform(_ effects: [WindowState.Effect], _ window: inout SearchWindow) {
    for effect in effects {
      switch effect {
      case .show(let token):
        session.tell(isOpen: true)
        // Before it is mapped, so that it never shows what it showed last.
        window.draw(state.view)
        window.show(token: token)
      case .hide:
        window.hide()
        session.cancel()
        session.tell(isOpen: false)
      case .setText(let text):
        window.setText(text)
        search(text, &window)
      case .searchExactly: search(state.text, exactly: true, &window)
      case .focusField: window.focusField()
      case .focusRow(let place):
        // A row can have the focus once it is there.
        window.draw(state.view)
        window.focusRow(place)
      case .open(let row, let typed): open(row, typed, window)
      case .findActions(let row):
        results.actions(on: row.identifier) { [inbox, results, typed = state.text] actions in
          results.marks(on: row.identifier, typed: typed) { marks in
            inbox.post(.actions(actions, marks, row))
          }
        }
      case .perform(let action, let row, let typed):
        results.perform(action, on: row.identifier, query: typed, token: newToken(window)) {
          [inbox] in inbox.post(.notOpened($0))
        }
      case .mark(let action, let row):
        results.mark(action, on: row.identifier) { [inbox] in inbox.post(.notMarked($0)) }
      case .run(let command):
        control.perform(command) { [inbox] failure in
          if let failure { inbox.post(.notDone(failure)) }
        }
      case .readSettings: settings.read { [inbox] in inbox.post(.settings($0, $1)) }
      case .change(let setting, let isOn):
        settings.set(setting, to: isOn) { [inbox] in inbox.post(.settings($0, $1)) }
      case .copy(let text): window.copy(text)
      case .after(let milliseconds, let time):
        timeCount += 1
        times[timeCount] = time
        window.tell(timeCount, afterMilliseconds: milliseconds)
      }
    }
  }

  private func open(_ row: SurfaceRow, _ typed: String, _ window: borrowing SearchWindow) {
    results.open(row.identifier, query: typed, token: newToken(window)) { [inbox] in
      inbox.post(.notOpened($0))
    }
  }

  private func newToken(_ window: borrowing SearchWindow) -> String {
    launchCount += 1
    return window.token(number: launchCount, process: CurrentProcess.identifier)
  }

  /// Runs the program anew on the display of who called, where it shows the window. The daemon may be a child of this
  /// process, and lives on as one of the new program's.
  private func runAnew(for caller: WindowCaller) {
    do throws(SystemError) {
      try Reexecution.run(
        [CommandLine.arguments.first ?? WindowMain.name, "--show"],
        environment: Self.environment(Environment.all, for: caller), keeping: [], sparing: nil)
    } catch {
      WindowStatus.failed.end(WindowMain.name, error.message)
    }
  }

  /// The environment of the program that runs anew.
  ///
  /// - Parameters:
  ///   - own: That of this program.
  ///   - caller: On whose display it is to be, with what lets its window take the focus.
  /// - Returns: The variables.
  static func environment(_ own: [String: String], for caller: WindowCaller) -> [String: String] {
    var environment = own
    if caller.hasDisplay {
      for variable in ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"] {
        environment[variable] = caller.display[variable]
      }
    }
    environment["XDG_ACTIVATION_TOKEN"] = caller.token
    for variable in WindowMain.ownVariables { environment[variable] = nil }
    return environment
  }
}
