internal import StructuredData

/// What a page tells of a dish, a recording or something for sale besides rating and price.
public struct CardDetails: Hashable, Sendable {
  /// What it is, as schema.org names it, such as `Recipe`.
  public internal(set) var types: [String] = []
  /// How many seconds it takes to make, to read or to play; `nil` where the page doesn't say.
  public internal(set) var seconds: Double?
  /// How much comes of it, such as `4 servings`; `nil` where the page doesn't say.
  public internal(set) var yield: String?
  /// The energy of a serving, such as `240 calories`; `nil` where the page doesn't say.
  public internal(set) var calories: String?
  /// Whether it can be had; `nil` where the page doesn't say.
  public internal(set) var availability: CardAvailability?
  /// What is needed for it.
  public internal(set) var ingredients: [String] = []
}

extension CardDetails {
  /// The most ingredients, types and offers that are read, and the most characters of what stands on a line.
  private static let ingredientLimit = 50
  private static let typeLimit = 8
  private static let offerLimit = 500
  private static let nestedLimit = 20
  private static let lineLength = 40

  /// Reads what a thing tells.
  ///
  /// - Parameters:
  ///   - main: The thing that the page is about; `nil` where there is none.
  ///   - openGraph: What Open Graph says.
  init(of main: ItemView?, _ openGraph: OpenGraph) {
    if let main {
      // A type of another vocabulary is a whole address.
      types = Array(
        main.item.types.filter { !$0.isEmpty && !$0.contains(":") }.prefix(Self.typeLimit))
      seconds = Self.seconds(of: main)
      yield = Self.line(
        main.texts("recipeYield") + main.texts("yield"), unit: ("serving", "servings"))
      calories = Self.line(
        main.items("nutrition").flatMap { $0.texts("calories", most: 1) },
        unit: ("calorie", "calories"))
      ingredients = Self.ingredients(of: main)
      availability = Self.availability(of: main)
    }
    availability =
      availability
      ?? openGraph["product:availability"].first.flatMap { CardAvailability(reading: $0.text) }
  }

  /// How long it takes; of a recipe whose parts alone are told their sum.
  static func seconds(of view: ItemView) -> Double? {
    func seconds(_ name: String) -> Double? {
      view.text(name).flatMap { DurationReading($0)?.totalSeconds }
    }
    if let whole = seconds("duration") ?? seconds("timeRequired") ?? seconds("totalTime") {
      return whole
    }
    let parts = ["prepTime", "cookTime"].compactMap(seconds)
    return parts.isEmpty ? nil : parts.reduce(0, +)
  }

  /// What needs no more explanation, among what says the same: `4 servings` rather than `4`.
  private static func line(
    _ texts: [String], unit: (one: String, several: String)
  ) -> String? {
    let shown = texts.filter { $0.count <= lineLength }
    if let text = shown.first(where: { $0.contains(where: \.isLetter) }) { return text }
    return shown.first.map { "\($0) \($0 == "1" ? unit.one : unit.several)" }
  }

  private static func ingredients(of view: ItemView) -> [String] {
    let own = view.texts("recipeIngredient", most: ingredientLimit)
    // The name that it had before 2014, which many pages still have.
    return own.isEmpty ? view.texts("ingredients", most: ingredientLimit) : own
  }

  /// The best that any offer says: of what one seller has, people can have it.
  private static func availability(of view: ItemView) -> CardAvailability? {
    var offers = view.isA("Offer") ? [view] : view.items("offers") + view.items("makesOffer")
    offers += offers.prefix(nestedLimit).flatMap { $0.items("offers") }
    let said = offers.prefix(offerLimit).compactMap { offer in
      offer.text("availability").flatMap {
        CardAvailability(reading: SchemaNamespace.shortened($0))
      }
    }
    return CardAvailability.allCases.first { said.contains($0) }
  }

  /// The words of a type's name.
  ///
  /// - Parameter name: The name, such as `NewsArticle`.
  /// - Returns: The words with spaces between them: `News Article`, `FAQ Page`.
  public static func words(ofType name: String) -> String {
    var words = ""
    let letters = Array(name)
    for (place, letter) in letters.enumerated() {
      let isBeginning =
        place > 0 && letter.isUppercase
        && (letters[place - 1].isLowercase
          || letters.dropFirst(place + 1).first?.isLowercase ?? false)
      if isBeginning { words.append(" ") }
      words.append(letter)
    }
    return words
  }
}
