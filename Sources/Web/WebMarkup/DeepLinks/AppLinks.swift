/// What App Links tags (`al:…`) say: for each kind of device, the apps that open this content.
public struct AppLinks: Hashable, Sendable {
  /// A kind of device.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Desktops and devices with Linux; not part of App Links as published.
    case linux
    /// iPhone and iPad.
    case iOS = "ios"
    /// iPhone.
    case iPhone = "iphone"
    /// iPad.
    case iPad = "ipad"
    /// Android.
    case android
    /// Windows Phone.
    case windowsPhone = "windows_phone"
    /// Windows before 10.
    case windows
    /// Windows from 10 on.
    case windowsUniversal = "windows_universal"
    /// Browsers, where no app fits.
    case web
  }

  /// One app of a kind of device.
  public struct Entry: Hashable, Sendable {
    /// Every field by its name in the tag, such as `url` or `app_store_id`.
    public internal(set) var fields: [String: String] = [:]

    /// The address that the app opens this content by.
    public var url: String? { fields["url"] }
    /// The number of the app in Apple's store.
    public var appStoreID: String? { fields["app_store_id"] }
    /// The identifier of the app: on Windows in its store, on Linux its application identifier.
    public var appID: String? { fields["app_id"] }
    /// The name of the app.
    public var appName: String? { fields["app_name"] }
    /// The Android package of the app.
    public var package: String? { fields["package"] }

    /// What names the app where it can be got; `nil` where the tags don't say.
    public var storeID: String? { appStoreID ?? package ?? appID }
  }

  /// The apps by kind of device; the first of a kind is preferred.
  public internal(set) var entries: [Platform: [Entry]] = [:]

  /// Whether a browser may show the page where no app opens it.
  public var fallsBackToWeb: Bool {
    entries[.web]?.first?.fields["should_fallback"]?.lowercased() != "false"
  }

  /// The address that stands for the content in a browser; `nil` where it is that of the page.
  public var webURL: String? { entries[.web]?.first?.url }
}
