import RecipeBook

extension Model {
  /// The lines of a screen.
  ///
  /// - Parameters:
  ///   - width: The most characters of a line.
  ///   - height: How many lines there are.
  /// - Returns: At most so many lines, the keys that can be pressed in the last.
  public func lines(width: Int, height: Int) -> [String] {
    var lines = [title, ""]
    lines += body(width: width, height: max(0, height - 4))
    while lines.count < height - 2 { lines.append("") }
    lines += ["", notice.isEmpty ? keys : notice]
    return lines.prefix(max(0, height)).map { String($0.prefix(width)) }
  }

  private var title: String {
    switch screen {
    case .list: "Recipes (\(recipes.filter(\.isFavourite).count) of \(recipes.count) favourites)"
    case .recipe(let recipe, _): (recipe.isFavourite ? "★ " : "") + recipe.title
    case .search: "Search: \(searchText)▏"
    }
  }

  private var keys: String {
    switch screen {
    case .list: "↑↓ choose  Enter open  f favourite  d delete  / search  q quit"
    case .recipe: "↑↓ step  f favourite  d delete  / search  Esc list  q quit"
    case .search: "↑↓ choose  Enter open  Esc list"
    }
  }

  private func body(width: Int, height: Int) -> [String] {
    switch screen {
    case .list: return Self.rows(recipes, marked: selection, height)
    case .search:
      if found.isEmpty, !searchText.isEmpty { return [isSearching ? "…" : "No favourite matches."] }
      return Self.rows(found, marked: foundSelection, height)
    case .recipe(let recipe, let step):
      let head =
        [recipe.summary, "\(recipe.minutes) minutes, for \(recipe.servings)", ""]
        + recipe.ingredients.map { "  · " + $0 } + [""]
      let steps = recipe.steps.enumerated().flatMap { number, text in
        Self.wrapped(text, to: width - 5).enumerated().map { line, part in
          let number = line == 0 ? "\(number == step ? "▸" : " ") \(number + 1). " : "     "
          return number + part
        }
      }
      return head + steps
    }
  }

  /// The part of a list around the marked row.
  private static func rows(_ recipes: [Recipe], marked: Int, _ height: Int) -> [String] {
    let first = max(0, min(marked - height / 2, recipes.count - height))
    return recipes.enumerated().dropFirst(first).prefix(height).map { index, recipe in
      (index == marked ? "▸ " : "  ") + (recipe.isFavourite ? "★ " : "  ") + recipe.title
    }
  }

  /// A text in lines that end between words.
  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
      } else if lines[lines.count - 1].count + 1 + word.count <= max(1, width) {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
