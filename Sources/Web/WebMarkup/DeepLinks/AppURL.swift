internal import WebAddresses

/// Addresses that a page asks an app to open.
enum AppURL {
  /// Whether a text is a whole address that an app may be opened with: of the web, or of a scheme of its own.
  ///
  /// Addresses that run a script, or that stand for contents of this machine or of the page itself, are none.
  static func isValid(_ text: String) -> Bool {
    guard let url = WebURL(text) else { return false }
    return !refusedSchemes.contains(url.scheme)
  }

  /// Whether an address has a scheme that no browser opens, so that some app must have declared it.
  static func isOfApp(_ text: String) -> Bool {
    guard let url = WebURL(text) else { return false }
    return isOfApp(scheme: url.scheme)
  }

  /// Whether a scheme is one that some app must have declared.
  static func isOfApp(scheme: String) -> Bool {
    !refusedSchemes.contains(scheme) && !webSchemes.contains(scheme)
  }

  private static let refusedSchemes: Set<String> = [
    "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
  ]
  /// What every browser or desktop opens without an app of the site.
  private static let webSchemes: Set<String> = [
    "http", "https", "ws", "wss", "ftp", "mailto", "tel", "sms", "geo", "maps", "itms", "itms-apps",
    "market", "intent", "android-app", "ios-app", "feed", "webcal", "magnet", "urn",
  ]
}
