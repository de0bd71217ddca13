import CommandKit
import FresnelPlatform
import Testing

@testable import CloudCommands

@Suite("What fresnel-cloud says of itself")
struct CloudReferenceTests {
  @Test(
    "every command explains itself with an example of its own",
    arguments: CloudTool.tool.definitions.indices)
  func help(number: Int) {
    let definition = CloudTool.tool.definitions[number]
    let page = HelpText(tool: CloudTool.tool, width: 80).page(for: definition)
    #expect(page.contains("Usage: fresnel-cloud \(definition.name)"))
    for option in definition.options { #expect(page.contains("--\(option.name)")) }
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("fresnel") })
  }

  @Test("manual page and completions in the repository are those of the commands")
  func reference() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    for file in WriteReference.files(of: CloudTool.tool) {
      let stored = try FileSystem.contents(of: "/\(root)/\(file.path)")
      #expect(
        String(decoding: stored, as: UTF8.self) == file.text,
        "\(file.path) is stale: run fresnel-cloud reference .")
    }
  }
}
