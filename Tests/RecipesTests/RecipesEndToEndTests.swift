import FresnelPlatform
import FresnelTestSupport
import RecipeBook
import Testing
import WireTestSupport

/// Drives Recipes, the daemon and `fresnel` as a person does. Not to run beside many others, as each test waits
/// for several programs.
@Suite("Recipes from end to end", .serialized)
struct RecipesEndToEndTests {
  private func withHome(_ body: (RecipesHome) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory(prefix: "fresnel-recipes") { (directory: String) throws in
      let home = try RecipesHome(in: directory)
      defer { home.daemon.kill() }
      try body(home)
    }
  }

  @Test("Favourites are found from outside after the program has ended, and follow what it changes")
  func indexing() throws {
    try withHome { home in
      var first = try home.recipes()
      try first.press("/lem", toSee: "Lemon Tart")
      try first.goToList()
      #expect(try first.quit() == 0)
      #expect(try home.fresnel("search", "lem").contains("Lemon Tart"))
      #expect(try !home.fresnel("search", "kimchi").contains("Kimchi Pancake"))

      var second = try home.recipes()
      try second.open("Lemon Tart", lookingFor: "lem", toSee: "for 8")
      try second.goToList()
      try second.press("f", toSee: "(5 of")
      #expect(
        try TestProgram.wait { try !home.fresnel("search", "lem").contains("Lemon Tart") })
      #expect(try second.quit() == 0)
    }
  }

  @Test("Killed while it indexes everything, it begins again, and all is found")
  func rebuild() throws {
    let count = 12_000
    try withHome { home in
      try home.book().add(
        (1...count).map { number in
          Recipe(
            title: "Soup number \(number)", summary: "One of many.", minutes: number % 60,
            servings: 2, ingredients: ["water", "salt \(number)"], steps: ["Boil.", "Eat."],
            isFavourite: true)
        })
      var killed = try home.recipes(showing: "Making 2000 favourites searchable")
      killed.kill()
      let left = try home.fresnel("search", "--count", "soup")
      #expect(left != "\(count)\n", "it was killed too late to prove anything")

      var second = try home.recipes()
      #expect(
        try TestProgram.wait {
          try home.fresnel("search", "--count", "soup") == "\(count + 1)\n"
        })
      #expect(try home.fresnel("search", "Soup 12000").contains("Soup number 12000"))
      #expect(try second.quit() == 0)
    }
  }

  @Test("A result that is chosen opens in the program, whether it runs or not")
  func choosing() throws {
    try withHome { home in
      try home.indexFavourites()
      let soup = try home.identifier(of: "Pea Soup")
      // The program needs a terminal, so it runs in the one in which it was chosen.
      var chosen = try home.recipes(by: ["open", soup], showing: "Pea Soup")
      try chosen.see("q quit")
      #expect(try chosen.quit() == 0)

      var running = try home.recipes()
      let tart = try home.identifier(of: "Lemon Tart")
      #expect(try home.fresnel("open", "--time", tart).contains("its activity became current"))
      try running.see("for 8")
      #expect(try home.fresnel("continue", "crumble") == "opened in Recipes\n")
      try running.see("Apple Crumble")
      #expect(try running.quit("\u{1B}q") == 0)
    }
  }

  @Test("What is read is in the history, and goes with the favourite")
  func history() throws {
    try withHome { home in
      try home.indexFavourites()
      var program = try home.recipes()
      try program.open("Apple Crumble", lookingFor: "crumble", toSee: "for 6")
      #expect(
        try TestProgram.wait { try home.fresnel("history", "list").contains("Apple Crumble") })
      // It is known as an item and by the activity, and is one thing.
      let found = try home.fresnel("search", "crumble").split(separator: "\n")
      #expect(found.filter { $0.contains("Apple Crumble") }.count == 1)
      try program.goToList()
      try program.press("f", toSee: "(5 of")
      #expect(try TestProgram.wait { try home.fresnel("history", "list").isEmpty })
      #expect(try program.quit() == 0)
      // Its last words bring nothing back.
      #expect(try home.fresnel("history", "list").isEmpty)
    }
  }

  @Test("Apps whose history is locked are named, and no others")
  func lockedHistory() throws {
    try withHome { home in
      #expect(try home.messages(of: "history", "list") == "the history is empty\n")
      try home.register("org.example.Diary", defaultProtection: "NSFileProtectionComplete")
      try home.register("org.example.Notes", defaultProtection: "NSFileProtectionNone")
      let messages = try home.messages(of: "history", "list")
      #expect(messages.contains("the history of org.example.Diary is locked"))
      let others = try home.messages(of: "history", "list", "--app", "org.example.Notes")
      #expect(others == "the history is empty\n")
    }
  }
}
