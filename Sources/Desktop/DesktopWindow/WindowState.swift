internal import SearchSurface

/// What the search window shows, and what becomes of what a person does: a value without a window, a clock or a daemon.
///
/// Times are handed in, in nanoseconds of a clock that never goes back.
struct WindowState {
  /// What the window shows.
  struct View: Equatable {
    /// The rows; `nil` for an empty one.
    var rows: [SurfaceRow?] = []
    /// What is shown in their place.
    var menu: ActionMenu?
    /// The page of settings, which is shown in the place of both.
    var page: SettingsPage?
    /// The search that the rows are from, so that it is known when there are others.
    var number: UInt64 = 0
    /// The place of the selected row.
    var selection: Int?
    /// The line below the rows.
    var message = ""
    /// What the button beside it does; empty for no button.
    var offer = ""
  }

  /// An Enter that came before the list of what is typed.
  private struct Pending {
    let number: UInt64
    /// The place that it opens; `nil` for the selected one.
    let place: Int?
  }

  private(set) var isShown = false
  private(set) var list = SettledList()
  private(set) var text = ""
  /// The search of the rows that are shown, which another one may have been begun after.
  private var shownNumber: UInt64 = 0
  private(set) var selection = 0
  /// Whether the selected row has the focus, not the field.
  private(set) var isInRows = false
  /// What can be done with a result, while that is shown.
  var menu: ActionMenu?
  /// The page of settings, while that is shown.
  var page: SettingsPage?
  /// Whether it is to be shown once the settings are known.
  var wantsSettings = false
  /// The result of which that is wanted.
  var examined: ResultIdentifier?
  /// The place in the menu or on the page where the pointer's button went down.
  var pressedChoice: Int?
  private var pending: Pending?
  private var pressed: (place: Int, row: SurfaceRow)?
  var outcome = SearchOutcome()
  private var focusLossCount: UInt64 = 0
  private var hasFocus = false

  /// How long Enter waits for the list of what is typed.
  static let answerMilliseconds: UInt32 = 2000
  /// How long the window stays without the focus, which an input method may have for a moment.
  static let focusMilliseconds: UInt32 = 150
  /// A little more than ``SearchSurface/SettledList/settlingTime``.
  private static let settleMilliseconds: UInt32 = 151

  /// What is to be seen.
  var view: View {
    View(
      rows: list.rows, menu: menu, page: page, number: shownNumber,
      selection: page?.selection ?? menu?.selection
        ?? (list.isCurrent && list.rows.indices.contains(selection) ? selection : nil),
      message: page?.message ?? menu?.message ?? outcome.line(hasRows: !list.rows.isEmpty),
      offer: menu == nil && page == nil ? outcome.offer : "")
  }

  private var isSearchable: Bool { text.contains { !$0.isWhitespace } }

  // MARK: - The window

  /// Shows the window, or hides it where the person has it before them.
  mutating func toggle(token: String?) -> [Effect] {
    isShown ? hide() : show(token: token, isAnew: true)
  }

  /// Shows the window again with what it had, and why a result was not opened.
  mutating func show(failure: String) -> [Effect] {
    outcome.failure = failure
    return show(token: nil, isAnew: false)
  }

  /// Shows the window, anew or with what it had.
  mutating func show(token: String?, isAnew: Bool) -> [Effect] {
    isShown = true
    if isAnew { (outcome.failure, outcome.undone) = (nil, nil) }
    pressed = nil
    // What was lost before does not count any more.
    focusLossCount += 1
    return (isAnew ? [.setText("")] : []) + [.show(token: token)] + focus(nil)
  }

  /// Hides the window.
  mutating func hide() -> [Effect] {
    guard isShown else { return [] }
    isShown = false
    pending = nil
    closeMenu()
    closePage()
    return [.hide]
  }

  /// The window has the focus now, or has lost it.
  mutating func setFocus(_ hasFocus: Bool) -> [Effect] {
    self.hasFocus = hasFocus
    guard isShown, !hasFocus else { return [] }
    focusLossCount += 1
    return [.after(milliseconds: Self.focusMilliseconds, .focusLoss(focusLossCount))]
  }

  // MARK: - Searching

  /// Takes the text of the field, for which a search has begun.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - number: The search.
  ///   - isExact: Whether the text is searched for as it stands.
  ///   - now: The time.
  /// - Returns: What is to be done.
  mutating func type(
    _ text: String, as number: UInt64, exactly isExact: Bool = false, at now: UInt64
  ) -> [Effect] {
    self.text = text
    outcome = SearchOutcome(isExact: isExact)
    list.type(number, at: now)
    // Where nothing is searched for, nothing has to be waited for.
    if !isSearchable { _ = list.take(SurfaceList(number: number), at: now) }
    (selection, isInRows) = (0, false)
    (pending, pressed) = (nil, nil)
    closeMenu()
    // One that is asked for comes all the same: a window that is shown for it begins with an empty text.
    page = nil
    return [.after(milliseconds: Self.settleMilliseconds, .settle)]
  }

