internal import CommandKit
internal import FresnelPlatform
internal import SearchSurface
internal import WebResults

/// The interactive search on a real terminal: reads keys, has them searched for, draws.
struct InteractiveSession {
  let context: CommandContext
  let worker: SearchWorker
  /// Opens results.
  let opener: ResultOpener
  /// The daemon, which is told while a person may be about to type; `nil` where the stores are files.
  private let daemon: DaemonLibrary?
  /// Asks the web about what is typed, where the person wants that.
  private let web: WebSearchSession?

  /// How long after an escape byte nothing may follow for it to be the Escape key.
  private static let escapeDelay = Duration.milliseconds(30)
  /// How long a frame waits for the results of the key that it answers. Most come sooner, and the
  /// screen changes once for each key; for the others what is typed is shown before them.
  private static let resultDelay = Duration.milliseconds(8)

  /// The alternate screen keeps the person's scrollback; bracketed paste tells pasted bytes apart; reports of focus
  /// tell whether the person is there.
  private static let beginning = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1004h"
  private static let end = "\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?25h\u{1B}[0m\u{1B}[?1049l"

  /// Starts to open the stores; the screen does not wait for them. The web is asked too, if the person decided so
  /// and no one store is to be searched.
  init(_ locations: StoreLocations, asksWeb: Bool, _ context: CommandContext) throws {
    self.context = context
    worker = try SearchWorker(opening: locations, context)
    web = asksWeb ? Self.web(for: worker, context) : nil
    daemon = locations.daemon
    opener = ResultOpener(
      daemon == nil ? nil : AppLauncher(context), local: LocalOpener(context))
  }

  /// Starts to open the stores, and brings the person's own store up to date meanwhile.
  init(updating locations: StoreLocations, asksWeb: Bool, _ context: CommandContext) throws {
    try self.init(locations, asksWeb: asksWeb, context)
    BackgroundUpdate(locations: locations, worker: worker, context: context).start()
  }

  /// Runs until the person leaves.
  func run() throws -> ExitStatus {
    let input = FileDescriptor.standardInput
    let output = FileDescriptor.standardOutput
    let terminal = try RawTerminal(input)
    var signals = try SignalListener(for: [.windowChange, .terminate, .hangUp, .interrupt])
    var view = SearchView(
      screen: SearchScreen(size: Self.windowSize(), drawsLooks: context.console.usesColor),
      worker: worker, web: web,
      usesColor: context.console.usesColor)
    daemon?.tell(searchIsOpen: true)
    defer { daemon?.tell(searchIsOpen: false) }
    try output.write(Self.beginning)
    defer { try? output.write(Self.end) }
    var decoder = KeyDecoder()
    var status: ExitStatus?
    while status == nil {
      view.update()
      for answer in view.takeLaunched() { try finish(answer, in: &view, terminal, output) }
      let text = view.draw()
      if !text.isEmpty { try output.write(text) }
      let ready = try waitForInput(
        on: [input.rawValue, signals.descriptor, worker.descriptor],
        timeout: decoder.hasPendingBytes ? Self.escapeDelay : nil)
      if ready.contains(worker.descriptor) { worker.drain() }
      while let signal = signals.next() {
        if signal == .windowChange {
          view.resize(to: Self.windowSize())
        } else {
          status = .interrupted
        }
      }
      guard status == nil else { break }
      var keys: [Key] = []
      if ready.contains(input.rawValue) {
        let bytes = try input.read(count: 4096)
        if bytes.isEmpty { return .success }  // the terminal is gone
        keys = decoder.decode(bytes)
      } else if ready.isEmpty, decoder.hasPendingBytes {
        keys = decoder.flush()
      }
      status = try apply(keys, to: &view, terminal, output)
    }
    return status ?? .success
  }

  /// Applies keys that arrived together; a search starts once, after the last of them.
  private func apply(
    _ keys: [Key], to view: inout SearchView, _ terminal: borrowing RawTerminal,
    _ output: borrowing FileDescriptor
  ) throws -> ExitStatus? {
    var hasTyped = false
    for key in keys {
      if case .focus(let isHere) = key {
        daemon?.tell(searchIsOpen: isHere)
        continue
      }
      if key == .enter || key == .tab || key == .filter {
        // They are meant for what is typed, which may not be on the screen yet.
        if hasTyped { view.search() }
        hasTyped = false
        view.waitForResults()
      }
      switch view.apply(key) {
      case .none: break
      case .search: hasTyped = true
      case .forget(let text):
        view.forget(text)
        hasTyped = true
      case .redraw: view.invalidate()
      case .leave: return .success
      case .interrupt: return .interrupted
      case .suspend:
        try leave(terminal, output) { CurrentProcess.raise(.terminalStop) }
        view.invalidate()
      case .copy(let text):
        try output.write(SearchScreen.copying(text))
        view.notice("copied \(withoutControls(text))")
      case .open(let place): open(place, in: &view)
      case .showDetails(let place): showDetails(place, in: &view)
      case .openWeb(let place): try openWeb(place, in: &view, terminal, output)
      case .showWebDetails(let place):
        if let result = view.webResult(at: place) { view.showDetails(of: result) }
      case .perform(let action): perform(action, in: &view)
      case .mark(let action): view.mark(action)
      }
    }
    if hasTyped {
      view.search()
      _ = try waitForInput(on: [worker.descriptor], timeout: Self.resultDelay)
    }
    return nil
  }

  /// Hands the terminal back as it was, does something, and takes it again.
  func leave(
    _ terminal: borrowing RawTerminal, _ output: borrowing FileDescriptor, _ body: () -> Void
  ) throws {
    daemon?.tell(searchIsOpen: false)
    try output.write(Self.end)
    try terminal.restore()
    body()
    try terminal.enter()
    try output.write(Self.beginning)
    daemon?.tell(searchIsOpen: true)
  }

  private static func windowSize() -> ScreenSize {
    let size = Terminal.size(of: .standardOutput)
    return ScreenSize(columns: size?.columns ?? 80, rows: size?.rows ?? 24)
  }
}
