import CommandKit
import FresnelPlatform
import Testing

@testable import FresnelCommands

/// What `fresnel index` says of entries that it takes, but not as a person may expect.
@Suite("What indexing says")
struct IndexCommandTests {
  private func index(_ lines: String, _ arguments: String...) throws -> ToolRun {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.write(Array(lines.utf8), to: directory + "/items.jsonl")
      return ToolRun(
        ["index", directory + "/items.jsonl"] + arguments, in: directory, readsEverything: false)
    }
  }

  @Test("a field that --map names and no item has is said")
  func unusedMapping() throws {
    let lines = #"{"id":"1","name":"Metropolis"}"#
    let run = try index(lines, "--map", "name=title", "--map", "nope=comment")
    #expect(run.status == .success)
    #expect(run.errors.contains("--map reads the field nope, which no item has"))
    #expect(!run.errors.contains("field name"), "\(run.errors)")
  }

  @Test("a field whose attribute is called otherwise is said once, and at most twenty are")
  func renamedFields() throws {
    let lines = (0..<3).map { #"{"id":"\#($0)","my-field":"x","year":1949}"# }
    let run = try index(lines.joined(separator: "\n"))
    #expect(run.status == .success)
    #expect(
      run.errors.matches(
        of: /items.jsonl:1: the field my-field is kept as the attribute my_field\n/
      )
      .count == 1, "\(run.errors)")
    #expect(!run.errors.contains("year"), "\(run.errors)")
    let fields = (0..<30).map { #""a-\#($0)":1"# }.joined(separator: ",")
    let many = try index(#"{"id":"1",\#(fields)}"#)
    #expect(many.errors.matches(of: /is kept as the attribute/).count == 20)
    #expect(many.errors.contains("values of further fields are kept under other names, too"))
  }

  @Test("an entry that is skipped says so, and what stands where a value is wrong")
  func skipped() throws {
    let lines = [
      (#"{"title":"no identifier"}"#, #"An item needs the member "id" with a text; skipped"#),
      (#"{"id":["1"]}"#, #""id" needs a text, not ["1"]; skipped"#),
      (#"{"id":null}"#, #""id" needs a text, not null; skipped"#),
      (
        #"{"id":"1","expires":"tomorrow"}"#,
        #""expires" needs a date as ISO 8601, such as "2026-11-22T08:00:00Z", not "tomorrow"; skipped"#
      ),
      (#"{"id":"1","expires":12}"#, #"", not 12; skipped"#),
      (#"{"id":"1","domain":7}"#, #""domain" needs a text, not 7; skipped"#),
      (#"{"id":"1","update":"yes"}"#, #""update" needs true or false, not "yes"; skipped"#),
      (#"{"id":"1","title"}"#, "; skipped"),
    ]
    let whole = #"{"id":"0","title":"Tart","expires":"2999-01-01","domain":"a","update":false}"#
    let run = try index(([whole] + lines.map(\.0)).joined(separator: "\n"))
    #expect(run.status == .incomplete)
    #expect(run.output.contains("1 item indexed") && run.output.contains("8 entries skipped"))
    let told = run.errors.split(separator: "\n")
    #expect(told.count == lines.count, "\(run.errors)")
    for (number, line) in lines.enumerated() where number < told.count {
      #expect(told[number].contains("items.jsonl:\(number + 2): "), "\(told[number])")
      #expect(told[number].hasSuffix(line.1), "\(told[number])")
    }
  }

  @Test("a field that is spelled nearly as an attribute is asked about once, and indexed")
  func misspelled() throws {
    let lines = (0..<3).map { #"{"id":"\#($0)","titel":"Tart","year":1949,"mine":"x"}"# }
    let run = try index(lines.joined(separator: "\n"))
    #expect(run.status == .success && run.output.hasPrefix("3 items indexed"), "\(run)")
    let told = run.errors.split(separator: "\n")
    #expect(told.count == 1, "\(run.errors)")
    #expect(
      told.first?.hasSuffix(
        "items.jsonl:1: titel is no attribute of Core Spotlight's and is kept as one of the app's own; did you mean "
          + "title?") == true, "\(run.errors)")
    // What --map says is meant, and what an export has, was decided.
    let mapped = try index(#"{"id":"1","name":"x"}"#, "--map", "name=titel")
    #expect(mapped.errors.split(separator: "\n").count == 1, "\(mapped.errors)")
    #expect(mapped.errors.contains("--map reads name as titel"), "\(mapped.errors)")
    let exported = try index(#"{"id":"1","$custom":{"titel":{"value":"x"}}}"#)
    #expect(exported.status == .success && exported.errors.isEmpty, "\(exported.errors)")
  }

  @Test("what was exported is restored with every value as it was, without a word")
  func restored() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = [
        #"{"id":"1","title":{"$value":1984},"dueDate":1707000000,"pageCount":"12","allDay":1}"#,
        #"{"id":"2","title":["T"],"keywords":[{"a":1}],"url":"no address","own":7,"authors":[1]}"#,
        #"{"id":"3","contentURL":5,"rating":true,"thumbnailData":"%","mine":"x","dueDate":"soon"}"#,
        #"{"id":"4","title":"Plain","keywords":["a"],"dueDate":"2026-11-22","rating":1.5}"#,
      ]
      let file = directory + "/items.jsonl"
      try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: file)
      func run(_ words: String..., store: String) -> ToolRun {
        ToolRun(words + ["--store", directory + store], in: directory, readsEverything: true)
      }
      let first = run("index", file, store: "/first")
      #expect(first.status == .incomplete && first.output.hasPrefix("4 items"), "\(first)")
      let export = run("export", store: "/first")
      #expect(export.output.contains(#""title":{"$value":1984}"#), "\(export.output)")
      try FileSystem.write(Array(export.output.utf8), to: directory + "/export.jsonl")
      let second = run("index", directory + "/export.jsonl", store: "/second")
      #expect(second.status == .success && second.errors.isEmpty, "\(second)")
      #expect(run("export", store: "/second").output == export.output)
      let digests = ["/first", "/second"].map { store in
        run("stats", "--digest", store: store).output.split(separator: "\n").filter {
          $0.contains("digest")
        }
      }
      #expect(digests[0] == digests[1] && digests[0].count == 1, "\(digests)")
      let strict = run("index", directory + "/export.jsonl", "--strict", store: "/third")
      #expect(strict.status == .incomplete, "\(strict)")
    }
  }

  @Test("an item in the app of an import that no import wrote is said; one of an export is none")
  func strays() throws {
    let own = #"{"$app":"org.fresnel.manuals","id":"1","title":"Mine"}"#
    let exported = """
      {"$app":"org.fresnel.manuals","id":"ls(1)","domain":"manuals.1","title":"ls",\
      "contentType":"org.fresnel.manual-page"}
      """
    let run = try index(own + "\n" + exported)
    #expect(run.status == .success)
    #expect(
      run.errors.contains(
        "fresnel import manuals did not write 1 item of org.fresnel.manuals, and neither changes nor removes it"
      ), "\(run.errors)")
    #expect(try index(exported).errors.isEmpty)
  }
}
