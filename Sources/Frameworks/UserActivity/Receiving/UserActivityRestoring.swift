/// Shows the content of an activity again, such as a window or a view.
public protocol UserActivityRestoring: AnyObject {
  /// To show what the activity stands for. Called on ``UserActivityReceiver/queue``.
  func restoreUserActivityState(_ userActivity: NSUserActivity)
}
