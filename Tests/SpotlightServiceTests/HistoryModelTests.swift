import FresnelModel
import FresnelTestSupport
import SpotlightService
import SpotlightWire
import Testing

/// Random changes of all sorts, by two apps to three indexes of each, against a table.
@Suite("History and items", .timeLimit(.minutes(30)))
struct HistoryModelTests {
  private static let indexes: [(name: String, protection: ProtectionClass)] = [
    ("", .firstUnlock), ("plain", ProtectionClass.none), ("usual", .firstUnlock),
  ]

  @Test(
    "what is listed is what a table says, and after a look so is what is stored", arguments: 1...8)
  func model(_ seed: UInt64) async throws {
    var run = try await HistoryRun(seed: seed)
    for step in 0..<160 {
      try await run.step()
      let note: Comment = "seed \(seed), step \(step): \(run.last)"
      #expect(try await run.listed() == run.model.visible(at: run.timers.timeOfDay), note)
    }
    // Of what is hidden nothing is left, so it does not come back with the items.
    await run.sweep()
    try await run.putEverything()
    let note: Comment = "seed \(seed), at the end"
    #expect(try await run.listed() == run.model.visible(at: run.timers.timeOfDay), note)
    run.core.close()
  }

  /// What is expected of one state.
  private struct State: Hashable {
    var app: AppIdentity
    var key: String
    var related: String?
    var domain: String?
    var visitCount: UInt64
    var lastVisit: Timestamp
    var expiration: Timestamp?

    func isAlive(at time: Timestamp) -> Bool {
      (expiration
        ?? Timestamp(secondsSinceReferenceDate: lastVisit.secondsSinceReferenceDate + 30 * 86_400))
        > time
    }
  }

  private struct Listed: Hashable {
    var app: String
    var key: String
    var visitCount: UInt64
    var lastVisit: Timestamp
  }

  private struct Model {
    struct StoredItem {
      var domain: String?
      var expiration: Timestamp?
    }
    /// By app, index and identifier.
    var items: [AppIdentity: [String: [String: StoredItem]]] = [:]
    var states: [AppIdentity: [String: State]] = [:]
    var unswept: Set<AppIdentity> = []

    func hasItem(_ identifier: String, of app: AppIdentity, at time: Timestamp) -> Bool {
      items[app, default: [:]].values.contains { index in
        index[identifier].map { $0.expiration.map { $0 > time } ?? true } ?? false
      }
    }

    func isOrphan(_ state: State, at time: Timestamp) -> Bool {
      state.related.map { !hasItem($0, of: state.app, at: time) } ?? false
    }

    func visible(at time: Timestamp) -> Set<Listed> {
      Set(
        states.values.flatMap(\.values).filter { $0.isAlive(at: time) && !isOrphan($0, at: time) }
          .map {
            Listed(
              app: $0.app.identifier, key: $0.key, visitCount: $0.visitCount,
              lastVisit: $0.lastVisit)
          })
    }

    mutating func sweep(_ app: AppIdentity, at time: Timestamp) {
      states[app] = states[app]?.filter { !isOrphan($0.value, at: time) }
    }

    mutating func deleteStates(of app: AppIdentity, where isDeleted: (State) -> Bool) {
      states[app] = states[app]?.filter { !isDeleted($0.value) }
    }

    static func domain(_ domain: String?, isIn parent: String) -> Bool {
      domain.map { $0 == parent || $0.hasPrefix(parent + ".") } ?? false
    }
  }

  private struct HistoryRun {
    let timers = TestTimers()
    let host = TestHost()
    let storage = FaultyStorage()
    var generator: SeededGenerator
    var core: ServiceCore
    var model = Model()
    var clients: [AppIdentity: (history: HistoryClient, handles: [String: UInt32])] = [:]
    var last = ""

    init(seed: UInt64) async throws {
      generator = SeededGenerator(seed: seed)
      core = Self.core(storage, timers, host)
    }

    static func core(
      _ storage: FaultyStorage, _ timers: TestTimers, _ host: TestHost
    ) -> ServiceCore {
      var options = CoreOptions.daemon(storage)
      timers.use(in: &options)
      return ServiceCore(options, host: host)
    }

    mutating func client(
      of app: AppIdentity
    ) async throws -> (history: HistoryClient, handles: [String: UInt32]) {
      if let client = clients[app] { return client }
      let history = try await HistoryClient(core, app)
      var handles: [String: UInt32] = [:]
      for index in indexes {
        handles[index.name] = try await history.client.open(index.name, index.protection)
      }
      clients[app] = (history, handles)
      return (history, handles)
    }

