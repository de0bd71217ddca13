internal import FresnelDatabase
package import WebAddresses
package import WebMarkup

extension AppDirectory {
  /// The app that a page belongs to: the one that its tags name, else the one that says that the site is its own.
  ///
  /// - Parameters:
  ///   - storeIdentifier: What the page's tags name an app by, as ``WebMarkup/DeepLinks/storeID`` has it.
  ///   - deepLink: The address that the page opens in an app by; of a scheme of its own it names the app too.
  ///   - url: The page's address.
  /// - Returns: The app; `nil` where none is known.
  /// - Throws: ``AppDirectoryError``.
  package func app(
    named storeIdentifier: String?, deepLink: String? = nil, ofPage url: WebURL
  ) throws(AppDirectoryError) -> ListedApp? {
    if let storeIdentifier, let app = try app(named: storeIdentifier) { return app }
    if let scheme = deepLink.flatMap({ WebURL($0) })?.scheme, ListedApp.isScheme(scheme) {
      let apps = try apps(
        try rows(
          """
          SELECT DISTINCT app FROM schemes WHERE scheme = ?
          """, [.string(scheme)]))
      // A scheme that several apps declare names none of them.
      if apps.count == 1 { return apps[0] }
    }
    guard url.isHTTP, let host = url.host else { return nil }
    return try apps(ofSite: host).first
  }

  /// The app that a page's tags or its site lead to.
  package func app(of links: DeepLinks, ofPage url: WebURL) throws(AppDirectoryError) -> ListedApp?
  {
    try app(named: links.storeID, deepLink: links.chosen?.url, ofPage: url)
  }
}
