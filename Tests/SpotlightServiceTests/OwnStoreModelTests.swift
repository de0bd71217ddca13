import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// What an app changes with the daemon while its own store is missing, in any order and with the daemon killed at any
/// time, against the same changes made one after the other in memory.
@Suite("Changes made while an app's own store is missing, in a model", .timeLimit(.minutes(30)))
struct OwnStoreModelTests: OwnStoreSuite {
  private static let domains = ["work", "work.deep", "home", "garden"]
  private static let keys: [AttributeID] = [.title, .textContent, .pageCount, .rating]

  /// The items as the app left them.
  private struct Model {
    private(set) var items: [String: Item]
    /// What was in the app's own store at first.
    private let former: [String: Item]
    /// Items that the app stored whole with the daemon.
    private var whole: Set<String> = []
    /// Items of which the core does not know whether they were deleted: they were stored whole, and deleted with
    /// another domain than that in which the own store has them.
    private(set) var doubtful: Set<String> = []

    init(_ own: [Item]) {
      former = Dictionary(uniqueKeysWithValues: own.map { ($0.uniqueIdentifier, $0) })
      items = former
    }

    mutating func put(_ item: Item) {
      let name = item.uniqueIdentifier
      guard item.isUpdate else {
        items[name] = item
        whole.insert(name)
        doubtful.remove(name)
        return
      }
      let empty = Item(uniqueIdentifier: name)
      items[name] = (items[name] ?? empty).merged(with: item)
    }

    mutating func delete(_ names: [String]) {
      for name in names {
        items[name] = nil
        doubtful.remove(name)
      }
      whole.subtract(names)
    }

    mutating func delete(domain: String) {
      func isIn(_ item: Item?) -> Bool {
        item?.domainIdentifier.map { $0 == domain || $0.hasPrefix(domain + ".") } ?? false
      }
      for name in items.keys where isIn(items[name]) {
        if whole.contains(name), former[name].map(isIn) == false { doubtful.insert(name) }
        items[name] = nil
        whole.remove(name)
      }
    }

    /// All of the own store is in the core.
    mutating func copy() { whole.formUnion(items.keys) }
  }

  private static func item(
    _ name: String, isUpdate: Bool, in domain: String?, _ random: inout SeededGenerator
  ) -> Item {
    var item = Item(uniqueIdentifier: name, domainIdentifier: domain, isUpdate: isUpdate)
    for key in keys where Bool.random(using: &random) {
      let number = Int64.random(in: 1...5, using: &random)
      let isNumber = key == .pageCount || key == .rating
      item.attributes[key] = isNumber ? .integer(number) : .string("text \(number)")
      if isUpdate, number == 1 { item.attributes[key] = .null }
    }
    return item
  }

  /// All items of the app that the core has, but for some. It says that it may lack some while the app's own store is
  /// still to come.
  private func items(
    _ client: TestClient, except names: Set<String> = [], isPartial: Bool = false
  ) async throws -> [String: Item] {
    let list = client.send(.list(ItemList()))
    let failure = await client.reply(to: list).failure
    #expect(failure?.omissions.count == (isPartial ? 1 : nil), "\(failure?.message ?? "")")
    var items: [String: Item] = [:]
    for hit in client.hits(of: list) where !names.contains(hit.item.uniqueIdentifier) {
      items[hit.item.uniqueIdentifier] = try hit.item.item()
    }
    return items
  }

  /// The items of the app that a person finds, in the daemon and in the app's own store.
  private func shown(in core: ServiceCore) async throws -> Set<String> {
    // A look at the store that takes long is not waited for.
    while core.embeddedStores?.contents().problems.contains(where: Self.isOpening) == true {}
    let window = TestClient(core, AppIdentity(identifier: "org.window"), role: .surface)
    defer { window.session.end() }
    let list = window.send(.list(ItemList(app: mail.identifier)))
    #expect(await window.reply(to: list).failure == nil)
    return Set(window.hits(of: list).map(\.item.uniqueIdentifier))
  }

  private static func isOpening(_ problem: EmbeddedStoreProblem) -> Bool {
    problem.reason.hasPrefix("It is still") || problem.reason.hasPrefix("They are still")
  }

