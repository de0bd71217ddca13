internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// What the metadata log says of a store that an app kept itself and that is still to be taken over: that there is
/// one, and what the app has deleted meanwhile. That must not come back with it.
enum PendingTakeOver {
  /// So many items and domains are noted of an index; when more are deleted, all of it is taken to be.
  fileprivate static let noteLimit = 1000

  /// What is known of such a store.
  enum Standing: UInt8 {
    /// It is still to come.
    case awaited = 0
    /// All of it is in the core. Until the app has emptied it, it may be handed over again.
    case copied = 1
    /// The app connected without one. What it deletes is noted on, as another process of it may still have the store.
    case absent = 2
  }

  /// An app has, or had, such a store. Which files the store had that was copied last stays noted until it is seen that
  /// they are gone: another process of the app may be on another side, or see another store.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - standing: What is known of it.
  ///   - state: What is noted already.
  /// - Returns: The entry.
  static func note(
    _ app: AppIdentity, _ standing: Standing = .awaited, in state: MetadataState
  ) -> MetadataEntry {
    let files = state.copiedFiles(ofStoreOf: app.identifier)?.bytes ?? []
    return MetadataEntry(
      table: .takeOvers, key: app.identifier,
      value: standing == .awaited && files.isEmpty ? [] : [standing.rawValue] + files)
  }

  /// All of a store is in the core, which had these files.
  static func copied(_ app: AppIdentity, _ files: CopiedFiles?) -> MetadataEntry {
    MetadataEntry(
      table: .takeOvers, key: app.identifier,
      value: [Standing.copied.rawValue] + (files?.bytes ?? []))
  }

  /// Some of the app's history was deleted.
  static func historyDeletion(_ app: String) -> MetadataEntry {
    MetadataEntry(table: .takeOvers, key: historyKey(app), value: [])
  }

  /// No item has the empty identifier.
  fileprivate static func historyKey(_ app: String) -> String {
    OwedCallback.key(IndexScope(app: app), item: "")
  }

  /// All of an index was sealed for a class that is served elsewhere.
  static func sealed(_ scope: IndexScope, _ contents: IndexContents) -> MetadataEntry {
    MetadataEntry(table: .takeOvers, key: sealedKey(scope), value: contents.bytes)
  }

  /// An app that deletes an item called so only has its index sealed anew.
  fileprivate static func sealedKey(_ scope: IndexScope) -> String {
    OwedCallback.key(scope, item: "\0sealed")
  }

  fileprivate static func deletion(_ scope: IndexScope, item: String) -> MetadataEntry {
    MetadataEntry(table: .takeOvers, key: OwedCallback.key(scope, item: item), value: [])
  }

  /// A domain was deleted, as the one of this number of its index.
  fileprivate static func deletion(
    _ scope: IndexScope, domain: String, number: Int
  ) -> MetadataEntry {
    MetadataEntry(
      table: .takeOvers, key: OwedCallback.key(scope, item: domainPrefix + domain),
      value: withUnsafeBytes(of: UInt32(clamping: number).littleEndian) { Array($0) })
  }

  /// An index was emptied, or more was deleted of it than is noted.
  fileprivate static func deletion(ofAll scope: IndexScope, isEmptied: Bool) -> MetadataEntry {
    MetadataEntry(
      table: .takeOvers, key: OwedCallback.key(scope), value: isEmptied ? [1] : [])
  }

  /// What precedes the name of a deleted domain where that of an item is. An app that deletes an item called so is
  /// asked whether it has the domain's items.
  static let domainPrefix = "\0domain\0"
}

extension MetadataState {
  /// Whether an app has a store of its own that is still to be taken over.
  func awaitsTakeOver(of app: String) -> Bool { self[.takeOvers, app] != nil }

  /// What is known of an app's own store; `nil` where none was noted.
  func standing(ofStoreOf app: String) -> PendingTakeOver.Standing? {
    self[.takeOvers, app].map { $0.first.flatMap(PendingTakeOver.Standing.init) ?? .awaited }
  }

  /// The files of the app's own store of which all came into the core last, until it is seen that they are gone; `nil`
  /// where there is none, or they are not known.
  func copiedFiles(ofStoreOf app: String) -> CopiedFiles? {
    guard let value = self[.takeOvers, app], value.count > 1 else { return nil }
    return CopiedFiles(bytes: value.dropFirst())
  }

  /// The apps that have such a store.
  var appsAwaitingTakeOver: [String] { self[.takeOvers].keys.filter { !$0.contains("\0") } }

  /// Whether some of the app's history was deleted meanwhile.
  func hasDeletedHistory(of app: String) -> Bool {
    self[.takeOvers, PendingTakeOver.historyKey(app)] != nil
  }

