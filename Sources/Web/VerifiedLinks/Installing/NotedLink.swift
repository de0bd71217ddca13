package import FresnelApps
internal import FresnelLaunching
internal import FresnelModel
package import WebAddresses

/// A link that is to open in an app as soon as the app is installed.
package struct NotedLink: Hashable, Sendable {
  /// How long a link is waited with, in seconds.
  package static let patience: Int64 = 3_600

  /// The app, as software centres name it.
  package let app: AppStreamIdentifier
  /// The link: of the web, or of a scheme of the app's own.
  package let url: String
  /// When it was noted, in seconds since 1970.
  package let noted: Int64

  /// Notes a link.
  ///
  /// - Returns: `nil` for a link that no app has to itself.
  package init?(app: AppStreamIdentifier, url: String, noted: Int64) {
    guard url.utf8.count <= FresnelAddress.maximumByteCount,
      let scheme = LinkURL.scheme(of: url), !Self.refusedSchemes.contains(scheme),
      WebURL(url) != nil
    else { return nil }
    self.app = app
    self.url = url
    self.noted = noted
  }

  /// Schemes of addresses that stand for contents, for what any app may be asked, or that would lead here again.
  private static let refusedSchemes: Set<String> = [
    "about", "appstream", "blob", "data", "file", "fresnel-open", "geo", "javascript", "mailto",
    "sms", "tel", "vbscript", "view-source",
  ]

  /// The link as a page of the web; `nil` for one of an app's own scheme.
  package var page: WebURL? { WebURL(url).flatMap { $0.isHTTP ? $0 : nil } }

  /// Whether it is not waited any more.
  package func isOver(now: Int64) -> Bool {
    let (age, overflows) = now.subtractingReportingOverflow(noted)
    return overflows || !(0..<Self.patience).contains(age)
  }

  /// Whether an app is the one that is waited for: by the name that its manifest gives for software centres, by its
  /// identifier, or by its desktop file.
  package func isMeant(_ manifest: AppManifest) -> Bool {
    if let named = manifest.appStreamIdentifier {
      return AppStreamIdentifier(named) == app
    }
    return [manifest.identifier, manifest.desktopFile].contains(app.name)
  }

  /// Whether an app that is the one opens the link.
  ///
  /// - Parameters:
  ///   - manifest: The app's manifest.
  ///   - decision: Who opens a page of the web, by what sites and apps say of each other.
  /// - Returns: Whether it does.
  package func opens(in manifest: AppManifest, _ decision: (WebURL) -> LinkDecision) -> Bool {
    guard isMeant(manifest) else { return false }
    if let page { return decision(page).app == manifest.identifier }
    let scheme = LinkURL.scheme(of: url)
    return manifest.urlTypes.contains { $0.schemes.contains { $0 == scheme } }
  }

  // MARK: - As a file

  /// The link as it is kept.
  var json: JSONValue {
    .object([
      JSONMember("version", .integer(1)), JSONMember("app", .string(app.description)),
      JSONMember("url", .string(url)), JSONMember("noted", .integer(noted)),
    ])
  }

  /// Reads what was kept; `nil` for anything else.
  init?(_ json: JSONValue) {
    guard json["version"] == .integer(1), case .string(let text)? = json["app"],
      let app = AppStreamIdentifier(text), case .string(let url)? = json["url"],
      case .integer(let noted)? = json["noted"]
    else { return nil }
    self.init(app: app, url: url, noted: noted)
  }
}
