/// Everything on a page that leads into an app, and what was chosen of it.
public struct DeepLinks: Hashable, Sendable {
  /// The Smart App Banner; `nil` where there is none that is valid.
  public let banner: SmartAppBanner?
  /// The App Links.
  public let appLinks: AppLinks
  /// Links to the same content in an app.
  public let alternates: [AlternateAppLink]
  /// What the association of site and app says of the page.
  public let universalLink: UniversalLink
  /// Addresses that a script seems to go to; they are only noticed.
  public let scriptLinks: [String]
  /// Every address that fits the device, the preferred one first.
  public let candidates: [DeepLink]

  /// What names the app of Twitter tags.
  let twitterID: String?

  /// The deep link of the page; `nil` where there is none, so that it opens in the browser.
  public var chosen: DeepLink? { candidates.first }

  /// What names the app where it can be got, taken from the first source that says it.
  public var storeID: String? {
    if let id = chosen?.storeID ?? banner?.appID { return id }
    for platform in AppLinks.Platform.ofApple {
      if let id = appLinks.entries[platform]?.first?.storeID { return id }
    }
    if let id = twitterID { return id }
    return alternates.lazy.compactMap(\.storeID).first
  }
}

extension AppLinks.Platform {
  /// The kinds of device whose apps come from Apple's store.
  static let ofApple: [AppLinks.Platform] = [.iOS, .iPhone, .iPad]
}
