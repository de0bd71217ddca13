internal import Foundation
internal import FresnelModel
internal import SpotlightWire

/// What the properties of an activity hold.
struct ActivityContent: Sendable {
  var title: String?
  /// What of the app's dictionary an activity can carry.
  var userInfo: ActivityDictionary?
  var requiredUserInfoKeys: Set<String>?
  var webpageURL: URL?
  var referrerURL: URL?
  var expirationDate: Date?
  var keywords: Set<String> = []
  var targetContentIdentifier: String?
  var persistentIdentifier: String?
  var flags: ActivityFlags = .handoff
  /// The attributes by which the activity is found, kept by another framework.
  var attributes: (any AttachedAttributes)?

  /// Empty properties with the defaults of the documentation.
  init() {}

  /// The properties of an activity that comes from the service.
  init(_ activity: WireActivity) {
    title = activity.title
    userInfo = activity.userInfo.entries.isEmpty ? nil : activity.userInfo
    requiredUserInfoKeys = activity.requiredKeys.map { Set($0) }
    webpageURL = activity.webpage.flatMap { URL(string: $0) }
    referrerURL = activity.referrer.flatMap { URL(string: $0) }
    expirationDate = activity.expiration.map {
      Date(timeIntervalSinceReferenceDate: $0.secondsSinceReferenceDate)
    }
    keywords = Set(activity.keywords)
    targetContentIdentifier = activity.targetContentIdentifier
    persistentIdentifier = activity.persistentIdentifier
    flags = activity.flags
  }

  /// The activity as it travels.
  func activity(ofType type: String) -> WireActivity {
    WireActivity(
      type: type, title: title, keywords: Array(keywords),
      userInfo: userInfo ?? ActivityDictionary(),
      requiredKeys: requiredUserInfoKeys.map { Array($0) },
      webpage: webpageURL?.absoluteString, referrer: referrerURL?.absoluteString,
      targetContentIdentifier: targetContentIdentifier, persistentIdentifier: persistentIdentifier,
      expiration: expirationDate.map {
        Timestamp(secondsSinceReferenceDate: $0.timeIntervalSinceReferenceDate)
      },
      flags: flags)
  }
}
