public import Foundation

/// Opens in an app what a person chose elsewhere: the shape of the methods that app delegates have on Apple's
/// platforms. Every method may be left out.
///
/// Methods are called on ``UserActivityReceiver/queue``.
public protocol UserActivityReceiverDelegate: AnyObject {
  /// Something of a type will be delivered soon, so that the app can show that it is coming.
  ///
  /// - Returns: Whether the app shows so itself. It gets the activity in any case.
  func application(
    _ application: UserActivityReceiver, willContinueUserActivityWithType userActivityType: String
  ) -> Bool

  /// To go on with an activity: an item that was chosen, an activity of the app, a web page or a search.
  ///
  /// - Parameters:
  ///   - application: Who calls.
  ///   - userActivity: The activity. Keep it, or make one of your own, and make that current when the content
  ///     is on the screen.
  ///   - restorationHandler: Call it with the objects that show the content: each is asked to restore its
  ///     state. It may be called later or never.
  /// - Returns: Whether the app opens it.
  func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
  ) -> Bool

  /// What was announced does not come.
  ///
  /// - Parameters:
  ///   - application: Who calls.
  ///   - userActivityType: Its type.
  ///   - error: A `CocoaError` with one of the codes of user activities.
  func application(
    _ application: UserActivityReceiver,
    didFailToContinueUserActivityWithType userActivityType: String, error: any Error)

  /// An activity that was delivered was changed where it comes from.
  func application(_ application: UserActivityReceiver, didUpdate userActivity: NSUserActivity)

  /// To open a URL: of a scheme of the app's own, of a web site that belongs to it, or for directions.
  ///
  /// - Returns: Whether the app opens it.
  func application(
    _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any]
  ) -> Bool
}

// Swift without Objective-C has no optional requirements, so defaults stand in for them.
extension UserActivityReceiverDelegate {
  /// Shows nothing.
  public func application(
    _ application: UserActivityReceiver, willContinueUserActivityWithType userActivityType: String
  ) -> Bool { false }

  /// Does not open it.
  public func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
  ) -> Bool { false }

  /// Does nothing.
  public func application(
    _ application: UserActivityReceiver,
    didFailToContinueUserActivityWithType userActivityType: String, error: any Error
  ) {}

  /// Does nothing.
  public func application(
    _ application: UserActivityReceiver, didUpdate userActivity: NSUserActivity
  ) {}

  /// Does not open it.
  public func application(
    _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any]
  ) -> Bool { false }
}
