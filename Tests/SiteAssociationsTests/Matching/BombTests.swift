import Testing
import WebAddresses
import WebDocuments

@testable import SiteAssociations

/// Files and URLs that are made to be dear. Each of these would take years when every way were tried.
struct BombTests {
  private let app = ApplicationIdentity("ABCDE12345.com.example.app")

  private func file(_ components: String, variables: String = "{}") -> [UInt8] {
    Array(
      """
      {"applinks":{"substitutionVariables":\(variables),
      "details":[{"appIDs":["ABCDE12345.com.example.app"],"components":[\(components)]}]}}
      """.utf8)
  }

  private func match(_ file: [UInt8], _ path: String) throws -> AssociationMatch {
    #expect(file.count <= AssociationReading.sizeLimit)
    let association = try #require(AssociationReading(file).association)
    let url = try #require(WebURL("https://example.com/\(path)"))
    return association.match(url, app: app, domain: "example.com")
  }

  @Test func manyWildcardsInOnePattern() throws {
    let pattern = String(repeating: "*a", count: 60_000)
    let match = try match(file(#"{"/":"\#(pattern)b*"}"#), String(repeating: "a", count: 4_000))
    #expect(match.outcome == .noMatch)
  }

  @Test func manyPatternsOfWildcards() throws {
    let patterns = Array(repeating: #"{"/":"*a*a*a*a*b*"}"#, count: 5_000).joined(separator: ",")
    let match = try match(file(patterns), String(repeating: "a", count: 1_000))
    #expect(match.outcome == .noMatch)
  }

  @Test func variablesOfThousandsOfValuesBehindEachOther() throws {
    let values = (0..<3_000).map { "\"\(String(repeating: "a", count: $0 % 8))\"" }
      .joined(separator: ",")
    let pattern = String(repeating: "$(v)", count: 15_000)
    let bomb = file(#"{"/":"\#(pattern)b*"}"#, variables: #"{"v":[\#(values)]}"#)
    let match = try match(bomb, String(repeating: "a", count: 2_000))
    #expect(match.outcome == .noMatch)
  }

  @Test func variablesOfWildcards() throws {
    let values = Array(repeating: #""*a*""#, count: 9_000).joined(separator: ",")
    let pattern = String(repeating: "$(v)", count: 10_000)
    let bomb = file(#"{"/":"\#(pattern)b*"}"#, variables: #"{"v":[\#(values)]}"#)
    let match = try match(bomb, String(repeating: "a", count: 2_000))
    #expect(match.obstacle == .tooCostly)
    #expect(match.outcome == .noMatch)
  }

  @Test func thousandsOfVariables() throws {
    let variables = (0..<4_000).map { #""v\#($0)":["a","b"]"# }.joined(separator: ",")
    let pattern = (0..<4_000).map { "$(v\($0))" }.joined()
    let bomb = file(#"{"/":"\#(pattern)"}"#, variables: "{\(variables)}")
    #expect(try match(bomb, String(repeating: "ab", count: 2_000)).outcome == .match)
  }

  @Test func aDefaultThatEveryRuleTakes() throws {
    let pattern = String(repeating: "*a", count: 20_000)
    let rules = Array(repeating: ##"{"#":"x"}"##, count: 6_000).joined(separator: ",")
    let text = String(decoding: file(rules), as: UTF8.self)
    let bomb = Array(
      text.replacingFirst("\"details\"", with: #""defaults":{"/":"\#(pattern)b*"},"details""#).utf8)
    #expect(try match(bomb, String(repeating: "a", count: 1_000)).outcome == .noMatch)
  }

  @Test(arguments: ["*", "x", "*x*"])
  func aDefaultOfManyItemsThatEveryRuleTakes(value: String) throws {
    let items = (0..<4_000).map { #""i\#($0)":"\#(value)""# }.joined(separator: ",")
    let rules = Array(repeating: "{}", count: 18_000).joined(separator: ",")
    let text = String(decoding: file(rules), as: UTF8.self)
    let bomb = Array(
      text.replacingFirst("\"details\"", with: #""defaults":{"?":{\#(items)}},"details""#).utf8)
    let query = (0..<2_000).map { "i\($0)=x" }.joined(separator: "&")
    let match = try match(bomb, "?\(query)")
    #expect(match.outcome == (value == "*" ? .match : .noMatch))
  }

  @Test func deepNestingAndThousandsOfMistakes() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(AssociationReading(Array(deep.utf8)).diagnostics.map(\.code) == ["json-syntax"])
    let numbers = Array(repeating: "1", count: 50_000).joined(separator: ",")
    let reading = AssociationReading(file(numbers))
    #expect(reading.diagnostics.count <= 2 * FindingList.limit)
    #expect(reading.diagnostics.last?.message.contains("more findings") == true)
  }

  @Test func whatIsTooLargeIsNotRead() {
    let reading = AssociationReading(
      Array(repeating: 0x20, count: AssociationReading.sizeLimit + 1))
    #expect(reading.diagnostics.map(\.code) == ["too-large"])
  }
}

extension String {
  /// The text with the first place of another one replaced.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(range, other)
  }

  private func replacingCharacters(_ range: Range<String.Index>, _ other: String) -> String {
    var text = self
    text.replaceSubrange(range, with: other)
    return text
  }
}
