import FresnelModel
import Testing
import WebAddresses
import WebDocuments

@testable import WebMarkup

/// What cards show of the things that pages tell of.
struct CardTests {
  private func reading(_ properties: String, head: String = "", body: String = "") -> PageReading {
    let data =
      properties.isEmpty
      ? ""
      : """
      <script type="application/ld+json">{"@context": "https://schema.org", \(properties)}</script>
      """
    let page =
      "<!DOCTYPE html><html lang=en><head><title>Title</title>\(head)\(data)</head><body>\(body)"
    return PageReading(Array(page.utf8), url: SmallPage.url)
  }

  @Test(
    arguments: [
      (#""offers": {"@type": "Offer", "price": 55, "priceCurrency": "usd"}"#, "55 USD"),
      (
        #""offers": [{"@type": "Offer", "price": "9.50", "priceCurrency": "EUR"}, {"@type": "Offer", "price": 7, "priceCurrency": "EUR"}]"#,
        "7–9.50 EUR"
      ),
      (
        #""offers": {"@type": "AggregateOffer", "lowPrice": 7, "highPrice": 9, "priceCurrency": "EUR"}"#,
        "7–9 EUR"
      ),
      (
        #""offers": {"@type": "AggregateOffer", "priceCurrency": "EUR", "offers": [{"@type": "Offer", "price": 3}]}"#,
        "3 EUR"
      ),
      (
        #""offers": {"@type": "Offer", "priceSpecification": {"@type": "UnitPriceSpecification", "price": 4, "priceCurrency": "GBP", "unitCode": "DAY"}}"#,
        "4 GBP per day"
      ),
      (#""offers": {"@type": "Offer", "price": "€ 1.250,00"}"#, "1250 EUR"),
      (#""offers": {"@type": "Offer", "price": "free"}"#, nil),
      (#""offers": {"@type": "Offer", "price": 5}"#, nil),
    ] as [(String, String?)])
  func pricesAreOneLine(properties: String, line: String?) {
    let card = reading(#""@type": "Product", "name": "P", \#(properties)"#).card
    #expect(card.price?.line == line)
  }

  @Test(
    arguments: [
      (#""priceRange": "$$""#, "$$"),
      (#""priceRange": "\#(String(repeating: "x", count: 101))""#, nil),
    ] as [(String, String?)])
  func rangesInWordsAreShort(properties: String, line: String?) {
    let reading = reading(#""@type": "Restaurant", "name": "R", \#(properties)"#)
    #expect(reading.card.price?.line == line)
    #expect(reading.diagnostics.codes.contains("price-range-too-long") == (line == nil))
  }

  @Test(
    arguments: [
      ("+1-401-555-1212", "tel:+14015551212"), ("(408) 555-1212", "tel:4085551212"),
      ("+44 (0)20 7946 0000", "tel:+442079460000"),
      ("tel:+1 401 555 1212 ext. 34", "tel:+14015551212;ext=34"),
      ("555-0100 x7", "tel:5550100;ext=7"), ("555-0100 / 555-0101", "tel:5550100"),
      ("call us", nil),
      ("1234", nil), ("12345678901234567890", nil), ("", nil),
    ] as [(String, String?)])
  func telephoneNumbersAreDialled(text: String, url: String?) {
    #expect(TelephoneNumber(text)?.uri == url)
  }

  @Test func contactPointsAnswerWhereTheThingItselfDoesNot() {
    let card = reading(
      #""@type": "Organization", "name": "O", "contactPoint": {"@type": "ContactPoint", "telephone": "+15550100"}"#
    ).card
    #expect(card.actions.map(\.url) == ["tel:+15550100"])
  }

  @Test func eventsAreWhereTheyTakePlace() {
    let card = reading(
      """
      "@type": "MusicEvent", "name": "E", "startDate": "2026-06-10T19:30-04:00", "location":
        {"@type": "Place", "name": "Hall", "address": "1 Main St, Springfield",
         "geo": {"@type": "GeoCoordinates", "latitude": 1, "longitude": 2}}
      """
    ).card
    #expect(card.actions.map(\.url) == ["geo:1.0,2.0?q=1%20Main%20St%2C%20Springfield"])
    #expect(card.dates.start?.iso8601 == "2026-06-10T23:30:00Z")
  }

  @Test(arguments: [
    ("91", "10", "geo-out-of-range"), ("10", "-181", "geo-out-of-range"),
    ("0", "0", "geo-null-island"),
  ])
  func impossiblePlacesAreRefused(latitude: String, longitude: String, code: String) {
    let reading = reading(
      #""@type": "Place", "name": "P", "latitude": \#(latitude), "longitude": \#(longitude)"#)
    #expect(reading.card.actions.isEmpty)
    #expect(reading.diagnostics.codes.contains(code))
    #expect(reading.locations.isEmpty)
  }

  @Test(
    arguments: [
      (#""ratingValue": 4, "reviewCount": 0, "ratingCount": 30"#, "rating-count-not-positive"),
      (#""ratingValue": "4,5", "ratingCount": 3"#, nil),
      (#""ratingValue": 3, "bestRating": 2, "ratingCount": 3"#, "rating-out-of-range"),
      (#""ratingValue": 1, "worstRating": 2, "ratingCount": 3"#, "rating-out-of-range"),
      (#""ratingValue": 3, "bestRating": 0, "ratingCount": 3"#, "rating-out-of-range"),
      (#""ratingCount": 3"#, "rating-value-missing"),
    ] as [(String, String?)])
  func ratingsThatCannotBeAreNotShown(rating: String, code: String?) {
    let reading = reading(
      #""@type": "Product", "name": "P", "aggregateRating": {"@type": "AggregateRating", \#(rating)}"#
    )
    #expect((reading.card.rating == nil) == (code != nil))
    if let code { #expect(reading.diagnostics.codes.contains(code)) }
  }

  @Test(arguments: [
    (#""ratingValue": 7, "bestRating": 5"#, "The rating 7 is less than 0 or more than 5."),
    (#""ratingValue": 0.5, "worstRating": 1"#, "The rating 0.5 is not between 1 and 5."),
  ])
  func aRatingOutOfItsRangeIsToldInNumbersThatThePageHas(rating: String, message: String) {
    let reading = reading(
      #""@type": "Product", "name": "P", "aggregateRating": {"@type": "AggregateRating", \#(rating), "ratingCount": 3}"#
    )
    #expect(
      reading.diagnostics.first { $0.code == "rating-out-of-range" }?.message == message)
  }

  @Test func allThatIsWrongWithARatingIsToldAtOnce() {
    let reading = reading(
      #""@type": "Product", "name": "P", "aggregateRating": {"@type": "AggregateRating", "ratingValue": 11, "bestRating": 10, "ratingCount": 0}"#
    )
    #expect(reading.card.rating == nil)
    let codes = reading.diagnostics.codes
    #expect(codes.contains("rating-out-of-range") && codes.contains("rating-count-not-positive"))
  }

  @Test func aRatingMayNameWhatItIsOf() {
    let reading = reading(
      """
      "@type": "AggregateRating", "ratingValue": 87, "bestRating": 100, "ratingCount": 24,
      "itemReviewed": {"@type": "Restaurant", "name": "R"}
      """)
    #expect(reading.mainItem.map { reading.graph[$0].types } == ["Restaurant"])
    #expect(reading.card.rating?.line == "87/100 (24)")
    #expect(reading.card.rating?.shownStars == 4.5)
    let alone = self.reading(#""@type": "AggregateRating", "ratingValue": 4, "ratingCount": 2"#)
    #expect(alone.diagnostics.codes.contains("rating-without-item"))
  }

  @Test func descriptionsComeFromTheFirstThatHasOne() {
    let long = String(repeating: "word ", count: 100)
    let card = reading("", body: "<nav>\(long)</nav><p>First \(long)").card
    #expect(card.description?.hasPrefix("First word") == true)
    #expect(card.description.map { $0.count <= 300 && $0.hasSuffix("…") } == true)
    #expect(
      reading("", head: "<meta name=robots content=max-snippet:5>", body: "<p>Some text here")
        .card.description.map(\.count) == 5)
    #expect(reading("", body: "<p>Short.").card.description == "Short.")
  }

  @Test(arguments: [
    ("2026-12-05T19:00:00-05:00", "2026-12-05"), ("2026-12-05T01:00:00+09:00", "2026-12-05"),
    ("2026-12-05", "2026-12-05"), ("2026-12", "2026-12"), ("2026", "2026"),
  ])
  func daysAreThoseOfThePlace(date: String, day: String) {
    let dates = reading(
      #""@type": "Event", "name": "Owls", "startDate": "\#(date)", "endDate": "\#(date)""#
    ).card.dates
    #expect(dates.startDay == day && dates.endDay == day && dates.start != nil)
    let page = reading(
      "", head: "<meta property=article:published_time content='\(date)'>")
    #expect(page.card.dates.publishedDay == day)
  }

  @Test func whatDataTellsOfComesBeforeWhatOpenGraphDoes() {
    let card = reading(
      #""@type": "Product", "name": "Blanket, grey", "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4, "ratingCount": 3}"#,
      head: """
        <meta property=og:type content=product><meta property=og:title content=Blanket>
        <meta property=og:image content=https://www.example.com/b.jpg>
        <meta property=product:price:amount content=12><meta property=product:price:currency content=EUR>
        """
    ).card
    #expect(card.title == "Blanket" && card.rating?.line == "4 (3)")
    #expect(card.price?.line == "12 EUR" && card.image != nil)
  }

  @Test(arguments: [("1.203", 1_203), ("1,203", 1_203), ("12.5", 13), ("140", 140), ("2.000", 2)])
  func countsMayHaveGroupsOfDigits(text: String, count: Int) {
    let card = reading(
      #""@type": "Product", "name": "P", "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4, "ratingCount": "\#(text)"}"#
    ).card
    #expect(card.rating?.count == count)
  }

  @Test func countersMayStandInTheOldProperty() {
    let page = reading(
      #""@type": "VideoObject", "name": "V", "interactionCount": {"@type": "InteractionCounter", "interactionType": "https://schema.org/WatchAction", "userInteractionCount": 7}"#
    )
    #expect(page.interactions == ["WatchAction": 7])
    #expect(!page.diagnostics.contains { $0.code == "interaction-count-not-number" })
    #expect(!page.diagnostics.contains { $0.code == "property-value-type" })
  }

  @Test func whatThingsOfOtherVocabulariesAreCalledIsUpToThese() {
    let page = reading(#""@type": "http://purl.org/goodrelations/v1#Offering", "sku": "1""#)
    #expect(!page.diagnostics.contains { $0.code == "item-name-missing" })
    let codes = { (text: String) in reading(text).diagnostics.map(\.code) }
    #expect(!codes(#""@type": "Review", "reviewBody": "Good.""#).contains("item-name-missing"))
    #expect(!codes(#""@type": "JobPosting", "title": "Baker""#).contains("item-name-missing"))
    #expect(codes(#""@type": "Product", "sku": "1""#).contains("item-name-missing"))
  }

  @Test(arguments: [
    "inf", "-inf", "nan", "1e300", "-1e300", "9e99px", "", "9999999999999999999999",
  ])
  func picturesOfNoSizeAreRead(size: String) {
    let card = reading(
      "",
      head: """
        <meta property=og:image content=https://www.example.com/a.png>
        <meta property=og:image:width content="1px"><meta property=og:image:height content="\(size)">
        """)
    #expect(card.diagnostics.first { $0.code == "image-small" }?.message.contains("1 by ?") == true)
    let object = reading(
      #""@type": "Recipe", "name": "Soup", "image": {"@type": "ImageObject", "url": "/a.png", "width": 1, "height": "\#(size)"}"#
    )
    #expect(object.card.image != nil)
  }

  @Test func picturesAreWarnedOf() {
    let reading = reading(
      "",
      head: """
        <meta property=og:image content=http://i.example.com/a.svg>\
        <meta property=og:image:width content=10>
        """)
    let codes = reading.diagnostics.codes
    #expect(reading.card.image?.href == "http://i.example.com/a.svg")
    #expect(codes.contains("image-insecure") && codes.contains("image-type"))
    #expect(codes.contains("image-small"))
    let none = self.reading("", head: "<meta name=robots content=noimageindex>")
    #expect(none.card.image == nil && !none.diagnostics.codes.contains("image-missing"))
  }

  @Test func wordsForMachinesAreNoticed() {
    let many = (0..<60).map { "word\($0)" }.joined(separator: ",")
    #expect(
      reading("", head: "<meta name=keywords content='\(many)'>").diagnostics.codes
        .contains("keywords-stuffed"))
    let few = "<meta name=keywords content='sea, wind'>"
    #expect(!reading("", head: few).diagnostics.codes.contains("keywords-stuffed"))
  }
}
