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

  /// The app of a host, or of what a page names it by in a store; `nil` where none is known. Is called on many threads
  /// at once.
  package var find: @Sendable (_ host: String, _ storeID: String?) -> App?

  /// Makes a lookup.
  package init(find: @escaping @Sendable (_ host: String, _ storeID: String?) -> App?) {
    self.find = find
  }

  /// Knows no app.
  package static let none = AppLookup { _, _ in nil }
}
