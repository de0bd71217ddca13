internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// Finds the items of an app that its states live and die with.
///
/// They are looked for in the history's own store, and in those whose classes protect no more: a weaker class
/// never learns what is in a stronger one.
struct RelatedItems {
  private struct Part {
    let snapshot: Snapshot
    /// The app's indexes.
    let indexes: [IndexScope]

    init(_ snapshot: Snapshot, of app: String) {
      self.snapshot = snapshot
      indexes = snapshot.knownScopes.filter { $0.app == app && !ScopeName.isInternal($0) }.sorted()
    }
  }
  private let parts: [Part]
  private let app: String

  /// Takes the present state of the stores.
  ///
  /// - Throws: ``ServiceError`` when one cannot be read.
  init(of app: String, forHistoryIn history: ClassStore, _ core: ServiceCore) throws(ServiceError) {
    self.app = app
    var parts: [Part] = []
    for store in core.stores where store.mayRelate(toHistoryIn: history) {
      parts.append(Part(try store.snapshot(), of: app))
    }
    self.parts = parts
  }

  /// Takes the items of some snapshots.
  init(of app: String, in snapshots: [Snapshot]) {
    self.app = app
    parts = snapshots.map { Part($0, of: app) }
  }

  /// Finds an item.
  ///
  /// - Parameters:
  ///   - identifier: The item's unique identifier.
  ///   - preferred: The index in which it was last.
  /// - Returns: The name of the index that has it; `nil` when none does.
  /// - Complexity: Two probes in most cases, at worst one for each index of the app.
  func index(holding identifier: String, preferring preferred: String = "") -> String? {
    let likely = IndexScope(app: app, index: preferred)
    if parts.contains(where: { $0.snapshot.item(scope: likely, identifier: identifier) != nil }) {
      return preferred
    }
    for part in parts {
      for scope in part.indexes
      where part.snapshot.item(scope: scope, identifier: identifier) != nil {
        return scope.index
      }
    }
    return nil
  }

  /// Whether a state may show: the item that it is tied to is there, if it is tied to one.
  func allow(_ entry: EncodedItem) -> Bool {
    guard let identifier = entry.relatedIdentifier else { return true }
    let preferred = StateEntry(entry)?.record.relatedIndex ?? ""
    return index(holding: identifier, preferring: preferred) != nil
  }

  /// Whether items may be missing, as part of a store could not be read.
  var isPartial: Bool { parts.contains { $0.snapshot.isPartial } }
}

extension ClassStore {
  /// Whether states of a history may be tied to items of the store.
  func mayRelate(toHistoryIn history: ClassStore) -> Bool {
    self === history
      || classes.allSatisfy { $0.rawValue <= history.protection.rawValue }
  }
}
