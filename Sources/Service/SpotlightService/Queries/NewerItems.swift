internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// What the core knows better of an app than the store does that the app keeps itself and that is still to be taken
/// over: the items that the core has, and what the app has deleted. Of that store a search of the system finds what
/// would come into the core now: nothing twice, and nothing that the app has taken back.
final class NewerItems: Sendable {
  private let app: String
  private let metadataLog: MetadataState
  /// The core's stores.
  private let snapshots: [Snapshot]
  /// What is noted of each index that something was found of; reading it takes as long as all notes are.
  private let notes = Mutex<[String: Notes]>([:])

  private struct Notes: Sendable {
    let deletions: PendingDeletions
    let updates: PendingUpdates
  }

  /// Takes what is noted; `nil` where no store of the app is to be taken over.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - metadataLog: That of the home store.
  ///   - stores: The core's stores, as far as they can be read.
  init?(of app: AppIdentity, _ metadataLog: MetadataState, in stores: [VisibleStore]) {
    guard metadataLog.awaitsTakeOver(of: app.identifier) else { return nil }
    self.app = app.identifier
    self.metadataLog = metadataLog
    snapshots = stores.map(\.snapshot)
  }

  /// Whether an item of the app's own store would not be copied: the core has one that is called so, or the app has
  /// deleted it with the core. Of an item that the app has only updated with the core the rest is in its own store.
  ///
  /// - Parameters:
  ///   - identifier: The item's identifier.
  ///   - index: The name of its index.
  ///   - whole: Reads all of the item; `nil` where it cannot be read.
  /// - Returns: Whether it would not be.
  func replace(
    _ identifier: String, in index: String, _ whole: () -> EncodedItem?
  ) -> Bool {
    if index == ScopeName.activities, metadataLog.hasDeletedHistory(of: app) { return true }
    let scope = IndexScope(app: app, index: index)
    let notes = notes(of: scope)
    switch notes.deletions {
    case .all: return true
    case .some(let identifiers, let domains):
      if identifiers.contains(identifier) { return true }
      // What was found may lack its domain.
      if !domains.isEmpty, let item = whole(), notes.deletions.contains(item) { return true }
    }
    guard !notes.updates.contains(identifier) else { return false }
    return snapshots.contains { $0.item(scope: scope, identifier: identifier) != nil }
  }

  private func notes(of scope: IndexScope) -> Notes {
    if let known = notes.withLock({ $0[scope.index] }) { return known }
    let read = Notes(
      deletions: metadataLog.pendingDeletions(from: scope),
      updates: metadataLog.pendingUpdates(of: scope))
    notes.withLock { $0[scope.index] = read }
    return read
  }
}

extension VisibleStore {
  /// Whether an item that was found is not what its app has by now.
  ///
  /// - Parameters:
  ///   - scope: Its index, as the store calls it.
  ///   - item: The item, as far as it was read.
  /// - Returns: Whether it is to be left out.
  func isOutdated(_ scope: IndexScope, _ item: EncodedItem) -> Bool {
    guard let newer else { return false }
    let identifier = item.uniqueIdentifier
    return newer.replace(identifier, in: scope.index) {
      snapshot.item(scope: scope, identifier: identifier)
    }
  }
}
