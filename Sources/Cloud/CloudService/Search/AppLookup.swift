/// Finds the app that a page belongs to.
package struct AppLookup: Sendable {
  /// An app as results offer it.
  package struct App: Hashable, Sendable {
    /// What names it among apps, such as `org.example.Recipes`.
    package var bundleID: String
    /// Its name.
    package var name: String
    /// Its identifier in AppStream; `nil` where it can't be got there.
    package var appStreamID: String?

    /// Names an app.
    package init(bundleID: String, name: String, appStreamID: String? = nil) {
      self.bundleID = bundleID
      self.name = name
      self.appStreamID = appStreamID
    }
  }

  /// What a page says of its app.
  package struct Page: Hashable, Sendable {
    /// The address of the page.
    package var url: String
    /// What the page names the app by in a store; `nil` where it doesn't.
    package var storeID: String?
    /// The address that opens the page in an app; `nil` where there is none.
    package var deepLink: String?

    /// Tells of a page.
    package init(url: String, storeID: String? = nil, deepLink: String? = nil) {
      self.url = url
      self.storeID = storeID
      self.deepLink = deepLink
    }
  }

  /// The app of a page; `nil` where none is known. Is called on many threads at once.
  package var find: @Sendable (Page) -> App?

  /// Makes a lookup.
  package init(find: @escaping @Sendable (Page) -> App?) { self.find = find }

  /// Knows no app.
  package static let none = AppLookup { _ in nil }
}
