import CoreSpotlight
import FresnelDatabase
import FresnelPlatform
import SpotlightSQLite
import Testing

// The code of the article, letter for letter; a test compares the two.

private let recipes = SearchableTable(
  "recipe", where: "favourite = 1",
  columns: [.title("title"), SearchableColumn("text", \.textContent)],
  prepare: { item, row in
    if case .text(let title)? = row["title"] { item.attributeSet.displayName = "Recipe: \(title)" }
  })

private struct RecipeSearch {
  let index = CSSearchableIndex(name: "recipes")
  let database: SpotlightDatabase
  let delegate: SpotlightDatabaseDelegate

  init(path: String) throws {
    database = try SpotlightDatabase(path: path, tables: [recipes], index: index)
    delegate = SpotlightDatabaseDelegate(database)
    index.indexDelegate = delegate
  }
}

private struct Recipes {
  static func main(_ path: String, _ print: (Any...) -> Void) async throws {
    let search = try RecipeSearch(path: path)
    try await search.database.synchronize()
    let query = CSSearchQuery(queryString: "title == \"pea*\"cdw", attributes: ["displayName"])
    for try await result in query.results {
      print(result.item.attributeSet.displayName ?? "")
      if let row = SpotlightDatabase.row(of: result.item.uniqueIdentifier) {
        print(row.table, row.key)
      }
    }
  }
}

@Suite("The article about indexing a database")
struct ArticleTests {
  private func article() throws -> [String] {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let bytes = try FileSystem.contents(
      of: root
        + "/Sources/Libraries/SpotlightSQLite/SpotlightSQLite.docc/IndexingADatabase.md")
    return lines(bytes)
  }

  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }
  }

  @Test("its program prints what it should")
  func prints() async throws {
    try await withIndex { folder, _ in
      let app = try AppDatabase(opening: folder + "/recipes.db", creating: true)
      for line in try article() where line.hasPrefix("sqlite> ") {
        try app.execute(String(line.dropFirst("sqlite> ".count)))
      }
      var printed: [String] = []
      try await Recipes.main(folder + "/recipes.db") { values in
        printed.append(values.map { "\($0)" }.joined(separator: " "))
      }
      #expect(printed == ["Recipe: Pea soup", "recipe integer(1)"])
      try await CSSearchableIndex(name: "recipes").deleteAllSearchableItems()
    }
  }

  @Test("its code is the code of this file")
  func code() throws {
    let compiled = Set(
      lines(try FileSystem.contents(of: #filePath)).map { line in
        line.hasPrefix("private ") ? String(line.dropFirst("private ".count)) : line
      })
    // Inside a test, the program's entry is an ordinary function that is told where the database is.
    let entry = [
      "@main struct Recipes {", "static func main() async throws {",
      "let search = try RecipeSearch(path: \"recipes.db\")",
    ]
    var isCode = false
    var count = 0
    for line in try article() {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode, !entry.contains(line) {
        count += 1
        #expect(compiled.contains(line), "not compiled: \(line)")
      }
    }
    #expect(count > 25)
  }
}
