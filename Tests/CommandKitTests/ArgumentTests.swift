import Testing

import CommandKit

@Suite("Command lines")
struct ArgumentTests {
  private static let limit = Option.count("limit", short: "n", "N", "Show N", default: 10)
  private static let json = Option.flag("json", short: "j", "JSON")
  private static let verbose = Option.flag("verbose", short: "v", "More")
  private static let app = Option.text("app", "APP", "Only APP")
  private static let map = Option.list("map", "A=B", "Rename")
  private static let color = Option.text(
    "color", "WHEN", "Colours", completion: .words(["always", "never"]))
  private static let definition = CommandDefinition(
    name: "test", summary: "Tests",
    operands: [
      OperandDefinition("FILE", "a file"), OperandDefinition("MORE", "more", count: .any),
    ],
    options: [
      limit.definition, json.definition, verbose.definition, app.definition, map.definition,
      color.definition,
    ])

  private func parse(_ words: String...) throws(CommandError) -> ParsedArguments {
    try ParsedArguments(words, for: Self.definition, of: "fresnel")
  }

  @Test("options stand anywhere, with a space, an equals sign or nothing before the value")
  func spellings() throws {
    #expect(try parse("f", "--limit", "3")(Self.limit) == 3)
    #expect(try parse("--limit=3", "f")(Self.limit) == 3)
    #expect(try parse("-n3", "f")(Self.limit) == 3)
    #expect(try parse("-n", "3", "f")(Self.limit) == 3)
    #expect(try parse("f")(Self.limit) == 10)
    let joined = try parse("-jvn", "4", "f")
    #expect(try joined(Self.json))
    #expect(try joined(Self.verbose))
    #expect(try joined(Self.limit) == 4)
  }

  @Test("operands keep their order; two dashes end the options; one dash is an operand")
  func operands() throws {
    #expect(try parse("a", "-j", "b", "--", "--json", "-").operands == ["a", "b", "--json", "-"])
    #expect(try parse("-").operands == ["-"])
  }

  @Test("a list may be repeated and separated by commas")
  func lists() throws {
    #expect(try parse("f", "--map", "a=b,c=d", "--map=e=f")(Self.map) == ["a=b", "c=d", "e=f"])
  }

  @Test("--help asks for help whatever else is missing")
  func help() throws {
    #expect(try parse("--help").wantsHelp)
    #expect(try parse("-h").wantsHelp)
  }

  @Test("mistakes name the fix")
  func mistakes() {
    func message(_ words: String...) -> String {
      do {
        let arguments = try ParsedArguments(words, for: Self.definition, of: "fresnel")
        _ = try arguments(Self.limit)
        _ = try arguments(Self.color)
        return "no mistake"
      } catch {
        return "\(error.message); \(error.advice ?? "")"
      }
    }
    #expect(message() == "FILE is missing; write fresnel test [OPTIONS] FILE [MORE…]")
    #expect(
      message("f", "--limt", "3") == "fresnel test has no option --limt; did you mean --limit?")
    #expect(message("f", "--limit") == "--limit needs a value; write --limit N")
    #expect(
      message("f", "--limit", "x")
        == "--limit takes a whole number from 0 up, not \"x\"; write --limit 20")
    #expect(
      message("f", "--limit", "99999999999999999999")
        == "--limit takes a number up to 9223372036854775807, and 99999999999999999999 is larger; write --limit 20"
    )
    #expect(
      message("f", "--jsno") == "fresnel test has no option --jsno; did you mean --json?")
    #expect(message("f", "--json=1") == "--json takes no value; write --json alone")
    #expect(message("f", "--app", "a", "--app", "b") == "--app is given twice; give it once")
    #expect(
      message("f", "--color", "maybe")
        == "--color does not know \"maybe\"; use one of always, never")
    #expect(
      message("f", "-x") == "fresnel test has no option -x; see fresnel test --help")
  }
}
