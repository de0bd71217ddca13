internal import SearchSurface

extension WindowState {
  /// Shows the page of settings, and the window where it is not shown.
  ///
  /// - Parameter token: Lets the window take the focus.
  /// - Returns: What is to be done.
  mutating func showSettings(token: String?) -> [Effect] {
    let shows = isShown ? [] : toggle(token: token)
    return shows + findSettings()
  }

  /// Asks what the settings are.
  mutating func findSettings() -> [Effect] {
    closeMenu()
    wantsSettings = true
    return [.readSettings]
  }

  /// Takes what the settings are by now, and shows their page if that is still wanted.
  ///
  /// - Parameters:
  ///   - settings: The settings; `nil` where they cannot be read.
  ///   - failure: Why they cannot be read, or were not changed.
  /// - Returns: What is to be done.
  mutating func take(_ settings: WindowSettings?, _ failure: String?) -> [Effect] {
    guard isShown else { return [] }
    if page != nil {
      page?.take(settings, failure)
      return page.map { [.focusRow($0.selection)] } ?? []
    }
    guard wantsSettings else { return [] }
    wantsSettings = false
    guard let settings else {
      outcome.refusal = failure
      return []
    }
    closeMenu()
    page = SettingsPage(settings)
    return [.focusRow(0)]
  }

  /// Does what a key means while the page is shown.
  mutating func applyToPage(_ key: KeyMeaning, pageLength: Int) -> [Effect] {
    switch key {
    case .move(let count): return moveInPage(by: count)
    case .page(let count): return moveInPage(by: count * max(1, pageLength - 1))
    case .first: return moveInPage(by: -SettledList.capacity)
    case .last: return moveInPage(by: SettledList.capacity)
    case .open: return page.map { take(rowAt: $0.selection) } ?? []
    case .openPlace(let place): return take(rowAt: place)
    case .escape, .settings:
      closePage()
      return focus(isInRows && !list.rows.isEmpty ? selection : nil)
    case .actions, .exactly, .toField, .ignored: return []
    }
  }

  /// Does what the page offers at a place.
  mutating func take(rowAt place: Int) -> [Effect] {
    switch page?.row(at: place) {
    case .flip(let setting, let isOn): return [.change(setting, isOn: !isOn)]
    case .copy(let command): return [.copy(command)] + hide()
    case .key, nil: return []
    }
  }

  /// Shows the results again.
  mutating func closePage() { (page, wantsSettings, pressedChoice) = (nil, false, nil) }

  private mutating func moveInPage(by count: Int) -> [Effect] {
    page?.move(by: count)
    return page.map { [.focusRow($0.selection)] } ?? []
  }
}
