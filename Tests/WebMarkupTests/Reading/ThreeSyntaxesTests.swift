import FresnelModel
import Testing
import WebAddresses

@testable import WebMarkup

/// The same restaurant, told of in each syntax.
struct ThreeSyntaxesTests {
  private static let jsonLD = """
    <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Restaurant",
      "name": "GreatFood", "description": "Food that is great.", "telephone": "+1 401 555 1212",
      "priceRange": "$$", "image": "https://www.example.com/food.jpg",
      "address": {"@type": "PostalAddress", "streetAddress": "1901 Lemur Ave",
        "addressLocality": "Sunnyvale", "addressRegion": "CA", "postalCode": "94086"},
      "geo": {"@type": "GeoCoordinates", "latitude": "37.37", "longitude": "-122.03"},
      "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4", "reviewCount": "250"}}
    </script>
    """
  private static let microdata = """
    <div itemscope itemtype="https://schema.org/Restaurant"><span itemprop="name">GreatFood</span>
      <meta itemprop="description" content="Food that is great.">
      <span itemprop="telephone">+1 401 555 1212</span><span itemprop="priceRange">$$</span>
      <img itemprop="image" src="/food.jpg">
      <div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
        <span itemprop="streetAddress">1901 Lemur Ave</span>
        <span itemprop="addressLocality">Sunnyvale</span>, <span itemprop="addressRegion">CA</span>
        <span itemprop="postalCode">94086</span></div>
      <div itemprop="geo" itemscope itemtype="https://schema.org/GeoCoordinates">
        <meta itemprop="latitude" content="37.37"><meta itemprop="longitude" content="-122.03"></div>
      <div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating">
        <span itemprop="ratingValue">4</span> stars by <span itemprop="reviewCount">250</span></div>
    </div>
    """
  private static let rdfa = """
    <div vocab="https://schema.org/" typeof="Restaurant"><span property="name">GreatFood</span>
      <meta property="description" content="Food that is great.">
      <span property="telephone">+1 401 555 1212</span><span property="priceRange">$$</span>
      <img property="image" src="/food.jpg">
      <div property="address" typeof="PostalAddress">
        <span property="streetAddress">1901 Lemur Ave</span>
        <span property="addressLocality">Sunnyvale</span>, <span property="addressRegion">CA</span>
        <span property="postalCode">94086</span></div>
      <div property="geo" typeof="GeoCoordinates">
        <meta property="latitude" content="37.37"><meta property="longitude" content="-122.03"></div>
      <div property="aggregateRating" typeof="AggregateRating">
        <span property="ratingValue">4</span> stars by <span property="reviewCount">250</span></div>
    </div>
    """

  private func reading(_ body: String) -> PageReading {
    PageReading(
      Array("<!DOCTYPE html><title>GreatFood</title><body>\(body)".utf8), url: SmallPage.url)
  }

  @Test(arguments: [microdata, rdfa])
  func theCardIsTheSame(body: String) {
    let first = reading(Self.jsonLD)
    let other = reading(body)
    #expect(other.card == first.card)
    #expect(other.locations.map(\.name) == first.locations.map(\.name))
    // The text of the page is another one where the data stands in it.
    var attributes = other.attributes
    attributes[.textContent] = first.attributes[.textContent]
    #expect(attributes == first.attributes)
  }

  @Test func theCardSaysWhatTheRestaurantIs() {
    let card = reading(Self.jsonLD).card
    #expect(card.title == "GreatFood")
    #expect(card.description == "Food that is great.")
    #expect(card.image?.href == "https://www.example.com/food.jpg")
    #expect(card.rating?.line == "4 (250)")
    #expect(card.price?.line == "$$")
    #expect(card.actions.map(\.kind) == ["call", "directions"])
    #expect(
      card.actions.last?.url
        == "geo:37.37,-122.03?q=1901%20Lemur%20Ave%2C%20Sunnyvale%2C%20CA%2094086")
  }

  @Test func allThreeAreOneThing() {
    let reading = reading(Self.jsonLD + Self.microdata + Self.rdfa)
    #expect(reading.card == self.reading(Self.jsonLD).card)
    #expect(reading.locations.count == 1)
  }
}
