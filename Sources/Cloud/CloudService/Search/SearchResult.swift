internal import FresnelModel
internal import PublicIndex
internal import WebMarkup

/// A page as an answer shows it.
struct SearchResult: Sendable {
  let page: ResultPage
  let app: AppLookup.App?
  let score: Double
  let features: RankingFeatures

  /// Finds the app of what was found.
  init(_ result: PublicSearch.Result, apps: AppLookup) {
    page = result.page
    app = apps.find(
      AppLookup.Page(
        url: page.url, storeID: page.card.app?.storeID, deepLink: page.card.deepLink?.url))
    score = result.score
    features = result.features
  }

  /// Appends the result for programs: an object as ``JSONSchema/searchResult`` describes it.
  ///
  /// - Parameters:
  ///   - json: The text, in UTF-8.
  ///   - isExplained: Whether the result says what its rank is made of.
  func append(to json: inout [UInt8], isExplained: Bool) {
    let rest = JSONValue.present([
      "app": app.map(\.json), "score": .number(score.shortened),
      "features": isExplained ? features.json : nil,
    ])
    json.append(UInt8(ascii: "{"))
    json += page.json
    json.append(UInt8(ascii: ","))
    json += rest.text().utf8.dropFirst()
  }
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

extension AppLookup.App {
  fileprivate var json: JSONValue {
    .present([
      "bundle_id": .string(bundleID), "name": .string(name), "appstream": .text(appStreamID),
    ])
  }
}

extension JSONSchema {
  /// The form of results. `ResultPage.members` of the public index writes what is the same in all answers.
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
