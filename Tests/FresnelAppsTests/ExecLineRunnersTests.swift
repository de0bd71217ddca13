import FresnelApps
import Testing

/// Programs whose words are commands, besides those of ``ExecLineTests``, and lines that name very many.
@Suite("Command lines of programs that run others")
struct ExecLineRunnersTests {
  private static let url = "https://a.example/;touch${IFS}x"

  private func arguments(_ line: String) throws -> [String] {
    try #require(ExecLine(line)).arguments(
      ExecLine.Fields(targets: [Self.url], name: "$(name)", path: "/apps/a.desktop"))
  }

  @Test(
    "A line that names very many programs is refused; what it costs is measured by `make growth`",
    arguments: ["vim", "env", "git", "--x=sh", "-e --x=env", "bwrap"])
  func manyPrograms(word: String) {
    for tail in [" %u", String(repeating: " %u", count: 2_000)] {
      let line = "browser" + String(repeating: " " + word, count: 2_000) + tail
      #expect(throws: ExecLineProblem.self) { try arguments(line) }
    }
  }

  @Test("As many programs as any honest line names are judged one by one")
  func somePrograms() throws {
    #expect(
      try arguments("browser" + String(repeating: " vim", count: 30) + " %u").last == Self.url)
  }
}
