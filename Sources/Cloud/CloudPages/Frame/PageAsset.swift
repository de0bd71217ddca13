/// A file that pages are shown with.
package enum PageAsset: CaseIterable, Sendable {
  /// How pages look.
  case styleSheet
  /// What makes pages more convenient; they work without it.
  case script
  /// The same for the search.
  case searchScript
  /// The picture that browsers show beside the title.
  case icon

  /// The path that it is served at.
  package var path: String {
    switch self {
    case .styleSheet: "/style.css"
    case .script: "/script.js"
    case .searchScript: "/search.js"
    case .icon: "/icon.svg"
    }
  }

  /// The content type.
  package var contentType: String {
    switch self {
    case .styleSheet: "text/css; charset=utf-8"
    case .script, .searchScript: "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  /// What is served.
  package var body: [UInt8] {
    switch self {
    case .styleSheet: PackageResources.style_css
    case .script: PackageResources.script_js
    case .searchScript: PackageResources.search_js
    case .icon: PackageResources.icon_svg
    }
  }

  /// The path with a mark of the contents, so that browsers may keep the file for as long as they like.
  package var address: String { "\(path)?\(Self.marks[self] ?? "")" }

  /// A short sum of each file's contents (FNV-1a).
  private static let marks: [PageAsset: String] = Dictionary(
    uniqueKeysWithValues: allCases.map { asset in
      let sum = asset.body.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01b3
      }
      return (asset, String(sum, radix: 36))
    })
}
