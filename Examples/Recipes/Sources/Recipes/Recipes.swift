import Dispatch
import Foundation
import RecipeBook

/// A small collection of recipes that adopts everything: search, activities, launching and Handoff.
@main
struct Recipes {
  static let help = """
    Usage: recipes [LINK]

      recipes               open the book
      recipes recipes://3   open a recipe of it

    The book lies in recipes/book.sqlite among your data ($XDG_DATA_HOME).

    """

  @MainActor
  static func main() {
    if CommandLine.arguments.dropFirst().first == "--help" {
      FileHandle.standardOutput.write(Data(help.utf8))
      return
    }
    guard let terminal = Terminal() else { fail("This program needs a terminal.") }
    do {
      try BookLocation.prepare()
      let app = try App(book: BookLocation.usual, terminal: terminal)
      try app.run()
      // It goes on from events, which come on the main queue.
      withExtendedLifetime(app) { dispatchMain() }
    } catch {
      terminal.close()
      fail("\(error)")
    }
  }

  private static func fail(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("recipes: \(sentence)\n".utf8))
    exit(1)
  }
}
