internal import StructuredData

/// The order of precedence of deep links.
struct DeepLinkChoice {
  /// The kinds of device whose addresses count, the preferred one first.
  let platforms: [AppLinks.Platform]

  /// Every address that fits the device, once and the preferred one first: a verified universal link, the banner's
  /// argument, App Links by kind of device, Twitter tags, alternate links.
  func candidates(
    universalURL: String?, _ banner: SmartAppBanner?, _ appLinks: AppLinks,
    _ twitter: TwitterCard, _ alternates: [AlternateAppLink]
  ) -> [DeepLink] {
    var links: [DeepLink] = []
    var seen: Set<String> = []
    func add(_ source: DeepLink.Source, _ url: String?, _ storeID: String?, _ name: String?) {
      guard let url, AppURL.isValid(url), seen.insert(url).inserted else { return }
      links.append(DeepLink(source: source, url: url, storeID: storeID, appName: name))
    }
    add(.universalLink, universalURL, banner?.appID, nil)
    add(.banner, banner?.appArgument, banner?.appID, nil)
    for platform in platforms {
      for entry in appLinks.entries[platform] ?? [] {
        // Without a package nothing on Android opens the address.
        guard platform != .android || entry.package != nil else { continue }
        add(.appLinks, entry.url, entry.storeID, entry.appName)
      }
    }
    for app in apps(of: twitter) {
      add(.twitter, app.url?.text, app.id?.text, app.name?.text)
    }
    for alternate in alternates where fits(alternate.kind) {
      add(.alternate, alternate.url, alternate.storeID, nil)
    }
    return links
  }

  private var fitsApple: Bool { platforms.contains { AppLinks.Platform.ofApple.contains($0) } }

  private func apps(of twitter: TwitterCard) -> [TwitterCard.App] {
    (fitsApple ? [twitter.iPhone, twitter.iPad] : [])
      + (platforms.contains(.android) ? [twitter.googlePlay] : [])
  }

  private func fits(_ kind: AlternateAppLink.Kind) -> Bool {
    switch kind {
    case .android: platforms.contains(.android)
    case .iOS: fitsApple
    case .scheme: true
    }
  }
}
