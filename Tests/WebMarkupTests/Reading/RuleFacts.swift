import CrawlRules
import FresnelModel
import StructuredData
import WebAddresses

@testable import WebMarkup

/// A reading in the words of the table of rules.
struct RuleFacts {
  private let facts: [String: JSONValue]

  init(_ reading: PageReading) {
    let card = reading.card.report
    let links = reading.deepLinks.report
    facts = [
      "banner": Self.snake(links["banner"]), "app_links": Self.snake(links["appLinks"]),
      "twitter": Self.twitter(reading.twitterCard), "og": Self.openGraph(reading.openGraph),
      "robots": .object([
        JSONMember("index", .boolean(reading.directives.isIndexed)),
        JSONMember("follow", .boolean(reading.directives.followsLinks)),
        JSONMember("snippet", .boolean(reading.directives.allowsSnippet)),
        JSONMember("image", .boolean(reading.directives.allowsImage)),
      ]),
      "canonical": .string(reading.canonical.url.href), "card": card,
      "search": reading.search.map {
        .object([
          JSONMember("template", .string($0.template)),
          JSONMember("variable", .string($0.variable)),
          JSONMember("required", .boolean($0.isRequired)),
        ])
      } ?? .null,
      "interactions": .object(
        reading.interactions.sorted { $0.key < $1.key }.map {
          JSONMember($0.key, .integer(Int64($0.value)))
        }),
      "main_type": .text(reading.mainItem.flatMap { reading.graph[$0].types.first }),
      "paywalled": .boolean(reading.card.isPaywalled),
      "deep_link": Self.snake(links["chosen"]),
    ]
  }

  /// What is otherwise than expected; `nil` when nothing is. Only what is expected of an object is looked at,
  /// unless it is expected to be empty.
  func difference(_ name: String, _ expected: JSONValue) -> String? {
    guard let fact = facts[name] else { return "the table asks for \(name), which no test knows" }
    return Self.holds(fact, expected)
      ? nil : "\(name) is \(fact.text()) instead of \(expected.text())"
  }

  private static func holds(_ fact: JSONValue, _ expected: JSONValue) -> Bool {
    switch (fact, expected) {
    case (.object(let members), .object(let wanted)):
      return wanted.isEmpty
        ? members.isEmpty : wanted.allSatisfy { holds(fact[$0.name] ?? .null, $0.value) }
    case (.array(let values), .array(let wanted)):
      return values.count == wanted.count && zip(values, wanted).allSatisfy(holds)
    case (.integer, .double), (.double, .integer), (.double, .double):
      return abs(number(fact) - number(expected)) < 1e-9
    default: return fact == expected
    }
  }

  private static func number(_ value: JSONValue) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: .nan
    }
  }

  /// An object with the names that the table has.
  private static func snake(_ value: JSONValue?) -> JSONValue {
    guard let value else { return .null }
    guard case .object(let members) = value else { return value }
    let names = [
      "appID": "app_id", "appArgument": "app_argument", "affiliateData": "affiliate_data",
      "clipBundleID": "app_clip_bundle_id", "clipDisplay": "app_clip_display",
      "storeID": "store_id",
    ]
    return .object(members.map { JSONMember(names[$0.name] ?? $0.name, $0.value) })
  }

  private static func twitter(_ card: TwitterCard) -> JSONValue {
    func app(_ app: TwitterCard.App) -> JSONValue {
      app.isEmpty
        ? .null
        : .members([
          "name": .text(app.name?.text), "id": .text(app.id?.text), "url": .text(app.url?.text),
        ])
    }
    return .members([
      "card": .text(card.kind?.text), "title": .text(card.title?.text),
      "description": .text(card.description?.text), "image": .text(card.image?.text),
      "site": .text(card.site?.text),
      "app": .members([
        "country": .text(card.country?.text), "iphone": app(card.iPhone), "ipad": app(card.iPad),
        "googleplay": app(card.googlePlay),
      ]),
    ])
  }

  private static func openGraph(_ graph: OpenGraph) -> JSONValue {
    func media(_ media: [OpenGraph.Media]) -> JSONValue {
      media.isEmpty
        ? .null
        : .array(
          media.map {
            .members([
              "url": .text($0.url.text), "secure_url": .text($0.secureURL?.text),
              "type": .text($0.type?.text), "width": .text($0.width?.text),
              "height": .text($0.height?.text), "alt": .text($0.text?.text),
            ])
          })
    }
    let list: Set = ["article:tag", "article:author", "book:author", "book:tag"]
    let base: JSONValue = .members([
      "title": .text(graph.title?.text), "type": .text(graph.kind?.text),
      "url": .text(graph.url?.text), "description": .text(graph.description?.text),
      "determiner": .text(graph.determiner?.text), "locale": .text(graph.locale?.text),
      "locale:alternate": graph.otherLocales.isEmpty
        ? .null : .texts(graph.otherLocales.map(\.text)),
      "site_name": .text(graph.siteName?.text), "image": media(graph.images),
      "video": media(graph.videos), "audio": media(graph.audios),
    ])
    guard case .object(let members) = base else { return base }
    return .object(
      members
        + graph.properties.map { property in
          let texts = property.values.map(\.text)
          return JSONMember(
            property.name,
            texts.count == 1 && !list.contains(property.name)
              ? .string(texts[0]) : .texts(texts))
        })
  }
}
