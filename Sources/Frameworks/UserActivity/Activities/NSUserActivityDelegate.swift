public import Foundation

/// Told what happens to an activity. Every method may be left out.
public protocol NSUserActivityDelegate: NSObjectProtocol {
  /// Asks for an up-to-date `userInfo`, as `needsSave` was set.
  func userActivityWillSave(_ userActivity: NSUserActivity)

  /// Tells that another device took the activity over.
  func userActivityWasContinued(_ userActivity: NSUserActivity)

  /// Hands over the streams that the resuming side asked for. Open them at once.
  func userActivity(
    _ userActivity: NSUserActivity, didReceive inputStream: InputStream, outputStream: OutputStream)
}

// Swift without Objective-C has no optional requirements, so defaults stand in for them.
extension NSUserActivityDelegate {
  /// Does nothing.
  public func userActivityWillSave(_ userActivity: NSUserActivity) {}

  /// Does nothing.
  public func userActivityWasContinued(_ userActivity: NSUserActivity) {}

  /// Does nothing.
  public func userActivity(
    _ userActivity: NSUserActivity, didReceive inputStream: InputStream, outputStream: OutputStream
  ) {}
}
