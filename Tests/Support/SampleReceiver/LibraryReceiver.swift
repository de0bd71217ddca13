import CoreSpotlight
import FresnelPlatform
import UserActivity

/// The same app as its developer would write it: what comes is shown by an activity that becomes current.
final class LibraryReceiver: UserActivityReceiverDelegate {
  private let notes: SampleReceiver
  private var shown: NSUserActivity?

  /// An app that writes down what is opened in it.
  init(_ notes: SampleReceiver) {
    self.notes = notes
  }

  func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
  ) -> Bool {
    let item = userActivity.userInfo?[CSSearchableItemActivityIdentifier] as? String
    let token = application.activationToken
    try? notes.note("activity \(userActivity.activityType) \(item ?? "-") \(token ?? "-")")
    let shown = NSUserActivity(activityType: "org.example.view")
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.weakRelatedUniqueIdentifier = item
    shown.contentAttributeSet = attributes
    shown.becomeCurrent()
    self.shown = shown
    return true
  }

  func application(
    _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any]
  ) -> Bool {
    try? notes.note("urls \(url.absoluteString)")
    return true
  }
}
