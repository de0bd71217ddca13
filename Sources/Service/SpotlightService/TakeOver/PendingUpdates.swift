internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

// An app may update an item that is still in its own store, which is to be taken over: to the core it is a new item with
// no more than the update says. The rest comes with the store, and what was updated is newer.

/// The items that an app has updated while its own store was still to be taken over, and that the core did not know.
struct PendingUpdates {
  /// So many are noted of an index; when there are more, every item that the core has is taken for one.
  fileprivate static let noteLimit = 10_000
  /// So many bytes are noted of an index, and of all: the notes are in the metadata log that all apps share.
  static let byteLimit = (ofIndex: 3 << 19, ofAll: 3 << 21)
  /// Where the notes have more bytes than these, nothing is noted any more of what is updated after domains were deleted
  /// but for what is removed; the app is asked for these items. So that alone never has all items be taken for updated.
  static let laterByteLimit = (ofIndex: 1 << 19, ofAll: 1 << 21)
  /// What precedes the identifier where that of a deleted item is.
  static let prefix = "\0update\0"

  fileprivate var notes: [String: UpdateNote] = [:]
  /// Whether there were more than are noted.
  fileprivate(set) var isAll = false

  var isEmpty: Bool { notes.isEmpty && !isAll }

  /// The items that are noted.
  var identifiers: Set<String> { Set(notes.keys) }

  /// Whether the core's item may lack what the app's own store has of it.
  func contains(_ identifier: String) -> Bool { isAll || notes[identifier] != nil }

  /// What is noted of an item.
  subscript(identifier: String) -> UpdateNote? { notes[identifier] }

  /// Notes that an item was updated, or that more were than are noted, or forgets that.
  fileprivate static func entry(
    _ scope: IndexScope, _ identifier: String = "",
    _ note: UpdateNote? = UpdateNote(domainCount: 0)
  ) -> MetadataEntry {
    MetadataEntry(
      table: .takeOvers, key: OwedCallback.key(scope, item: prefix + identifier),
      value: note?.bytes)
  }
}

extension PendingUpdates {
  /// Notes items, in the order of their names.
  fileprivate static func entries(
    _ scope: IndexScope, _ notes: [String: UpdateNote]
  ) -> [MetadataEntry] {
    notes.sorted { $0.key < $1.key }.map { entry(scope, $0.key, $0.value) }
  }
}

extension MetadataState {
  /// Whether so many updates, and bytes of them, may be noted.
  ///
  /// - Parameters:
  ///   - entries: What is to be noted.
  ///   - scope: The index of all of it.
  ///   - byteLimit: How many bytes the notes of an index, and of all, may have then.
  /// - Returns: Whether it may be.
  fileprivate func hasRoom(
    for entries: [MetadataEntry], of scope: IndexScope, _ byteLimit: (ofIndex: Int, ofAll: Int)
  ) -> Bool {
    var counts = takeOverCounts
    for entry in entries {
      counts.replace(self[.takeOvers, entry.key], with: entry.value, at: entry.key)
    }
    return counts[scope].updateCount <= PendingUpdates.noteLimit
      && counts[scope].updateByteCount <= byteLimit.ofIndex
      && counts.updateByteCount <= byteLimit.ofAll
  }

  /// Those of some items of an index that an app has updated meanwhile.
  ///
  /// - Complexity: O(*n*) in the number of these items, however many are noted.
  fileprivate func pendingUpdates(
    of scope: IndexScope, among identifiers: Set<String>
  ) -> PendingUpdates {
    var updates = PendingUpdates()
    let prefix = OwedCallback.key(scope, item: PendingUpdates.prefix)
    updates.isAll = self[.takeOvers, prefix] != nil
    if takeOverCounts[scope].updateCount == 0 { return updates }
    for identifier in identifiers {
      guard let value = self[.takeOvers, prefix + identifier] else { continue }
      updates.notes[identifier] = UpdateNote(bytes: value)
    }
    return updates
  }

  /// The items of an index that an app has updated meanwhile.
  func pendingUpdates(of scope: IndexScope) -> PendingUpdates {
    let prefix = OwedCallback.key(scope, item: PendingUpdates.prefix)
    var updates = PendingUpdates()
    for (key, value) in self[.takeOvers] where key.hasPrefix(prefix) {
      let identifier = String(key.dropFirst(prefix.count))
      if identifier.isEmpty {
        updates.isAll = true
      } else {
        updates.notes[identifier] = UpdateNote(bytes: value)
      }
    }
    return updates
  }
}

