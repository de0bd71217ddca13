import FresnelModel
import Testing
import WebAddresses

@testable import WebMarkup

/// A page's item, which is that of an app with the same content.
struct PageAttributesTests {
  private func item(_ json: String, head: String = "", url: String? = nil) throws -> Item {
    let page = """
      <!DOCTYPE html><html lang="en"><head><title>Title</title>\(head)<script type="application/ld+json">\
      \(json)</script></head><body><p>Body text.</p></body></html>
      """
    return PageReading(
      Array(page.utf8), url: try #require(WebURL(url ?? SmallPage.url.href))
    ).item
  }

  @Test func aPlaceHasTheKeysThatAnAppSets() throws {
    let item = try item(
      """
      {"@context": "https://schema.org", "@type": "Restaurant", "name": "R",
       "telephone": "+1 401 555 1212", "address": {"@type": "PostalAddress",
       "streetAddress": "1 Infinite Loop", "addressLocality": "Cupertino", "addressRegion": "CA",
       "postalCode": "95014", "addressCountry": "US"},
       "geo": {"@type": "GeoCoordinates", "latitude": 37.33, "longitude": -122.03},
       "aggregateRating": {"@type": "AggregateRating", "ratingValue": 8, "bestRating": 10,
       "ratingCount": 3}}
      """)
    let expected: [AttributeID: AttributeValue] = [
      .title: .string("Title"), .displayName: .string("Title"), .namedLocation: .string("R"),
      .thoroughfare: .string("1 Infinite Loop"), .city: .string("Cupertino"),
      .stateOrProvince: .string("CA"), .postalCode: .string("95014"), .country: .string("US"),
      .fullyFormattedAddress: .string("1 Infinite Loop, Cupertino, CA 95014, US"),
      .latitude: .double(37.33), .longitude: .double(-122.03),
      .phoneNumbers: .array([.string("+1 401 555 1212")]), .rating: .double(4),
      .ratingDescription: .string("8/10 (3)"), .supportsPhoneCall: .boolean(true),
      .supportsNavigation: .boolean(true), .url: .url("https://www.example.com/items/42"),
      .languages: .array([.string("en")]), .textContent: .string("Body text."),
    ]
    for (id, value) in expected { #expect(item.attributes[id] == value, "\(id)") }
  }

  @Test func thePageIsFoundByItsTitleBesideThatOfOpenGraph() throws {
    let item = try item(
      #"{"@context": "https://schema.org", "@type": "Recipe", "alternateName": "Potage"}"#,
      head: "<meta property=og:title content=Soup>")
    #expect(item.attributes[.title] == .string("Soup"))
    #expect(item.attributes[.alternateNames] == .array([.string("Title"), .string("Potage")]))
    let same = try self.item("{}", head: "<meta property=og:title content=Title>")
    #expect(same.attributes[.alternateNames] == nil)
  }

  @Test func theIdentityIsTheKeyOfTheCanonicalAddress() throws {
    let item = try item(
      "{}", head: "<link rel=canonical href=https://WWW.example.com/%7eitems/42?utm_source=x>",
      url: "https://www.example.com/items/42?sid=1")
    #expect(item.uniqueIdentifier == "https://www.example.com/~items/42")
    #expect(item.domainIdentifier == "com.example.www")
  }

  @Test func worksAndEventsHaveTheirDatesAndPeople() throws {
    let movie = try item(
      """
      {"@context": "https://schema.org", "@type": "Movie", "name": "M", "duration": "PT1H30M",
       "director": {"@type": "Person", "name": "D"}, "genre": "Drama", "keywords": "sea, wind",
       "actor": [{"@type": "Person", "name": "A"}, {"@type": "Person", "name": "B"}],
       "datePublished": "2015-06-08", "interactionStatistic": {"@type": "InteractionCounter",
       "interactionType": "https://schema.org/WatchAction", "userInteractionCount": 12}}
      """)
    #expect(movie.attributes[.director] == .string("D"))
    #expect(movie.attributes[.performers] == .array([.string("A"), .string("B")]))
    #expect(movie.attributes[.duration] == .double(5_400))
    #expect(movie.attributes[.playCount] == .integer(12))
    #expect(movie.attributes[.keywords] == .array([.string("sea"), .string("wind")]))
    #expect(
      movie.attributes[.contentCreationDate]
        == Timestamp(iso8601: "2015-06-08").map(AttributeValue.date))
    let event = try item(
      """
      {"@context": "https://schema.org", "@type": "MusicEvent", "name": "E",
       "startDate": "2026-06-10T19:30:00Z", "location": {"@type": "Place", "name": "Hall",
       "address": "1 Main St, Springfield"}}
      """)
    #expect(event.attributes[.namedLocation] == .string("Hall"))
    #expect(event.attributes[.fullyFormattedAddress] == .string("1 Main St, Springfield"))
    #expect(
      event.attributes[.startDate]
        == Timestamp(iso8601: "2026-06-10T19:30:00Z").map(AttributeValue.date))
  }

  @Test func whatMayNotBeShownIsNotKept() throws {
    let item = try item("{}", head: "<meta name=robots content=nosnippet>")
    #expect(item.attributes[.textContent] == nil)
    #expect(item.attributes[.contentDescription] == nil)
  }
}
