internal import CommandKit
internal import SearchSurface
internal import SpotlightWire

/// The details of an item as a value: lines to scroll through.
struct DetailScreen: Equatable, Sendable {
  private let lines: [String]
  private(set) var firstShown = 0
  private var size: ScreenSize
  /// Something that can be done with the item.
  enum Choice: Equatable, Sendable {
    /// Something is opened.
    case perform(ResultAction)
    /// Something is decided about it.
    case mark(MarkAction)
  }

  /// What can be done with the item: the first nine by their digits.
  private let choices: ArraySlice<Choice>
  /// Why the item is shown and was not opened; the next key removes it.
  private var notice: String?
  /// Whether something may open the item.
  private let opens: Bool

  /// Shows text, broken to the window's width.
  init(
    _ text: [String], actions: [ResultAction] = [], marks: [MarkAction] = [],
    notice: String? = nil, size: ScreenSize
  ) {
    self.notice = notice
    opens = notice == nil
    let width = max(20, size.columns - 1)
    lines = text.flatMap { line in
      wrapped(line, width: width).split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0) }
    }
    self.size = size
    choices = (actions.map(Choice.perform) + marks.map(Choice.mark)).prefix(9)
  }

  /// What a key stands for.
  func choice(for key: Key) -> Choice? {
    guard case .text(let text) = key, let number = Int(text), choices.indices.contains(number - 1)
    else { return nil }
    return choices[number - 1]
  }

  /// Changes the window.
  mutating func resize(to size: ScreenSize) {
    self.size = size
    scroll(by: 0)
  }

  /// Applies a key; false when it leads back to the results.
  mutating func apply(_ key: Key) -> Bool {
    notice = nil
    switch key {
    case .up: scroll(by: -1)
    case .down: scroll(by: 1)
    case .pageUp: scroll(by: -shownCount)
    case .pageDown, .text(" "): scroll(by: shownCount)
    case .home: scroll(by: -lines.count)
    case .end: scroll(by: lines.count)
    default: return false
    }
    return true
  }

  private var shownCount: Int { max(1, size.rows - 1) }

  private mutating func scroll(by count: Int) {
    firstShown = max(0, min(firstShown + count, lines.count - shownCount))
  }

  /// Draws the screen.
  func render() -> ScreenFrame {
    var shown = lines.dropFirst(firstShown).prefix(shownCount)
      .map { truncated($0, to: size.columns - 1) }
    while shown.count < size.rows - 1 { shown.append("") }
    let digits = choices.count > 1 ? "1–\(choices.count)" : "1"
    let doing = choices.isEmpty ? "" : "\(digits) do it   "
    var status = notice.map { StyledText("\($0)   ", .failure) } ?? StyledText()
    status.append("\(doing)\(opens ? "Enter open   " : "")↑↓ scroll   Esc back", .faint)
    shown.append(status.truncated(to: size.columns - 1).terminalText())
    return ScreenFrame(lines: Array(shown.prefix(size.rows)), cursorColumn: 0)
  }
}
