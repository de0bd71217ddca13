import Testing
import WebMarkup

@testable import CloudPages

struct CardViewTests {
  private var full: CardContent {
    var content = CardContent(
      url: "https://cooking.example/pasta", title: "Pasta", site: "Cooking")
    content.description = "With <tomatoes>."
    content.picture = PictureAddress("https://cooking.example/p.jpg")
    content.rating = .init(value: 9, best: 10, count: 12)
    content.price = "7–9 EUR"
    content.published = "2026-01-02T10:00:00Z"
    content.actions = [
      .init(.call, title: "Call", url: "tel:+15551234"),
      .init(.play, title: "Play", url: "javascript:alert(1)"),
    ]
    content.app = .init(name: "Cooking Book", appStreamID: "org.example.Cooking")
    return content
  }

  @Test func aCardShowsAllThatIsKnown() {
    let card = CardView(full).html.source
    #expect(card.contains("dir=\"auto\"><a href=\"https://cooking.example/pasta\""))
    #expect(card.contains("With &lt;tomatoes&gt;."))
    #expect(card.contains("src=\"https://cooking.example/p.jpg\" alt=\"\""))
    #expect(card.contains("stars stars-9"))
    #expect(card.contains("<time datetime=\"2026-01-02T10:00:00Z\">2 January 2026</time>"))
    #expect(card.contains("7–9 EUR"))
    #expect(card.contains("href=\"tel:+15551234\""))
    #expect(!card.contains("javascript:"))
  }

  @Test func aCardShowsWhatADishTakesAndWhetherAThingCanBeHad() {
    var content = full
    content.kind = "Recipe"
    content.availability = "Out of stock"
    content.time = CardTime(seconds: 4_800)
    content.yield = "4 servings"
    content.calories = "240 calories"
    let told = spoken(CardView(content).html)
    for words in [
      "cooking.example · Cooking · Recipe", "Out of stock", "Takes 1 h 20 min", "4 servings",
      "240 calories",
    ] { #expect(told.contains(words), "\(told)") }
    #expect(CardView(content).html.source.contains("<time datetime=\"PT4800S\">"))
  }

  @Test func aNameThatAPageClaimsStandsBehindItsHost() {
    var content = CardContent(url: "https://evil.example/", title: "Log in", site: "Your Bank")
    #expect(spoken(CardView(content).html).contains("evil.example · Your Bank"))
    content.site = "evil.example"
    let told = spoken(CardView(content).html)
    #expect(told.contains("evil.example") && !told.contains("evil.example · "))
  }

  @Test(arguments: [
    (1, "1 s"), (59.6, "1 min"), (90, "1 min 30 s"), (1_200, "20 min"), (3_600, "1 h"),
    (5_399, "1 h 30 min"), (86_399, "24 h"), (90_000, "1 d 1 h"), (172_800, "2 d"),
  ])
  func timesAreShort(seconds: Double, words: String) {
    #expect(CardTime(seconds: seconds)?.words == words)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e12])
  func noTimeIsNone(seconds: Double) { #expect(CardTime(seconds: seconds) == nil) }

  @Test func aRatingIsTold() {
    let told = spoken(CardView(full).html)
    #expect(told.contains("Rated 9/10, which is 4.5 of 5 stars by  (12 people)"))
    var content = full
    content.rating = .init(value: 4.2, count: 1)
    #expect(spoken(CardView(content).html).contains("Rated 4.2 of 5 stars by  (1 person)"))
    content.rating = .init(value: 4.333_333_333, count: 3)
    #expect(spoken(CardView(content).html).contains("Rated 4.33 of 5 stars"))
    content.rating = .init(value: .nan)
    #expect(CardView(content).html.source.contains("stars-0"))
  }

  @Test func aCardDependsOnTheApp() {
    let there = CardView(full, appState: .installed).html.source
    #expect(there.contains("dir=\"auto\"><a href=\"fresnel-open:https://cooking.example/pasta\""))
    #expect(there.contains("Open in Cooking Book") && !there.contains("Get Cooking Book"))
    let absent = CardView(full, appState: .absent).html.source
    #expect(absent.contains("dir=\"auto\"><a href=\"https://cooking.example/pasta\""))
    #expect(
      absent.contains("fresnel-open:get/org.example.Cooking/https://cooking.example/pasta"))
    #expect(!absent.contains("Open in"))
    let unknown = CardView(full).html.source
    #expect(unknown.contains("Open in Cooking Book") && unknown.contains("Get Cooking Book"))
    // Only where it is known that the app is there it is what is pressed first.
    func buttons(_ card: String) -> [String] {
      card.matches(of: /<a class="(button[^"]*)"[^>]*>([A-Z][a-z]*)/).map {
        "\($0.output.1): \($0.output.2)"
      }
    }
    #expect(buttons(there) == ["button primary: Open", "button call: Call"])
    #expect(buttons(absent) == ["button primary: Get", "button call: Call"])
    #expect(buttons(unknown) == ["button call: Call", "button: Get", "button: Open"])
    var content = full
    content.app = .init(name: "Cooking Book")
    #expect(!CardView(content).html.source.contains("Get "))
    content.app = nil
    #expect(!CardView(content, appState: .installed).html.source.contains("fresnel-open"))
  }

  @Test func aBareCardHasNothingEmpty() {
    let card = CardView(CardContent(url: "https://a.example/", title: "A", site: "a.example")).html
    let names = HTMLTree(card.source).shape.map { $0.split(separator: " ")[1] }
    #expect(names == ["html", "head", "body", "article", "div", "p", "h3", "a"])
    #expect(!card.source.contains("<ul") && !card.source.contains("<img"))
  }

  @Test(arguments: [
    ("2026-01-02", "2026-01-02T23:00:00Z", "2 January 2026"),
    ("2026-01-02", "2026-01-05", "2 January 2026 – 5 January 2026"),
    ("soon", "2026-13-40", "soon – 2026-13-40"),
  ])
  func daysAreShown(start: String, end: String, shown: String) {
    var content = CardContent(url: "https://a.example/", title: "A", site: "a.example")
    content.start = start
    content.end = end
    #expect(spoken(CardView(content).html).contains(shown))
  }

  @Test func theCardOfAPageIsShown() throws {
    let url = try #require(WebURL("https://diner.example/menu"))
    let page = """
      <title>Menu</title><meta name=description content="What we cook.">
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Restaurant","name":"Diner",
      "telephone":"+1 401 555 1212","priceRange":"$$","aggregateRating":{"@type":"AggregateRating",
      "ratingValue":4.4,"reviewCount":30}}</script>
      """
    let reading = PageReading(Array(page.utf8), url: url)
    let card = spoken(CardView(CardContent(reading.card)).html)
    for text in ["diner.example", "Menu", "What we cook.", "4.4", "$$", "Call"] {
      #expect(card.contains(text), "\(text)")
    }
  }

  /// The texts of a piece, one after the other.
  private func spoken(_ html: HTML) -> String { HTMLTree(html.source).texts.joined() }
}
