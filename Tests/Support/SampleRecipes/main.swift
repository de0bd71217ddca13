// A recipe collection without a screen, as app developers write it: it shows what it is told to open, and tells what
// it shows. It takes the recipes' names as identifiers.

import CoreSpotlight

final class Recipes: UserActivityReceiverDelegate {
  private var shown: NSUserActivity?

  func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
  ) -> Bool {
    let key =
      userActivity.activityType == CSSearchableItemActionType
      ? CSSearchableItemActivityIdentifier : "recipe"
    guard let recipe = userActivity.userInfo?[key] as? String else { return false }
    show(recipe)
    return true
  }

  func application(
    _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any]
  ) -> Bool {
    let recipe = String(url.absoluteString.drop { $0 != ":" }.dropFirst())
    guard recipe == "quit" else {
      show(recipe)
      return true
    }
    leave()
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { exit(0) }
    return true
  }

  func leave() {
    shown?.invalidate()
  }

  func show(_ recipe: String) {
    let activity = NSUserActivity(activityType: "org.example.Recipes.view")
    activity.title = recipe.capitalized
    activity.userInfo = ["recipe": recipe]
    activity.requiredUserInfoKeys = ["recipe"]
    activity.isEligibleForSearch = true
    let attributes = CSSearchableItemAttributeSet(contentType: .content)
    attributes.relatedUniqueIdentifier = recipe
    activity.contentAttributeSet = attributes
    activity.becomeCurrent()
    shown = activity
  }
}

let recipes = Recipes()
if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "--once" {
  recipes.show(CommandLine.arguments[2])
  recipes.leave()
  exit(0)
}
UserActivityReceiver.shared.begin(recipes)
// Nobody is left to end it when a test has failed.
DispatchQueue.main.asyncAfter(deadline: .now() + 120) { exit(0) }
dispatchMain()
