internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelText

/// The screens of the interactive search together with the stores that fill them.
struct SearchView {
  /// The stores; `nil` while they are being opened.
  private(set) var stores: StoreSet?
  private var screen: SearchScreen
  private var details: DetailScreen?
  private var writer = ScreenWriter()
  private var size: ScreenSize
  private var found: [StoreSet.Found] = []
  private var lastRefresh: UInt64 = 0
  private let usesColor: Bool

  /// Changes by other processes show at the first key after this time, in nanoseconds.
  private static let refreshInterval: UInt64 = 2_000_000_000

  /// Starts with an empty screen.
  init(screen: SearchScreen, usesColor: Bool) {
    self.screen = screen
    self.usesColor = usesColor
    size = screen.size
  }

  /// Searches in these stores from now on.
  mutating func attach(_ stores: StoreSet, _ context: CommandContext) {
    self.stores = stores
    screen.itemCount = stores.itemCount
    lastRefresh = MonotonicClock.nanoseconds
    if let problem = stores.problems.first { screen.notice = problem }
    if stores.members.isEmpty {
      screen.notice = "no store yet: leave and run fresnel import all"
    }
    search(limit: 100, context)
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

  /// Tells of something until the next key.
  mutating func notice(_ text: String) {
    screen.notice = text
  }

  /// Applies a key to the screen that is shown.
  mutating func apply(_ key: Key) -> SearchScreen.Action {
    guard var shown = details else { return screen.apply(key) }
    if key == .interrupt { return .leave }
    if key == .redraw { return .redraw }
    details = shown.apply(key) ? shown : nil
    return .none
  }

  /// Searches for what is typed.
  mutating func search(limit: Int, _ context: CommandContext) {
    guard let stores else { return }
    let start = MonotonicClock.nanoseconds
    if start - lastRefresh > Self.refreshInterval {
      lastRefresh = start
      stores.refresh()
      screen.itemCount = stores.itemCount
    }
    guard let query = UserQuery.query(for: screen.field.text, locale: .session) else {
      found = []
      screen.show(SearchScreen.Results())
      return
    }
    do {
      let request = SearchRequest(
        query: query, limit: limit, context: context.queryContext, countsMatches: true)
      let answer = try stores.search(request)
      let searched = MonotonicClock.nanoseconds
      let description = ResultDescription(try QueryText.compiled(query, context))
      found = answer.found
      screen.show(
        SearchScreen.Results(
          rows: found.map { description.row(for: $0.hit.item, of: $0.hit.scope) },
          totalCount: answer.matchCount, seconds: Double(searched - start) / 1e9))
    } catch {
      found = []
      screen.show(SearchScreen.Results())
      screen.notice = "\(error)"
    }
  }

  /// The result at a place of the list.
  func found(at place: Int) -> StoreSet.Found? {
    found.indices.contains(place) ? found[place] : nil
  }

  /// Shows everything about a result.
  mutating func showDetails(of item: Item, _ result: StoreSet.Found) {
    guard let stores, stores.members.indices.contains(result.member) else { return }
    let member = stores.members[result.member]
    let facts = ItemDetails(
      scope: result.hit.scope, item: item, byteCount: result.hit.item.byteCount,
      clientState: member.store.snapshot().clientState(of: result.hit.scope),
      storeDirectory: member.location.directory)
    details = DetailScreen(facts.lines(Style(isActive: false)), size: size)
  }

  /// The output that brings the terminal up to date.
  mutating func draw() -> String {
    writer.output(for: details?.render() ?? screen.render(usesColor: usesColor), size: size)
  }
}
