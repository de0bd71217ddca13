/// What the database said when something could not be done.
public struct RecipeBookError: Error, CustomStringConvertible {
  /// One sentence.
  public let description: String
}
