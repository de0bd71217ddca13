import CommandKit
import FresnelPlatform
import Testing

@testable import FresnelCommands

@Suite("Deleting items")
struct DeleteCommandTests {
  @Test("items are deleted by identifier, by domain and by app")
  func delete() throws {
    try withFilms { directory in
      #expect(ToolRun("delete", "3", in: directory).output == "1 item deleted from films\n")
      #expect(ToolRun("delete", "3", in: directory).status == .incomplete)
      #expect(
        ToolRun("delete", "--domain", "films", in: directory).output
          == "2 items deleted from films\n")
      #expect(ToolRun("delete", "--all", in: directory).status == .usage)
      #expect(ToolRun("items", in: directory).status == .incomplete)
    }
  }

  @Test(
    "items in a store that an app keeps itself are the app's, with a store of commands and without",
    arguments: [false, true])
  func deleteOfAnApp(hasOwnStore: Bool) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (app, file) = ("com.example.tool", directory + "/items.jsonl")
      try FileSystem.write(Array(#"{"id":"3","title":"Rye"}"#.utf8), to: file)
      let store = directory + "/data/fresnel/embedded/" + app
      var places = [["--app", app, "--store", store]]
      if hasOwnStore { places.append(["--app", "films"]) }
      for place in places {
        let run = ToolRun(["index", file] + place, in: directory, readsEverything: true)
        #expect(run.status == .success, "\(run.errors)")
      }
      let named = ToolRun(
        "delete", "3", "--app", app, in: directory, readsEverything: true)
      #expect(named.status == .store && named.output.isEmpty, "\(named)")
      #expect(
        named.errors.contains("The items of \(app) are changed by that app alone"),
        "\(named.errors)")
      #expect(named.errors.contains("nothing was deleted"), "\(named.errors)")
      #expect(named.errors.contains("fresnel app remove \(app)"), "\(named.errors)")
      guard !hasOwnStore else { return }
      let any = ToolRun("delete", "3", "4", in: directory, readsEverything: true)
      #expect(any.status == .store, "\(any)")
      #expect(any.errors.contains("\"3\" belongs to \(app), which alone"), "\(any.errors)")
      #expect(any.errors.contains("there is no item \"4\""), "\(any.errors)")
      #expect(any.errors.contains("have stored nothing in \(directory)/data/"), "\(any.errors)")
    }
  }

  @Test("what several apps have is deleted from none of them, until it is said which are meant")
  func deleteOfSeveralApps() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = ["films", "books", "games"].map {
        #"{"id":"1","domain":"old.\#($0)","title":"Dune","$app":"\#($0)"}"#
      }
      let more = ["{\"id\":\"2\",\"title\":\"Solaris\",\"$app\":\"films\"}"]
      try FileSystem.write(
        Array((lines + more).joined(separator: "\n").utf8), to: directory + "/items")
      #expect(ToolRun("index", directory + "/items", in: directory).status == .success)
      func count() -> Int {
        ToolRun("items", "--json", in: directory).output.split(separator: "\n").count
      }
      for words in [["2", "1"], ["--domain", "old"]] {
        let refused = ToolRun(["delete"] + words, in: directory, readsEverything: false)
        #expect(refused.status == .usage && refused.output.isEmpty)
        #expect(refused.errors.contains("books, films, games"), "\(refused.errors)")
        #expect(refused.errors.contains("--all-apps"))
        #expect(count() == 4)
      }
      let both = ToolRun("delete", "1", "--app", "films", "--all-apps", in: directory)
      #expect(both.status == .usage)
      let one = ToolRun("delete", "1", "--app", "games", in: directory)
      #expect(one.status == .success && one.output == "1 item deleted from games\n")
      #expect(ToolRun("delete", "2", in: directory).output == "1 item deleted from films\n")
      let all = ToolRun("delete", "1", "--all-apps", "--json", in: directory)
      #expect(all.output.contains(#""deleted":2,"apps":["books","films"]"#), "\(all.output)")
      #expect(count() == 0)
    }
  }
}
