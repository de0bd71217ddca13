internal import CommandKit
internal import FresnelText
internal import SpotlightWire

/// What a window shows: a line of terminal text for each row, and the place of the cursor.
struct ScreenFrame: Equatable, Sendable {
  /// The rows from the top; no line is wider than the window less one column.
  var lines: [String]
  /// The column of the cursor in the first row, from 0.
  var cursorColumn: Int
}

extension SearchScreen {
  /// Draws the screen.
  ///
  /// The last column stays empty: a terminal that has written it waits to wrap, and erasing the
  /// rest of the row would then erase the character.
  func render(usesColor: Bool = true) -> ScreenFrame {
    let room = size.columns - 1
    var lines: [String] = []
    let (prompt, cursorColumn) = renderField(room)
    lines.append(prompt.terminalText(usesColor: usesColor))
    if headerLines > 1 {
      lines.append(renderStatus().truncated(to: room).terminalText(usesColor: usesColor))
    }
    for place in firstShown..<max(firstShown, min(rowCount, firstShown + shownCount)) {
      let isSelected = place == selection
      for line in render(place, isSelected: isSelected, room) {
        lines.append(line.terminalText(isSelected: isSelected, usesColor: usesColor))
      }
    }
    lines = Array(lines.prefix(size.rows))
    while lines.count < size.rows { lines.append("") }
    if footerLines > 0, let last = lines.indices.last {
      lines[last] =
        StyledText(hint, .faint).truncated(to: room).terminalText(usesColor: usesColor)
    }
    return ScreenFrame(lines: lines, cursorColumn: min(cursorColumn, size.columns - 1))
  }

  /// What stands before what is typed: a mark and the chosen filters.
  func fieldMarks(_ room: Int) -> StyledText {
    var line = StyledText(room >= 10 ? "› " : "", .kind)
    var hiddenCount = 0
    for token in tokens {
      let shown = "[\(withoutControls(token.shown))] "
      // What is typed keeps half of the line.
      if line.columns + displayWidth(of: shown) <= room / 2 {
        line.append(shown, .kind)
      } else {
        hiddenCount += 1
      }
    }
    // They narrow all the same.
    if hiddenCount > 0, room >= 10 { line.append("[+\(hiddenCount)] ", .kind) }
    return line
  }

  /// What is typed, moved to the left as far as the cursor needs.
  private func renderField(_ room: Int) -> (StyledText, cursorColumn: Int) {
    var line = fieldMarks(room)
    let markColumns = line.columns
    let fieldRoom = max(1, room - markColumns - 1)
    var shown = Array(field.text)
    var before = field.cursor
    while before > 0, displayWidth(of: String(shown[..<before])) > fieldRoom {
      shown.removeFirst()
      before -= 1
    }
    let cursorColumn = markColumns + displayWidth(of: String(shown[..<before]))
    if shown.isEmpty, field.text.isEmpty {
      if tokens.isEmpty { line.append("Search", .faint) }
    } else {
      line.append(String(shown), .strong)
      if let completion { line.append(withoutControls(completion.rest), .faint) }
    }
    return (line.truncated(to: room), cursorColumn)
  }

  private func renderStatus() -> StyledText {
    var status = renderCount()
    if let corrected = results.correctedText, notice == nil {
      let shown =
        "Showing results for “\(withoutControls(corrected))”   Ctrl-X for what is typed   "
      var line = StyledText(shown, .strong)
      line.append(status)
      status = line
    }
    if let offer, notice == nil {
      status.append("   Ctrl-T for “\(withoutControls(offer.token.shown))”", .kind)
    }
    if results.isPartial, notice == nil {
      let reason =
        results.isUnfinished
        ? "not finished in time: type more" : "items may be missing: run \(results.inspection)"
      status.append("   \(reason)", .failure)
    }
    return status
  }

  private func renderCount() -> StyledText {
    if let notice { return StyledText(notice, .failure) }
    guard let itemCount else { return StyledText("opening the stores…", .faint) }
    if field.text.isEmpty, tokens.isEmpty {
      return StyledText("\(counted(itemCount, "item")) can be found", .faint)
    }
    let time = formatted(seconds: results.seconds)
    let shown = results.rows.count
    let onWeb =
      web.isEmpty
      ? "" : "   \(webSelection.map { "\($0 + 1) of " } ?? "")\(web.count) on the web"
    guard shown > 0 else { return StyledText("nothing found in \(time)\(onWeb)", .faint) }
    guard let total = results.totalCount else {
      return StyledText("more than \(formatted(count: shown)) results in \(time)", .faint)
    }
    let place = shown > 1 ? resultSelection : nil
    let position = place.map { "   \($0 + 1) of \(formatted(count: shown))" } ?? ""
    let least = results.isCountWhole ? "" : "at least "
    return StyledText("\(least)\(counted(total, "result")) in \(time)\(position)\(onWeb)", .faint)
  }

  /// The lines of a row of the list.
  private func render(_ place: Int, isSelected: Bool, _ room: Int) -> [StyledText] {
    if let answer = results.answer, place == 0 {
      return render(Self.row(of: answer), isSelected: isSelected, room)
    }
    let resultPlace = place - answerCount
    if results.rows.indices.contains(resultPlace) {
      return render(results.rows[resultPlace], isSelected: isSelected, room)
    }
    let webPlace = resultPlace - results.rows.count - 1
    if web.indices.contains(webPlace) {
      return render(web[webPlace], isSelected: isSelected, room)
    }
    let heading = StyledText(ResultDescription.webHeading, .strong).truncated(to: room)
    return linesPerResult > 1 ? [StyledText(), heading] : [heading]
  }

  private func render(_ row: ResultRow, isSelected: Bool, _ room: Int) -> [StyledText] {
    let marker = StyledText(room < 10 ? "" : isSelected ? "▸ " : "  ")
    let kindColumns = displayWidth(of: row.kind)
    // The kind is shown where it leaves the title at least half of the line.
    let showsKind = !row.kind.isEmpty && kindColumns + 4 <= room / 2
    let titleRoom = room - marker.columns - (showsKind ? kindColumns + 2 : 0)
    var line = marker
    line.append(row.title.truncated(to: titleRoom))
    if showsKind {
      line.append(String(repeating: " ", count: max(2, room - line.columns - kindColumns)))
      line.append(row.kind, .kind)
    }
    guard linesPerResult > 1 else { return [line.truncated(to: room)] }
    var detail = StyledText("    ")
    detail.append(row.detail)
    return [line.truncated(to: room), detail.truncated(to: room)]
  }
}
