public import Foundation

/// What a person is doing in an app at a moment, in a form that can be found, handed on and resumed.
///
/// Use an activity from one thread at a time, and keep a strong reference to it for as long as it
/// should be current: nothing else does.
open class NSUserActivity: NSObject {
  /// The kind of activity, in reverse-DNS form, as listed under `NSUserActivityTypes` in the app's
  /// `Info.plist`.
  open var activityType: String { declaredType }
  private let declaredType: String

  /// The name of the activity, shown to people and searched. Search needs one.
  open var title: String?

  /// What the app needs in order to resume the activity.
  ///
  /// Arrays, data, dates, dictionaries, nulls, numbers, sets, text and URLs are taken, to any
  /// depth. An entry that holds anything else is left out, and a line on standard error names it.
  open var userInfo: [AnyHashable: Any]? {
    get { acceptedUserInfo }
    set { acceptedUserInfo = newValue.map { accepted(from: $0) } }
  }
  private var acceptedUserInfo: [AnyHashable: Any]?

  /// The keys of ``userInfo`` that must survive until the activity is resumed.
  open var requiredUserInfoKeys: Set<String>?

  /// Whether ``userInfo`` is out of date, so that the delegate is asked before it is handed on.
  open var needsSave = false

  /// The web page that shows the same, for devices without the app.
  ///
  /// Only `http` and `https` addresses are taken. Any other leaves the property as it was, and a
  /// line on standard error says so.
  open var webpageURL: URL? {
    get { acceptedWebpageURL }
    set {
      if let newValue, !Self.isWebAddress(newValue) {
        ActivityLog.report(
          activityType, "webpageURL \(newValue.absoluteString) is no http or https address")
      } else {
        acceptedWebpageURL = newValue
      }
    }
  }
  private var acceptedWebpageURL: URL?

  /// The page that linked to ``webpageURL``.
  open var referrerURL: URL?

  /// When the activity is no longer offered; the system picks a date when there is none.
  open var expirationDate: Date?

  /// Words, in the person's language, that find the activity besides its title.
  open var keywords: Set<String> = []

  /// Whether the resuming side may ask for streams back to this one.
  open var supportsContinuationStreams = false

  /// The object that is told what happens to the activity.
  open weak var delegate: (any NSUserActivityDelegate)?

  /// What a scene of the app can be picked by.
  open var targetContentIdentifier: String?

  /// Whether the activity may be handed to another device.
  open var isEligibleForHandoff = true

  /// Whether the activity may be found by search on this device.
  open var isEligibleForSearch = false

  /// Whether the activity may be found by everybody. Needs ``requiredUserInfoKeys`` or
  /// ``webpageURL``.
  open var isEligibleForPublicIndexing = false

  /// Whether the activity may be suggested as a shortcut.
  open var isEligibleForPrediction = false

  /// The app's name for the activity, by which to delete it later.
  open var persistentIdentifier: NSUserActivityPersistentIdentifier?

  /// What another framework attaches: Core Spotlight keeps the attribute set here.
  package var attachedAttributeSet: NSObject?

  private var isInvalidated = false

  /// Makes an activity of a kind.
  ///
  /// - Parameter activityType: The kind, in reverse-DNS form.
  public init(activityType: String) {
    declaredType = activityType
    super.init()
    if activityType.isEmpty {
      ActivityLog.report(activityType, "activityType is empty")
    }
  }

  /// Makes an activity of the first kind listed under `NSUserActivityTypes` in the app's
  /// `Info.plist`; prefer ``init(activityType:)``.
  public override convenience init() {
    let declared = Bundle.main.object(forInfoDictionaryKey: "NSUserActivityTypes") as? [String]
    self.init(activityType: declared?.first ?? "")
  }

  deinit {
    CurrentActivity.shared.forget(ObjectIdentifier(self))
  }

  /// Adds entries to ``userInfo``; a new value replaces an old one.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    let added = accepted(from: otherDictionary)
    acceptedUserInfo = (acceptedUserInfo ?? [:]).merging(added) { _, new in new }
  }

  /// Makes this what the person is doing now; the activity that was current steps back.
  ///
  /// Does nothing after ``invalidate()``.
  open func becomeCurrent() {
    guard !isInvalidated else { return }
    CurrentActivity.shared.set(ObjectIdentifier(self))
  }

  /// Steps back; the activity may become current again.
  open func resignCurrent() {
    CurrentActivity.shared.forget(ObjectIdentifier(self))
  }

  /// Ends the activity for good.
  open func invalidate() {
    isInvalidated = true
    CurrentActivity.shared.forget(ObjectIdentifier(self))
  }

  /// Whether this is what the person is doing now.
  package var isCurrent: Bool {
    CurrentActivity.shared.isCurrent(ObjectIdentifier(self))
  }

  /// Asks for streams back to the device that the activity came from.
  ///
  /// The handler gets an error with `CocoaError.Code.userActivityConnectionUnavailable` when the
  /// activity did not come from another device.
  open func getContinuationStreams(
    completionHandler: @escaping @Sendable (InputStream?, OutputStream?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      completionHandler(nil, nil, CocoaError(.userActivityConnectionUnavailable))
    }
  }

  /// Asks for streams back to the device that the activity came from.
  ///
  /// - Throws: `CocoaError.Code.userActivityConnectionUnavailable` when the activity did not come
  ///   from another device.
  nonisolated(nonsending) open func continuationStreams() async throws -> (
    InputStream, OutputStream
  ) {
    throw CocoaError(.userActivityConnectionUnavailable)
  }

  /// Deletes what search and shortcuts keep of some of the app's activities.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
    completionHandler handler: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.global().async(execute: handler)
  }

  /// Deletes what search and shortcuts keep of some of the app's activities.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier]
  ) async {
    await withCheckedContinuation { continuation in
      deleteSavedUserActivities(withPersistentIdentifiers: persistentIdentifiers) {
        continuation.resume()
      }
    }
  }

  /// Deletes what search and shortcuts keep of all of the app's activities.
  open class func deleteAllSavedUserActivities(
    completionHandler handler: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.global().async(execute: handler)
  }

  /// Deletes what search and shortcuts keep of all of the app's activities.
  open class func deleteAllSavedUserActivities() async {
    await withCheckedContinuation { continuation in
      deleteAllSavedUserActivities { continuation.resume() }
    }
  }

  private func accepted(from entries: [AnyHashable: Any]) -> [AnyHashable: Any] {
    let check = UserInfoCheck(entries)
    for problem in check.problems { ActivityLog.report(activityType, problem.description) }
    return check.accepted
  }

  private static func isWebAddress(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased() else { return false }
    return scheme == "http" || scheme == "https"
  }
}

/// The app's name for an activity, by which to delete it later.
public typealias NSUserActivityPersistentIdentifier = String

/// The type of the activity with which an app continues a web page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
