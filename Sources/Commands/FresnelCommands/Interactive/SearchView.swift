internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire
internal import WebResults

/// The screens of the interactive search together with the worker that fills them.
struct SearchView {
  private let worker: SearchWorker
  private var stores: StoreSet?
  private var screen: SearchScreen
  private var details: DetailScreen? { didSet { if details == nil { detailed = nil } } }
  /// The result whose details are shown; `nil` where they are of something on the web.
  private var detailed: StoreSet.Found?
  private var writer = ScreenWriter()
  private var size: ScreenSize
  private var found: [StoreSet.Found] = []
  private var launched: [LaunchAnswer] = []
  /// The number of the latest search: what comes from any other is stale.
  private var generation: SearchWorker.Generation = 0
  private let usesColor: Bool
  /// Asks the web about what is typed, where the person wants that.
  private let web: WebSearchSession?
  private var webResults: [WebResult] = []

  /// The fewest results to ask for at once, so that a window may grow a little.
  private static let minimumCount = 10

  /// Starts with an empty screen.
  init(
    screen: SearchScreen, worker: SearchWorker, web: WebSearchSession? = nil, usesColor: Bool
  ) {
    self.screen = screen
    self.worker = worker
    self.web = web
    self.usesColor = usesColor
    size = screen.size
  }

  /// Takes in what the worker found since the last time.
  mutating func update() {
    for event in worker.takeEvents() {
      switch event {
      case .opened(let stores, let itemCount):
        attach(stores, itemCount)
      case .found(let number, let answer) where number == generation:
        found = answer.found
        screen.show(answer.results)
      case .completed(let number, let answer) where number == generation:
        found = answer.found
        screen.extend(to: answer.results)
        closeDetailsOfLost()
      case .revised(let number, let answer) where number == generation:
        revise(to: answer)
      case .web(let number, let results, let rows) where number == generation:
        webResults = results
        screen.show(web: rows)
      case .found, .completed, .revised, .web:
        break
      case .refreshed(let itemCount):
        screen.itemCount = itemCount
      case .launched(let answer):
        launched.append(answer)
      case .notice(let text):
        screen.notice = text
      }
    }
  }

  /// Shows what is found by now: what is selected stays so, and the details of what is gone are gone.
  private mutating func revise(to answer: TypedSearch.Answer) {
    let selected = screen.resultSelection.flatMap { found(at: $0) }
    found = answer.found
    screen.revise(
      to: answer.results,
      selecting: selected.flatMap { selected in found.firstIndex { $0.isSameItem(as: selected) } })
    closeDetailsOfLost()
  }

  /// Closes the details of what is found no longer, as what was locked meanwhile.
  private mutating func closeDetailsOfLost() {
    if let shown = detailed, !found.contains(where: { $0.isSameItem(as: shown) }) { details = nil }
  }

  private mutating func attach(_ stores: StoreSet, _ itemCount: Int) {
    self.stores = stores
    screen.itemCount = itemCount
    if let problem = stores.problems.first { screen.notice = problem }
    if stores.members.isEmpty, stores.problems.isEmpty {
      screen.notice = "no store yet: leave and run fresnel import all"
    }
    // Nothing is typed yet: what was searched for before is shown.
    if generation == 0 { search() }
  }

  /// Follows the window.
  mutating func resize(to size: ScreenSize) {
    self.size = size
    screen.resize(to: size)
    details?.resize(to: size)
    writer.invalidate()
  }

  /// Forgets what the terminal shows.
  mutating func invalidate() {
    writer.invalidate()
  }

  /// What became of results that were to be opened, since the last call.
  mutating func takeLaunched() -> [LaunchAnswer] {
    defer { launched = [] }
    return launched
  }

  /// What is typed.
  var typed: String { screen.field.text }

  /// Says something until the next key; `nil` takes it back.
  mutating func notice(_ text: String?) {
    screen.notice = text
  }

