import CoreSpotlight
import RecipeBook

/// Writes the step into the activity when it is about to be kept or handed to another device.
@MainActor
final class ActivitySaver: NSObject, @MainActor NSUserActivityDelegate {
  private let recipe: Recipe
  /// The step at which the person is.
  var step: Int

  init(recipe: Recipe, step: Int) {
    self.recipe = recipe
    self.step = step
  }

  func userActivityWillSave(_ userActivity: NSUserActivity) {
    RecipeActivity.save(recipe, step: step, in: userActivity)
  }
}
