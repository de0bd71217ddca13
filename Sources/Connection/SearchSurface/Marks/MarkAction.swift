package import FresnelModel
internal import FresnelText
package import SpotlightWire

/// What a person may decide about a result; each surface offers the same, in one order.
package enum MarkAction: Hashable, Sendable {
  /// It stands first for this text.
  case pin(String)
  /// It stands where it belongs for this text again.
  case unpin(String)
  /// This is none of its names any more.
  case removeAlias(String)
  /// Surfaces leave it out.
  case hide
  /// Searches forget that it was chosen. What was decided stays.
  case forget

  /// The most bytes of a text that something is pinned for.
  package static let textByteCount = 256
  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  /// What may be decided about a result.
  ///
  /// - Parameters:
  ///   - mark: What is decided by now; `nil` for nothing.
  ///   - typed: What was typed to find it.
  /// - Returns: In the order in which it is shown. A thing that is pinned for the text may be unpinned.
  package static func of(_ mark: PersonalMark?, typed: String) -> [MarkAction] {
    var actions: [MarkAction] = []
    if let pin = mark?.pins.first(where: { isSame($0.text, typed) }) {
      actions.append(.unpin(pin.text))
    } else if !folded(typed).isEmpty, typed.utf8.count <= textByteCount {
      actions.append(.pin(typed))
    }
    if let alias = mark?.aliases.first(where: { isSame($0, typed) }) {
      actions.append(.removeAlias(alias))
    }
    return actions + [.hide, .forget]
  }

  /// Whether something that is pinned for one text stands first for another.
  package static func isSame(_ text: String, _ other: String) -> Bool {
    folded(text) == folded(other)
  }

  private static func folded(_ text: String) -> [Substring] {
    String(decoding: folder.foldedBytes(text), as: UTF8.self).split(whereSeparator: \.isWhitespace)
  }

  /// What a person reads before it is done.
  package var title: String {
    switch self {
    case .pin(let text): "Pin for “\(Self.shown(text))”"
    case .unpin(let text): "Unpin from “\(Self.shown(text))”"
    case .removeAlias(let text): "No Longer Call It “\(Self.shown(text))”"
    case .hide: "Hide from Search"
    case .forget: "Forget That I Opened It"
    }
  }

  /// What a person reads once it is done, with how to take it back where the row is gone.
  package var outcome: String {
    switch self {
    case .pin(let text): "pinned for “\(Self.shown(text))”"
    case .unpin(let text): "no longer pinned for “\(Self.shown(text))”"
    case .removeAlias(let text): "no longer called “\(Self.shown(text))”"
    case .hide: "hidden; fresnel mark list shows how to take it back"
    case .forget: "searches forgot that you opened it"
    }
  }

  /// What the daemon is asked to do.
  ///
  /// - Parameters:
  ///   - scope: The index of the result.
  ///   - identifier: Its identifier there.
  /// - Returns: The request.
  package func change(of scope: IndexScope, _ identifier: String) -> ChangeMark {
    switch self {
    case .pin(let text): ChangeMark(.pin, scope, identifier, text: text)
    case .unpin(let text): ChangeMark(.unpin, scope, identifier, text: text)
    case .removeAlias(let text): ChangeMark(.removeAlias, scope, identifier, text: text)
    case .hide: ChangeMark(.hide, scope, identifier)
    case .forget: ChangeMark(.forget, scope, identifier)
    }
  }

  private static func shown(_ text: String) -> String { RowText.line(text) }
}

extension PersonalMark {
  /// What is decided about the thing, each a few words that a person reads: how it stands and why.
  package var sentences: [String] {
    pins.map { "pinned for “\(RowText.line($0.text))”" }
      + aliases.map { "alias “\(RowText.line($0))”" } + (isHidden ? ["hidden"] : [])
  }
}
