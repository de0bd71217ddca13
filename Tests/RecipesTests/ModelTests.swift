import FresnelTestSupport
import RecipeBook
import RecipeScreens
import Testing

@Suite("The screens of Recipes")
struct ModelTests {
  static func recipe(_ id: Int64, _ title: String, isFavourite: Bool = false) -> Recipe {
    Recipe(
      id: id, title: title, summary: "Something with \(title).", minutes: 10, servings: 2,
      ingredients: ["salt", "time"],
      steps: ["Begin with what takes longest, and go on from there.", "Wait.", "Eat."],
      isFavourite: isFavourite)
  }

  /// The lines of a usual screen that say where the person is.
  static func shown(_ model: Model) -> [String] {
    let lines = model.lines(width: 80, height: 24)
    return [lines[0]] + lines.filter { $0.hasPrefix("▸") }
  }

  static let recipes = [recipe(3, "Dal"), recipe(1, "Pea Soup", isFavourite: true)]

  @Test("Enter opens the marked recipe, arrows go through its steps, Escape leads back")
  func reading() {
    var model = Model(recipes: Self.recipes)
    #expect(model.press(.down).isEmpty && model.press(.down).isEmpty && model.press(.enter).isEmpty)
    #expect(
      Self.shown(model) == [
        "★ Pea Soup", "▸ 1. Begin with what takes longest, and go on from there.",
      ])
    for _ in 0..<5 { #expect(model.press(.down).isEmpty) }
    #expect(Self.shown(model) == ["★ Pea Soup", "▸ 3. Eat."])
    #expect(model.press(.up).isEmpty && model.press(.up).isEmpty && model.press(.up).isEmpty)
    #expect(
      Self.shown(model) == [
        "★ Pea Soup", "▸ 1. Begin with what takes longest, and go on from there.",
      ])
    #expect(model.press(.escape).isEmpty)
    #expect(Self.shown(model) == ["Recipes (1 of 2 favourites)", "▸ ★ Pea Soup"])
  }

  @Test("What changes the book is asked for, and shows when the book says so")
  func changing() {
    var model = Model(recipes: Self.recipes)
    #expect(model.press(.character("f")) == [.setFavourite(3, true)])
    model.update([Self.recipe(3, "Dal", isFavourite: true), Self.recipes[1]])
    #expect(model.press(.character("f")) == [.setFavourite(3, false)])
    #expect(model.press(.enter).isEmpty)
    #expect(model.press(.character("d")) == [.delete(3)])
    model.update([Self.recipes[1]])
    #expect(Self.shown(model) == ["Recipes (1 of 1 favourites)", "▸ ★ Pea Soup"])
  }

  @Test("Typing searches, and Enter opens what was found")
  func searching() {
    var model = Model(recipes: Self.recipes)
    #expect(model.press(.character("/")) == [.search("")])
    #expect(model.press(.character("p")) == [.search("p")])
    #expect(model.press(.character("q")) == [.search("pq")])
    #expect(model.press(.backspace) == [.search("p")])
    #expect(Self.shown(model) == ["Search: p▏"])
    model.isSearching = false
    model.found = [Self.recipes[1]]
    #expect(Self.shown(model) == ["Search: p▏", "▸ ★ Pea Soup"])
    #expect(model.press(.enter).isEmpty)
    #expect(
      Self.shown(model) == [
        "★ Pea Soup", "▸ 1. Begin with what takes longest, and go on from there.",
      ])
  }

  @Test("A deleted recipe goes from what was found")
  func deletedWhileFound() {
    var model = Model(recipes: Self.recipes)
    _ = model.search(for: "a")
    (model.isSearching, model.found, model.foundSelection) = (false, Self.recipes, 1)
    model.update([Self.recipes[0]])
    #expect(Self.shown(model) == ["Search: a▏", "▸   Dal"])
    #expect(model.foundSelection == 0)
  }

  @Test(
    "Whatever is pressed, a screen fits and shows something", arguments: 0..<20 as Range<UInt64>)
  func anyKeys(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = Model(recipes: seed % 4 == 0 ? [] : Self.recipes)
    let keys: [Key] = [
      .up, .down, .left, .right, .enter, .escape, .backspace, .character("/"), .character("f"),
      .character("d"), .character("x"),
    ]
    for _ in 0..<200 {
      for effect in model.press(keys[generator.below(keys.count)]) {
        switch effect {
        case .delete(let id): model.update(model.recipes.filter { $0.id != id })
        case .search: (model.isSearching, model.found) = (false, model.recipes)
        case .setFavourite, .quit: break
        }
      }
      let (width, height) = (generator.below(90), generator.below(30))
      let lines = model.lines(width: width, height: height)
      #expect(lines.count <= height && lines.allSatisfy { $0.count <= width }, "seed \(seed)")
    }
  }

  @Test("The marked recipe is in sight in a long list")
  func scrolling() {
    var model = Model(recipes: (1...100).map { Self.recipe($0, "Soup \($0)") })
    for _ in 0..<70 { _ = model.press(.down) }
    #expect(
      model.lines(width: 40, height: 12).contains { $0.contains("▸") && $0.contains("Soup 71") })
  }
}
