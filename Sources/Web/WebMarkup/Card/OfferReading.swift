internal import StructuredData
internal import WebDocuments

/// Reads what a thing costs from its offers.
struct OfferReading {
  /// What one offer asks for.
  private struct Amount {
    let low: Double
    let high: Double
    let currency: String
    let unit: String?
    let availability: String?
  }

  /// The most offers that are read, and how deep they may hold each other.
  private static let offerLimit = 500
  private static let depthLimit = 4

  private var amounts: [Amount] = []
  private var offerCount = 0
  private var hasUnpriced: ItemView?
  private var hasUnusable = false
  private var diagnostics: [Diagnostic] = []

  /// Reads the price of an item: the lowest and the highest of its offers in the currency named first, else its
  /// range in words.
  static func read(_ view: ItemView, _ diagnostics: inout [Diagnostic]) -> CardPrice? {
    var reading = OfferReading()
    if view.isA("Offer", "PriceSpecification") {
      reading.read(view, currency: nil, availability: nil, depth: 0)
    } else {
      for name in ["offers", "makesOffer"] {
        for offer in view.items(name) {
          reading.read(offer, currency: nil, availability: nil, depth: 0)
        }
      }
    }
    let price = reading.price()
    diagnostics += reading.diagnostics
    return price ?? range(view, &diagnostics)
  }

  /// The price as one: of several currencies the first counts.
  private mutating func price() -> CardPrice? {
    guard let first = amounts.first else {
      if let offer = hasUnpriced, !hasUnusable {
        diagnostics.append(
          Diagnostic(
            .priceMissing, "The offer has no price.", at: offer.location,
            subject: offer.subject("price")))
      }
      return nil
    }
    let same = amounts.filter { $0.currency == first.currency }
    if let other = amounts.first(where: { $0.currency != first.currency }) {
      diagnostics.append(
        Diagnostic(
          .priceCurrenciesMixed,
          "Offers are in \(first.currency) and in \(other.currency); those in \(first.currency) count."
        ))
    }
    let low = same.reduce(first.low) { min($0, $1.low) }
    let high = same.reduce(first.high) { max($0, $1.high) }
    return CardPrice(
      low: low, high: high > low ? high : nil, currency: first.currency,
      unit: same.first { $0.low == low }?.unit,
      availability: same.lazy.compactMap(\.availability).first)
  }

  private mutating func read(
    _ offer: ItemView, currency: String?, availability: String?, depth: Int
  ) {
    offerCount += 1
    guard offerCount <= Self.offerLimit, depth < Self.depthLimit else { return }
    let currency = offer.text("priceCurrency") ?? currency
    let availability =
      offer.text("availability").map { SchemaNamespace.shortened($0) } ?? availability
    let inner = offer.items("priceSpecification") + offer.items("offers")
    let low = amount(of: offer, ["price", "lowPrice", "minPrice"])
    let high = amount(of: offer, ["highPrice", "maxPrice"])
    guard let least = low ?? high else {
      if inner.isEmpty, hasUnpriced == nil { hasUnpriced = offer }
      for next in inner {
        read(next, currency: currency, availability: availability, depth: depth + 1)
      }
      return
    }
    guard let code = code(currency, sign: least.currency, offer) else {
      hasUnusable = true
      return
    }
    amounts.append(
      Amount(
        low: least.value, high: max(high?.value ?? least.value, least.value), currency: code,
        unit: PriceUnit.unit(of: offer), availability: availability))
  }

  /// The first of some prices that is one; what is wrong with them is reported.
  private mutating func amount(of offer: ItemView, _ names: [String]) -> (
    value: Double, currency: String?
  )? {
    for name in names {
      guard let value = offer.item[name].first else { continue }
      if case .number(let number, _) = value.content { return (number, nil) }
      guard let text = value.text, let money = MoneyReading(text), money.amount >= 0 else {
        hasUnpriced = hasUnpriced ?? offer
        continue
      }
      if money.currency != nil {
        diagnostics.append(
          Diagnostic(
            .priceHasSymbol, "The price \(quoted(text)) names its currency.", at: value.location,
            subject: offer.subject(name)))
      }
      return (money.amount, money.currency)
    }
    return nil
  }

  /// The currency of a price: the one named, else the one that a sign in the price stands for.
  private mutating func code(_ currency: String?, sign: String?, _ offer: ItemView) -> String? {
    guard let currency else {
      diagnostics.append(
        Diagnostic(
          .priceCurrencyMissing, "The offer has a price and no priceCurrency.", at: offer.location,
          subject: offer.subject("priceCurrency")))
      return sign
    }
    guard MoneyReading.isCode(currency.uppercased()) else {
      diagnostics.append(
        Diagnostic(
          .priceCurrencyInvalid, "The currency \(quoted(currency)) is no code of three letters.",
          at: offer.item["priceCurrency"].first?.location ?? offer.location,
          subject: offer.subject("priceCurrency")))
      return nil
    }
    return currency.uppercased()
  }

  private static func range(_ view: ItemView, _ diagnostics: inout [Diagnostic]) -> CardPrice? {
    guard let text = view.text("priceRange") else { return nil }
    guard text.count <= 100 else {
      diagnostics.append(
        Diagnostic(
          .priceRangeTooLong, "The price range has \(text.count) characters.",
          at: view.item["priceRange"].first?.location, subject: view.subject("priceRange")))
      return nil
    }
    return CardPrice(text: text)
  }
}
