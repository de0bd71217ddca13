internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// Which texts are kept of recent searches, and how they are forgotten.

extension ServiceCore {
  /// Whether the texts after which things of an app are chosen are kept themselves.
  func keepsSearches(of app: AppIdentity) -> Bool {
    host.keepsSearches && !host.appsHiddenFromSuggestions().contains(app.identifier)
  }

  /// A person chose one of an app's own items in the app's own search. It orders nothing: the text alone is kept, for
  /// the app's own recent searches. It blocks while stores are opened.
  ///
  /// - Parameters:
  ///   - text: What was typed to find it.
  ///   - item: The unique identifier of the item, in whichever index.
  ///   - app: The app.
  func noteSearch(_ text: String, leadingTo item: String, of app: AppIdentity) {
    guard let text = SearchTexts.kept(text) else { return }
    let moment = ChoiceMoment(of: app, in: self)
    for store in stores where store.key.isThere {
      guard let snapshot = try? store.snapshot() else { continue }
      let scope = snapshot.knownScopes.first { scope in
        scope.app == app.identifier && !ScopeName.isInternal(scope)
          && snapshot.item(scope: scope, identifier: item) != nil
      }
      guard let scope else { continue }
      change(.item(index: scope.index, identifier: item), of: app, in: store, since: moment) {
        [self] records, now in
        guard host.keepsSearches else { return nil }
        var records =
          records ?? ChoiceRecords(counts: EngagementRecord(at: now), memory: MemoryRecord())
        records.searches.note(text, from: .app, at: now)
        return records
      }
    }
  }

  /// Takes texts out of records of an app, as it has more than are kept; called on the intake queue of the store.
  ///
  /// Nothing makes room before what was chosen was read: a later choice has it done.
  ///
  /// - Returns: What changes in the store.
  func makeRoomForSearches(
    of app: AppIdentity, in store: ClassStore, _ snapshot: Snapshot
  ) -> [FresnelEngine.Operation] {
    let known = store.engagement.searches(of: app.identifier)
    let dates = known.flatMap { $0.records.searches.entries.map(\.last) }
    guard dates.count > SearchTexts.limitOfApp else { return [] }
    let oldest = dates.sorted(by: >)[SearchTexts.limitOfApp - 1]
    return rewriting(known, of: app.identifier, in: store, snapshot) { $0.last < oldest }.operations
  }

  /// Forgets texts that were typed: at once in memory, and durably when the answer comes.
  ///
  /// - Parameters:
  ///   - text: The text, in whatever spelling that counts as the same; `nil` for all.
  ///   - app: Whose things were chosen after it; `nil` for everybody's.
  ///   - origin: Where it was typed; `nil` for anywhere.
  ///   - done: Called once, on any thread, with how many were forgotten.
  func forgetSearches(
    _ text: String?, of app: String?, from origin: SearchTexts.Origin?,
    _ done: @escaping @Sendable (Result<UInt64, ServiceError>) -> Void
  ) {
    let key = text.map(SearchTexts.key)
    let isForgotten: @Sendable (SearchTexts.Entry) -> Bool = { entry in
      (origin == nil || entry.origin == origin)
        && (key == nil || SearchTexts.key(of: entry.text) == key)
    }
    deleteFromStores(done) { [self] store, total, finish in
      do throws(ServiceError) {
        _ = try store.openWriter()
        // What was chosen after a text that is forgotten is not written down with it later.
        store.engagement.noteForgetting(of: app)
        store.engagement.forgetSearches(of: app, where: isForgotten)
      } catch {
        return finish(error)
      }
      let lane = store.history.choiceLane
      let apps = Set(store.history.apps + lane.waitingApps).filter {
        (app == nil || $0 == app) && store.history.hasChoices(of: $0)
      }
      let tally = Tally(count: apps.count + 1) { finish($0) }
      tally.finish(nil)
      for app in apps {
        lane.add(of: app) { [self] turnIsOver in
          store.performOpen(historyGate, app) { [self] in
            forgetSearches(of: app, in: store, total, where: isForgotten) { error in
              turnIsOver()
              tally.finish(error)
            }
          }
        }
      }
    }
  }

  /// Forgets texts of an app in a store while no choice of the app is being written; called on its intake queue.
  private func forgetSearches(
    of app: String, in store: ClassStore, _ total: Total,
    where isForgotten: (SearchTexts.Entry) -> Bool,
    _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    do throws(ServiceError) {
      let snapshot = try store.snapshot()
      var stored: [(key: String, records: ChoiceRecords)] = []
      snapshot.forEachChoice(of: [app]) { _, item in
        guard let records = item.choiceRecords, !records.searches.isEmpty else { return }
        stored.append((item.uniqueIdentifier, records))
      }
      let (operations, count) = rewriting(
        stored, of: app, in: store, snapshot, without: isForgotten)
      total.add(count)
      guard !operations.isEmpty else { return done(nil) }
      store.submit(
        Batch(scope: .engagement(of: app), operations: operations), completion: done)
    } catch {
      done(error)
    }
  }

  /// Takes texts out of records, in memory at once. Of what its app alone told of nothing is left without texts: else
  /// an app could fill the memory of choices.
  ///
  /// - Returns: What changes in the store, and how many texts there were.
  private func rewriting(
    _ known: [(key: String, records: ChoiceRecords)], of app: String, in store: ClassStore,
    _ snapshot: Snapshot, without isForgotten: (SearchTexts.Entry) -> Bool
  ) -> (operations: [FresnelEngine.Operation], count: Int) {
    var changed: [EncodedItem] = []
    var deleted: [String] = []
    var total = 0
    for (key, records) in known {
      var records = records
      let count = records.searches.remove(where: isForgotten)
      guard count > 0,
        let stored = snapshot.item(scope: .engagement(of: app), identifier: key)
      else { continue }
      total += count
      let entity = Engagement.Entity(app: app, key: key)
      if records.isEmpty {
        store.engagement.note(nil, of: entity)
        deleted.append(key)
      } else if let item = EncodedItem(
        records, key: key,
        expiration: max(records.expiration, stored.expiration ?? records.expiration))
      {
        store.engagement.note(records, of: entity)
        changed.append(item)
      }
    }
    var operations: [FresnelEngine.Operation] = []
    if !changed.isEmpty { operations.append(.putEncoded(changed)) }
    if !deleted.isEmpty { operations.append(.deleteIdentifiers(deleted)) }
    return (operations, total)
  }
}

extension Engagement {
  /// What is known of an app's things that were chosen after texts that are kept.
  func searches(of app: String) -> [(key: String, records: ChoiceRecords)] {
    known?.things.values.filter { $0.entity.app == app && !$0.records.searches.isEmpty }
      .map { ($0.entity.key, $0.records) } ?? []
  }

  /// Takes texts out of what is known in memory.
  ///
  /// - Parameters:
  ///   - app: Of whose things; `nil` for everybody's.
  ///   - isForgotten: Which texts.
  func forgetSearches(of app: String?, where isForgotten: (SearchTexts.Entry) -> Bool) {
    for thing in known?.things.values ?? [:].values {
      guard app == nil || thing.entity.app == app else { continue }
      var records = thing.records
      guard records.searches.remove(where: isForgotten) > 0 else { continue }
      note(records.isEmpty ? nil : records, of: thing.entity)
    }
  }
}