  /// What the app has deleted from an index meanwhile.
  func pendingDeletions(from scope: IndexScope) -> PendingDeletions {
    if let all = self[.takeOvers, OwedCallback.key(scope)] { return .all(isEmptied: !all.isEmpty) }
    let prefix = OwedCallback.key(scope, item: "")
    var (identifiers, domains): (Set<String>, DeletedDomains) = ([], DeletedDomains())
    for (key, value) in self[.takeOvers] where key.hasPrefix(prefix) {
      let name = String(key.dropFirst(prefix.count))
      if name.hasPrefix(PendingTakeOver.domainPrefix) {
        // Earlier versions noted no number: what they noted was deleted before all that is noted since.
        let number = value.reversed().reduce(0) { $0 << 8 | Int($1) }
        domains.insert(
          Array(name.utf8.dropFirst(PendingTakeOver.domainPrefix.utf8.count)), number)
      } else if !name.hasPrefix(PendingUpdates.prefix) {
        identifiers.insert(name)
      }
    }
    return .some(identifiers: identifiers, domains: domains)
  }

  /// What an index of an app's own store held when all of it was sealed; `nil` where it was not.
  func sealedContents(of scope: IndexScope) -> [UInt8]? {
    self[.takeOvers, PendingTakeOver.sealedKey(scope)]
  }

  /// The entries that forget an app's store, which was taken over.
  func forgettingTakeOver(of app: AppIdentity) -> [MetadataEntry] {
    forgetting(app.identifier, in: [.takeOvers])
  }
}

extension ServiceCore {
  /// Records what a change deletes from an index whose app has a store that is still to be taken over, or is being
  /// given the items of another app; called on an intake queue before the change is handed to the store.
  ///
  /// - Parameters:
  ///   - batch: The change.
  ///   - store: Where it goes.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``; the change must not be made then.
  func noteDeletions(of batch: Batch, in store: ClassStore) throws(ServiceError) {
    let deletions = batch.operations.filter(\.deletes)
    guard !deletions.isEmpty, home.metadataLog.isDurable else { return }
    let isNoted = try notesDeletions(of: batch.scope.app)
    let metadataLog = home.metadataLog.state
    if metadataLog.isAdopting(batch.scope.app) {
      let entries = metadataLog.notingAdoptionDeletions(of: batch)
      if !entries.isEmpty { try home.record(entries) }
    }
    guard isNoted else { return }
    // Activities may be in such a domain.
    let isOfDomains = deletions.contains { if case .deleteDomains = $0 { true } else { false } }
    if isOfDomains { try noteHistoryDeletion(of: batch.scope.app) }
    let isEmptied = deletions.contains { if case .deleteAll = $0 { true } else { false } }
    let all = PendingTakeOver.deletion(ofAll: batch.scope, isEmptied: isEmptied)
    guard !isEmptied, metadataLog[.takeOvers, all.key] == nil else {
      // What is lost track of stays so unless all is deleted then.
      let isNews = isEmptied || metadataLog[.takeOvers, all.key] == nil
      return isNews ? try home.record([all]) : ()
    }
    var names: Set<String> = []
    var domains: Set<String> = []
    for deletion in deletions {
      switch deletion {
      case .deleteIdentifiers(let identifiers): names.formUnion(identifiers)
      case .deleteDomains(let deleted):
        domains.formUnion(deleted)
        names.formUnion(try updatedItems(of: batch.scope, below: deleted, in: store))
      default: break
      }
    }
    var entries = names.sorted().map { PendingTakeOver.deletion(batch.scope, item: $0) }
    let counts = metadataLog.takeOverCounts[batch.scope]
    var number = counts.domainCount
    for domain in domains.sorted() {
      let entry = PendingTakeOver.deletion(batch.scope, domain: domain, number: number + 1)
      // Of a domain that is deleted again the first time tells what became of what was in it.
      guard metadataLog[.takeOvers, entry.key] == nil else { continue }
      number += 1
      entries.append(entry)
    }
    let newCount = entries.count { metadataLog[.takeOvers, $0.key] == nil }
    // What begins as the names of other notes do cannot be told from these.
    let isStrange = names.contains { $0.utf8.first == 0 }
    guard !isStrange, counts.deletionCount + newCount <= PendingTakeOver.noteLimit else {
      return try home.record([all])
    }
    try home.record(entries)
  }
}

extension Operation {
  /// Whether it takes items away.
  var deletes: Bool {
    switch self {
    case .deleteIdentifiers, .deleteDomains, .deleteAll: true
    default: false
    }
  }
}
