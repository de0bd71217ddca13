import CoreSpotlight
import RecipeBook

/// Writes the step into the activity when it is about to be kept or handed to another device, and hears when the person
/// goes on there.
@MainActor
final class ActivitySaver: NSObject, @MainActor NSUserActivityDelegate {
  private let recipe: Recipe
  /// The step at which the person is.
  var step: Int
  private let wasContinued: () -> Void

  init(recipe: Recipe, step: Int, wasContinued: @escaping () -> Void) {
    self.recipe = recipe
    self.step = step
    self.wasContinued = wasContinued
  }

  func userActivityWillSave(_ userActivity: NSUserActivity) {
    RecipeActivity.save(recipe, step: step, in: userActivity)
  }

  func userActivityWasContinued(_ userActivity: NSUserActivity) {
    wasContinued()
  }
}
