import FresnelEngine
import FresnelModel
import Foundation
import PublicIndex
import WebServing
import WebMarkup
import WebTestSupport

@testable import CloudService

/// A service over an index in a directory of its own, at a port of this machine.
final class ServiceFixture {
  let directory: URL
  let index: ServedIndex
  let service: CloudService
  private let server: HTTPServer

  /// Fills an index and serves it.
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil` for no index at all.
  ///   - apps: Finds apps.
  ///   - pictures: Fetches pictures.
  ///   - settings: How it is run.
  ///   - body: What is done with it.
  /// - Throws: What the body throws.
  static func serving(
    _ pages: [Item]?, apps: AppLookup = .none, pictures: PictureProxy? = nil,
    settings: ServiceSettings = unlimited,
    _ body: (ServiceFixture) async throws -> Void
  ) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "cloud-service-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    if let pages { try await write(pages, to: directory) }
    let fixture = try ServiceFixture(
      directory: directory, apps: apps, pictures: pictures, settings: settings)
    do {
      try await body(fixture)
    } catch {
      await fixture.stop()
      throw error
    }
    await fixture.stop()
  }

  /// Settings under which nobody asks too often, however slow the machine.
  static let unlimited = ServiceSettings(
    version: "1.2.3", rate: RateLimiter.Rules(perSecond: 0), searchSeconds: 600)

  private init(
    directory: URL, apps: AppLookup, pictures: PictureProxy?, settings: ServiceSettings
  ) throws {
    self.directory = directory
    index = ServedIndex(directory: directory.path)
    let service = CloudService(
      index: index, apps: apps, pictures: pictures, settings: settings)
    self.service = service
    server = try HTTPServer(
      limits: ServerLimits(answerTime: .seconds(600), idleSeconds: 600, requestSeconds: 600),
      estimate: { service.effort(of: $0) }
    ) { await service.answer($0) }
  }

  private func stop() async {
    await server.stop()
    index.close()
  }

  /// Puts pages into a store, which is made where there is none.
  static func write(_ pages: [Item], to directory: URL) async throws {
    let store = try Store.open(at: directory.path)
    defer { store.close() }
    try await put(pages, into: store)
  }

  /// Puts pages into a store that is open.
  static func put(_ pages: [Item], into store: Store) async throws {
    let batch = Batch(
      scope: PublicPages.scope, operations: [.put(try pages.map { try ItemCodec.encode($0) })])
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      store.submit(batch) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  // MARK: - Asking

  /// Who asks.
  var client: ServiceClient { ServiceClient(port: server.port) }

  /// Asks over the network.
  func get(
    _ target: String, method: String = "GET", headers: [String] = []
  ) async throws -> ServiceClient.Answer {
    try await client.get(target, method: method, headers: headers)
  }

  /// The addresses of the results of a search.
  func urls(_ target: String) async throws -> [String] {
    guard case .array(let results) = try await get(target).json["results"] else { return [] }
    return results.compactMap { if case .string(let url) = $0["url"] { url } else { nil } }
  }

  // MARK: - Pages

  /// A page.
  static func page(
    _ url: String, title: String, description: String? = nil, text: String = "",
    facts: PageFacts = PageFacts(), card: PageCard = PageCard()
  ) -> Item {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    attributes[.url] = .url(url)
    if let description { attributes[.contentDescription] = .string(description) }
    if !text.isEmpty { attributes[.textContent] = .string(text) }
    facts.write(to: &attributes)
    card.write(to: &attributes)
    return Item(uniqueIdentifier: url, attributes: attributes)
  }

  /// A page of which everything is known.
  static func fullPage() -> Item {
    var item = page(
      "https://www.cook.example/pasta", title: "Pasta with cheese", description: "Boil and stir.",
      card: PageCard(
        site: "Cook", type: "Recipe",
        thumbnail: PageCard.Picture(url: "https://cook.example/p.jpg", width: 300, height: 200),
        rating: PageCard.Rating(value: 4.5, best: 5, count: 12),
        price: PageCard.Price(low: 3, high: 5.5, currency: "EUR", range: "$$"),
        actions: [
          PageCard.Action(kind: "call", url: "tel:+3912345"),
          PageCard.Action(kind: "play", url: "https://cook.example/p.mp4"),
        ], deepLink: PageCard.Link(url: "cook://pasta", isVerified: true),
        app: PageCard.App(storeID: "42", name: "Cook")))
    var details = PageDetails()
    details.types = ["Recipe", "NewsArticle"]
    details.seconds = 1_500
    details.yield = "4 servings"
    details.calories = "240 calories"
    details.availability = .inStock
    details.ingredients = ["200 g pasta"]
    details.write(to: &item.attributes)
    item.attributes[.contentCreationDate] = .date(
      Timestamp(secondsSince1970: 1_767_312_000))
    return item
  }

  /// The first page of a site, which says how that is searched.
  static func landingPage() -> Item {
    page(
      "https://www.cook.example/", title: "Cook: pasta and more",
      facts: PageFacts(isSearchLanding: true),
      card: PageCard(
        site: "Cook",
        search: PageCard.Search(template: "https://cook.example/find?q={term}", variable: "term")))
  }
}