    func listed() async throws -> Set<Listed> {
      Set(
        try await HistoryTool(core).entries(pageLength: 7).map {
          Listed(
            app: $0.app, key: $0.key, visitCount: $0.visitCount, lastVisit: $0.lastVisit)
        })
    }

    mutating func identifier() -> String { "item\(generator.below(5))" }

    mutating func domain() -> String? { ["a", "a.b", "ab", nil][generator.below(4)] }

    mutating func step() async throws {
      timers.advance(seconds: Double(3 + generator.below(generator.once(in: 20) ? 2_000_000 : 90)))
      let app = generator.once(in: 3) ? notes : mail
      let index = indexes[generator.below(indexes.count)].name
      switch generator.below(20) {
      case 0..<7: try await donate(app)
      case 7..<12: try await put(app, index)
      case 12: try await delete(app, index, [.deleteIdentifiers([identifier(), identifier()])])
      case 13: try await delete(app, index, [.deleteDomains([domain() ?? "a"])])
      case 14 where generator.once(in: 2): try await delete(app, index, [.deleteAll])
      case 15: try await replace(app, index)
      case 16: try await deleteActivities(app)
      case 17: try await personDeletes(app)
      case 18 where generator.once(in: 2): try await remove(app)
      case 19: restart()
      default: try await switchOff(app)
      }
    }

    // MARK: - Changes

    mutating func donate(_ app: AppIdentity) async throws {
      let name = "state\(generator.below(4))"
      let related = generator.once(in: 2) ? identifier() : nil
      let domain = domain()
      let isVisit = !generator.once(in: 4)
      let now = timers.timeOfDay
      let expiration = generator.once(in: 5) ? timers.time(after: 1000) : nil
      let client = try await client(of: app)
      let value = activity(name, persistent: "p" + name, expiration: expiration)
      var attributes = related.map { Attributes.related(to: $0) } ?? Attributes()
      if let domain { attributes[.domainIdentifier] = .string(domain) }
      let key = StateKey.of(
        value, try encoded(Item(uniqueIdentifier: "", attributes: attributes)))
      last = "donate \(key) \(isVisit)"
      let outcome = try await client.history.donate(value, attributes, isVisit: isVisit)
      if let related, !model.hasItem(related, of: app, at: now) {
        model.states[app]?[key] = nil
        #expect(outcome == .relatedItemUnknown)
        return
      }
      var state = State(
        app: app, key: key, related: related, domain: domain, visitCount: 1, lastVisit: now,
        expiration: expiration)
      if let known = model.states[app]?[key], known.isAlive(at: now) {
        let isCounted =
          isVisit
          && now.secondsSinceReferenceDate - known.lastVisit.secondsSinceReferenceDate > 60
        state.visitCount = known.visitCount + (isCounted ? 1 : 0)
        state.lastVisit = isCounted ? now : known.lastVisit
        guard state.isAlive(at: now) else {
          #expect(outcome == .expired)
          model.states[app]?[key] = nil
          return
        }
        #expect(outcome == .known)
      } else {
        model.states[app]?[key] = nil
        guard isVisit else {
          #expect(outcome == .nothingToUpdate)
          return
        }
        #expect(outcome == .new)
      }
      model.states[app, default: [:]][key] = state
    }

    mutating func beginBatch(_ app: AppIdentity) {
      if model.unswept.remove(app) != nil { model.sweep(app, at: timers.timeOfDay) }
    }

    mutating func put(_ app: AppIdentity, _ index: String) async throws {
      let identifier = identifier()
      let domain = domain()
      let expiration = generator.once(in: 3) ? timers.time(after: 300) : nil
      last = "put \(identifier)"
      let client = try await client(of: app)
      var item = item(identifier, domain: domain)
      item.expiration = expiration
      beginBatch(app)
      #expect(try await client.history.client.put([item], client.handles[index] ?? 0) == nil)
      model.items[app, default: [:]][index, default: [:]][identifier] = Model.StoredItem(
        domain: domain, expiration: expiration)
    }

    mutating func delete(
      _ app: AppIdentity, _ index: String, _ operations: [WireOperation]
    ) async throws {
      last = "delete \(operations)"
      let client = try await client(of: app)
      beginBatch(app)
      // Sometimes an item is put again at once.
      var operations = operations
      let again = generator.once(in: 4) ? identifier() : nil
      if let again { operations.append(.put([try encoded(item(again))])) }
      #expect(
        await client.history.client.apply(operations, client.handles[index] ?? 0) == nil)
      var isOpen = false
      for operation in operations {
        switch operation {
        case .put: break
        case .deleteIdentifiers(let identifiers):
          for identifier in identifiers {
            model.items[app]?[index]?[identifier] = nil
            if identifier != again { model.states[app]?[StateKey.ofItem(identifier)] = nil }
          }
        case .deleteDomains(let domains):
          isOpen = true
          for domain in domains {
            let left = model.items[app]?[index]?.filter {
              !Model.domain($0.value.domain, isIn: domain)
            }
            model.items[app]?[index] = left
            model.deleteStates(of: app) { Model.domain($0.domain, isIn: domain) }
          }
        case .deleteAll:
          isOpen = true
          model.items[app]?[index] = [:]
        }
      }
      if let again {
        model.items[app, default: [:]][index, default: [:]][again] = Model.StoredItem()
      }
      if isOpen { model.sweep(app, at: timers.timeOfDay) }
    }

