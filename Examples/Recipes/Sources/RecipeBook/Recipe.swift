/// A recipe of the book.
public struct Recipe: Hashable, Sendable, Identifiable {
  /// Its number in the book, which it keeps.
  public var id: Int64
  /// What it is called.
  public var title: String
  /// One sentence about it.
  public var summary: String
  /// How long it takes.
  public var minutes: Int
  /// For how many people it is.
  public var servings: Int
  /// What goes into it, with quantities.
  public var ingredients: [String]
  /// What to do, in order.
  public var steps: [String]
  /// Whether it is a favourite; only those are found by searches.
  public var isFavourite: Bool

  /// Puts the parts together.
  public init(
    id: Int64 = 0, title: String, summary: String, minutes: Int, servings: Int,
    ingredients: [String], steps: [String], isFavourite: Bool = false
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.minutes = minutes
    self.servings = servings
    self.ingredients = ingredients
    self.steps = steps
    self.isFavourite = isFavourite
  }
}
