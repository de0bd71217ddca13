internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

extension ServiceCore {
  /// Forgets what the person no longer wants to be known of their choices: at once in memory, and durably when the
  /// answer comes.
  ///
  /// - Parameters:
  ///   - request: Which choices: they meet all conditions.
  ///   - done: Called once, on any thread, with the number of things of which nothing is known any more, and those of the
  ///     names that were theirs.
  func forgetChoices(
    _ request: ForgetChoices,
    _ done: @escaping @Sendable (Result<ChoicesForgotten, ServiceError>) -> Void
  ) {
    let wanted = NamedChoices(app: request.app, identifiers: Set(request.identifiers))
    let found = FoundNames()
    deleteFromStores { result in
      done(
        result.map { count in
          ChoicesForgotten(
            count: count, identifiers: request.identifiers.filter(found.names.contains))
        })
    } _: { [self] store, total, finish in
      do throws(ServiceError) {
        let (choices, isPartial) = try forget(wanted, in: store)
        let marked = try forgetMarks(wanted, in: store)
        let onlyMarked = marked.count { thing in
          thing.choice.key.map { choices[thing.scope.app]?.contains($0) != true } ?? true
        }
        total.add(choices.values.reduce(onlyMarked) { $0 + $1.count })
        found.add(
          marked.map(\.identifier)
            + choices.values.joined().compactMap { Choice(key: $0)?.identifier })
        delete(choices, wanted, from: store) { error in
          // What was found is gone. Behind the damage there may be more, which comes back.
          let damage = ServiceError(.unavailable, "Part of what was chosen cannot be read.")
          finish(error ?? (isPartial ? damage : nil))
        }
      } catch {
        finish(error)
      }
    }
  }

  /// Forgets in memory, and what is on its way into the store; called on its intake queue.
  ///
  /// - Parameters:
  ///   - wanted: What to forget.
  ///   - store: The store.
  /// - Returns: The keys of what was known, by app: those in the store, those that are being written, those that wait, and
  ///   those in memory that have expired in the store; and whether there may be more, as part cannot be read.
  /// - Throws: ``ServiceError`` when the store cannot be opened.
  private func forget(
    _ wanted: NamedChoices, in store: ClassStore
  ) throws(ServiceError) -> (keys: [String: Set<String>], isPartial: Bool) {
    _ = try store.openWriter()
    // Counts also where nothing is kept: what was chosen before and is not told of yet is not written down.
    if wanted.isEverything { store.engagement.noteForgetting(of: wanted.app) }
    let lane = store.history.choiceLane
    let apps = Set(store.history.apps + lane.waitingApps).filter {
      wanted.concerns($0) && store.history.hasChoices(of: $0)
    }
    var keys: [String: Set<String>] = [:]
    let snapshot = try store.snapshot()
    snapshot.forEachChoice(of: apps) { app, item in
      if wanted.includes(item.uniqueIdentifier) {
        keys[app, default: []].insert(item.uniqueIdentifier)
      }
    }
    for app in apps {
      keys[app, default: []].formUnion(
        store.engagement.keys(of: app) { key, _ in wanted.includes(key) })
      keys[app]?.formUnion(lane.choices(of: app).map(\.key).filter(wanted.includes))
      if wanted.isEverything { store.engagement.forget(app) }
    }
    if !wanted.isEverything {
      let entities = keys.flatMap { app, keys in
        keys.map { Engagement.Entity(app: app, key: $0) }
      }
      store.engagement.forget(entities, named: wanted.identifiers, of: wanted.app)
    }
    return (keys, !wanted.isEverything && snapshot.isPartial)
  }

  /// Takes back what was decided about all things, or all of an app, where everything is forgotten; called on the intake
  /// queue of the store. Who forgets single choices keeps their own words about the things.
  ///
  /// - Parameters:
  ///   - wanted: What to forget.
  ///   - store: The store, which is open.
  /// - Returns: The things.
  /// - Throws: ``ServiceError`` when that cannot be written down.
  private func forgetMarks(
    _ wanted: NamedChoices, in store: ClassStore
  ) throws(ServiceError) -> [MarkedThing] {
    guard wanted.isEverything else { return [] }
    let state = store.metadataLog.state
    let entries = state.forgettingMarks(of: wanted.app)
    if entries.isEmpty { return [] }
    try store.record(entries)
    live.runBeyondOwn()
    return (state.marks?.marks ?? [:]).keys.filter { wanted.concerns($0.scope.app) }
  }

  /// Deletes from the store what is forgotten; called on its intake queue.
  private func delete(
    _ choices: [String: Set<String>], _ wanted: NamedChoices, from store: ClassStore,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    let batches = choices.compactMap { app, keys -> Batch? in
      if wanted.isEverything {
        return Batch(scope: .engagement(of: app), operations: [.deleteAll])
      }
      return keys.isEmpty
        ? nil
        : Batch(scope: .engagement(of: app), operations: [.deleteIdentifiers(keys.sorted())])
    }
    deleteAboutPerson(batches, from: store, done)
  }
}

/// What a person wants to be forgotten.
private struct NamedChoices: Sendable {
  /// Whose; `nil` for everybody's.
  let app: String?
  /// What it is called by; empty for everything.
  let identifiers: Set<String>

  var isEverything: Bool { identifiers.isEmpty }

  func concerns(_ app: String) -> Bool { self.app == nil || self.app == app }

  /// Whether a choice is among it, by its key.
  func includes(_ key: String) -> Bool {
    isEverything || Choice(key: key)?.identifier.map(identifiers.contains) ?? false
  }
}

/// The names that something was known of, in any store.
private final class FoundNames: Sendable {
  private let found = Mutex<Set<String>>([])

  var names: Set<String> { found.withLock { $0 } }

  func add(_ names: [String]) {
    found.withLock { $0.formUnion(names) }
  }
}