  /// Applies a key to the screen that is shown.
  mutating func apply(_ key: Key) -> SearchScreen.Action {
    guard var shown = details else { return screen.apply(key) }
    if key == .interrupt { return .interrupt }
    if key == .redraw { return .redraw }
    if key == .enter {
      // What is shown is what is selected.
      details = nil
      return screen.apply(key)
    }
    if let choice = shown.choice(for: key) {
      // What becomes of it is told above the results.
      details = nil
      switch choice {
      case .perform(let action): return .perform(action)
      case .mark(let action): return .mark(action)
      }
    }
    details = shown.apply(key) ? shown : nil
    switch key {
    // Whoever erases wants to type something else than what led here.
    case .eraseLine, .eraseWord, .eraseRest: return screen.apply(key)
    default: return .none
    }
  }

  /// Starts to search for what is typed.
  mutating func search() {
    generation = worker.search(
      screen.field.text, tokens: screen.tokens, exactly: screen.isExact,
      first: max(Self.minimumCount, screen.shownCount))
    // The web knows nothing of filters.
    web?.typed(screen.tokens.isEmpty ? screen.field.text : "", number: generation)
  }

  /// Forgets that a text was searched for.
  mutating func forget(_ text: String) {
    worker.forgetSearch(text)
  }

  /// Waits until the list shows what is typed.
  mutating func waitForResults() {
    worker.waitForFirstResults()
    update()
  }

  /// The result at a place of the list.
  func found(at place: Int) -> StoreSet.Found? {
    found.indices.contains(place) ? found[place] : nil
  }

  /// The result at a place of the list of the web.
  func webResult(at place: Int) -> WebResult? {
    webResults.indices.contains(place) ? webResults[place] : nil
  }

  /// Shows everything about a result of the web.
  mutating func showDetails(of result: WebResult) {
    detailed = nil
    details = DetailScreen(ResultDescription.lines(of: result), size: size)
  }

  /// The whole item of a result; `nil` when it is gone meanwhile.
  func wholeItem(of found: StoreSet.Found) -> EncodedItem? {
    stores?.wholeItem(of: found)
  }

  /// Shows everything about a result, whose encoding has so many bytes, what can be done with it, and why it was not
  /// opened, where it was to be.
  mutating func showDetails(
    of item: Item, byteCount: Int, _ result: StoreSet.Found, _ actions: [ResultAction],
    notice: String? = nil
  ) {
    guard let stores, stores.members.indices.contains(result.member) else { return }
    let member = stores.members[result.member]
    let facts = ItemDetails(
      scope: result.hit.scope, item: item, byteCount: byteCount,
      clientState: (try? member.library.clientState(of: result.hit.scope)) ?? nil,
      storeDirectory: member.library is DaemonLibrary ? nil : member.location.directory,
      actions: actions)
    let library = member.library as? DaemonLibrary
    let mark = library?.mark(of: item.uniqueIdentifier, in: result.hit.scope)
    let marks = library == nil ? [] : MarkAction.of(mark, typed: typed)
    let sentences = mark?.sentences.map { "  " + withoutControls($0) } ?? []
    let offers = marks.enumerated().map { place, action in
      "  \(actions.count + place + 1)  \(withoutControls(action.title))"
    }
    let lines = facts.lines(Style(isActive: false))
    // Behind what it is, and before its attributes, which may be many.
    details = DetailScreen(
      Array(lines.prefix(1)) + sentences + offers + lines.dropFirst(), actions: actions,
      marks: marks, notice: notice, size: size)
    detailed = result
  }

  /// Has the daemon note what the person decided about the result whose details were shown.
  mutating func mark(_ action: MarkAction) {
    guard let result = detailed, let stores, stores.members.indices.contains(result.member),
      let library = stores.members[result.member].library as? DaemonLibrary
    else { return }
    do throws(ServiceError) {
      try library.perform(action, on: result.hit)
      notice(action.outcome)
      search()
    } catch {
      notice(withoutControls(error.message).withoutFullStop)
    }
  }

  /// The output that brings the terminal up to date.
  mutating func draw() -> String {
    writer.output(for: details?.render() ?? screen.render(usesColor: usesColor), size: size)
  }
}