  /// Takes a list; one of another search than the last is dropped.
  mutating func take(_ new: SurfaceList, at now: UInt64) -> [Effect] {
    let selected = selection > 0 ? list.row(at: selection, of: list.number)?.identifier : nil
    let count = list.rows.count
    guard list.take(new, at: now) else { return [] }
    shownNumber = new.number
    if isSearchable { outcome.take(new) }
    // Who went to a row stays on it, where it is; otherwise the selection is a place.
    if let selected, let place = list.rows.firstIndex(where: { $0?.identifier == selected }) {
      selection = place
    }
    selection = max(0, min(selection, list.rows.count - 1))
    // The keys are the menu's or the page's, which stays as it is.
    if menu != nil || page != nil { return [] }
    guard let pending, pending.number == new.number else {
      // The row with the focus may be one of those that are hidden by that.
      return isInRows && list.rows.count < count ? focus(list.rows.isEmpty ? nil : selection) : []
    }
    self.pending = nil
    return open(pending.place ?? selection)
  }

  /// A time has come.
  mutating func reach(_ time: Time, at now: UInt64) -> [Effect] {
    switch time {
    case .settle: list.pass(to: now)
    case .answer(let number):
      guard pending?.number == number else { return [] }
      pending = nil
      outcome.isUnanswered = true
    case .focusLoss(let number):
      guard number == focusLossCount, !hasFocus else { return [] }
      return hide()
    }
    return []
  }

  // MARK: - Keys and clicks

  /// Does what a key means. Keys that are the field's, or nobody's, change nothing.
  ///
  /// - Parameters:
  ///   - key: What it means.
  ///   - pageLength: How many rows the window holds.
  /// - Returns: What is to be done.
  mutating func apply(_ key: KeyMeaning, pageLength: Int) -> [Effect] {
    if page != nil { return applyToPage(key, pageLength: pageLength) }
    if menu != nil { return applyToMenu(key, pageLength: pageLength) }
    switch key {
    case .move(-1) where selection == 0: return focus(nil)
    case .move(let count): return select(selection + count, towards: count)
    case .page(let count):
      return select(selection + count * max(1, pageLength - 1), towards: count)
    case .first: return select(0, towards: 1)
    case .last: return select(list.rows.count - 1, towards: -1)
    case .open: return choose(nil)
    case .openPlace(let place): return choose(place)
    case .exactly: return searchExactly()
    case .actions: return findActions()
    case .settings: return findSettings()
    case .escape: return text.isEmpty ? hide() : [.setText("")] + focus(nil)
    case .toField, .ignored: return []
    }
  }

  /// Searches for what was typed where something else was shown for it.
  mutating func searchExactly() -> [Effect] {
    outcome.offersExactSearch ? [.searchExactly] + focus(nil) : []
  }

  /// The pointer's button went down on a row.
  mutating func press(_ place: Int) {
    pressedChoice = menu == nil && page == nil ? nil : place
    pressed = list.row(at: place, of: list.number).map { (place, $0) }
  }

  /// It went up on a row: what was under it when it went down is opened, if both are one place.
  mutating func release(_ place: Int) -> [Effect] {
    defer { (pressed, pressedChoice) = (nil, nil) }
    if page != nil { return pressedChoice == place ? take(rowAt: place) : [] }
    if menu != nil { return pressedChoice == place ? take(choiceAt: place) : [] }
    guard let pressed, pressed.place == place else { return [] }
    return open(pressed.row)
  }

  private mutating func select(_ place: Int, towards direction: Int) -> [Effect] {
    // Before the list is there, keys count for it.
    guard list.isCurrent else {
      selection = max(0, min(place, SettledList.capacity - 1))
      return []
    }
    guard !list.rows.isEmpty else { return [] }
    outcome.asked = nil
    var place = max(0, min(place, list.rows.count - 1))
    // Empty rows are passed over; at an end the selection stays.
    while list.rows.indices.contains(place), list.rows[place] == nil { place += direction.signum() }
    if list.rows.indices.contains(place) { selection = place }
    return focus(selection)
  }

  mutating func focus(_ place: Int?) -> [Effect] {
    isInRows = place != nil
    return [place.map(Effect.focusRow) ?? .focusField]
  }

  private mutating func choose(_ place: Int?) -> [Effect] {
    guard isSearchable else { return [] }
    if let row = list.row(at: place ?? selection, of: list.number),
      row.isAnswer || row.command != nil
    {
      return open(row)
    }
    // The daemon may be there by now.
    if outcome.hasProblem { return [.setText(text)] + focus(nil) }
    if list.isCurrent { return open(place ?? selection) }
    pending = Pending(number: list.number, place: place)
    return [.after(milliseconds: Self.answerMilliseconds, .answer(list.number))]
  }

  private mutating func open(_ place: Int) -> [Effect] {
    guard let row = list.row(at: place, of: list.number) else { return [] }
    return open(row)
  }

  /// Opens a result; what was computed is copied, and a command is done.
  mutating func open(_ row: SurfaceRow) -> [Effect] {
    if let command = row.command { return run(command) }
    return [row.isAnswer ? .copy(row.title) : .open(row, typed: text)] + hide()
  }
}
