internal import LocalAnswers
internal import SearchSurface
internal import SpotlightWire

/// A result as the screen shows it.
struct ResultRow: Equatable, Sendable {
  /// The title, matched parts standing out.
  let title: StyledText
  /// What kind of thing it is and which app it belongs to.
  let kind: String
  /// The second line, matched parts standing out; may be empty.
  let detail: StyledText
}

/// The interactive search as a value: what was typed, what was found, what is selected. It knows
/// no terminal, no clock and no store.
struct SearchScreen: Equatable, Sendable {
  /// What the caller does after a key.
  enum Action: Equatable, Sendable {
    /// Nothing but drawing.
    case none
    /// Search for the text.
    case search(String)
    /// Forget that the text was searched for.
    case forget(String)
    /// Copy this text.
    case copy(String)
    /// Open the result at this place.
    case open(Int)
    /// Show everything about the result at this place.
    case showDetails(Int)
    /// Open the result of the web at this place.
    case openWeb(Int)
    /// Show everything about the result of the web at this place.
    case showWebDetails(Int)
    /// Do this with the result whose details are shown.
    case perform(ResultAction)
    /// Decide this about the result whose details are shown.
    case mark(MarkAction)
    /// Draw everything anew.
    case redraw
    /// Stop until the shell wakes the process.
    case suspend
    /// Leave.
    case leave
    /// Leave, as the person interrupted the program.
    case interrupt
  }

  /// What a search found.
  struct Results: Equatable, Sendable {
    /// The best results.
    var rows: [ResultRow] = []
    /// How many items match; `nil` while they are being counted.
    var totalCount: Int?
    /// Whether ``totalCount`` is exact; else at least so many match, as counting took too long or some cannot be read.
    var isCountWhole = true
    /// How long the search took, in seconds.
    var seconds = 0.0
    /// Whether results may be missing.
    var isPartial = false
    /// Whether they are missing because the search took too long.
    var isUnfinished = false
    /// The text that stands for what is typed, where nothing was found by that itself.
    var correctedText: String?
    /// The filters that parts of what is typed may be meant as.
    var offers: [FilterOffer] = []
    /// How what is typed may go on.
    var completion: TextCompletion?
    /// The texts that were searched for before, which the rows show while nothing is typed.
    var recent: [String] = []
    /// The answer to the text where it asks for something that is computed; it stands first.
    var answer: LocalAnswer?
    /// The command that tells why some may be missing.
    var inspection = "fresnel check"
  }

  /// What is typed.
  private(set) var field: QueryField
  /// Whether what is typed is searched for as it stands, until something else is typed.
  private(set) var isExact = false
  /// The filters that the person has chosen, shown before what is typed.
  private(set) var tokens: [QueryToken] = []
  /// What was found.
  private(set) var results = Results()
  /// What the web has besides, shown behind them under a heading, which is a row of the list too.
  private(set) var web: [ResultRow] = []
  /// The place of the selected row of the list.
  private(set) var selection = 0
  /// The place of the first result shown.
  private(set) var firstShown = 0
  /// How many items can be found; `nil` while the stores are being opened.
  var itemCount: Int?
  /// What went wrong last; the next key removes it.
  var notice: String?
  /// The window.
  private(set) var size: ScreenSize
  /// Whether the terminal draws looks, such as faint text.
  let drawsLooks: Bool

  /// A screen with something typed already.
  init(size: ScreenSize, text: String = "", drawsLooks: Bool = true) {
    self.size = size
    self.drawsLooks = drawsLooks
    field = QueryField(text)
  }

  /// Changes the window.
  mutating func resize(to size: ScreenSize) {
    self.size = size
    scrollToSelection()
  }

  /// Shows what a search found, from the first result on.
  ///
  /// The place stays where one of several texts that were searched for before was forgotten.
  mutating func show(_ results: Results) {
    let place = selectedRecent == nil || results.recent.isEmpty ? 0 : selection
    self.results = results
    web = []
    firstShown = 0
    select(place)
  }

  /// Shows what the web has besides; what is above and what is selected stays so.
  mutating func show(web rows: [ResultRow]) {
    web = rows
    select(selection)
  }

