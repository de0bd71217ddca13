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
      run.errors.matches(of: /the field my-field is kept as the attribute my_field\n/).count == 1)
    #expect(!run.errors.contains("year"), "\(run.errors)")
    let fields = (0..<30).map { #""a-\#($0)":1"# }.joined(separator: ",")
    let many = try index(#"{"id":"1",\#(fields)}"#)
    #expect(many.errors.matches(of: /is kept as the attribute/).count == 20)
    #expect(many.errors.contains("values of further fields are kept under other names, too"))
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
