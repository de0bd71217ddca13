internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// Which texts are kept of recent searches.

extension ServiceCore {
  /// Whether the texts after which things of an app are chosen are kept themselves.
  func keepsSearches(of app: String) -> Bool {
    host.keepsSearches && !host.appsHiddenFromSuggestions().contains(app)
  }

  /// A person chose one of an app's own items in the app's own search. It orders nothing: the text alone is kept, for
  /// the app's own recent searches, and only in the store of the class that the app named, where that has the item. It
  /// blocks while the store is opened.
  ///
  /// - Parameters:
  ///   - engaged: What was typed, and which item was chosen.
  ///   - app: The app.
  ///   - moment: When it was told.
  func noteSearch(_ engaged: EngagedItem, of app: AppIdentity, at moment: ChoiceMoment) {
    let scope = IndexScope(app: app.identifier, index: engaged.index)
    guard keepsSearches(of: app.identifier), !ScopeName.isInternal(scope),
      let search = TypedText(engaged.text, from: .app),
      let store = store(of: engaged.protection), store.key.isThere,
      (try? store.snapshot())?.item(scope: scope, identifier: engaged.identifier) != nil
    else { return }
    let choice = Choice.item(index: engaged.index, identifier: engaged.identifier)
    change(choice, of: app, in: store, since: moment, after: search) { records, now in
      records ?? ChoiceRecords(counts: EngagementRecord(at: now), memory: MemoryRecord())
    }
  }

  /// Takes texts out of records of an app, as it has more than are kept that were typed in one place; called on the
  /// intake queue of the store.
  ///
  /// Nothing makes room before what was chosen was read: a later choice has it done.
  ///
  /// - Returns: What changes in the store.
  func makeRoomForSearches(
    of app: String, in store: ClassStore, _ snapshot: Snapshot, at now: Timestamp
  ) -> [FresnelEngine.Operation] {
    let known = store.engagement.searches(of: app)
    var surplus: [String: Set<SearchTexts.Entry>] = [:]
    for origin in SearchTexts.Origin.allCases {
      var all: [(key: String, entry: SearchTexts.Entry)] = []
      for (key, records) in known {
        for entry in records.searches.entries where entry.origin == origin {
          all.append((key, entry))
        }
      }
      guard all.count > SearchTexts.limitOfApp else { continue }
      all.sort { $0.entry.date(at: now) > $1.entry.date(at: now) }
      for (key, entry) in all.dropFirst(SearchTexts.limitOfApp) {
        surplus[key, default: []].insert(entry)
      }
    }
    guard !surplus.isEmpty else { return [] }
    return rewriting(known, of: app, in: store, snapshot) { key, texts in
      if let entries = surplus[key] { texts.remove { entries.contains($0) } }
    }.operations
  }

  /// Changes the texts of records, in memory at once. Of what its app alone told of nothing is left without texts: else
  /// an app could fill the memory of choices. Called on the intake queue, in a turn of the app's choices.
  ///
  /// - Parameters:
  ///   - known: The keys of the records, and what is kept.
  ///   - app: Whose they are.
  ///   - store: Where they are kept.
  ///   - snapshot: What is in it.
  ///   - change: Changes the texts of a key; it adds none.
  /// - Returns: What changes in the store, and how many texts are gone.
  func rewriting(
    _ known: [(key: String, records: ChoiceRecords)], of app: String, in store: ClassStore,
    _ snapshot: Snapshot, _ change: (String, inout SearchTexts) -> Void
  ) -> (operations: [FresnelEngine.Operation], count: Int) {
    var changed: [EncodedItem] = []
    var deleted: [String] = []
    var total = 0
    for (key, known) in known {
      var records = known
      change(key, &records.searches)
      guard records.searches != known.searches,
        let stored = snapshot.item(scope: .engagement(of: app), identifier: key)
      else { continue }
      total += known.searches.entries.count - records.searches.entries.count
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
}
