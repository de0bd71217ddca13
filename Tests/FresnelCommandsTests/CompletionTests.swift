import CommandKit
import FresnelPlatform
import Testing

@testable import FresnelCommands

@Suite("Completions and the manual page")
struct CompletionTests {
  @Test("shells complete apps and attributes by their names, which are words for them")
  func names() throws {
    try withFilms { directory in
      let line = #"{"id":"1","$app":"a b"}"#
      try FileSystem.write(Array(line.utf8), to: directory + "/odd.jsonl")
      #expect(ToolRun("index", directory + "/odd.jsonl", in: directory).status == .success)
      let apps = ToolRun("names", "apps", in: directory)
      #expect(apps.output == "films\n" && apps.errors.isEmpty, "\(apps)")
      #expect(ToolRun("names", "attributes", in: directory).output.contains("\nfileSize\n"))
      #expect(ToolRun("names", "nonsense", in: directory).status == .usage)
      let bash = ToolRun("completions", "bash", in: directory).output
      #expect(bash.contains(#"-s|--sort) COMPREPLY=($(compgen -W "$(fresnel names attributes"#))
      #expect(bash.contains("compgen -W 'first-unlock unless-open complete'"), "\(bash)")
    }
  }

  @Test("manual page and completions in the repository are those of the commands")
  func reference() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    for file in WriteReference.files(of: FresnelTool.tool) {
      let stored = try FileSystem.contents(of: "/\(root)/\(file.path)")
      #expect(
        String(decoding: stored, as: UTF8.self) == file.text,
        "\(file.path) is stale: run fresnel reference .")
    }
  }
}
