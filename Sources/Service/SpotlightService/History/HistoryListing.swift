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
    var entries: [HistoryEntry] = []
    var failure: ServiceError?
    var isRead = false
    for store in stores {
      do throws(ServiceError) {
        try entries += historyEntries(in: store, of: request.app)
        isRead = true
      } catch {
        failure = failure ?? error
      }
    }
    if let failure, !isRead { throw failure }
    if let cursor = request.cursor { entries.removeAll { !cursor.precedes($0) } }
    entries.sort { $0.cursor.precedes($1) }
    var page: [HistoryEntry] = []
    var byteCount = 0
    for entry in entries.prefix(Int(request.limit)) {
      byteCount += entry.byteCount
      if byteCount > Self.pageByteCount, !page.isEmpty { break }
      page.append(entry)
    }
    return HistoryPage(entries: page, hasMore: page.count < entries.count)
  }

  /// What a store keeps, in no particular order.
  private func historyEntries(
    in store: ClassStore, of app: String?
  ) throws(ServiceError) -> [HistoryEntry] {
    let snapshot = try store.snapshot()
    var apps = Set(snapshot.knownScopes.filter { $0.index == ScopeName.activities }.map(\.app))
    if let app { apps.formIntersection([app]) }
    let removed = store.metadataLog.state.removedApps
    apps = apps.filter {
      !removed.contains($0) && host.historyRules(of: AppIdentity(identifier: $0)).isKept
    }
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
