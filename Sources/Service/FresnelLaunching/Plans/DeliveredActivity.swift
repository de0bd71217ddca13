package import SpotlightWire

/// The activities that apps are handed, by what was chosen.
///
/// Types and keys are those of CoreSpotlight's constants, which this layer does not see.
package enum DeliveredActivity {
  /// `CSSearchableItemActionType`
  package static let itemType = "com.apple.corespotlightitem"
  /// `CSQueryContinuationActionType`
  package static let searchType = "com.apple.corespotlightquerycontinuation"
  /// `NSUserActivityTypeBrowsingWeb`
  package static let pageType = "NSUserActivityTypeBrowsingWeb"
  /// `CSSearchableItemActivityIdentifier`
  static let identifierKey = "kCSSearchableItemActivityIdentifier"
  /// `CSSearchQueryString`
  static let queryKey = "kCSSearchQueryString"
  /// `CSActionIdentifier`
  static let actionKey = "kCSActionIdentifier"

  /// For an item, found by what was typed, perhaps with one of its app's actions.
  package static func item(
    _ identifier: String, query: String = "", action: String? = nil
  ) -> WireActivity {
    var pairs: [(ActivityValue, ActivityValue)] = [(.text(identifierKey), .text(identifier))]
    if !query.isEmpty { pairs.append((.text(queryKey), .text(query))) }
    if let action { pairs.append((.text(actionKey), .text(action))) }
    return WireActivity(type: itemType, userInfo: ActivityDictionary(pairs))
  }

  /// For an activity of the app: what the app says that it needs of it.
  package static func donated(_ activity: WireActivity) -> WireActivity {
    var delivered = activity
    if let keys = activity.requiredKeys, !keys.isEmpty {
      delivered.userInfo = activity.userInfo.keeping(keys)
    } else if activity.webpage != nil {
      // The page says it all, and nothing that the app did not ask for is handed on.
      delivered.userInfo = ActivityDictionary()
    }
    return delivered
  }

  /// For a search that goes on in the app.
  package static func search(_ query: String) -> WireActivity {
    WireActivity(
      type: searchType, userInfo: ActivityDictionary([(.text(queryKey), .text(query))]))
  }

  /// For a web page of a site that vouches for the app.
  package static func page(_ url: String) -> WireActivity {
    WireActivity(type: pageType, webpage: url)
  }
}
