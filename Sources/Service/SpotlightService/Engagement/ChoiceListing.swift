internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// What the person sees of what is kept of choices.

extension ServiceCore {
  /// What the person chose, the latest choice first.
  ///
  /// - Throws: ``ServiceError`` when none of the stores can be read.
  /// - Complexity: O(*n*) in the documents of segments in which anything expires; of them the records of choices are read,
  ///   and the items of those on the page.
  func choicePage(_ request: ListHistory) throws(ServiceError) -> HistoryPage {
    var snapshots: [ProtectionClass: Snapshot] = [:]
    return try page(request) { store throws(ServiceError) in
      let snapshot = try store.snapshot()
      snapshots[store.protection] = snapshot
      return choices(in: snapshot, of: store, request.app)
    } completing: { entry in
      guard let choice = Choice(key: entry.key), let snapshot = snapshots[entry.protection] else {
        return
      }
      let app = AppIdentity(identifier: entry.app)
      let own = embeddedStores?.openSnapshots(of: app) ?? []
      entry.title = choice.title(of: entry.app, in: snapshot, or: own)
    }
  }

  /// What is kept of choices in a store, in no particular order and without titles.
  private func choices(
    in snapshot: Snapshot, of store: ClassStore, _ app: String?
  ) -> [HistoryEntry] {
    let apps = listedApps(with: ScopeName.engagement, in: snapshot, of: store, only: app)
    var entries: [HistoryEntry] = []
    snapshot.forEachChoice(of: apps) { app, item in
      guard let records = item.choiceRecords, let choice = Choice(key: item.uniqueIdentifier)
      else { return }
      // What was chosen in its app alone is known by its texts only.
      if records.counts.choiceCount > 0 {
        entries.append(HistoryEntry(choice, records.counts, of: app, in: store.protection))
      }
    }
    return entries
  }
}

extension Snapshot {
  /// Calls a closure with each record of a choice of some apps.
  func forEachChoice(of apps: Set<String>, _ body: (_ app: String, EncodedItem) -> Void) {
    let scopes = Set(apps.map { IndexScope.engagement(of: $0) })
    guard !scopes.isEmpty else { return }
    forEachExpiring(in: .scopes(scopes), before: .distantFuture) { scope, item in
      body(scope.app, item)
      return true
    }
  }
}

extension Choice {
  /// What it is called in the list.
  fileprivate var kind: String {
    switch self {
    case .item: "item"
    case .state: "activity"
    case .continuedSearch: "search"
    }
  }

  /// The title of what was chosen; empty where it has none, or cannot be found now.
  ///
  /// - Parameters:
  ///   - app: Whose it is.
  ///   - snapshot: The store in which the choice is kept, and what the app handed over.
  ///   - own: The stores that the app keeps itself.
  /// - Returns: The title.
  fileprivate func title(of app: String, in snapshot: Snapshot, or own: [Snapshot]) -> String {
    switch self {
    case .item(let index, let identifier):
      let scope = IndexScope(app: app, index: index)
      var item = snapshot.item(scope: scope, identifier: identifier)
      for snapshot in own where item == nil {
        for scope in snapshot.knownScopes where scope.index == index && item == nil {
          item = snapshot.item(scope: scope, identifier: identifier)
        }
      }
      return item?.text(of: .title) ?? item?.text(of: .displayName) ?? ""
    case .state(let key):
      let item = snapshot.item(scope: .activities(of: app), identifier: key)
      return item.flatMap { StateEntry($0)?.record.activity.title } ?? item?.text(of: .title) ?? ""
    case .continuedSearch: return ""
    }
  }
}

extension HistoryEntry {
  /// What a person sees of a choice: it stands where a state has a visit.
  fileprivate init(
    _ choice: Choice, _ counts: EngagementRecord, of app: String, in protection: ProtectionClass
  ) {
    self.init(
      app: app, protection: protection, key: choice.key ?? "", type: choice.kind, title: "",
      firstVisit: counts.firstChoice, lastVisit: counts.lastChoice, visitCount: counts.choiceCount,
      relatedIdentifier: choice.identifier)
  }
}
