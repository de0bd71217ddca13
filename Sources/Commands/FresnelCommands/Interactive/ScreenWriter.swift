/// Turns frames into the least output that shows them: rows that did not change are not written.
struct ScreenWriter: Sendable {
  private var shown: ScreenFrame?
  private var shownSize: ScreenSize?

  /// Forgets what is on the screen, so that the next frame is written whole.
  mutating func invalidate() {
    shown = nil
  }

  /// The output that turns the last frame into this one; empty when nothing changed.
  ///
  /// It is meant for one write. The marks of a synchronized update (private mode 2026) tell a
  /// terminal that knows them to show it at once; others ignore them.
  mutating func output(for frame: ScreenFrame, size: ScreenSize) -> String {
    if shown == frame, shownSize == size { return "" }
    let isWhole = shown == nil || shownSize != size
    var text = "\u{1B}[?2026h\u{1B}[?25l"
    if isWhole { text += "\u{1B}[0m\u{1B}[2J" }
    for (row, line) in frame.lines.enumerated() {
      if !isWhole, let shown, row < shown.lines.count, shown.lines[row] == line { continue }
      text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    text += "\u{1B}[1;\(frame.cursorColumn + 1)H\u{1B}[?25h\u{1B}[?2026l"
    shown = frame
    shownSize = size
    return text
  }
}
