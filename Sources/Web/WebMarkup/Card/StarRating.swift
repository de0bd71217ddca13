internal import StructuredData
internal import WebDocuments

/// What people think of the thing that a page is about.
public struct StarRating: Hashable, Sendable {
  /// The rating as given.
  public let value: Double
  /// The best rating that can be given.
  public let best: Double
  /// The rating in stars, from 0 to 5.
  public let stars: Double
  /// How many people rated; `nil` where the page doesn't say.
  public let count: Int?

  /// The stars to draw, in steps of a half.
  public var shownStars: Double { (stars * 2).rounded() / 2 }

  /// The rating on one line: the value as given, of the best where that isn't 5, and the count.
  public var line: String {
    let scale = best == 5 ? "" : "/\(Self.shown(best))"
    return Self.shown(value) + scale + (count.map { " (\($0))" } ?? "")
  }

  private static func shown(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }
}

extension StarRating {
  /// Reads the rating of an item: of its `aggregateRating`, or of a rating that is said to be its.
  static func read(_ view: ItemView, _ diagnostics: inout [Diagnostic]) -> StarRating? {
    guard let rating = source(view) else {
      guard let value = view.item["aggregateRating"].first else { return nil }
      diagnostics.append(
        Diagnostic(
          .ratingValueMissing, "The rating is no AggregateRating with a ratingValue.",
          at: value.location, subject: view.subject("aggregateRating")))
      return nil
    }
    guard !rating.values("ratingValue").isEmpty else {
      diagnostics.append(
        Diagnostic(
          .ratingValueMissing, "The rating has no ratingValue.", at: rating.location,
          subject: rating.subject("ratingValue")))
      return nil
    }
    let place = rating.values("ratingValue").first?.location
    guard let value = rating.number("ratingValue") else {
      diagnostics.append(
        Diagnostic(
          .ratingValueNotNumber,
          "The rating \(quoted(rating.text("ratingValue") ?? "")) is no number.",
          at: place, subject: rating.subject("ratingValue")))
      return nil
    }
    // Read whatever becomes of the value: each mistake is told at once.
    let count = Self.count(rating, &diagnostics)
    let best = rating.number("bestRating") ?? 5
    let worst = rating.number("worstRating") ?? 0
    guard best > 0, (min(worst, best)...best).contains(value) else {
      let (value, worst, best) = (Self.text(value), Self.text(worst), Self.text(best))
      let isNamed = !rating.values("worstRating").isEmpty
      diagnostics.append(
        Diagnostic(
          .ratingOutOfRange,
          isNamed
            ? "The rating \(value) is not between \(worst) and \(best)."
            : "The rating \(value) is less than 0 or more than \(best).", at: place,
          subject: rating.subject("ratingValue")))
      return nil
    }
    let stars = max(0, 5 * value / best)
    if let count, count <= 0 { return nil }
    return StarRating(value: value, best: best, stars: stars, count: count)
  }

  /// A number as people write it.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// The item with the rating of a thing.
  private static func source(_ view: ItemView) -> ItemView? {
    if view.isA("AggregateRating") { return view }
    if let own = view.items("aggregateRating").first { return own }
    return view.graph.items.indices.lazy.map { ItemView(graph: view.graph, place: $0) }.first {
      $0.isA("AggregateRating") && $0.item["itemReviewed"].contains { $0.item == view.place }
    }
  }

  /// How many rated; zero or less where the page says so, which is reported.
  private static func count(_ rating: ItemView, _ diagnostics: inout [Diagnostic]) -> Int? {
    let name = rating.values("reviewCount").isEmpty ? "ratingCount" : "reviewCount"
    guard !rating.values(name).isEmpty, var number = rating.number(name) else {
      diagnostics.append(
        Diagnostic(
          .ratingCountMissing, "The rating doesn't say how many people rated.",
          at: rating.location, subject: rating.subject("ratingCount")))
      return nil
    }
    // Nobody counts thousandths of people: such a point separates groups of digits.
    if number != number.rounded(), let text = rating.text(name),
      let point = text.firstIndex(of: "."),
      text[point...].utf8.count == 4
    {
      number *= 1_000
      diagnostics.append(
        Diagnostic(
          .numberFormat, "\(quoted(text)) has marks between groups of digits.",
          at: rating.values(name).first?.location, subject: rating.subject(name)))
    }
    let count = Int(exactly: number.rounded()) ?? 0
    if count <= 0 {
      diagnostics.append(
        Diagnostic(
          .ratingCountNotPositive, "\(quoted(rating.text(name) ?? "")) people rated.",
          at: rating.values(name).first?.location, subject: rating.subject(name)))
    }
    return count
  }
}
