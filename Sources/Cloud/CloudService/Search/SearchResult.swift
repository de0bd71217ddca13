internal import FresnelModel
internal import PublicIndex
internal import WebAddresses
internal import WebMarkup

/// A page as an answer shows it.
struct SearchResult: Sendable {
  /// What names the page in the index.
  let identifier: String
  let url: String
  let title: String
  let description: String?
  let host: String
  /// When it was published, or when it begins.
  let published: Timestamp?
  let start: Timestamp?
  let end: Timestamp?
  let card: PageCard
  let details: PageDetails
  let app: AppLookup.App?
  let score: Double
  let features: RankingFeatures

  /// Reads what was found.
  init(_ result: PublicSearch.Result, apps: AppLookup) {
    let item = result.item
    func text(_ id: AttributeID) -> String? {
      switch try? item.decodedValue(for: .builtIn(id)) {
      case .string(let text), .url(let text): text
      default: nil
      }
    }
    func date(_ id: AttributeID) -> Timestamp? {
      if case .date(let date) = try? item.decodedValue(for: .builtIn(id)) { date } else { nil }
    }
    let address = text(.url) ?? item.uniqueIdentifier
    let host = WebURL(address)?.host ?? ""
    let card = PageCard(of: item)
    identifier = item.uniqueIdentifier
    url = address
    self.host = host
    title = text(.title) ?? address
    description = text(.contentDescription)
    published = date(.contentCreationDate)
    start = date(.startDate)
    end = date(.endDate)
    self.card = card
    details = PageDetails(of: item)
    app = apps.find(
      AppLookup.Page(url: address, storeID: card.app?.storeID, deepLink: card.deepLink?.url))
    score = result.score
    features = result.features
  }

  /// The result for programs.
  ///
  /// - Parameter isExplained: Whether it says what its rank is made of.
  /// - Returns: An object as ``JSONSchema/searchResult`` describes it.
  func json(isExplained: Bool) -> JSONValue {
    .present([
      "url": .string(url), "title": .string(title), "description": .text(description),
      "host": .string(host), "site": .text(card.site), "type": .text(card.type),
      "types": .list(details.types), "date": .text((published ?? start)?.day),
      "thumbnail": card.thumbnail.map(\.json),
      "rating": card.rating.map(\.json), "price": card.price.map(\.json),
      "availability": .text(details.availability?.rawValue),
      "duration_seconds": .number(details.seconds?.rounded()), "yield": .text(details.yield),
      "calories": .text(details.calories), "ingredients": .list(details.ingredients),
      "actions": .array(card.actions.map(\.json)), "deep_link": card.deepLink.map(\.json),
      "app": app.map(\.json), "score": .number(score.shortened),
      "features": isExplained ? features.json : nil,
    ])
  }
}

extension Timestamp {
  /// The day, in UTC.
  fileprivate var day: String? { iso8601.map { String($0.prefix(10)) } }
}

extension Double {
  /// With four decimals, which is more than means anything.
  fileprivate var shortened: Double { (self * 10_000).rounded() / 10_000 }
}

extension RankingFeatures {
  /// Each feature by its name.
  var json: JSONValue {
    .object(
      RankingFeature.allCases.map {
        JSONMember($0.rawValue, .double(self[$0].shortened))
      })
  }
}

extension PageCard.Picture {
  fileprivate var json: JSONValue {
    .present(["url": .string(url), "width": .whole(width), "height": .whole(height)])
  }
}

extension PageCard.Rating {
  fileprivate var json: JSONValue {
    .present(["value": .number(value), "best": .number(best), "count": .whole(count)])
  }
}

extension PageCard.Price {
  fileprivate var json: JSONValue {
    .present([
      "low": .number(low), "high": .number(high), "currency": .text(currency),
      "range": .text(range),
    ])
  }
}

extension PageCard.Action {
  /// What stands on the button.
  var title: String {
    switch kind {
    case "call": "Call"
    case "directions": "Directions"
    case "play": "Play"
    default: kind
    }
  }

  fileprivate var json: JSONValue {
    .present(["kind": .string(kind), "title": .string(title), "url": .string(url)])
  }
}

extension PageCard.Link {
  fileprivate var json: JSONValue {
    .present(["url": .string(url), "verified": .boolean(isVerified)])
  }
}

extension AppLookup.App {
  fileprivate var json: JSONValue {
    .present([
      "bundle_id": .string(bundleID), "name": .string(name), "appstream": .text(appStreamID),
    ])
  }
}

extension JSONSchema {
  /// The form of results.
  static let searchResult = JSONSchema.object(
    "A page.",
    [
      .required("url", .text("The address of the page.", format: "uri")),
      .required("title", .text("The title.")),
      .optional("description", .text("What it is about, in at most 300 characters.")),
      .required("host", .text("The host of the address.")),
      .optional("site", .text("The name of the site.")),
      .optional("type", .text("The type of the thing that it is about, as schema.org names it.")),
      .optional(
        "types",
        .array("All types of the thing.", of: .text("A type, as schema.org names it."))),
      .optional(
        "date", .text("When it was published, or when it begins.", format: "date")),
      .optional(
        "thumbnail",
        .object(
          "The picture.",
          [
            .required("url", .text("Its address.", format: "uri")),
            .optional("width", .integer("Its width in pixels.")),
            .optional("height", .integer("Its height in pixels.")),
          ])),
      .optional(
        "rating",
        .object(
          "What people think of it.",
          [
            .required("value", .number("The rating as given.")),
            .required("best", .number("The best that can be given.")),
            .optional("count", .integer("How many people rated.")),
          ])),
      .optional(
        "price",
        .object(
          "What it costs.",
          [
            .optional("low", .number("The lowest price.")),
            .optional("high", .number("The highest price; missing where there is but one.")),
            .optional("currency", .text("The currency (ISO 4217).")),
            .optional("range", .text("A range in the words of the page, such as $$.")),
          ])),
      .optional(
        "availability",
        .text(
          "Whether it can be had, as schema.org names it.",
          choices: CardAvailability.allCases.map(\.rawValue))),
      .optional(
        "duration_seconds", .number("How long it takes to make, to read or to play, in seconds.")),
      .optional("yield", .text("How much comes of it, such as 4 servings.")),
      .optional("calories", .text("The energy of a serving, such as 240 calories.")),
      .optional(
        "ingredients",
        .array("What is needed for it.", of: .text("What is needed, and of it how much."))),
      .required(
        "actions",
        .array(
          "The buttons.",
          of: .object(
            "A button.",
            [
              .required("kind", .text("What it does.", choices: ["call", "directions", "play"])),
              .required("title", .text("What stands on it.")),
              .required("url", .text("What it opens.", format: "uri")),
            ]))),
      .optional(
        "deep_link",
        .object(
          "The address that opens it in an app.",
          [
            .required("url", .text("The address.")),
            .required("verified", .boolean("Whether the site and the app name each other.")),
          ])),
      .optional(
        "app",
        .object(
          "The app that it belongs to.",
          [
            .required("bundle_id", .text("What names it among apps.")),
            .required("name", .text("Its name.")),
            .optional("appstream", .text("Its identifier in AppStream.")),
          ])),
      .required("score", .number("What the features come to, times their weights.")),
      .optional("features", .features),
    ])

  /// The form of a number for each feature.
  static let features = JSONSchema.object(
    "A number for each ranking feature.",
    RankingFeature.allCases.map { .required($0.rawValue, .number("The feature \($0.rawValue).")) })
}
