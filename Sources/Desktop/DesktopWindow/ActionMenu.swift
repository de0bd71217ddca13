internal import SearchSurface
internal import SpotlightWire

extension WindowState.View {
  /// What the rows that are shown say.
  var texts: [RowTexts] {
    page?.texts ?? menu?.texts ?? rows.enumerated().map { place, row in RowTexts(row, at: place) }
  }
}

/// What can be done with a result, shown in the place of the results.
struct ActionMenu: Equatable {
  /// Something that can be done.
  enum Choice: Equatable {
    /// The result is opened, as without a menu.
    case open
    /// Something else is done with it.
    case perform(ResultAction)
    /// Where it is comes into the clipboard.
    case copy(String)
    /// Something is decided about it.
    case mark(MarkAction)
  }

  /// The result.
  let row: SurfaceRow
  /// What can be done with it; never empty.
  let choices: [Choice]
  /// The place of the selected choice.
  private(set) var selection = 0

  /// Makes the menu of a result.
  ///
  /// - Parameters:
  ///   - row: The result.
  ///   - actions: What can be done with it besides opening it.
  ///   - marks: What may be decided about it.
  init(_ row: SurfaceRow, _ actions: [ResultAction], _ marks: [MarkAction] = []) {
    self.row = row
    let places = [ResultAction.Kind.openURL, .openFolder].lazy.compactMap { kind in
      actions.first { $0.kind == kind }?.url
    }
    let copies = places.prefix(1).map(Choice.copy)
    choices = [.open] + actions.map(Choice.perform) + copies + marks.map(Choice.mark)
  }

  /// Selects another choice; at an end the selection stays.
  ///
  /// - Parameter count: So many places further down.
  mutating func move(by count: Int) {
    selection = max(0, min(choices.count - 1, selection + count))
  }

  /// The choice at a place; `nil` where there is none.
  func choice(at place: Int) -> Choice? {
    choices.indices.contains(place) ? choices[place] : nil
  }

  /// What its rows say.
  var texts: [RowTexts] {
    choices.enumerated().map { place, choice in
      RowTexts(title: Self.title(choice), icon: Self.icon(choice), place: place)
    }
  }

  /// The line below them.
  var message: String { "What to do with “\(row.title)”. Esc goes back" }

  private static func title(_ choice: Choice) -> String {
    switch choice {
    case .open: "Open"
    case .perform(let action): RowText.line(action.title)
    case .copy(let place): place.hasPrefix("file:") ? "Copy Place" : "Copy Link"
    case .mark(let action): RowText.line(action.title)
    }
  }

  /// Names of the Icon Naming Specification.
  private static func icon(_ choice: Choice) -> String {
    switch choice {
    case .open: "document-open-symbolic"
    case .copy: "edit-copy-symbolic"
    case .mark(.pin): "view-pin-symbolic starred-symbolic"
    case .mark(.unpin), .mark(.removeAlias): "edit-undo-symbolic"
    case .mark(.hide): "view-conceal-symbolic edit-clear-symbolic"
    case .mark(.forget): "edit-clear-history-symbolic edit-clear-symbolic"
    case .perform(let action):
      switch action.kind {
      case .call: "call-start-symbolic"
      case .directions: "mark-location-symbolic find-location-symbolic"
      case .play: "media-playback-start-symbolic"
      case .openURL: "web-browser-symbolic"
      case .openFolder: "folder-open-symbolic"
      case .app: "system-run-symbolic"
      }
    }
  }
}
