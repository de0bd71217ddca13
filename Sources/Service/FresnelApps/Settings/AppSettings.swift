/// What a person decided about an app.
package struct AppSettings: Equatable, Sendable {
  /// Whether the system's search shows the app's items; the app itself finds them anyway.
  package var isSearchable = true
  /// Whether the app's activities and items are suggested.
  package var isSuggested = true
  /// Whether what the person does in the app is kept.
  package var keepsHistory = true
  /// Whether what the person does in the app is offered to other devices.
  package var handsOver = true
  /// The most items the app may store; `nil` for the usual limit.
  package var itemLimit: Int?
  /// The most bytes the app's items may take; `nil` for the usual limit.
  package var byteLimit: Int?
  /// The apps whose items' data this app may fetch.
  package var mayFetchFrom: Set<String> = []

  /// The limits of an app about which nothing is decided.
  package static let usualItemLimit = 1_000_000
  /// The limits of an app about which nothing is decided, in bytes: 2 GiB.
  package static let usualByteLimit = 2 << 30

  /// After how many days what an app stored is removed that is not installed any more, unless that is decided.
  package static let usualGraceDays = 7
  /// The most days that can be decided: a hundred years.
  package static let mostGraceDays = 36_500

  /// What holds for an app about which nothing is decided.
  package init() {}
}

extension [String: AppSettings] {
  /// What is decided about an app. One of the command line's own, such as `org.fresnel.films`, is called `films` where
  /// no daemon runs; what was decided about one of the two names holds for the other where nothing was decided there.
  ///
  /// - Parameter app: Its identifier.
  /// - Returns: Its settings; `nil` where nothing is decided.
  package func decided(on app: String) -> AppSettings? {
    self[app] ?? AppSettings.otherName(of: app).flatMap { self[$0] }
  }

  /// The apps that the person switched off for the system's search.
  package var hiddenFromSearch: Set<String> { apps { !$0.isSearchable } }

  /// The apps of which the person wants nothing suggested to others.
  package var hiddenFromSuggestions: Set<String> { apps { !$0.isSuggested } }

  private func apps(where isHidden: (AppSettings) -> Bool) -> Set<String> {
    var hidden: Set<String> = []
    for (app, settings) in self where isHidden(settings) {
      hidden.insert(app)
      if let other = AppSettings.otherName(of: app), self[other] == nil { hidden.insert(other) }
    }
    return hidden
  }
}

extension AppSettings {
  /// What the identifiers of the command line's own apps begin with.
  private static let ownPrefix = "org.fresnel."

  /// The other name of an app of the command line's own; `nil` for other apps.
  static func otherName(of app: String) -> String? {
    guard app.hasPrefix(ownPrefix) else {
      return app.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
        ? nil : ownPrefix + app
    }
    return String(app.dropFirst(ownPrefix.count))
  }
}
