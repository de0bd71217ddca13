import FresnelPlatform
import FresnelTestSupport
import RecipeBook
import Testing

@Suite("A book of recipes")
struct RecipeBookTests {
  private func withPath(_ body: (String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory(prefix: "fresnel-recipes") { directory in
      try body(directory + "/book.sqlite")
    }
  }

  @Test("A new book has recipes, and keeps what is changed")
  func keeping() throws {
    try withPath { path in
      let first: Recipe
      do {
        let book = try RecipeBook(path: path)
        let recipes = try book.recipes
        #expect(recipes.count == (try book.count) && recipes.contains { $0.isFavourite })
        #expect(recipes.map(\.title) == recipes.map(\.title).sorted())
        first = try #require(recipes.first { !$0.isFavourite })
        try book.setFavourite(first.id, true)
        try book.delete(recipes[recipes.count - 1].id)
        try book.setPlace((first.id, 2))
      }
      let book = try RecipeBook(path: path)
      #expect(try book.recipe(first.id)?.isFavourite == true)
      #expect(try book.place ?? (0, 0) == (first.id, 2))
      try book.setPlace(nil)
      #expect(try book.place == nil)
    }
  }

  @Test("A recipe comes back as it was put in")
  func roundTrip() throws {
    try withPath { path in
      let book = try RecipeBook(path: path)
      var recipe = ModelTests.recipe(
        0, "Crème \"brûlée\" 'quoted'; DROP TABLE recipe", isFavourite: true)
      try book.add([recipe])
      let found = try #require(try book.recipes.first { $0.title == recipe.title })
      recipe.id = found.id
      #expect(found == recipe)
    }
  }

  @Test("A recipe of another device's book is found by its title, whatever its number there")
  func otherBook() throws {
    try withPath { path in
      let book = try RecipeBook(path: path)
      try book.add(["Dal", "Dal"].map { ModelTests.recipe(0, $0) })
      let numbers = try book.recipes.filter { $0.title == "Dal" }.map(\.id)
      let (first, second) = (try #require(numbers.first), try #require(numbers.last))
      #expect(try book.recipe(titled: "Dal", number: second)?.id == second)
      #expect(try book.recipe(titled: "Dal", number: 1)?.id == first)
      #expect(try book.recipe(titled: "Dahl", number: first) == nil)
      let dal = try #require(try book.recipe(first))
      let place = try #require(RecipeActivity.place(of: RecipeActivity.reading(dal, step: 2)))
      #expect(place == (first, "Dal", 2))
    }
  }

  @Test("What is no book says so")
  func noBook() throws {
    try withPath { path in
      try FileSystem.write(Array("This is a letter, not a database at all.".utf8), to: path)
      #expect(throws: RecipeBookError.self) { try RecipeBook(path: path) }
    }
  }
}