  @Test("all is as the app left it after the take-over", arguments: 0..<40 as Range<UInt64>)
  func randomChanges(seed: UInt64) async throws {
    try await withTemporaryDirectory { root in
      let directory = root + "/" + mail.folderName
      var random = SeededGenerator(seed: seed)
      let names = (0..<8).map { "item \($0)" }
      let own = names.prefix(6).map { name in
        Self.item(name, isUpdate: false, in: Self.domains.randomElement(using: &random), &random)
      }
      try await store(own, in: directory)
      let formerDomains = own.reduce(into: [:]) { $0[$1.uniqueIdentifier] = $1.domainIdentifier }
      var model = Model(own)
      var storage = FaultyStorage()
      func begin() -> ServiceCore {
        var options = CoreOptions.daemon(storage)
        options.embeddedStores = {
          EmbeddedStoreListing([
            EmbeddedStoreDirectory(app: mail, path: directory, root: root)
          ])
        }
        return ServiceCore(options, host: TestHost())
      }
      var core = begin()
      defer { core.close() }
      var client = TestClient(core, mail)
      #expect(try await handOverLock(of: directory, from: client) != nil)
      // Whether the core counts the store as one that it does not have.
      var isAwaited = true
      var handle = try await client.open("a")

      for step in 0..<40 {
        let name = names.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
          let domain = Int.random(in: 0..<3, using: &random) == 0
          let update = Self.item(
            name, isUpdate: true, in: domain ? Self.domains.randomElement(using: &random) : nil,
            &random)
          #expect(try await client.put([update], handle) == nil)
          model.put(update)
        case 8..<11:
          // Where an app stores an item in another domain and deletes that, its own store's version comes back.
          let whole = Self.item(
            name, isUpdate: false, in: formerDomains[name] ?? nil, &random)
          #expect(try await client.put([whole], handle) == nil)
          model.put(whole)
        case 11..<14:
          #expect(await client.apply([.deleteIdentifiers([name])], handle) == nil)
          model.delete([name])
        case 14..<16:
          let domain = Self.domains.randomElement(using: &random) ?? ""
          #expect(await client.apply([.deleteDomains([domain])], handle) == nil)
          model.delete(domain: domain)
        case 16:
          guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
          #expect(await client.apply([.deleteAll], handle) == nil)
          model.delete(names)
        case 17..<19:
          let state = core.home.metadataLog.state
          var copy = MetadataState()
          for entry in state.entries { copy.apply(entry) }
          #expect(copy == state, "The notes are counted as if they were read anew.")
          storage = storage.afterKill()
          core.close()
          core = begin()
          client = TestClient(core, mail)
          // Who connects without a store has none any more.
          isAwaited = Bool.random(using: &random)
          if isAwaited { try await handOverLock(of: directory, from: client) }
          handle = try await client.open("a")
          _ = try await items(client, isPartial: isAwaited)
        default:
          // The client ends before it empties the store.
          client = TestClient(core, mail)
          #expect(try await handOver(directory, from: client) == nil)
          model.copy()
          isAwaited = false
          handle = try await client.open("a")
          let found = try await items(client, except: model.doubtful)
          #expect(found == model.items.filter { !model.doubtful.contains($0.key) })
        }
        guard step.isMultiple(of: 5) else { continue }
        // The core has updates of items whose domains were deleted until their own store tells in which these were.
        let snapshot = try core.home.snapshot()
        let scope = IndexScope(app: mail.identifier, index: "a")
        let inCore = names.filter { snapshot.item(scope: scope, identifier: $0) != nil }
        let shown = try await shown(in: core)
        let left = Set(model.items.keys).subtracting(model.doubtful)
        #expect(shown.isSuperset(of: left))
        #expect(shown.subtracting(inCore).subtracting(model.doubtful).isSubset(of: left))
      }
      let last = TestClient(core, mail)
      #expect(try await handOver(directory, from: last) == nil)
      try StoreLocation.empty(SharedDescriptor(openingDirectory: directory))
      // It goes on, and says so with that.
      _ = try await last.identifiers()
      await waitUntilForgotten(in: core)
      let found = try await items(last, except: model.doubtful)
      #expect(found == model.items.filter { !model.doubtful.contains($0.key) })
    }
  }
}
