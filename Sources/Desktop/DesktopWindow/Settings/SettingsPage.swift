internal import SearchSurface

/// The page of settings, shown in the place of the results.
struct SettingsPage: Equatable {
  /// What a row does.
  enum Row: Equatable {
    /// Something is turned on or off.
    case flip(WindowSettings.Switch, isOn: Bool)
    /// The command that a key is to be bound to comes into the clipboard.
    case copy(String)
    /// Nothing: it tells which key shows the window.
    case key(String)
  }

  /// What holds.
  private(set) var settings: WindowSettings
  /// The place of the selected row.
  private(set) var selection = 0
  /// Why something was not changed, in a sentence.
  private(set) var failure: String?

  /// Shows settings.
  init(_ settings: WindowSettings) { self.settings = settings }

  /// Takes what holds by now.
  ///
  /// - Parameters:
  ///   - settings: The settings; `nil` where they cannot be read.
  ///   - failure: Why something was not changed.
  mutating func take(_ settings: WindowSettings?, _ failure: String?) {
    if let settings { self.settings = settings }
    self.failure = failure
    move(by: 0)
  }

  /// The rows, in their order.
  var rows: [Row] {
    let switches = WindowSettings.Switch.allCases.compactMap { setting in
      settings.states[setting].map { Row.flip(setting, isOn: $0) }
    }
    if let key = settings.key { return switches + [.key(key)] }
    return switches + (settings.command.map { [.copy($0)] } ?? [])
  }

  /// Selects another row; at an end the selection stays.
  ///
  /// - Parameter count: So many places further down.
  mutating func move(by count: Int) {
    selection = max(0, min(rows.count - 1, selection + count))
  }

  /// The row at a place; `nil` where there is none.
  func row(at place: Int) -> Row? { rows.indices.contains(place) ? rows[place] : nil }

  /// What its rows say.
  var texts: [RowTexts] {
    rows.enumerated().map { place, row in
      switch row {
      case .flip(let setting, let isOn):
        var texts = RowTexts(
          title: setting.title,
          icon: isOn ? "checkbox-checked-symbolic object-select-symbolic" : "checkbox-symbolic",
          place: place)
        texts.detail = isOn ? "On" : "Off"
        texts.spoken = "\(setting.title), \(texts.detail)"
        return texts
      case .copy(let command):
        return keyTexts("None is known. Enter copies what to bind: \(command)", place)
      case .key(let key): return keyTexts(RowText.line(key), place)
      }
    }
  }

  private func keyTexts(_ detail: String, _ place: Int) -> RowTexts {
    let title = "Key that shows this window"
    var texts = RowTexts(
      title: title, icon: "input-keyboard-symbolic preferences-desktop-keyboard-symbolic",
      place: place)
    texts.detail = detail
    texts.spoken = "\(title), \(detail)"
    return texts
  }

  /// The line below them.
  var message: String {
    failure.map(RowText.line) ?? "Settings. Enter changes the selected one, Esc goes back"
  }
}
