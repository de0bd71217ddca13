import CoreSpotlight
import Foundation

/// Opens in the book what the person chose elsewhere: in a search, in their history, on another device, or a link.
@MainActor
final class Receiver: @MainActor UserActivityReceiverDelegate {
  private unowned let app: App

  init(_ app: App) {
    self.app = app
  }

  func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
  ) -> Bool {
    app.open(userActivity)
  }

  func application(
    _ application: UserActivityReceiver,
    didFailToContinueUserActivityWithType userActivityType: String, error: any Error
  ) {
    app.tell(error.localizedDescription)
  }

  func application(
    _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any]
  ) -> Bool {
    let isOpened = app.open(url)
    if !isOpened { app.tell("\(url.absoluteString) leads to no recipe.") }
    return isOpened
  }
}
