public import WebDocuments

extension DiagnosticRule {
  /// No deep link is on the page.
  public static let deepLinkMissing = DiagnosticRule(
    code: "deep-link-missing", severity: .warning,
    remedy:
      "Name the place in your app: app-argument in a Smart App Banner, or al:linux:url and al:ios:url of App Links.",
    reference: appArgument)
  /// A banner names no app.
  public static let bannerAppIDMissing = DiagnosticRule(
    code: "banner-app-id-missing", severity: .error,
    remedy: "Begin the content of the tag with app-id= and the number of your app in its store.",
    reference: appArgument)
  /// A banner's app is not named by a number.
  public static let bannerAppIDNotNumeric = DiagnosticRule(
    code: "banner-app-id-not-numeric", severity: .error,
    remedy: "Write only the digits of the number that the store gave your app.",
    reference: appArgument)
  /// What a banner hands to the app is no address.
  public static let bannerArgumentNotURL = DiagnosticRule(
    code: "banner-argument-not-url", severity: .error,
    remedy: "Write a whole address in app-argument, with its scheme, as in example://items/42.",
    reference: appArgument)
  /// A banner hands nothing to the app.
  public static let bannerArgumentMissing = DiagnosticRule(
    code: "banner-argument-missing", severity: .suggestion,
    remedy: "Add app-argument= with the address that your app opens this content by.",
    reference: appArgument)
  /// A banner says something that is not known.
  public static let bannerUnknownKey = DiagnosticRule(
    code: "banner-unknown-key", severity: .notice,
    remedy:
      "Use app-id, app-argument, affiliate-data, app-clip-bundle-id and app-clip-display only.",
    reference: appArgument)
  /// More than one banner is on the page.
  public static let bannerRepeated = DiagnosticRule(
    code: "banner-repeated", severity: .warning, remedy: "Keep one apple-itunes-app tag.",
    reference: appArgument)
  /// Tags for apps stand in `body`.
  public static let metaInBody = DiagnosticRule(
    code: "meta-in-body", severity: .warning,
    remedy: "Move the tag into head; an element before it that belongs into body ends head.",
    reference: "https://html.spec.whatwg.org/multipage/semantics.html#the-meta-element")
  /// An App Links entry for iOS has no address.
  public static let appLinksIOSURLMissing = DiagnosticRule(
    code: "applinks-ios-url-missing", severity: .error,
    remedy: "Add al:ios:url with the address that the app opens this content by.",
    reference: appLinks)
  /// An App Links entry for Android names no package.
  public static let appLinksAndroidPackageMissing = DiagnosticRule(
    code: "applinks-android-package-missing", severity: .error,
    remedy: "Add al:android:package with the name of the app's package.", reference: appLinks)
  /// A Twitter tag names no app.
  public static let twitterAppIDMissing = DiagnosticRule(
    code: "twitter-app-id-missing", severity: .error,
    remedy: "Add twitter:app:id: for each device that the page names the app on.",
    reference: twitterAppCard)
  /// An app for iPhone or iPad is not named by a number in a Twitter tag.
  public static let twitterAppIDNotNumeric = DiagnosticRule(
    code: "twitter-app-id-not-numeric", severity: .error,
    remedy: "Write only the digits of the number that the store gave your app.",
    reference: twitterAppCard)
  /// The page names several apps of one store.
  public static let storeIDsDiffer = DiagnosticRule(
    code: "store-ids-differ", severity: .warning,
    remedy: "Name the same app in the banner, App Links, Twitter tags and alternate links.")
  /// A script seems to open an app.
  public static let scriptDeepLink = DiagnosticRule(
    code: "script-deep-link", severity: .warning,
    remedy: "Name the address in a tag as well: links that a script makes are not read.")
  /// Which deep link was chosen.
  public static let deepLinkChosen = DiagnosticRule(
    code: "deep-link-chosen", severity: .notice,
    remedy: "Remove or mend the tags of the source that comes before the one you want.")

  /// What is found about deep links.
  public static let deepLinks: [DiagnosticRule] = [
    deepLinkMissing, bannerAppIDMissing, bannerAppIDNotNumeric, bannerArgumentNotURL,
    bannerArgumentMissing, bannerUnknownKey, bannerRepeated, metaInBody, appLinksIOSURLMissing,
    appLinksAndroidPackageMissing, twitterAppIDMissing, twitterAppIDNotNumeric, storeIDsDiffer,
    scriptDeepLink, deepLinkChosen,
  ]

  private static let appArgument =
    "https://developer.apple.com/documentation/webkit/promoting-apps-with-smart-app-banners"
  private static let appLinks = "https://developers.facebook.com/docs/applinks/metadata-reference"
  private static let twitterAppCard =
    "https://developer.x.com/en/docs/x-for-websites/cards/overview/app-card"
}
