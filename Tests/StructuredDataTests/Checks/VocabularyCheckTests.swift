import FresnelModel
import FresnelTestSupport
import Testing
import WebDocuments

@testable import StructuredData

struct VocabularyCheckTests {
  private func diagnostics(_ members: String) -> [Diagnostic] {
    let json = #"{"@context": "https://schema.org", \#(members)}"#
    let reading = JSONLDReading(Array(json.utf8), base: BaseIRI("https://e.org/"))
    #expect(reading.diagnostics.isEmpty)
    return reading.graph.vocabularyDiagnostics()
  }

  @Test(
    arguments: [
      (#""@type": "Recipe", "name": "Soup", "totalTime": "PT1H", "image": "a.png""#, []),
      (#""@type": "Recipe", "author": "Ann", "recipeYield": "4 servings""#, []),
      (#""name": "Soup""#, ["type-missing"]),
      (#""@type": "Recipee", "name": "Soup""#, ["type-unknown"]),
      (#""@type": "recipe", "name": "Soup""#, ["type-case"]),
      (#""@type": "http://e.org/Recipe", "madeUp": "Soup""#, ["property-unknown"]),
      (#""@type": "http://data-vocabulary.org/Recipe""#, ["vocabulary-retired"]),
      (#""@type": "DeliveryTimeSettings""#, ["vocabulary-retired"]),
      (#""@type": "Recipe", "cookingTimee": "PT1H""#, ["property-unknown"]),
      (#""@type": "Recipe", "CookTime": "PT1H""#, ["property-case"]),
      (#""@type": "Recipe", "servesCuisine": "x""#, ["property-not-of-type"]),
      (#""@type": ["Recipe", "Restaurant"], "servesCuisine": "x""#, []),
      (#""@type": "Movie", "actors": {"@type": "Person"}"#, ["property-superseded"]),
      (#""@type": "Restaurant", "geo": {"@type": "PostalAddress"}"#, ["property-value-type"]),
      (#""@type": "Restaurant", "geo": {"@type": "http://e.org/T"}"#, []),
      (
        #""@type": "Movie", "actor": {"@type": "PerformanceRole", "actor": {"@type": "Person"}}"#,
        []
      ),
      (#""@type": "Recipe", "name": {"@type": "Person"}"#, ["property-value-type"]),
      (#""@type": "Product", "width": {"@type": "QuantitativeValue", "value": 3}"#, []),
      (#""@type": "Offer", "availability": "https://schema.org/InStock""#, []),
      (#""@type": "Offer", "availability": "InStock""#, []),
      (#""@type": "Offer", "availability": "http://e.org/There""#, []),
      (#""@type": "Offer", "availability": "instock""#, ["enumeration-unknown"]),
      (#""@type": "Offer", "availability": "https://schema.org/Monday""#, ["enumeration-unknown"]),
      (#""@type": "Event", "startDate": "2015-06-08T10:00Z", "endDate": "2015-06""#, []),
      (#""@type": "Event", "startDate": "June 8""#, ["date-invalid"]),
      (#""@type": "Event", "startDate": "2015-06-08T10:00""#, ["date-no-timezone"]),
      (#""@type": "OpeningHoursSpecification", "opens": "09:00""#, []),
      (#""@type": "Recipe", "totalTime": "90 minutes""#, ["duration-invalid"]),
      (#""@type": "Recipe", "totalTime": "pt1h""#, ["duration-invalid"]),
      (#""@type": "Person", "sameAs": "https://e.org/ann""#, []),
      (
        #""@type": "WebSite", "potentialAction": {"@type": "SearchAction", "#
          + #""target": "https://e.org/?q={q}", "query-input": "required name=q"}"#, []
      ),
      (#""@type": "Offer", "price": "1.250,00""#, ["number-format"]),
      (#""@type": "Offer", "price": "55""#, []),
      (
        #""@type": "Recipe", "aggregateRating": {"@type": "AggregateRating", "reviewCount": "many"}"#,
        ["property-value-type"]
      ),
      (#""@type": "Recipe", "isAccessibleForFree": "no""#, ["property-value-type"]),
      (#""@type": "Recipe", "isAccessibleForFree": "https://schema.org/False""#, []),
    ] as [(String, [String])])
  func whatTheVocabularySays(members: String, codes: [String]) {
    #expect(diagnostics(members).map(\.code) == codes)
  }

  @Test func addressesWithoutASchemeAreReported() {
    let page = HTMLDocument.parse(
      DecodedPage(
        "<div itemscope itemtype='https://schema.org/Person'><b itemprop=url>www.e.org</b></div>"))
    let reading = MicrodataReading(page, base: BaseIRI("https://e.org/"))
    let findings = ItemGraph(reading, of: page).vocabularyDiagnostics()
    #expect(findings.map(\.code) == ["url-invalid"])
    #expect(findings.map(\.subject) == ["Person.url"])
  }

  @Test func findingsSayWhatWasMeantAndWhere() {
    let findings = diagnostics("\"@type\": \"Resturant\",\n\"agregateRating\": \"x\"")
    #expect(findings.map(\.subject) == ["Resturant", "Resturant.agregateRating"])
    #expect(findings[0].message.contains("“Restaurant”"))
    #expect(findings[1].message.contains("“aggregateRating”"))
    #expect(findings[1].location?.line == 2)
  }

  @Test func aPropertyIsFoundWhereItsNameStands() {
    let findings = diagnostics(
      "\"@type\": \"Recipe\",\n\"recipeIngrediant\": [\n\"tomatoes\",\n\"bread\"],\n\"name\": [\n]")
    #expect(findings.map(\.code) == ["property-unknown"])
    #expect(findings.first?.location?.line == 2)
  }

  @Test func aThingWithoutATypeIsNamedByWhatItIsTo() {
    let event = #""@type": "Event", "name": "E", "location": {"adress": "Hall 1"}"#
    let found = diagnostics(event).filter { $0.code == "type-missing" }
    #expect(found.map(\.subject) == ["Event.location"])
    #expect(diagnostics(#""adress": "Hall 1""#).map(\.subject) == ["adress"])
  }

  @Test func placesThatHaveAnAddressOfTheWebMayBeNamedAllTheSame() {
    let name = #""@type": "VideoGame", "name": "G", "gameLocation": {"@value": "Big Town"}"#
    #expect(diagnostics(name).isEmpty)
    let license = #""@type": "Article", "name": "A", "license": {"@value": "free for all"}"#
    #expect(diagnostics(license).map(\.code) == ["url-invalid"])
  }

  @Test func timesOfTheDayAreCalledTimes() {
    let hours = #""@type": "OpeningHoursSpecification", "opens": "9:00 AM", "closes": "17:00""#
    let found = diagnostics(hours)
    #expect(found.map(\.message) == ["“9:00 AM” is no time of ISO 8601."])
  }

  @Test func breadcrumbsNameTheirPages() {
    let list = ##"""
      "@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "position": 1, "item": {"@id": "https://e.org/a", "name": "A"}},
        {"@type": "ListItem", "position": 2, "item": {"name": "B"}}]
      """##
    #expect(diagnostics(list).map(\.subject) == ["B"])
  }

  @Test func whatPublishingProgramsWriteIsRight() {
    let graph = ##"""
      "@graph": [
        {"@type": "WebPage", "@id": "https://e.org/p", "name": "P", "potentialAction":
          [{"@type": "ReadAction", "target": ["https://e.org/p"]}]},
        {"@type": "WebSite", "@id": "https://e.org/#w", "name": "W", "potentialAction": {
          "@type": "SearchAction",
          "target": {"@type": "EntryPoint", "urlTemplate": "https://e.org/?s={q}"},
          "query-input": {"@type": "PropertyValueSpecification", "valueRequired": true, "valueName": "q"}}},
        {"@type": "OrderAction", "name": "O", "price-input": "required", "endTime-output": "required"}]
      """##
    #expect(diagnostics(graph).isEmpty)
  }

  @Test func thingsThatAreDescribedTwiceAreNoted() {
    let twice =
      #""@graph": [{"@type": "Recipe", "name": "Soup"}, {"@type": "Recipe", "name": " Soup"}]"#
    #expect(diagnostics(twice).map(\.code) == ["duplicate-item"])
    let two =
      ##""@graph": [{"@type": "Recipe", "@id": "#1", "name": "Soup"}, "##
      + ##"{"@type": "Recipe", "@id": "#2", "name": "Soup"}]"##
    #expect(diagnostics(two).isEmpty)
    let tour =
      #""@graph": [{"@type": "Event", "name": "Owls", "startDate": "2026-12-05"}, "#
      + #"{"@type": "Event", "name": "Owls", "startDate": "2026-12-06"}]"#
    #expect(diagnostics(tour).isEmpty)
  }

  @Test func ofAPropertyWithoutDomainNothingIsSaidOfWhereItBelongs() {
    for place in 0..<SchemaTable.count {
      let term = SchemaTerm(place: place)
      guard term.kind == .property, term.above.isEmpty else { continue }
      let found = diagnostics("\"@type\": \"Recipe\", \"\(term)\": \"x\"")
      #expect(!found.contains { $0.code == "property-not-of-type" }, "\(term)")
    }
  }

  @Test func repeatedFindingsEnd() {
    let members = (0..<500).map { "\"madeUp\($0)\": 1" }.joined(separator: ",")
    let found = diagnostics("\"@type\": \"Recipe\", \(members)")
    #expect(found.count == 21 && Set(found.map(\.code)) == ["property-unknown"])
    #expect(found.last?.message == "From here on there are 480 more findings of this kind.")
  }

  /// The vocabulary's own examples use it well, as a rule.
  @Test func theExamplesOfSchemaOrgHaveFewErrors() throws {
    var errors = 0
    var count = 0
    for row in try WebTestData.rows(of: "schemaorg/examples.jsonl") {
      guard let text = row["jsonld"]?.string else { continue }
      count += 1
      let page = HTMLDocument.parse(DecodedPage(text))
      let reading = JSONLDReading(page, base: BaseIRI("https://www.example.com/page.html"))
      if reading.graph.vocabularyDiagnostics().contains(where: { $0.severity == .error }) {
        errors += 1
      }
    }
    #expect(errors * 10 < count, "\(errors) of \(count)")
  }

  @Test func everyRuleIsDeclaredOnce() {
    let rules = DiagnosticRule.vocabulary + DiagnosticRule.jsonLD
    #expect(Set(rules.map(\.code)).count == rules.count)
    #expect(rules.allSatisfy { $0.remedy.hasSuffix(".") })
  }
}
