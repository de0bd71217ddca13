internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments

extension ListedApp {
  /// The keys by which maintainers say in `custom` what AppStream has no element for.
  package enum CustomKey: String, CaseIterable {
    /// The identifier of the app's manifest.
    case bundleIdentifier = "Fresnel::bundle-id"
    /// The ten characters that sites write before it.
    case teamIdentifier = "Fresnel::team-id"
    /// The sites that belong to the app, as its manifest names them, with spaces between them.
    case domains = "Fresnel::associated-domains"

    /// The key of an app's name in a store: `Fresnel::app-store`.
    package static func name(of store: AppStore) -> String { "Fresnel::\(store.rawValue)" }
  }

  /// The width of icons that is preferred, in pixels.
  private static let iconWidth = 128

  /// The app that a component tells of; `nil` for one that has no identifier or no name, which is told.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - place: Where it begins.
  ///   - mediaBase: What addresses of pictures are relative to.
  ///   - findings: Is told what is left out.
  init?(
    _ component: AppStreamComponent, at place: SourceLocation, mediaBase: String?,
    _ findings: inout FindingList
  ) {
    func report(_ rule: DiagnosticRule, _ message: String) {
      findings.add(rule, message, at: place, subject: component.id.map(Diagnostic.excerpt))
    }
    guard let text = component.id else {
      report(.appStreamIDMissing, "A component has no id.")
      return nil
    }
    guard let id = AppStreamIdentifier(text) else {
      report(.appStreamIDInvalid, "“\(Diagnostic.excerpt(text))” names no app.")
      return nil
    }
    guard let name = component.name ?? component.translatedName else {
      report(.appStreamNameMissing, "\(id) has no name.")
      return nil
    }
    self.init(name: String(name.prefix(Self.maximumNameLength)))
    appStreamID = id
    for other in component.otherIDs.compactMap(AppStreamIdentifier.init)
    where other != id && !formerIDs.contains(other) && formerIDs.count < Self.maximumFormerCount {
      formerIDs.append(other)
    }
    func url(_ types: [String]) -> WebURL? {
      for type in types {
        guard let text = component.urls[type] else { continue }
        if let url = WebURL(text), Self.isUsable(url) { return url }
        report(
          .appStreamURLInvalid,
          "The address “\(Diagnostic.excerpt(text))” of \(id) is none of the web.")
      }
      return nil
    }
    marketingURL = url(["homepage"])
    supportURL = url(["help", "contact", "faq", "bugtracker"])
    icon = Self.icon(of: component, mediaBase)
    for type in component.mediaTypes {
      let scheme = type.dropFirst(AppStreamReader.schemePrefix.count).lowercased()
      if Self.isScheme(scheme), !schemes.contains(scheme) { schemes.append(scheme) }
    }
    takeCustom(component.custom, report)
  }

  private mutating func takeCustom(
    _ custom: [String: String], _ report: (DiagnosticRule, String) -> Void
  ) {
    func value(_ key: String, _ isRight: (String) -> Bool) -> String? {
      guard let text = custom[key] else { return nil }
      if isRight(text) { return text }
      report(
        .appStreamCustomInvalid, "\(key) can't be “\(Diagnostic.excerpt(text))”.")
      return nil
    }
    bundleIdentifier = value(CustomKey.bundleIdentifier.rawValue, Self.isBundleIdentifier)
    teamIdentifier = value(CustomKey.teamIdentifier.rawValue, Self.isTeamIdentifier)
    for store in AppStore.allCases {
      if let id = value(CustomKey.name(of: store), store.names) { storeIDs[store] = id }
    }
    for text in (custom[CustomKey.domains.rawValue] ?? "").split(separator: " ") {
      guard domains.count < AssociatedDomains.entryLimit,
        let domain = AssociatedDomain(String(text)), !Self.isTooWide(domain)
      else {
        report(
          .appStreamCustomInvalid,
          "\(CustomKey.domains.rawValue) can't have “\(Diagnostic.excerpt(String(text)))”.")
        continue
      }
      domains.append(domain)
    }
  }

  /// The icon at an address: the smallest that is large enough, else the largest.
  private static func icon(of component: AppStreamComponent, _ base: String?) -> WebURL? {
    let icons = component.icons.compactMap { icon -> (url: WebURL, width: Int)? in
      let isRelative = WebURL(icon.address) == nil
      let address = isRelative ? (base.map { "\($0)/\(icon.address)" } ?? "") : icon.address
      guard let url = WebURL(address), isUsable(url) else { return nil }
      return (url, icon.width)
    }
    let large = icons.filter { $0.width >= iconWidth }.min { $0.width < $1.width }
    return (large ?? icons.max { $0.width < $1.width })?.url
  }

  private static func isUsable(_ url: WebURL) -> Bool {
    url.isHTTP && url.href.utf8.count <= maximumAddressLength
  }
}
