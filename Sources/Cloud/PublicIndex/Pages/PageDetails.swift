package import FresnelModel
package import WebMarkup

/// What a page tells of its thing in fields of the index: words in them find the page, and results show them.
package struct PageDetails: Hashable, Sendable {
  /// What it is, as schema.org names it.
  package var types: [String] = []
  /// How many seconds it takes to make, to read or to play.
  package var seconds: Double?
  /// How much comes of it.
  package var yield: String?
  /// The energy of a serving, as the page writes it.
  package var calories: String?
  /// Whether it can be had.
  package var availability: CardAvailability?
  /// What is needed for it.
  package var ingredients: [String] = []

  /// Makes details of nothing.
  package init() {}

  /// What a page tells.
  init(of page: PageReading) {
    let details = page.card.details
    types = details.types
    seconds = details.seconds
    yield = details.yield
    calories = details.calories
    availability = details.availability
    // Lists are as much of the page as its text is.
    ingredients = page.directives.allowsSnippet ? details.ingredients : []
  }
}

// MARK: - In items

extension PageDetails {
  private enum Key: String {
    case types = "fresnel_page_types"
    case yield = "fresnel_page_yield"
    case calories = "fresnel_page_calories"
    case availability = "fresnel_page_availability"
    case ingredients = "fresnel_page_ingredients"

    var attribute: AttributeKey {
      .custom(
        CustomAttributeKey(
          name: rawValue, isSearchableByDefault: true,
          isMultiValued: self == .types || self == .ingredients))
    }
  }

  /// The details that an item holds; none where it is of an earlier version.
  package init(of item: EncodedItem) {
    func text(_ key: Key) -> String? {
      if case .string(let text) = try? item.decodedValue(for: key.attribute) { text } else { nil }
    }
    func texts(_ key: Key) -> [String] {
      guard case .array(let values) = try? item.decodedValue(for: key.attribute) else { return [] }
      return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    types = texts(.types).map { $0.replacing(" ", with: "") }
    if case .double(let number) = try? item.decodedValue(for: .builtIn(.duration)), number > 0 {
      seconds = number
    }
    yield = text(.yield)
    calories = text(.calories)
    let words = text(.availability)
    availability = CardAvailability.allCases.first { $0.words == words }
    ingredients = texts(.ingredients)
  }

  /// Puts the details among the attributes of an item, in words that people would look for.
  package func write(to attributes: inout Attributes) {
    func set(_ key: Key, _ text: String?) { attributes[key.attribute] = text.map { .string($0) } }
    func set(_ key: Key, _ texts: [String]) {
      attributes[key.attribute] = texts.isEmpty ? nil : .array(texts.map { .string($0) })
    }
    set(.types, types.map(CardDetails.words(ofType:)))
    set(.yield, yield)
    set(.calories, calories)
    set(.availability, availability?.words)
    set(.ingredients, ingredients)
    if let seconds { attributes[.duration] = .double(seconds) }
  }
}
