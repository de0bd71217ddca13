import FirstDaySources
import FresnelPlatform
import FresnelTestSupport
import Testing

@Suite("What .gitignore files say")
struct GitIgnoreTests {
  /// A file, a path below its directory, with a slash at the end if it is a directory, and what is said of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    let path: String
    let verdict: GitIgnore.Verdict?
    var testDescription: String { "\(file.debugDescription) and \(path)" }

    init(_ file: String, _ path: String, _ verdict: GitIgnore.Verdict?) {
      (self.file, self.path, self.verdict) = (file, path, verdict)
    }
  }

  static let cases = [
    // Names, anywhere.
    Case("a", "a", .ignored), Case("a", "x/y/a", .ignored), Case("a", "a/", .ignored),
    Case("a", "ab", nil), Case("a", "A", nil), Case("a\n", "b", nil),
    // Empty lines, comments, and what begins like one.
    Case("\n\n# a\n\r\n", "a", nil), Case("#a", "#a", nil), Case("\\#a", "#a", .ignored),
    Case(" #a", " #a", .ignored),
    // The last rule decides.
    Case("*.o\n!b.o", "a.o", .ignored), Case("*.o\n!b.o", "b.o", .included),
    Case("!b.o\n*.o", "b.o", .ignored), Case("\\!a", "!a", .ignored), Case("!!a", "!a", .included),
    // Anchors.
    Case("/a", "a", .ignored), Case("/a", "x/a", nil), Case("a/b", "a/b", .ignored),
    Case("a/b", "x/a/b", nil), Case("/a/b", "a/b", .ignored), Case("a/b", "a/b/c", nil),
    Case("//a", "a", nil), Case("a//b", "a/b", nil),
    // Directories only.
    Case("a/", "a/", .ignored), Case("a/", "a", nil), Case("a/", "x/a/", .ignored),
    Case("/a/", "x/a/", nil), Case("a/b/", "a/b/", .ignored), Case("a//", "a/", nil),
    // One star, one byte.
    Case("*", "x/y", .ignored), Case("*.c", "x/y.c", .ignored), Case("a*b", "ab", .ignored),
    Case("a*b", "a/b", nil), Case("a/*", "a/b", .ignored), Case("a/*", "a/b/c", nil),
    Case("a/*/c", "a/b/c", .ignored), Case("a/*/c", "a/c", nil), Case("?", "ab", nil),
    Case("a?b", "a/b", nil), Case("??", "é", .ignored), Case("*a*b*c", "xaxbxcxc", .ignored),
    Case("*a*b*c", "xaxcxb", nil), Case(".*", ".hidden", .ignored), Case("*", ".hidden", .ignored),
    // Two stars.
    Case("**/a", "a", .ignored), Case("**/a", "x/y/a", .ignored), Case("a/**", "a/b/c", .ignored),
    Case("a/**", "a/", nil), Case("a/**/b", "a/b", .ignored), Case("a/**/b", "a/x/y/b", .ignored),
    Case("a/**/b", "a/x/bc", nil), Case("**", "a/b", .ignored), Case("/**", "a/b", .ignored),
    Case("a/**b", "a/xb", .ignored), Case("a/**b", "a/x/b", nil),
    Case("**/a/**/b/**", "x/a/b/c", .ignored), Case("**/a/**/b/**", "x/a/c/b", nil),
    Case("a/***/b", "a/x/y/b", .ignored), Case("**/", "a/", .ignored), Case("**/", "a", nil),
    Case("a/**/**/b", "a/b", .ignored), Case("**/x/y", "x/x/y", .ignored),
    // Sets.
    Case("[abc]", "b", .ignored), Case("[abc]", "d", nil), Case("[a-c]x", "bx", .ignored),
    Case("[!a-c]x", "dx", .ignored), Case("[^a-c]x", "ax", nil), Case("[]a]", "]", .ignored),
    Case("[!]a]", "b", .ignored), Case("[a-]", "-", .ignored), Case("[a-c-e]", "-", .ignored),
    Case("[a-c-e]", "d", nil), Case("[\\]]", "]", .ignored), Case("[[:digit:]]", "7", .ignored),
    Case("[[:digit:]]", "x", nil), Case("[[:upper:]-x]", "-", .ignored), Case("[[:no:]]", "n", nil),
    Case("[a", "[a", nil), Case("[a", "a", nil), Case("\\[a", "[a", .ignored),
    Case("a[/]b", "a/b", nil), Case("[c-a]", "b", nil), Case("[[a]", "[", .ignored),
    Case("[[:a]", ":", .ignored),
    // Escapes.
    Case("\\*", "*", .ignored), Case("\\*", "a", nil), Case("a\\", "a", nil),
    Case("a\\", "a\\", nil),
    Case("\\a", "a", .ignored), Case("a\\\\b", "a\\b", .ignored), Case("a\\/b", "a/b", .ignored),
    // Spaces at the end, other ends of lines, a mark of the order of bytes.
    Case("a  ", "a", .ignored), Case("a\\ ", "a ", .ignored), Case("a\\  ", "a ", .ignored),
    Case("a b", "a b", .ignored), Case("a\t", "a\t", .ignored), Case("a\r\nb\r\n", "a", .ignored),
    Case("a\r", "a", .ignored), Case("\u{FEFF}a", "a", .ignored), Case("   ", "   ", nil),
    Case("!", "!", nil), Case("/", "a/", nil),
  ]

  @Test("Each part of the syntax means what the manual says", arguments: cases)
  func table(item: Case) {
    #expect(verdict(Array(item.file.utf8), item.path) == item.verdict)
  }

  private func verdict(_ file: [UInt8], _ path: String) -> GitIgnore.Verdict? {
    GitIgnore(file).verdict(
      on: path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) },
      isDirectory: path.hasSuffix("/"))
  }

  @Test("Names and rules are bytes, whatever they encode")
  func bytes() {
    let file = GitIgnore([0xFF, 0x2A, 0x0A, 0x5B, 0xC0, 0x2D, 0xC9, 0x5D])
    #expect(file.verdict(on: [[0xFF, 0x61]], isDirectory: false) == .ignored)
    #expect(file.verdict(on: [[0xC5]], isDirectory: false) == .ignored)
    #expect(file.verdict(on: [[0xD0]], isDirectory: false) == nil)
  }

  @Test("Of a long file the beginning is read, whole lines of it")
  func limits() {
    let lines = GitIgnore(Array((String(repeating: "a\n", count: 999) + "b\nc\n").utf8))
    #expect(lines.verdict(on: [[0x62]], isDirectory: false) == .ignored)
    #expect(lines.verdict(on: [[0x63]], isDirectory: false) == nil)
    let long = [UInt8](repeating: 0x61, count: 65_533) + Array("\nb\nc\n".utf8)
    let bytes = GitIgnore(long)
    #expect(bytes.verdict(on: [[0x62]], isDirectory: false) == .ignored)
    #expect(bytes.verdict(on: [[0x63]], isDirectory: false) == nil)
  }

  @Test("Rules that are written to take for ever take a moment")
  func hostile() {
    let name = [UInt8](repeating: 0x61, count: 255)
    let path = Array(repeating: Array("a".utf8), count: 2000)
    for rule in [
      String(repeating: "*a", count: 60) + "b", String(repeating: "**/a/", count: 60) + "b",
      String(repeating: "*?", count: 60) + "b", String(repeating: "a*/**/", count: 60) + "b",
    ] {
      let file = GitIgnore(Array(rule.utf8))
      #expect(file.verdict(on: [name], isDirectory: false) == nil)
      #expect(file.verdict(on: path, isDirectory: false) == nil)
    }
  }

  @Test("Rules that need too many steps match nothing, and no more steps are made")
  func steps() {
    let rule = "**/*" + String(repeating: "a", count: 127) + "b\n"
    let rules = String(repeating: rule, count: 490) + "long\n"
    let file = GitIgnore(Array(rules.utf8))
    let name = [UInt8](repeating: 0x61, count: 255)
    var steps = GitIgnore.maximumStepCount
    let path = Array(repeating: name, count: 15)
    #expect(file.verdict(on: path, isDirectory: false, steps: &steps) == nil)
    #expect(steps == 0)
    #expect(file.verdict(on: [Array("long".utf8)], isDirectory: false, steps: &steps) == nil)
    #expect(file.verdict(on: [Array("long".utf8)], isDirectory: false) == .ignored)
  }

  @Test(
    "Random rules mean what Git takes them for",
    .enabled(if: FileSystem.exists("/usr/bin/git"), "Git is not installed."), arguments: 0..<4)
  func comparison(run: Int) throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    try FileSystem.withTemporaryDirectory { directory in
      let git = ["-c", "core.excludesFile=/dev/null", "-C", directory]
      #expect(try Command("/usr/bin/git", git + ["init", "-q"]).run().isSuccess)
      // All that may be ignored, so that Git sees which are directories.
      let names = ["a", "b", "ab", "-", "]", " ", "c"]
      var paths: [String] = []
      for first in names {
        try FileSystem.createDirectory("\(directory)/d\(first)/\(first)x")
        for second in names {
          paths += ["d\(first)/\(second)", "d\(first)/\(first)x/\(second)"]
        }
      }
      for path in paths { try FileSystem.write([], to: "\(directory)/\(path)") }
      for _ in 0..<60 {
        let rules = (0..<(1 + generator.below(3))).map { _ in Self.randomRule(&generator) }
        let file = rules.joined(separator: "\n") + "\n"
        try FileSystem.write(Array(file.utf8), to: directory + "/.gitignore")
        let output = try Command(
          "/usr/bin/git", git + ["check-ignore", "--no-index", "--"] + paths
        ).capture().output
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let ignored = Set(lines.map(String.init))
        for path in paths {
          #expect(
            isIgnored(Array(file.utf8), path) == ignored.contains(path),
            "seed \(seed): \(rules) and \(path)")
        }
      }
    }
  }

  /// As whoever walks a tree finds it: what is in a directory that is ignored is ignored too.
  private func isIgnored(_ file: [UInt8], _ path: String) -> Bool {
    let names = path.split(separator: "/")
    for count in 1..<names.count
    where verdict(file, names.prefix(count).joined(separator: "/") + "/") == .ignored {
      return true
    }
    return verdict(file, path) == .ignored
  }

  private static func randomRule(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "b", "d", "x", "*", "?", "/", "/**/", "[ab]", "[!a]", "[a-c]", "\\a", "-", "]", "\\ ",
      " ", "[[:alpha:]]", "[", "/*/", "[]-]", "\\",
    ]
    let start = ["", "", "", "!", "/", "**/", "*"][generator.below(7)]
    let end = ["", "", "/", "/**", " ", "\\"][generator.below(6)]
    let middle = (0..<(1 + generator.below(4))).map { _ in pieces[generator.below(pieces.count)] }
    let rule = start + middle.joined() + end
    // Git compares what comes before the first wildcard apart, and then takes two stars for a part of their own.
    let isPlain = rule.split(separator: "/").allSatisfy { $0 == "**" || !$0.contains("**") }
    return isPlain ? rule : randomRule(&generator)
  }
}

extension GitIgnore {
  /// The verdict on a path for which no steps were made.
  fileprivate func verdict(on path: some Collection<[UInt8]>, isDirectory: Bool) -> Verdict? {
    var steps = Self.maximumStepCount
    return verdict(on: path, isDirectory: isDirectory, steps: &steps)
  }
}
