import CoreSpotlight

extension RecipeSearch {
  /// Looks for favourites in whose title, ingredients or steps each word of a text begins a word.
  ///
  /// - Returns: The numbers of the recipes; none for an empty text.
  public func recipes(matching text: String) async throws -> [Int64] {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return [] }
    let query = CSSearchQuery(
      queryString: words.map { Self.condition(on: String($0)) }.joined(separator: " && "),
      attributes: ["title"])
    var recipes: [Int64] = []
    for try await result in query.results {
      if let recipe = Self.recipe(of: result.item.uniqueIdentifier) { recipes.append(recipe) }
    }
    return recipes
  }

  /// That a word of a recipe begins with this text, in which quotes and wildcards stand for themselves.
  private static func condition(on word: String) -> String {
    let escaped = word.reduce(into: "") { text, character in
      if "\"\\*?".contains(character) { text.append("\\") }
      text.append(character)
    }
    let parts = ["title", "keywords", "textContent"].map { "\($0) == \"\(escaped)*\"cdwt" }
    return "(" + parts.joined(separator: " || ") + ")"
  }
}
