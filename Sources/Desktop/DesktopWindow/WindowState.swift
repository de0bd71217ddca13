internal import SearchSurface

/// What the search window shows, and what becomes of what a person does: a value without a window, a clock or a daemon.
///
/// Times are handed in, in nanoseconds of a clock that never goes back.
struct WindowState {
  /// What is to be done besides showing ``view``.
  enum Effect: Equatable {
    /// The window is mapped anew, with a token that lets it take the focus.
    case show(token: String?)
    /// The window is unmapped.
    case hide
    /// The text of the field is set, and searched for.
    case setText(String)
    /// The field gets the focus.
    case focusField
    /// The row at a place gets the focus.
    case focusRow(Int)
    /// A result is opened.
    case open(SurfaceRow, typed: String)
    /// A time is told once it has come.
    case after(milliseconds: UInt32, Time)
  }

  /// A time that something waits for.
  enum Time: Equatable {
    /// Rows of an earlier search are gone.
    case settle
    /// An answer that Enter waits for should be there: that of the search of this number.
    case answer(UInt64)
    /// The window has been without the focus for a while: since its loss of this number.
    case focusLoss(UInt64)
  }

  /// What the window shows.
  struct View: Equatable {
    /// The rows; `nil` for an empty one.
    var rows: [SurfaceRow?] = []
    /// The place of the selected row.
    var selection: Int?
    /// The line below the rows.
    var message = ""
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
  private var selection = 0
  /// Whether the selected row has the focus, not the field.
  private var isInRows = false
  private var pending: Pending?
  private var pressed: (place: Int, row: SurfaceRow)?
  private var notice: String?
  private var problem: String?
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
      rows: list.rows,
      selection: list.isCurrent && list.rows.indices.contains(selection) ? selection : nil,
      message: message)
  }

  private var message: String {
    if let notice { return notice }
    if let problem { return problem }
    return list.isCurrent && list.rows.isEmpty && isSearchable ? "Nothing found" : ""
  }

  private var isSearchable: Bool { text.contains { !$0.isWhitespace } }

  // MARK: - The window

  /// Shows the window, or hides it where the person has it before them.
  mutating func toggle(token: String?) -> [Effect] {
    isShown ? hide() : show(token: token, notice: nil)
  }

  /// Shows the window again with what it had, and why a result was not opened.
  mutating func show(failure: String) -> [Effect] {
    show(token: nil, notice: "It was not opened: \(failure)")
  }

  private mutating func show(token: String?, notice: String?) -> [Effect] {
    isShown = true
    self.notice = notice
    pressed = nil
    // What was lost before does not count any more.
    focusLossCount += 1
    let isAnew = notice == nil
    return (isAnew ? [.setText("")] : []) + [.show(token: token)] + focus(nil)
  }

  /// Hides the window.
  mutating func hide() -> [Effect] {
    guard isShown else { return [] }
    isShown = false
    pending = nil
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
  mutating func type(_ text: String, as number: UInt64, at now: UInt64) -> [Effect] {
    self.text = text
    list.type(number, at: now)
    // Where nothing is searched for, nothing has to be waited for.
    if !isSearchable { _ = list.take(SurfaceList(number: number), at: now) }
    (selection, isInRows) = (0, false)
    (pending, pressed, notice, problem) = (nil, nil, nil, nil)
    return [.after(milliseconds: Self.settleMilliseconds, .settle)]
  }

  /// Takes a list; one of another search than the last is dropped.
  mutating func take(_ new: SurfaceList, at now: UInt64) -> [Effect] {
    let selected = selection > 0 ? list.row(at: selection, of: list.number)?.identifier : nil
    let count = list.rows.count
    guard list.take(new, at: now) else { return [] }
    problem = new.problem
    // Who went to a row stays on it, where it is; otherwise the selection is a place.
    if let selected, let place = list.rows.firstIndex(where: { $0?.identifier == selected }) {
      selection = place
    }
    selection = max(0, min(selection, list.rows.count - 1))
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
      notice = "The search does not answer"
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
    switch key {
    case .move(-1) where selection == 0: return focus(nil)
    case .move(let count): return select(selection + count, towards: count)
    case .page(let count):
      return select(selection + count * max(1, pageLength - 1), towards: count)
    case .first: return select(0, towards: 1)
    case .last: return select(list.rows.count - 1, towards: -1)
    case .open: return choose(nil)
    case .openPlace(let place): return choose(place)
    case .escape: return text.isEmpty ? hide() : [.setText("")] + focus(nil)
    case .toField, .ignored: return []
    }
  }

  /// The pointer's button went down on a row.
  mutating func press(_ place: Int) {
    pressed = list.row(at: place, of: list.number).map { (place, $0) }
  }

  /// It went up on a row: what was under it when it went down is opened, if both are one place.
  mutating func release(_ place: Int) -> [Effect] {
    defer { pressed = nil }
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
    var place = max(0, min(place, list.rows.count - 1))
    // Empty rows are passed over; at an end the selection stays.
    while list.rows.indices.contains(place), list.rows[place] == nil { place += direction.signum() }
    if list.rows.indices.contains(place) { selection = place }
    return focus(selection)
  }

  private mutating func focus(_ place: Int?) -> [Effect] {
    isInRows = place != nil
    return [place.map(Effect.focusRow) ?? .focusField]
  }

  private mutating func choose(_ place: Int?) -> [Effect] {
    guard isSearchable else { return [] }
    // The daemon may be there by now.
    if problem != nil { return [.setText(text)] }
    if list.isCurrent { return open(place ?? selection) }
    pending = Pending(number: list.number, place: place)
    return [.after(milliseconds: Self.answerMilliseconds, .answer(list.number))]
  }

  private mutating func open(_ place: Int) -> [Effect] {
    guard let row = list.row(at: place, of: list.number) else { return [] }
    return open(row)
  }

  private mutating func open(_ row: SurfaceRow) -> [Effect] {
    [.open(row, typed: text)] + hide()
  }
}