  /// Shows more of what the same search found; what is selected stays so.
  mutating func extend(to results: Results) {
    self.results = results
    select(selection)
  }

  /// Shows what the same search finds by now.
  ///
  /// - Parameters:
  ///   - results: All that is found.
  ///   - place: Where in it stands what was selected; `nil` where it is gone, or was none of the results.
  mutating func revise(to results: Results, selecting place: Int?) {
    let isOfWeb = webSelection != nil
    let shift = results.rows.count - self.results.rows.count
    self.results = results
    select(place.map { $0 + answerCount } ?? (isOfWeb ? selection + shift : selection))
  }

  /// Applies a key.
  mutating func apply(_ key: Key) -> Action {
    notice = nil
    let text = field.text
    if let recent = selectedRecent {
      switch key {
      case .enter, .tab:
        field = QueryField(recent)
        return .search(recent)
      case .delete: return .forget(recent)
      default: break
      }
    }
    if key.erasesBefore, field.cursor == 0, !tokens.isEmpty {
      if key == .eraseLine { tokens = [] } else { tokens.removeLast() }
      return .search(text)
    }
    if key == .right, let completion {
      field = QueryField(text + completion.rest)
      isExact = false
      return .search(field.text)
    }
    if field.apply(key) {
      if field.text == text { return .none }
      isExact = false
      return .search(field.text)
    }
    switch key {
    case .up: select(selection - 1)
    case .down: select(selection + 1)
    case .pageUp: select(selection - shownCount)
    case .pageDown: select(selection + shownCount)
    case .enter:
      if let answer = selectedAnswer { return .copy(answer.text) }
      if let place = webSelection { return .openWeb(place) }
      return resultSelection.map { .open($0) } ?? .none
    case .tab:
      if let place = webSelection { return .showWebDetails(place) }
      return resultSelection.map { .showDetails($0) } ?? .none
    case .exactly where results.correctedText != nil:
      isExact = true
      return .search(field.text)
    case .filter:
      guard let offer else { return .none }
      tokens.append(offer.besideText)
      field = QueryField(offer.rest)
      isExact = false
      return .search(field.text)
    case .escape: return .leave
    case .interrupt: return .interrupt
    case .redraw: return .redraw
    case .suspend: return .suspend
    default: break
    }
    return .none
  }

  /// The filter that is offered for what is typed; `nil` where the results are of another text.
  var offer: FilterOffer? { results.offers.first { $0.typed == field.text } }

  /// How many rows the list has, the heading of the web's among them.
  var rowCount: Int { localCount + (web.isEmpty ? 0 : web.count + 1) }

  /// How many rows stand above those of the web.
  private var localCount: Int { answerCount + results.rows.count }

  /// The place of the selected result among those of the web; `nil` when it is none of them.
  var webSelection: Int? {
    let place = selection - localCount - 1
    return web.indices.contains(place) ? place : nil
  }

  private mutating func select(_ place: Int) {
    var place = min(max(0, place), max(0, rowCount - 1))
    // The heading is passed over, on the way up to the result above it, if there is one.
    if !web.isEmpty, place == localCount {
      place += place < selection && place > 0 ? -1 : 1
    }
    selection = place
    scrollToSelection()
  }

  private mutating func scrollToSelection() {
    if selection < firstShown { firstShown = selection }
    if selection >= firstShown + shownCount { firstShown = selection - shownCount + 1 }
    firstShown = max(0, min(firstShown, rowCount - shownCount))
  }

  /// The lines that a result takes: two where the window is high enough.
  var linesPerResult: Int { size.rows >= 10 ? 2 : 1 }

  /// The results that fit the window, at least one.
  var shownCount: Int { max(1, (size.rows - headerLines - footerLines) / linesPerResult) }

  /// The lines above the results: what is typed, and in all but tiny windows the count.
  var headerLines: Int { size.rows >= 3 ? 2 : 1 }

  /// The line of hints below the results.
  var footerLines: Int { size.rows >= 10 ? 1 : 0 }
}

/// A window's size in character cells.
struct ScreenSize: Equatable, Sendable {
  /// Cells in a row.
  var columns: Int
  /// Rows.
  var rows: Int

  /// A size; a window is at least one cell.
  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}
