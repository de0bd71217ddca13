// This file imports Foundation alone, as many app files that use activities do on Apple's
// platforms. `UserActivityExport.swift` makes the type visible here.
import Foundation

enum Recipes {
  static func activity(for name: String) -> NSUserActivity {
    let activity = NSUserActivity(activityType: "com.example.recipes.view")
    activity.title = name
    activity.userInfo = ["name": name]
    activity.requiredUserInfoKeys = ["name"]
    activity.keywords = ["recipe", "cooking"]
    activity.isEligibleForSearch = true
    return activity
  }
}
