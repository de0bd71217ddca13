import FresnelPlatform
import FresnelTestSupport
import RecipeBook
import WireTestSupport

/// A person's home with a daemon, in which Recipes is installed.
final class RecipesHome {
  /// Something is not as it should be.
  enum Failure: Error {
    case notIndexed
    case noRecipe(String)
  }

  let daemon: DaemonProcess

  /// Installs Recipes in a directory and starts the daemon.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - options: Options of the daemon.
  /// - Throws: When it does not start.
  init(in directory: String, options: [String] = []) throws {
    daemon = try DaemonProcess(in: directory, options: options)
    let data = directory + "/data"
    try install("org.example.Recipes.plist", in: data + "/fresnel/apps") { text in
      try text.replacing("<string>recipes</string>", with: "<string>\(Self.program)</string>")
        .replacing("<string>recipes-indexer</string>", with: "<string>\(Self.indexer)</string>")
    }
    try install("org.example.Recipes.desktop", in: data + "/applications") { text in
      try text.replacing("Exec=recipes", with: "Exec=\(Self.program)")
    }
    try daemon.start()
  }

  static var program: String { get throws { try TestProgram.path("recipes") } }
  private static var indexer: String { get throws { try TestProgram.path("recipes-indexer") } }

  private func install(
    _ name: String, in directory: String, _ change: (String) throws -> String
  ) throws {
    let tests = FileSystem.parent(of: #filePath)
    let root = FileSystem.parent(of: FileSystem.parent(of: tests))
    let bytes = try FileSystem.contents(of: root + "/Examples/Recipes/" + name)
    try FileSystem.createDirectory(directory)
    let text = try change(String(decoding: bytes, as: UTF8.self))
    try FileSystem.write(Array(text.utf8), to: directory + "/" + name)
  }

  /// The book, before or after the program runs.
  func book() throws -> RecipeBook {
    try FileSystem.createDirectory(daemon.directory + "/data/recipes")
    return try RecipeBook(path: daemon.directory + "/data/recipes/book.sqlite")
  }

  /// A terminal in which a program runs.
  func terminal(_ program: String, _ arguments: [String] = []) throws -> PseudoTerminal {
    var terminal = try PseudoTerminal(columns: 80, rows: 24)
    try terminal.start(
      program, arguments, environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
    return terminal
  }

  /// Runs Recipes in a terminal until it shows a text.
  func recipes(showing text: String = "q quit") throws -> RecipesProgram {
    try RecipesProgram(terminal(Self.program), showing: text)
  }

  /// Runs a `fresnel` command in a terminal, where it becomes Recipes, until that shows a text.
  func recipes(by arguments: [String], showing text: String) throws -> RecipesProgram {
    try RecipesProgram(terminal(TestProgram.path("fresnel"), arguments), showing: text)
  }

  /// What a `fresnel` command writes.
  func fresnel(_ arguments: String...) throws -> String {
    var command = Command(try TestProgram.path("fresnel"), arguments)
    command.environment = daemon.environment
    command.error = .null
    return String(decoding: try command.capture().output, as: UTF8.self)
  }

  /// What a `fresnel` command tells the person besides.
  func messages(of arguments: String...) throws -> String {
    let words = [try TestProgram.path("fresnel")] + arguments
    var command = Command("/bin/sh", ["-c", "exec \"$@\" 2>&1 >/dev/null", "sh"] + words)
    command.environment = daemon.environment
    return String(decoding: try command.capture().output, as: UTF8.self)
  }

  /// Registers an app that is nothing but a manifest.
  func register(_ app: String, defaultProtection: String) throws {
    let text = """
      {"CFBundleIdentifier": "\(app)", "FresnelExecutable": "/bin/true",
       "com.apple.developer.default-data-protection": "\(defaultProtection)"}
      """
    try FileSystem.write(
      Array(text.utf8), to: daemon.directory + "/data/fresnel/apps/\(app).plist")
  }

  /// Has Recipes run once, so that its favourites are found.
  func indexFavourites() throws {
    var program = try recipes()
    // At its end it waits two seconds at most, which a busy machine may take longer than.
    let isIndexed = try TestProgram.wait { try fresnel("search", "tart").contains("Lemon Tart") }
    guard try program.quit() == 0, isIndexed else { throw Failure.notIndexed }
  }

  /// The identifier of a recipe's item.
  func identifier(of title: String) throws -> String {
    let recipes = try book().recipes
    guard let recipe = recipes.first(where: { $0.title == title }) else {
      throw Failure.noRecipe(title)
    }
    return RecipeSearch.identifier(of: recipe.id)
  }
}
