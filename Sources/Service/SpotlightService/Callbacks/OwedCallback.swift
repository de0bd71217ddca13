internal import FresnelModel

/// What the metadata log says of callbacks that are owed: an entry for an index whose app was asked for all of it,
/// with the reason, and one for each item that has to be asked for.
enum OwedCallback {
  static func key(_ scope: IndexScope, item: String? = nil) -> String {
    item.map { scope.metadataKey + "\0" + $0 } ?? scope.metadataKey
  }

  /// The index that a key is about.
  static func scope(ofKey key: String) -> IndexScope? {
    // An item's identifier may follow the index.
    IndexScope(metadataKey: key).map { scope in
      IndexScope(app: scope.app, index: String(scope.index.prefix { $0 != "\0" }))
    }
  }

  static func all(_ scope: IndexScope, _ reason: String) -> MetadataEntry {
    MetadataEntry(table: .owedCallbacks, key: key(scope), value: Array(reason.utf8))
  }

  static func item(_ scope: IndexScope, _ identifier: String) -> MetadataEntry {
    MetadataEntry(table: .owedCallbacks, key: key(scope, item: identifier), value: [])
  }

  static func removal(_ scope: IndexScope, item: String? = nil) -> MetadataEntry {
    MetadataEntry(table: .owedCallbacks, key: key(scope, item: item), value: nil)
  }
}

extension MetadataState {
  /// The items of an index that have to be asked for, in order.
  func owedItems(of scope: IndexScope) -> [String] {
    let prefix = scope.metadataKey + "\0"
    return self[.owedCallbacks].keys.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }.sorted()
  }
}