    mutating func replace(_ app: AppIdentity, _ index: String) async throws {
      let identifier = identifier()
      last = "replace by \(identifier)"
      let client = try await client(of: app)
      let session = client.history.client
      let handle = client.handles[index] ?? 0
      guard
        case .replacementBegun(let number) = await session.ask(
          .beginReplace(BeginReplacement(handle: handle, domain: nil)))
      else { throw TestFailure("The replacement was not begun.") }
      #expect(try await session.put([item(identifier)], number) == nil)
      beginBatch(app)
      let commit = CommitReplacement(handle: number, expected: .any, clientState: nil)
      #expect(await session.ask(.commitReplace(commit)).failure == nil)
      model.items[app, default: [:]][index] = [identifier: Model.StoredItem()]
      model.sweep(app, at: timers.timeOfDay)
    }

    mutating func deleteActivities(_ app: AppIdentity) async throws {
      let client = try await client(of: app)
      let name = "state\(generator.below(4))"
      switch generator.below(4) {
      case 0:
        last = "delete all activities"
        #expect(await client.history.delete(.all) == nil)
        model.states[app] = [:]
      case 1:
        last = "delete activities of a domain"
        #expect(await client.history.delete(.domains(["a"])) == nil)
        model.deleteStates(of: app) { Model.domain($0.domain, isIn: "a") }
      default:
        last = "delete activity \(name)"
        let before = try await listed()
        #expect(await client.history.delete(.persistentIdentifiers(["p" + name])) == nil)
        // The key does not tell the identifier: what is left is believed.
        let gone = before.subtracting(try await listed()).map(\.key)
        #expect(gone.count <= 6)
        model.deleteStates(of: app) { gone.contains($0.key) }
      }
    }

    mutating func personDeletes(_ app: AppIdentity) async throws {
      let time = timers.time(after: -200)
      let key = model.states[app]?.keys.sorted().first
      if generator.once(in: 2), let key {
        last = "person deletes \(key)"
        _ = try await HistoryTool(core).delete(
          DeleteHistory(app: app.identifier, keys: [key]))
        model.states[app]?[key] = nil
      } else {
        last = "person deletes since a time"
        _ = try await HistoryTool(core).delete(DeleteHistory(app: app.identifier, since: time))
        model.deleteStates(of: app) { $0.lastVisit >= time }
      }
    }

    mutating func switchOff(_ app: AppIdentity) async throws {
      guard generator.once(in: 4) else { return await sweep() }
      last = "off and on"
      host.set { $0.history[app, default: HistoryRules()].isKept = false }
      if generator.once(in: 2) { restart() }
      await withCheckedContinuation { done in core.settingsChanged { _ in done.resume() } }
      _ = try await listed()
      host.set { $0.history[app]?.isKept = true }
      model.states[app] = [:]
    }

    mutating func remove(_ app: AppIdentity) async throws {
      last = "remove \(app.identifier)"
      await withCheckedContinuation { done in core.removeApp(app) { _ in done.resume() } }
      clients[app] = nil
      model.items[app] = [:]
      model.states[app] = [:]
    }

    mutating func restart() {
      last = "restart"
      core.close()
      clients = [:]
      core = Self.core(storage, timers, host)
      model.unswept = [mail, notes]
    }

    mutating func sweep() async {
      last = "sweep"
      core.askForWhatIsOwed()
      // What is asked for stands behind it in each store.
      for _ in 0..<2 {
        await withCheckedContinuation { done in
          core.settingsChanged { _ in done.resume() }
        }
      }
      for app in [mail, notes] { model.sweep(app, at: timers.timeOfDay) }
      model.unswept = []
    }

    /// Puts all items that states may be tied to.
    mutating func putEverything() async throws {
      for app in [mail, notes] {
        let client = try await client(of: app)
        for number in 0..<5 {
          beginBatch(app)
          #expect(
            try await client.history.client.put(
              [item("item\(number)")], client.handles[""] ?? 0) == nil)
          model.items[app, default: [:]]["", default: [:]]["item\(number)"] = Model.StoredItem()
        }
      }
    }
  }
}
