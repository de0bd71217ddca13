public import RecipeBook

/// What the app shows.
public struct Model: Equatable, Sendable {
  /// One of the app's screens.
  public enum Screen: Equatable, Sendable {
    /// All recipes.
    case list
    /// A recipe, at one of its steps.
    case recipe(Recipe, step: Int)
    /// A search among the favourites.
    case search
  }

  /// The screen on which the person is.
  public var screen = Screen.list
  /// All recipes, by title.
  public var recipes: [Recipe]
  /// The place in the list that is marked.
  public var selection = 0
  /// What the person looks for.
  public var searchText = ""
  /// Whether the answer to that is still to come.
  public var isSearching = false
  /// What was found, the best first.
  public var found: [Recipe] = []
  /// The place among those found that is marked.
  public var foundSelection = 0
  /// One sentence for the person, until the next key.
  public var notice = ""

  /// Begins with the list.
  public init(recipes: [Recipe]) {
    self.recipes = recipes
  }
}

/// What the app is to do besides showing the model.
public enum Effect: Equatable, Sendable {
  /// Make a recipe a favourite, or no longer.
  case setFavourite(Int64, Bool)
  /// Delete a recipe.
  case delete(Int64)
  /// Look for favourites.
  case search(String)
  /// End.
  case quit
}

extension Model {
  /// Takes a key.
  ///
  /// - Returns: What is to be done for it.
  public mutating func press(_ key: Key) -> [Effect] {
    notice = ""
    return switch screen {
    case .list: pressInList(key)
    case .recipe(let recipe, let step): press(key, in: recipe, at: step)
    case .search: pressInSearch(key)
    }
  }

  /// Shows a recipe.
  public mutating func show(_ recipe: Recipe, step: Int = 0) {
    screen = .recipe(recipe, step: max(0, min(step, recipe.steps.count - 1)))
    selection = recipes.firstIndex { $0.id == recipe.id } ?? selection
  }

  /// Shows a search.
  public mutating func search(for text: String) -> [Effect] {
    screen = .search
    searchText = text
    isSearching = true
    found = []
    foundSelection = 0
    return [.search(text)]
  }

  /// Takes the recipes as they are now.
  public mutating func update(_ recipes: [Recipe]) {
    self.recipes = recipes
    selection = max(0, min(selection, recipes.count - 1))
    found = found.compactMap { old in recipes.first { $0.id == old.id } }
    foundSelection = max(0, min(foundSelection, found.count - 1))
    guard case .recipe(let old, let step) = screen else { return }
    if let new = recipes.first(where: { $0.id == old.id }) {
      show(new, step: step)
    } else {
      screen = .list
    }
  }

  private mutating func pressInList(_ key: Key) -> [Effect] {
    let marked = recipes.indices.contains(selection) ? recipes[selection] : nil
    switch key {
    case .up: selection = max(0, selection - 1)
    case .down: selection = max(0, min(recipes.count - 1, selection + 1))
    case .enter: if let marked { show(marked) }
    case .character("f"): return marked.map { [.setFavourite($0.id, !$0.isFavourite)] } ?? []
    case .character("d"): return marked.map { [.delete($0.id)] } ?? []
    case .character("/"): return search(for: "")
    case .character("q"): return [.quit]
    default: break
    }
    return []
  }

  private mutating func press(_ key: Key, in recipe: Recipe, at step: Int) -> [Effect] {
    switch key {
    case .up: show(recipe, step: step - 1)
    case .down, .enter: show(recipe, step: step + 1)
    case .escape, .left: screen = .list
    case .character("f"): return [.setFavourite(recipe.id, !recipe.isFavourite)]
    case .character("d"): return [.delete(recipe.id)]
    case .character("/"): return search(for: "")
    case .character("q"): return [.quit]
    default: break
    }
    return []
  }

  private mutating func pressInSearch(_ key: Key) -> [Effect] {
    switch key {
    case .up: foundSelection = max(0, foundSelection - 1)
    case .down: foundSelection = max(0, min(found.count - 1, foundSelection + 1))
    case .enter: if found.indices.contains(foundSelection) { show(found[foundSelection]) }
    case .escape: screen = .list
    case .backspace where !searchText.isEmpty: return search(for: String(searchText.dropLast()))
    case .character(let character): return search(for: searchText + String(character))
    default: break
    }
    return []
  }
}
