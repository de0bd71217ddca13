internal import FresnelLaunching
package import FresnelModel
package import SpotlightWire

/// What a surface shows of a result, ready to be shown: texts are lines of bounded length.
package struct SurfaceRow: Hashable, Sendable {
  /// How the title answers what was typed, for shells that sort by it.
  package enum Fit: UInt8, Comparable, Hashable, Sendable {
    /// In some other way.
    case other = 0
    /// The title begins so.
    case beginsSo = 1
    /// It is the title.
    case exact = 2

    /// Orders by how well it fits.
    package static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// Names the result.
  package var identifier: ResultIdentifier
  /// What it is called; never empty.
  package var title: String
  /// A second line; empty where there is nothing to say.
  package var detail: String
  /// What its app is called; empty where that is not known, and but for lists of a ``SearchSession``.
  package var source = ""
  /// The name of its app's icon in the desktop's theme, or of the icon of the application that it stands for; `nil` where
  /// that is not known, and but for lists of a ``SearchSession``.
  package var appIcon: String?
  /// Whether it stands for an installed application.
  package var isApplication: Bool { identifier.scope.app == ImportedItems.applications }
  /// What kind of thing it is, as a uniform type identifier.
  package var contentType: String?
  /// How the title answers what was typed.
  package var fit = Fit.other
  /// Where the title has words that were typed, as ranges of its UTF-8; only in lists of a ``SearchSession``.
  package var matches: [Range<Int>] = []
  /// Where it is: a file in its place, a link. Empty in a list without ``OneSearch/Detail/fields``.
  package var urls: [String] = []
  /// What can be done with it besides opening it; empty in a list without ``OneSearch/Detail/fields``.
  package var actions: [ResultAction.Kind] = []

  /// The attributes from which the fields of a row are made.
  package static let fields: [AttributeID] = [
    .displayName, .title, .contentType, .contentDescription, .kind, .contentURL, .url,
    .phoneNumbers, .supportsPhoneCall, .supportsNavigation, .latitude, .longitude, .namedLocation,
  ]

  /// What stands for a title where there is none to be shown.
  package static let noTitle = "–"

  /// Puts the parts together.
  package init(
    identifier: ResultIdentifier, title: String, detail: String = "", contentType: String? = nil
  ) {
    self.identifier = identifier
    self.title = title.isEmpty ? Self.noTitle : title
    self.detail = detail
    self.contentType = contentType
  }

  /// Makes the row of a hit.
  ///
  /// - Parameters:
  ///   - hit: The item, or as much of it as a list needs.
  ///   - snippet: The second line, as the search gave it.
  ///   - typed: What was typed; empty where nobody typed.
  package init(_ hit: WireHit, snippet: String, typed: String = "") {
    let item = hit.item
    let heading = Self.line(item, .displayName) ?? Self.line(item, .title)
    let detail = RowText.line(snippet)
    self.init(
      identifier: ResultIdentifier(of: hit),
      title: heading ?? RowText.line(item.uniqueIdentifier),
      detail: detail.isEmpty ? Self.line(item, .contentDescription) ?? "" : detail,
      contentType: Self.line(item, .contentType))
    fit = Self.fit(of: self.title, to: typed)
  }

  /// Adds what a shell can do with the result, as far as the hit has the attributes for it.
  package mutating func addFields(of hit: WireHit) {
    guard let item = try? hit.item.item() else { return }
    urls = [AttributeID.contentURL, .url].compactMap { id in
      guard case .url(let url)? = item.attributes[id], url.utf8.count <= Self.longestURL else {
        return nil
      }
      return url
    }
    let source = ResultSource(
      app: hit.scope.app, index: hit.scope.index, identifier: item.uniqueIdentifier, kind: .item)
    actions = ResultActions.of(item, in: hit.scope, sources: [source]).map(\.kind)
  }

  /// The most bytes of a URL that a shell is given.
  private static let longestURL = 4096

  /// The text of an attribute as a line: in one language, and several in one line.
  private static func line(_ item: EncodedItem, _ id: AttributeID) -> String? {
    guard let value = try? item.decodedValue(for: .builtIn(id)), let text = text(of: value) else {
      return nil
    }
    let line = RowText.line(text)
    return line.isEmpty ? nil : line
  }

  private static func text(of value: AttributeValue) -> String? {
    switch value {
    case .string(let text), .url(let text): text
    case .localizedString(let texts): texts.min { $0.key < $1.key }?.value
    case .array(let values): values.prefix(8).compactMap(text).joined(separator: ", ")
    default: nil
    }
  }

  private static func fit(of title: String, to typed: String) -> Fit {
    let wanted = RowText.line(typed).lowercased()
    guard !wanted.isEmpty else { return .other }
    let title = title.lowercased()
    return title == wanted ? .exact : title.hasPrefix(wanted) ? .beginsSo : .other
  }
}
