import CoreSpotlight
import SampleConnection
import Testing

// The code of the articles, letter for letter; a test compares the two.

private struct Note {
  var id: String
  var folder: String
  var title: String
  var text: String

  var searchableItem: CSSearchableItem {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.title = title
    attributes.textContent = text
    return CSSearchableItem(
      uniqueIdentifier: id, domainIdentifier: "notes.\(folder)", attributeSet: attributes)
  }
}

private func index(_ notes: [Note], in index: CSSearchableIndex) async throws {
  let state = try await index.fetchLastClientState()
  let done = Int(String(decoding: state, as: UTF8.self)) ?? 0
  guard done < notes.count else { return }
  index.beginBatch()
  try await index.indexSearchableItems(notes[done...].map(\.searchableItem))
  try await index.endBatch(withClientState: Data(String(notes.count).utf8))
}

private func titles(matching typed: String) async throws -> [String] {
  var escaped = ""
  for character in typed {
    if "\\\"'*?".contains(character) { escaped.append("\\") }
    escaped.append(character)
  }
  let query = CSSearchQuery(queryString: "** == \"\(escaped)*\"cdwt", attributes: ["title"])
  var titles: [String] = []
  for try await result in query.results {
    titles.append(result.item.attributeSet.title ?? "")
  }
  return titles
}

private func activity(forRecipe id: String, named name: String) -> NSUserActivity {
  let activity = NSUserActivity(activityType: "org.example.recipes.view")
  activity.title = name
  activity.userInfo = ["recipe": id]
  activity.requiredUserInfoKeys = ["recipe"]
  activity.keywords = ["recipe", "cooking"]
  activity.webpageURL = URL(string: "https://example.org/recipes/\(id)")
  activity.isEligibleForSearch = true
  return activity
}

private final class RecipeApp: UserActivityReceiverDelegate {
  func application(
    _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
  ) -> Bool {
    guard let id = userActivity.userInfo?["recipe"] as? String else { return false }
    show(recipe: id)
    return true
  }

  func application(
    _ application: UserActivityReceiver, open url: URL, options: [OpenURLOptionsKey: Any]
  ) -> Bool {
    show(recipe: url.lastPathComponent)
    return true
  }

  func show(recipe id: String) {}
}

private func receive() -> RecipeApp {
  let app = RecipeApp()
  UserActivityReceiver.shared.begin(app)
  return app
}

private func useQueue() {
  let queue = DispatchQueue(label: "org.example.recipes.activities")
  UserActivityReceiver.shared.queue = queue
}

private struct Notes {
  static func main(_ print: ([String]) -> Void) async throws {
    let notes = [
      Note(id: "1", folder: "travel", title: "Zürich", text: "Tram 4 to the lake"),
      Note(id: "2", folder: "kitchen", title: "Crème brûlée", text: "Six yolks, no flour"),
    ]
    let noteIndex = CSSearchableIndex(name: "notes")
    try await index(notes, in: noteIndex)
    print(try await titles(matching: "creme"))
    print(try await titles(matching: "zuri tra"))
    try await noteIndex.deleteSearchableItems(withDomainIdentifiers: ["notes.travel"])
    print(try await titles(matching: "zuri tra"))
  }
}

private func answer(_ typed: String) async throws -> [String] {
  let context = CSUserQueryContext()
  context.fetchAttributes = ["title"]
  context.filterQueries = ["contentType == \"public.text\""]
  context.maxResultCount = 5
  context.maxSuggestionCount = 3
  var lines: [String] = []
  let query = CSUserQuery(userQueryString: typed, userQueryContext: context)
  for try await response in query.responses {
    switch response {
    case .item(let found): lines.append(found.item.attributeSet.title ?? "")
    case .suggestion(let found): lines.append(marked(found.suggestion))
    }
  }
  return lines
}

private func marked(_ suggestion: CSSuggestion) -> String {
  let text = suggestion.localizedAttributedSuggestion
  return text.runs.map { run in
    let part = String(text[run.range].characters)
    return run.suggestionHighlight == true ? "[\(part)]" : part
  }.joined()
}

