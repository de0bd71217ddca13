import FresnelPlatform
import Testing

@testable import FresnelCommands

@Suite("Stores of earlier format versions")
struct StoreFixtureTests {
  private static let fixtures =
    #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/stores"

  static let names: [String] =
    ((try? FileSystem.entries(of: fixtures)) ?? []).filter {
      FileSystem.isDirectory(fixtures + "/" + $0)
    }

  /// Copies a fixture, for opening a store may change it.
  private func withStore(_ name: String, _ body: (String) throws -> Void) throws {
    let source = Self.fixtures + "/" + name + "/store"
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/store")
      for file in try FileSystem.entries(of: source) {
        try FileSystem.write(
          try FileSystem.contents(of: source + "/" + file), to: directory + "/store/" + file)
      }
      try body(directory)
    }
  }

  private func lines(_ text: String) -> Set<Substring> {
    Set(text.split(separator: "\n"))
  }

  @Test("there is one for each version so far")
  func fixtures() {
    #expect(Self.names.contains("journal-1"))
  }

  @Test(
    "they open for reading and for writing, hold what they held, and are sound", arguments: names)
  func opening(name: String) throws {
    let expected = lines(
      String(
        decoding: try FileSystem.contents(of: Self.fixtures + "/" + name + "/items.jsonl"),
        as: UTF8.self))
    try withStore(name) { directory in
      #expect(lines(ToolRun("export", in: directory).output) == expected)
      #expect(ToolRun("check", in: directory).status == .success)
      let extra = #"{"$app":"org.example.extra","id":"extra","title":"Added later"}"#
      try FileSystem.write(Array(extra.utf8), to: directory + "/extra.jsonl")
      #expect(ToolRun("index", directory + "/extra.jsonl", in: directory).status == .success)
      #expect(
        lines(ToolRun("export", in: directory).output) == expected.union([Substring(extra)]))
      #expect(ToolRun("check", in: directory).status == .success)
    }
  }
}
