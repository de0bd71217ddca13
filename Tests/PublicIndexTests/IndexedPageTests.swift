import FresnelModel
import Testing
import WebMarkup

@testable import PublicIndex

struct IndexedPageTests {
  private func item(_ page: String, at url: String = "https://www.cook.example/pasta") throws
    -> EncodedItem
  {
    let url = try #require(WebURL(url))
    let reading = PageReading(Array("<!DOCTYPE html>\(page)".utf8), url: url)
    return try EncodedItem(validating: ItemCodec.encode(reading.indexItem))
  }

  @Test func whatAPageShowsAndWhatRanksItGoIntoItsItem() throws {
    let item = try item(
      """
      <title>Pasta</title><meta name="description" content="With cheese.">
      <meta property="og:site_name" content="Cook">
      <meta property="og:image" content="/pasta.jpg"><meta property="og:image:width" content="640">
      <meta name="apple-itunes-app" content="app-id=42, app-argument=cook://pasta">
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe",
      "name":"Pasta","aggregateRating":{"@type":"AggregateRating","ratingValue":8,"bestRating":10,
      "ratingCount":12},"offers":{"@type":"Offer","price":"3","priceCurrency":"EUR"},
      "interactionStatistic":{"@type":"InteractionCounter","interactionType":
      "https://schema.org/LikeAction","userInteractionCount":90}}</script><p>Boil it.
      """)
    let facts = PageFacts(of: item)
    #expect(
      facts
        == PageFacts(
          rating: 0.8, ratingCount: 12, interactionCount: 90, completeness: 1))
    let card = PageCard(of: item)
    #expect(card.site == "Cook")
    #expect(card.type == "Recipe")
    #expect(
      card.thumbnail == PageCard.Picture(url: "https://www.cook.example/pasta.jpg", width: 640))
    #expect(card.rating == PageCard.Rating(value: 8, best: 10, count: 12))
    #expect(card.price?.low == 3)
    #expect(card.price?.currency == "EUR")
    #expect(card.price?.line == "3 EUR")
    #expect(card.deepLink == PageCard.Link(url: "cook://pasta", isVerified: false))
    #expect(card.app?.storeID == "42")
  }

  @Test func whatAThingIsAndTakesIsFoundAndShown() async throws {
    let recipe = try item(
      """
      <title>Grandmother's</title>
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe",
      "name":"Grandmother's","recipeIngredient":["200 g couscous","1 tbsp harissa"],
      "recipeYield":["4","4 servings"],"prepTime":"PT10M","cookTime":"PT15M",
      "nutrition":{"@type":"NutritionInformation","calories":"240 kcal"}}</script><p>Stir.
      """)
    var expected = PageDetails()
    expected.types = ["Recipe"]
    expected.seconds = 1_500
    expected.yield = "4 servings"
    expected.calories = "240 kcal"
    expected.ingredients = ["200 g couscous", "1 tbsp harissa"]
    #expect(PageDetails(of: recipe) == expected)
    let product = try item(
      """
      <title>A hat</title>
      <script type="application/ld+json">{"@context":"https://schema.org","@type":["Product",
      "IndividualProduct"],"name":"A hat","offers":[{"@type":"Offer",
      "availability":"https://schema.org/OutOfStock"},{"@type":"Offer","price":3,
      "priceCurrency":"EUR","availability":"PreOrder"}]}</script>
      """, at: "https://www.cook.example/hat")
    #expect(PageDetails(of: product).types == ["Product", "IndividualProduct"])
    #expect(PageDetails(of: product).availability == .preOrder)
    let fixture = try PublicIndexFixture()
    try await fixture.put([recipe, product].map { try $0.item() })
    for (question, page) in [
      ("harissa", "pasta"), ("recipe couscous", "pasta"), ("servings", "pasta"),
      ("kcal", "pasta"), ("preorder", "hat"), ("individual product", "hat"),
    ] {
      let found = try fixture.answers(Question(question))
      #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix(page) }, "\(question): \(found)")
    }
  }

  @Test func aPageThatAllowsNoSnippetsShowsNoIngredients() throws {
    let item = try item(
      """
      <title>Pasta</title><meta name="robots" content="nosnippet">
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe",
      "name":"Pasta","recipeIngredient":["harissa"]}</script>
      """)
    #expect(PageDetails(of: item).ingredients == [])
  }

  @Test(arguments: [
    ("in stock", CardAvailability.inStock), ("oos", .outOfStock), ("OutOfStock", .outOfStock),
    ("available for order", .backOrder), ("yes", nil),
  ])
  func tagsOfOpenGraphSayWhetherAThingCanBeHad(
    text: String, availability: CardAvailability?
  ) throws {
    let item = try item(
      "<title>Hat</title><meta property='product:availability' content='\(text)'>")
    #expect(PageDetails(of: item).availability == availability)
  }

  @Test(arguments: [
    ("https://www.cook.example/", "https://www.cook.example/find?q={term}", true),
    ("https://www.cook.example/en/", "https://search.cook.example/?q={term}", true),
    ("https://www.cook.example/recipes/pasta", "https://www.cook.example/find?q={term}", false),
    ("https://www.cook.example/?page=2", "https://www.cook.example/find?q={term}", false),
    ("https://www.cook.example/", "https://evil.example/find?q={term}", false),
    ("https://www.cook.example/", "javascript:alert({term})", false),
    ("http://127.0.0.1/", "http://127.0.0.2/?q={term}", false),
  ])
  func theFirstPagesOfASiteBeginASearchOnIt(page: String, template: String, isLanding: Bool) throws
  {
    let item = try item(
      """
      <title>Cook</title><link rel="canonical" href="\(page)">
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite",
      "name":"The Cook","potentialAction":{"@type":"SearchAction","target":"\(template)",
      "query-input":"required name=term"}}</script>
      """, at: page)
    #expect(PageFacts(of: item).isSearchLanding == isLanding)
    #expect((PageCard(of: item).search?.template == template) == isLanding)
    #expect(PageCard(of: item).site == "The Cook")
  }

  @Test func aCardOfAnyBytesIsEmptyOrRead() throws {
    for bytes in ["", "{", "[]", "null", #"{"rating":{"value":"x"},"actions":[1,{"kind":2}]}"#] {
      var attributes = Attributes()
      attributes[.custom(CustomAttributeKey(name: "fresnel_page_card"))] = .data(Array(bytes.utf8))
      let item = try EncodedItem(
        validating: ItemCodec.encode(Item(uniqueIdentifier: "a", attributes: attributes)))
      #expect(PageCard(of: item) == PageCard())
    }
  }
}