private struct PieSearch {
  static func main(_ print: ([String]) -> Void) async throws {
    CSUserQuery.prepare()
    let items = ["Rhubarb pie", "Rhubarb crumble"].map { title in
      let attributes = CSSearchableItemAttributeSet(contentType: .text)
      attributes.title = title
      return CSSearchableItem(
        uniqueIdentifier: title, domainIdentifier: nil, attributeSet: attributes)
    }
    try await CSSearchableIndex.default().indexSearchableItems(items)
    print(try await answer("rhubarb p"))
    print(try await answer("rubarb"))
  }
}

@Suite("The articles about indexing and activities")
struct ArticleTests {
  init() {
    SampleConnection.prepare
  }

  @Test("the program about notes prints what its article says")
  func notes() async throws {
    var printed: [String] = []
    try await Notes.main { printed.append("\($0)") }
    #expect(printed == [#"["Crème brûlée"]"#, #"["Zürich"]"#, "[]"])
  }

  @Test("the program about recipes prints what its article says")
  func recipes() async throws {
    var printed: [String] = []
    try await PieSearch.main { printed.append("\($0)") }
    #expect(
      printed == [
        #"["Rhubarb pie", "[rhubarb] [p]ie"]"#,
        #"["Rhubarb pie", "Rhubarb crumble", "Rhubarb", "Rhubarb pie", "Rhubarb crumble"]"#,
      ])
  }

  @Test("an activity is described as its article says")
  func describedActivity() {
    let recipe = activity(forRecipe: "17", named: "Crème brûlée")
    recipe.becomeCurrent()
    recipe.resignCurrent()
    recipe.invalidate()
    #expect(recipe.title == "Crème brûlée")
    #expect(recipe.webpageURL?.path == "/recipes/17")
    #expect(recipe.userInfo?["recipe"] as? String == "17")
  }

  @Test("an app opens what its article says that it opens")
  func openedActivity() throws {
    let app = receive()
    let recipe = activity(forRecipe: "17", named: "Crème brûlée")
    let receiver = UserActivityReceiver.shared
    #expect(app.application(receiver, continue: recipe) { _ in })
    recipe.userInfo = nil
    #expect(!app.application(receiver, continue: recipe) { _ in })
    let url = try #require(URL(string: "recipe://all/17"))
    #expect(app.application(receiver, open: url, options: [:]))
    #expect(!app.application(receiver, willContinueUserActivityWithType: recipe.activityType))
    let main = receiver.queue
    useQueue()
    #expect(receiver.queue !== main)
    receiver.queue = main
  }

  @Test(
    "the code of an article is the code of this file",
    arguments: [
      "CoreSpotlight/CoreSpotlight.docc/IndexingAndFindingItems.md",
      "CoreSpotlight/CoreSpotlight.docc/AnsweringASearchField.md",
      "UserActivity/UserActivity.docc/DescribingAnActivity.md",
      "UserActivity/UserActivity.docc/OpeningWhatAPersonChose.md",
      "UserActivity/UserActivity.docc/ActivitiesAndTheirThreads.md",
    ])
  func articleCode(path: String) throws {
    let file = URL(fileURLWithPath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent("Sources/Frameworks/\(path)"), encoding: .utf8)
    let source = try String(contentsOf: file, encoding: .utf8)
    let compiled = Set(
      source.split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "private ", with: "")
      })
    var isCode = false
    var lineCount = 0
    for line in article.split(separator: "\n") {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode {
        lineCount += 1
        // Inside a test, the program's entry is an ordinary function that is handed its `print`.
        let line = line.trimmingCharacters(in: .whitespaces)
        if line.hasPrefix("@main struct ") || line == "static func main() async throws {" {
          continue
        }
        #expect(compiled.contains(line), "not compiled: \(line)")
      }
    }
    #expect(lineCount > 1)
  }
}
