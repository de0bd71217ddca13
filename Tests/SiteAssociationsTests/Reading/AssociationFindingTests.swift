import Testing
import WebDocuments

@testable import SiteAssociations

/// What a file is told of that the table has no row for.
struct AssociationFindingTests {
  private func findings(_ file: String) -> [Diagnostic] {
    AssociationReading(Array(file.utf8)).diagnostics
  }

  private func detail(_ members: String) -> String {
    #"{"applinks":{"details":[{"appID":"ABCDE12345.b",\#(members)}]}}"#
  }

  @Test(arguments: [
    (#"{"applinks":[]}"#, ["wrong-json-type"]), (#"{"applinks":{}}"#, ["no-details"]),
    (#"{"applink":{}}"#, ["unknown-top-level-key", "no-service-section"]),
    (
      #"{"webcredentials":{"apps":["ABCDE12345.b","ABCDE12345.b",""]}}"#,
      ["app-id-duplicate", "app-id-empty"]
    ),
    (#"{"webcredentials":{}}"#, ["no-details"]),
    (#"{"appclips":{"apps":{}}}"#, ["wrong-json-type"]),
    (#"{"applinks":{"details":[5]}}"#, ["wrong-json-type"]),
    (#"{"applinks":{"details":{"ABCDE12345.b":{"paths":["/a"]}}}}"#, ["details-is-dictionary"]),
    (#"{"applinks":{"details":[{"appIDs":[],"paths":["/a"]}]}}"#, ["detail-without-app-id"]),
    (#"{"applinks":{"details":[{"appID":"ABCDE12345.b"}]}}"#, ["detail-without-patterns"]),
    (
      #"{"applinks":{"details":[{"appID":"ABCDE12345.b","paths":[]}]}}"#,
      ["detail-without-patterns"]
    ),
    (
      #"{"applinks":{"apps":{},"details":[{"appID":"ABCDE12345.b","paths":["/a"]}]}}"#,
      ["wrong-json-type"]
    ),
    (
      #"{"applinks":{"substitutionVariables":{"a":["b$(c)"]},"details":[]}}"#,
      ["substitution-value-references-variable", "no-details"]
    ),
    (
      #"{"applinks":{"substitutionVariables":{"":["b"]},"details":[]}}"#,
      ["substitution-name-invalid", "no-details"]
    ),
  ])
  func filesHaveFindings(file: String, codes: [String]) {
    #expect(findings(file).map(\.code) == codes)
  }

  @Test(
    arguments: [
      (#""components":[{"/":"/$(a)"}]"#, ["substitution-undefined"]),
      (#""components":[{"/":"/$(a"}]"#, ["substitution-unterminated"]),
      (#""components":[{"/":"/$(a$(lang)"}]"#, ["substitution-unterminated"]),
      (#""components":[{"?":{"a":"$(b)"}}]"#, ["substitution-undefined"]),
      (#""components":[{"/":"/a","?":{"a":1}}]"#, ["query-predicate-not-string"]),
      (#""components":[{"/":"/a","exclude":1}]"#, ["wrong-json-type"]),
      (##""components":[{"/":"/a","#":null}]"##, ["wrong-json-type"]),
      (#""components":["/a"]"#, ["wrong-json-type"]), (#""paths":[{}]"#, ["wrong-json-type"]),
      (#""paths":["*"]"#, ["rule-matches-everything"]),
      (#""paths":["/a","/a"]"#, ["rule-unreachable"]),
      (#""paths":["/a/*","NOT /a/b"]"#, ["rule-unreachable"]),
      (#""paths":["/a/*","NOT /a"]"#, ["rule-unreachable"]),
      (#""paths":["/a/?","/a/*"]"#, []), (#""paths":["/a","/A"]"#, []),
      (
        #""components":[{"/":"/a","?":{"x":"*"}},{"/":"/a","?":{"x":"1","y":"2"}}]"#,
        ["rule-unreachable"]
      ),
      (##""components":[{"/":"/a","#":"x"},{"/":"/a"}]"##, []),
      (
        #""components":[{"/":"/$(lang)/*"},{"/":"/$(lang)/a"},{"/":"/$(region)/a"}]"#,
        ["rule-unreachable"]
      ),
      (#""components":[{"/":"/a","caseSensitive":false},{"/":"/a"}]"#, []),
    ] as [(String, [String])])
  func rulesHaveFindings(members: String, codes: [String]) {
    #expect(findings(detail(members)).map(\.code) == codes)
  }

  @Test func aRuleForEverythingMattersLessWhereItIsTheLast() {
    #expect(findings(detail(#""paths":["NOT /a","*"]"#)).map(\.severity) == [.notice])
    #expect(findings(detail(#""paths":["*","/a"]"#)).map(\.severity) == [.warning, .warning])
  }

  @Test func aDetailBehindOneThatDecidesEverythingIsNeverReached() {
    let file = """
      {"applinks":{"details":[{"appID":"ABCDE12345.b","paths":["*"]},
      {"appID":"ABCDE12345.b","paths":["/a"]}]}}
      """
    let unreachable = findings(file).filter { $0.code == "rule-unreachable" }
    #expect(unreachable.map(\.subject) == ["applinks.details[1]"])
    #expect(findings(file).contains { $0.code == "app-id-duplicate" && $0.severity == .notice })
  }

  @Test func findingsSayWhereWhatAndHowToMendIt() throws {
    let file =
      "{\"applinks\":{\"details\":[\n  {\"appIDs\":[\"ABCDE12345.b\"],\n"
      + "   \"components\":[{\"/\":\"/a\"},{\"?\":{\"é x\":\"$(nope)\"}}]}]}}"
    let finding = try #require(findings(file).first)
    #expect(finding.code == "substitution-undefined")
    #expect(finding.location == SourceLocation(line: 3, column: 41))
    #expect(finding.subject == #"applinks.details[0].components[1]["?"]["é x"]"#)
    #expect(finding.message.contains("nope"))
    #expect(finding.remedy.contains("substitutionVariables"))
  }

  @Test func everyRuleSaysHowToMendWhatBreaksItAndHasACodeOfItsOwn() {
    let rules = DiagnosticRule.association
    #expect(Set(rules.map(\.code)).count == rules.count)
    for rule in rules {
      #expect(rule.remedy.hasSuffix(".") && rule.remedy.first?.isUppercase == true, "\(rule.code)")
    }
  }
}