extension ServiceCore {
  /// Records which items a change updates that the core does not have, if the app has a store that is still to be taken
  /// over; called on an intake queue before the change is handed to the store.
  ///
  /// - Parameters:
  ///   - batch: The change.
  ///   - store: Where it goes.
  /// - Returns: What the change stores whole, for ``endStoring(_:isDurable:completion:)``.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/unavailable``; the change must not be made then.
  func noteUpdates(of batch: Batch, in store: ClassStore) throws(ServiceError) -> WholeItems {
    let scope = batch.scope
    var (updates, whole): ([EncodedItem], Set<String>) = ([], [])
    guard home.metadataLog.isDurable, !ScopeName.isInternal(scope) else {
      return WholeItems(scope: scope)
    }
    for case .putEncoded(let items) in batch.operations {
      updates += items.filter(\.isUpdate)
    }
    let isNoting = updates.isEmpty ? false : try notesDeletions(of: scope.app)
    guard isNoting || home.metadataLog.state.awaitsTakeOver(of: scope.app) else {
      return WholeItems(scope: scope)
    }
    for case .putEncoded(let items) in batch.operations {
      for item in items where !item.isUpdate { whole.insert(item.uniqueIdentifier) }
    }
    let known = home.metadataLog.state.pendingUpdates(
      of: scope, among: whole.union(updates.map(\.uniqueIdentifier)))
    if isNoting, !known.isAll {
      let entries = try entries(
        noting: updates.filter { !whole.contains($0.uniqueIdentifier) }, beside: known, of: scope,
        in: store)
      if !entries.isEmpty { try home.record(entries) }
    }
    return beginStoring(whole, of: scope, replacing: known.identifiers.intersection(whole))
  }

  /// What is recorded of updates.
  private func entries(
    noting updates: [EncodedItem], beside known: PendingUpdates, of scope: IndexScope,
    in store: ClassStore
  ) throws(ServiceError) -> [MetadataEntry] {
    if updates.isEmpty { return [] }
    let present = try store.snapshot()
    let stored = wholeItems(of: scope)
    let metadataLog = home.metadataLog.state
    let domainCount = metadataLog.takeOverCounts[scope].domainCount
    var notes: [String: UpdateNote] = [:]
    // Of these the core cannot tell what is left.
    var cut: Set<String> = []
    for update in updates {
      let identifier = update.uniqueIdentifier
      let before = notes[identifier] ?? known[identifier]
      // What is stored whole, or being so, lacks nothing.
      let isWhole =
        stored.contains(identifier) || present.item(scope: scope, identifier: identifier) != nil
      if before == nil, isWhole { continue }
      var note = before ?? UpdateNote(domainCount: domainCount)
      switch note.add(update, domainCount: domainCount) {
      case .whole: break
      case .removals: cut.insert(identifier)
      case .none: return [PendingUpdates.entry(scope)]
      }
      if note != known[identifier] { notes[identifier] = note }
    }
    var entries = PendingUpdates.entries(scope, notes)
    if !metadataLog.hasRoom(for: entries, of: scope, PendingUpdates.laterByteLimit) {
      for identifier in notes.keys where notes[identifier]?.cut() == true {
        cut.insert(identifier)
      }
      entries = PendingUpdates.entries(scope, notes)
    }
    guard metadataLog.hasRoom(for: entries, of: scope, PendingUpdates.byteLimit) else {
      return [PendingUpdates.entry(scope)]
    }
    if !cut.isEmpty { try store.record(cut.sorted().map { OwedCallback.item(scope, $0) }) }
    return entries
  }

  /// The noted items of an index that the core has in domains, or below them. The app's own store may have them in others.
  ///
  /// - Throws: ``ServiceError`` where the store cannot be read.
  func updatedItems(
    of scope: IndexScope, below domains: [String], in store: ClassStore
  ) throws(ServiceError) -> [String] {
    if home.metadataLog.state.takeOverCounts[scope].updateCount == 0 { return [] }
    let updates = home.metadataLog.state.pendingUpdates(of: scope)
    // Where that fails, what was submitted has failed, too.
    try? store.waitForSubmitted(to: scope)
    let present = try store.snapshot()
    let deleted = DomainNames(domains.map { Array($0.utf8) })
    return updates.notes.keys.filter { identifier in
      present.item(scope: scope, identifier: identifier)?.domainIdentifier
        .map(deleted.contain) ?? false
    }
  }

  /// Forgets that items of an index were updated, as they were replaced as a whole and lack nothing any more.
  ///
  /// - Throws: ``ServiceError``; they get what they lack from the app's own store then, as if they were only updated.
  func forgetUpdates(of identifiers: Set<String>, in scope: IndexScope) throws(ServiceError) {
    guard !identifiers.isEmpty else { return }
    try home.record(identifiers.sorted().map { PendingUpdates.entry(scope, $0, nil) })
  }

  /// Forgets which items of an index were updated, as they have what the app's own store had of them.
  func forgetUpdates(of scope: IndexScope) throws(ServiceError) {
    let updates = home.metadataLog.state.pendingUpdates(of: scope)
    guard !updates.isEmpty else { return }
    let identifiers = updates.identifiers.sorted() + (updates.isAll ? [""] : [])
    try home.record(identifiers.map { PendingUpdates.entry(scope, $0, nil) })
  }
}
