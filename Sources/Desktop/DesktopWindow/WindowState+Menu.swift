internal import SearchSurface
internal import SpotlightWire

extension WindowState {
  /// Asks what can be done with the selected result.
  mutating func findActions() -> [Effect] {
    guard !outcome.hasProblem, let row = list.row(at: selection, of: list.number), !row.isAnswer,
      row.command == nil
    else { return [] }
    examined = row.identifier
    return [.findActions(row)]
  }

  /// Shows what can be done with a result, if that is still wanted.
  ///
  /// - Parameters:
  ///   - actions: What can be done besides opening it.
  ///   - marks: What may be decided about it.
  ///   - row: The result.
  /// - Returns: What is to be done.
  mutating func take(
    _ actions: [ResultAction], _ marks: [MarkAction] = [], for row: SurfaceRow
  ) -> [Effect] {
    guard isShown, menu == nil, examined == row.identifier else { return [] }
    (examined, pressedChoice) = (nil, nil)
    menu = ActionMenu(row, actions, marks)
    return [.focusRow(0)]
  }

  /// Does what a key means while the menu is shown.
  mutating func applyToMenu(_ key: KeyMeaning, pageLength: Int) -> [Effect] {
    switch key {
    case .move(let count): return moveInMenu(by: count)
    case .page(let count): return moveInMenu(by: count * max(1, pageLength - 1))
    case .first: return moveInMenu(by: -SettledList.capacity)
    case .last: return moveInMenu(by: SettledList.capacity)
    case .open: return menu.map { take(choiceAt: $0.selection) } ?? []
    case .openPlace(let place): return take(choiceAt: place)
    case .escape, .actions:
      closeMenu()
      return focus(isInRows && !list.rows.isEmpty ? selection : nil)
    case .settings: return findSettings()
    case .exactly, .toField, .ignored: return []
    }
  }

  /// Does what the menu offers at a place, and hides the window; what is decided about a result changes the list, which
  /// stays on the screen.
  mutating func take(choiceAt place: Int) -> [Effect] {
    guard let menu, let choice = menu.choice(at: place) else { return [] }
    switch choice {
    case .open: return open(menu.row)
    case .perform(let action): return [.perform(action, menu.row, typed: text)] + hide()
    case .copy(let text): return [.copy(text)] + hide()
    case .mark(let action):
      closeMenu()
      return [.mark(action, menu.row)] + focus(isInRows && !list.rows.isEmpty ? selection : nil)
    }
  }

  /// Tells that what was decided about a result was not noted.
  ///
  /// - Parameter refusal: Why.
  mutating func note(refusal: String) { outcome.refusal = refusal }

  /// Shows the results again.
  mutating func closeMenu() { (menu, examined, pressedChoice) = (nil, nil, nil) }

  private mutating func moveInMenu(by count: Int) -> [Effect] {
    menu?.move(by: count)
    return menu.map { [.focusRow($0.selection)] } ?? []
  }
}
