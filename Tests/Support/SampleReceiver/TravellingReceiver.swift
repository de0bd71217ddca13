import FresnelPlatform
import UserActivity

/// An app that hands over what is open in it, and goes on with what others hand over: a recipe for some portions.
///
/// It writes down what it is asked and told. Another device that took its recipe gets one more portion.
final class TravellingReceiver: NSObject, UserActivityReceiverDelegate, NSUserActivityDelegate {
  private let notes: SampleReceiver
  private let manner: Manner
  private var recipe: NSUserActivity?
  private var portions = 4

  /// What is wrong with it.
  enum Manner: String {
    /// Nothing.
    case travel
    /// What it saves is larger than other devices take.
    case bulky
  }

  init(_ notes: SampleReceiver, _ manner: Manner) {
    self.notes = notes
    self.manner = manner
  }

  /// Opens a recipe that a person may continue elsewhere.
  func open(_ title: String) {
    let recipe = NSUserActivity(activityType: "org.example.recipe")
    recipe.title = title
    recipe.isEligibleForHandoff = true
    recipe.isEligibleForSearch = false
    recipe.webpageURL = URL(string: "https://example.org/soup")
    recipe.delegate = self
    recipe.needsSave = true
    recipe.becomeCurrent()
    self.recipe = recipe
  }

  func userActivityWillSave(_ userActivity: NSUserActivity) {
    try? notes.note("saves \(portions)")
    userActivity.addUserInfoEntries(from: ["portions": portions])
    if manner == .bulky {
      userActivity.addUserInfoEntries(from: ["photo": Data(count: 20_000)])
    }
  }

  func userActivityWasContinued(_ userActivity: NSUserActivity) {
    try? notes.note("continued")
    portions += 1
    userActivity.needsSave = true
  }

  func application(
    _ application: UserActivityReceiver, willContinueUserActivityWithType userActivityType: String
  ) -> Bool {
    try? notes.note("expects \(userActivityType)")
    return true
  }

  func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
  ) -> Bool {
    if userActivity.activityType == "org.example.recipe" {
      try? notes.note("continues \(text(of: userActivity))")
    } else {
      // Opened on this device.
      open("Tomato soup")
    }
    return true
  }

  func application(
    _ application: UserActivityReceiver, didFailToContinueUserActivityWithType type: String,
    error: any Error
  ) {
    try? notes.note("fails \((error as NSError).code)")
  }

  func application(_ application: UserActivityReceiver, didUpdate userActivity: NSUserActivity) {
    try? notes.note("updated \(text(of: userActivity))")
  }

  private func text(of activity: NSUserActivity) -> String {
    "\(activity.title ?? "-") \(activity.userInfo?["portions"] as? Int ?? 0)"
  }
}
