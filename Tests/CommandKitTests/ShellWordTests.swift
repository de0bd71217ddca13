import FresnelPlatform
import Testing

@testable import CommandKit

@Suite("Paths in commands that are shown")
struct ShellWordTests {
  @Test(
    "a shell reads the path from it as one word",
    arguments: [
      "/home/me/store", "/home/me/my store", "it's", "$HOME/`x`", "a\"b\\c", "--all", "", "ä/ö",
      "a;b",
    ])
  func oneWord(path: String) throws {
    let word = shellWord(path)
    let (ending, output) = try Command("/bin/sh", ["-c", "printf '<%s>' \(word)"]).capture()
    #expect(ending.isSuccess)
    let expected = path.hasPrefix("-") ? "./" + path : path
    #expect(String(decoding: output, as: UTF8.self) == "<\(expected)>")
  }

  @Test("a path that needs no quotes has none, and control characters never show")
  func plain() {
    #expect(shellWord("/data/fresnel/store-1.2") == "/data/fresnel/store-1.2")
    #expect(shellWord("a\u{1B}[31mb\nc") == "'a [31mb c'")
  }
}
