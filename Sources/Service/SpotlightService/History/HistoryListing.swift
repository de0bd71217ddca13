internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension ServiceCore {
  /// The longest list, in bytes of what it holds, about.
  private static let pageByteCount = 1 << 20

  /// What the stores keep, the latest visits first.
  ///
  /// - Throws: ``ServiceError`` when none of the stores can be read.
  /// - Complexity: O(*n*) in the documents of segments in which anything expires; only the states are read.
  func historyPage(_ request: ListHistory) throws(ServiceError) -> HistoryPage {
    try page(request) { store throws(ServiceError) in
      try historyEntries(in: store, of: request.app)
    }
  }

  /// A part of a list of what the stores keep, the latest first.
  ///
  /// - Parameters:
  ///   - request: Which part.
  ///   - read: Reads what one store keeps, in no particular order.
  ///   - complete: Adds to an entry of the part what the others need not.
  /// - Returns: That part.
  /// - Throws: ``ServiceError`` when none of the stores can be read.
  func page(
    _ request: ListHistory, _ read: (ClassStore) throws(ServiceError) -> [HistoryEntry],
    completing complete: (inout HistoryEntry) -> Void = { _ in }
  ) throws(ServiceError) -> HistoryPage {
    var entries: [HistoryEntry] = []
    var failure: ServiceError?
    var unread: [ProtectionClass] = []
    for store in stores {
      do throws(ServiceError) {
        try entries += read(store)
      } catch {
        failure = failure ?? error
        unread.append(store.protection)
      }
    }
    if let failure, unread.count == stores.count { throw failure }
    if let cursor = request.cursor { entries.removeAll { !cursor.precedes($0) } }
    entries.sort { $0.cursor.precedes($1) }
    var page: [HistoryEntry] = []
    var byteCount = 0
    for var entry in entries.prefix(Int(request.limit)) {
      complete(&entry)
      byteCount += entry.byteCount
      if byteCount > Self.pageByteCount, !page.isEmpty { break }
      page.append(entry)
    }
    return HistoryPage(entries: page, hasMore: page.count < entries.count, unread: unread)
  }

  /// The apps of which a person sees what a store keeps about them in one kind of index.
  ///
  /// - Parameters:
  ///   - index: The name of the index.
  ///   - snapshot: What the store holds.
  ///   - store: The store.
  ///   - app: The only app that matters; `nil` when all do.
  /// - Returns: Those of which history is kept, and that were not removed.
  func listedApps(
    with index: String, in snapshot: Snapshot, of store: ClassStore, only app: String?
  ) -> Set<String> {
    var apps = Set(snapshot.knownScopes.filter { $0.index == index }.map(\.app))
    if let app { apps.formIntersection([app]) }
    let removed = store.metadataLog.state.removedApps
    return apps.filter {
      !removed.contains($0) && host.historyRules(of: AppIdentity(identifier: $0)).isKept
    }
  }

  /// What a store keeps, in no particular order.
  private func historyEntries(
    in store: ClassStore, of app: String?
  ) throws(ServiceError) -> [HistoryEntry] {
    let snapshot = try store.snapshot()
    let apps = listedApps(with: ScopeName.activities, in: snapshot, of: store, only: app)
    var related: [String: RelatedItems] = [:]
    for app in apps {
      related[app] = try RelatedItems(of: app, forHistoryIn: store, self)
    }
    var entries: [HistoryEntry] = []
    snapshot.forEachState(of: apps) { app, item in
      if let entry = StateEntry(item), related[app]?.allow(item) ?? false {
        entries.append(HistoryEntry(entry, of: app, in: store.protection))
      }
      return true
    }
    return entries
  }
}

extension HistoryEntry {
  /// What a person sees of a state.
  fileprivate init(_ entry: StateEntry, of app: String, in protection: ProtectionClass) {
    let record = entry.record
    self.init(
      app: app, protection: protection, key: entry.key, type: record.activity.type,
      title: record.activity.title ?? entry.item.text(of: .title) ?? "",
      firstVisit: record.firstVisit, lastVisit: record.lastVisit, visitCount: record.visitCount,
      relatedIdentifier: entry.item.text(of: .relatedUniqueIdentifier)
        ?? entry.item.text(of: .weakRelatedUniqueIdentifier),
      webpage: record.activity.webpage)
  }

  /// The entry's place in the list.
  fileprivate var cursor: HistoryCursor {
    HistoryCursor(lastVisit: lastVisit, app: app, key: key)
  }

  /// About what it takes in a message.
  fileprivate var byteCount: Int {
    [app, key, type, title, relatedIdentifier ?? "", webpage ?? ""].reduce(64) {
      $0 + $1.utf8.count
    }
  }
}

extension HistoryCursor {
  /// Whether an entry stands behind this place.
  fileprivate func precedes(_ entry: HistoryEntry) -> Bool {
    if lastVisit != entry.lastVisit { return lastVisit > entry.lastVisit }
    return (app, key) < (entry.app, entry.key)
  }
}
