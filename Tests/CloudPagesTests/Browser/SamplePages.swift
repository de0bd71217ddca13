import CloudService
import Foundation
import FresnelModel
import PublicIndex
import WebMarkup
import WebTestSupport

/// Pages of an index, and the site that has their pictures.
enum SamplePages {
  /// The app that a page names by its identifier in a store.
  static let apps = AppLookup { page in
    switch page.storeID {
    case "123456789":
      AppLookup.App(
        bundleID: "org.example.Cooking", name: "Cooking Book", appStreamID: "org.example.Cooking")
    case "long":
      AppLookup.App(bundleID: longWord, name: longWord, appStreamID: "org.example.Long")
    default: nil
    }
  }

  /// A word that fits nowhere.
  static let longWord = String(repeating: "W", count: 250)

  /// All pages.
  static var all: [Item] {
    [dish, machine, gratin, unseen, restaurant, essay, long]
      + (1...12).map {
        page("https://list.example/\($0)", "Sauce \($0) for pasta", nil, PageCard())
      }
  }

  /// The pictures, as their site sends them.
  static func answer(_ request: ScriptedServer.Request) -> [ScriptedServer.Step] {
    let name = request.target.split(separator: "/").last ?? ""
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Pictures/\(name)")
    guard let picture = try? Data(contentsOf: file) else { return [.answer(404)] }
    return [.answer(200, [("Content-Type", "image/png")], Array(picture))]
  }

  private static func page(
    _ url: String, _ title: String, _ description: String?, _ card: PageCard,
    picture: String? = nil, rank: Double = 0, details: PageDetails = PageDetails()
  ) -> Item {
    var card = card
    card.thumbnail = picture.map { PageCard.Picture(url: "http://pictures.example/\($0)") }
    var attributes = Attributes()
    attributes[.title] = .string(title)
    attributes[.url] = .url(url)
    if let description { attributes[.contentDescription] = .string(description) }
    PageFacts(pageReputation: rank, siteReputation: rank).write(to: &attributes)
    card.write(to: &attributes)
    details.write(to: &attributes)
    return Item(uniqueIdentifier: url, attributes: attributes)
  }

  private static var dish: Item {
    var details = PageDetails()
    details.types = ["Recipe"]
    (details.seconds, details.yield, details.calories) = (1_200, "4 servings", "420 calories")
    return page(
      "https://cooking.example/recipes/pasta", "Pasta with tomatoes and basil",
      "A quick pasta with fresh tomatoes, a handful of basil and good olive oil: on the table in twenty minutes.",
      PageCard(
        site: "Cooking", type: "Recipe", rating: PageCard.Rating(value: 4.5, count: 128),
        actions: [PageCard.Action(kind: "play", url: "https://cooking.example/pasta.mp4")],
        app: PageCard.App(storeID: "123456789", name: "Cooking Book")),
      picture: "pasta.png", rank: 1, details: details)
  }

  private static var machine: Item {
    var details = PageDetails()
    details.types = ["Product"]
    details.availability = .inStock
    return page(
      "https://kitchen.example/machines/150", "Pasta machine, 150 mm, steel",
      "Rolls dough for pasta in nine thicknesses and cuts it into two widths. With a clamp and a crank.",
      PageCard(
        site: "Kitchen & Table", type: "Product", rating: PageCard.Rating(value: 4.2, count: 61),
        price: PageCard.Price(low: 59.9, currency: "EUR", line: "59.90 EUR")),
      picture: "machine.png", rank: 0.9, details: details)
  }

  private static var gratin: Item {
    var details = PageDetails()
    details.types = ["Recipe"]
    (details.seconds, details.yield) = (4_800, "6 servings")
    return page(
      "https://oven.example/gratin", "Baked pasta with cheese",
      "Everybody's favourite from the oven. Pasta, three kinds of cheese, and a crust that cracks.",
      PageCard(
        site: "From the Oven", type: "Recipe", rating: PageCard.Rating(value: 3.5, count: 9)),
      picture: "oven.png", rank: 0.8, details: details)
  }

  /// One whose picture never comes.
  private static var unseen: Item {
    var details = PageDetails()
    details.availability = .outOfStock
    return page(
      "https://durum.example/shop/pasta", "Durum wheat pasta, 5 kg",
      "Dried slowly, as it was a hundred years ago.",
      PageCard(
        site: "Durum", type: "Product",
        price: PageCard.Price(low: 14, currency: "EUR", line: "14 EUR")),
      picture: "gone.png", rank: 0.7, details: details)
  }

  private static var restaurant: Item {
    page(
      "https://trattoria.example/", "Trattoria da Ada: fresh pasta every day",
      "Open from noon to ten. Tables in the garden.",
      PageCard(
        site: "Trattoria da Ada", type: "Restaurant",
        rating: PageCard.Rating(value: 4.8, count: 310),
        price: PageCard.Price(range: "$$", line: "$$"),
        actions: [
          PageCard.Action(kind: "call", url: "tel:+3912345"),
          PageCard.Action(kind: "directions", url: "geo:45.4,9.2"),
        ]), rank: 0.6)
  }

  private static var essay: Item {
    page(
      "https://paper.example/essays/why-we-boil", "Why we salt the water",
      "An essay on boiling, on salt, and on what pasta remembers of both.",
      PageCard(site: "The Paper", type: "Article", isPaywalled: true), rank: 0.5)
  }

  /// One of long words.
  private static var long: Item {
    page(
      "https://long.example/", "Long \(longWord)", "Long \(longWord)",
      PageCard(
        site: longWord, type: "Recipe", price: PageCard.Price(line: longWord),
        app: PageCard.App(storeID: "long")), picture: "gone.png")
  }
}
