import SQLite3

/// A collection of recipes in an SQLite file.
///
/// The book knows nothing of searching: ``RecipeSearch`` follows its table by itself. It is used by one thread.
public final class RecipeBook {
  private let database: OpaquePointer

  /// Opens a book, or makes one with some recipes to begin with.
  public init(path: String) throws(RecipeBookError) {
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK, let database else {
      let reason = database.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close(database)
      throw RecipeBookError(description: "\(path) cannot be opened: \(reason)")
    }
    self.database = database
    sqlite3_busy_timeout(database, 5_000)
    try run("PRAGMA journal_mode = WAL")
    try run(
      """
      CREATE TABLE IF NOT EXISTS recipe(
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, summary TEXT NOT NULL, minutes INTEGER NOT NULL,
        servings INTEGER NOT NULL, ingredients TEXT NOT NULL, steps TEXT NOT NULL,
        favourite INTEGER NOT NULL DEFAULT 0)
      """)
    try run("CREATE TABLE IF NOT EXISTS place(recipe INTEGER, step INTEGER)")
    if try count == 0 { try add(SampleRecipes.all) }
  }

  deinit {
    sqlite3_close(database)
  }

  /// How many recipes there are.
  public var count: Int {
    get throws(RecipeBookError) {
      let statement = try query("SELECT count(*) FROM recipe")
      return try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  /// All recipes, by title.
  public var recipes: [Recipe] {
    get throws(RecipeBookError) {
      let statement = try query("SELECT \(Self.columns) FROM recipe ORDER BY title, id")
      var recipes: [Recipe] = []
      while try statement.step() { recipes.append(Self.recipe(in: statement)) }
      return recipes
    }
  }

  /// The recipe with a number.
  public func recipe(_ id: Int64) throws(RecipeBookError) -> Recipe? {
    let statement = try query("SELECT \(Self.columns) FROM recipe WHERE id = ?", .integer(id))
    return try statement.step() ? Self.recipe(in: statement) : nil
  }

  /// The recipe with a title; of several the one with the number, if it is among them. Books on other devices have
  /// other numbers.
  public func recipe(titled title: String, number id: Int64) throws(RecipeBookError) -> Recipe? {
    let statement = try query(
      "SELECT \(Self.columns) FROM recipe WHERE title = ? ORDER BY id = ? DESC, id LIMIT 1",
      .text(title), .integer(id))
    return try statement.step() ? Self.recipe(in: statement) : nil
  }

  /// Adds recipes, all or none; the numbers that they come with do not count.
  public func add(_ recipes: [Recipe]) throws(RecipeBookError) {
    try run("BEGIN IMMEDIATE")
    do throws(RecipeBookError) {
      for recipe in recipes {
        try run(
          """
          INSERT INTO recipe(title, summary, minutes, servings, ingredients, steps, favourite)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
          .text(recipe.title), .text(recipe.summary), .integer(Int64(recipe.minutes)),
          .integer(Int64(recipe.servings)), .text(recipe.ingredients.joined(separator: "\n")),
          .text(recipe.steps.joined(separator: "\n")), .integer(recipe.isFavourite ? 1 : 0))
      }
      try run("COMMIT")
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Makes a recipe a favourite, or no longer.
  public func setFavourite(_ id: Int64, _ isFavourite: Bool) throws(RecipeBookError) {
    try run(
      "UPDATE recipe SET favourite = ? WHERE id = ?", .integer(isFavourite ? 1 : 0), .integer(id))
  }

  /// Deletes a recipe.
  public func delete(_ id: Int64) throws(RecipeBookError) {
    try run("DELETE FROM recipe WHERE id = ?", .integer(id))
  }

  /// The recipe and the step at which the book was closed.
  public var place: (recipe: Int64, step: Int)? {
    get throws(RecipeBookError) {
      let statement = try query("SELECT recipe, step FROM place")
      return try statement.step() ? (statement.integer(0), Int(statement.integer(1))) : nil
    }
  }

  /// Notes the place at which the book is closed; `nil` for none.
  public func setPlace(_ place: (recipe: Int64, step: Int)?) throws(RecipeBookError) {
    try run("DELETE FROM place")
    guard let place else { return }
    try run("INSERT INTO place VALUES (?, ?)", .integer(place.recipe), .integer(Int64(place.step)))
  }

  // MARK: - Statements

  private static let columns =
    "id, title, summary, minutes, servings, ingredients, steps, favourite"

  private static func recipe(in row: Statement) -> Recipe {
    Recipe(
      id: row.integer(0), title: row.text(1), summary: row.text(2), minutes: Int(row.integer(3)),
      servings: Int(row.integer(4)), ingredients: lines(row.text(5)), steps: lines(row.text(6)),
      isFavourite: row.integer(7) != 0)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private func query(_ sql: String, _ values: Value...) throws(RecipeBookError) -> Statement {
    let statement = try Statement(sql, in: database)
    try statement.bind(values)
    return statement
  }

  private func run(_ sql: String, _ values: Value...) throws(RecipeBookError) {
    let statement = try Statement(sql, in: database)
    try statement.bind(values)
    while try statement.step() {}
  }
}
