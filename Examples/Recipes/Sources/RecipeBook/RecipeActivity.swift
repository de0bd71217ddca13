public import CoreSpotlight

/// What the person does in the app: they read a recipe.
public enum RecipeActivity {
  /// The type, which the app's manifest declares.
  public static let type = "org.example.Recipes.view"
  private static let recipeKey = "recipe"
  private static let stepKey = "step"

  /// Makes the activity of reading a recipe.
  ///
  /// A recipe is one state, whatever the step: only its number is required. The activity of a favourite
  /// belongs to its item and goes with it.
  public static func reading(_ recipe: Recipe, step: Int) -> NSUserActivity {
    let activity = NSUserActivity(activityType: type)
    activity.title = recipe.title
    activity.requiredUserInfoKeys = [recipeKey]
    activity.isEligibleForSearch = true
    activity.isEligibleForHandoff = true
    activity.keywords = Set(recipe.ingredients)
    if recipe.isFavourite {
      let attributes = CSSearchableItemAttributeSet(contentType: .text)
      attributes.title = recipe.title
      attributes.relatedUniqueIdentifier = RecipeSearch.identifier(of: recipe.id)
      activity.contentAttributeSet = attributes
    }
    save(recipe, step: step, in: activity)
    return activity
  }

  /// Writes into an activity where the person is.
  public static func save(_ recipe: Recipe, step: Int, in activity: NSUserActivity) {
    activity.userInfo = [recipeKey: Int(recipe.id), stepKey: step]
  }

  /// Where an activity leads, which may be one of search; `nil` if it is none of this app.
  ///
  /// One that comes from another device has the number of that device's book: there the title tells.
  public static func place(
    of activity: NSUserActivity
  ) -> (recipe: Int64, title: String?, step: Int)? {
    switch activity.activityType {
    case type:
      guard let recipe = activity.userInfo?[recipeKey] as? Int else { return nil }
      return (Int64(recipe), activity.title, activity.userInfo?[stepKey] as? Int ?? 0)
    case CSSearchableItemActionType:
      guard
        let identifier = activity.userInfo?[CSSearchableItemActivityIdentifier] as? String,
        let recipe = RecipeSearch.recipe(of: identifier)
      else { return nil }
      return (recipe, nil, 0)
    default: return nil
    }
  }
}
