internal import FresnelModel
internal import SpotlightWire

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

  /// Nobody has stored anything in the index.
  static let isNew = "The index is new."
  /// Items of the app's own store were lost.
  static let isDamaged = "The app's own index had lost items before it was taken over."
  /// The app's own store says that it lost items before; of which of its indexes, those know only that it had then.
  static let hadLosses = "The app's own index may have lost items long before it was taken over."
  /// Items of the app's own store were left out, as more was deleted than is noted.
  static let isLeftOut = "Items of the app's own index were left out when it was taken over."
  /// Items of the app's own store were left out that the core knows, or that the app has deleted.
  static let isChanged = "The app has changed or deleted many items of its own index."

  /// The app has emptied an index since some of it was lost: nothing of it is missing, and it may be filled further.
  static let isEmptied = "The app has emptied the index since items of it were lost."
  /// The person was told that items of the app's own store were lost.
  static let isTold =
    "Items of the app's own index were lost before it was taken over, as the person was told."

  /// Whether a reason says that the core lacks items until the app has indexed all again.
  static func lacksItems(_ reason: [UInt8]) -> Bool {
    [isDamaged, isLeftOut].contains { reason.elementsEqual($0.utf8) }
  }

  /// Notes that an app is to be asked for all of an index. Where items are lacking, that stays the reason until the app
  /// has indexed all again.
  ///
  /// - Parameters:
  ///   - scope: The index.
  ///   - reason: Why the app is asked.
  ///   - state: What is noted already.
  /// - Returns: The entry.
  static func all(_ scope: IndexScope, _ reason: String, in state: MetadataState) -> MetadataEntry {
    let known = state[.owedCallbacks, key(scope)].flatMap { lacksItems($0) ? $0 : nil }
    return MetadataEntry(
      table: .owedCallbacks, key: key(scope), value: known ?? Array(reason.utf8))
  }

  /// Notes another reason to ask an app for all of an index from which nothing is missing.
  static func whole(_ scope: IndexScope, _ reason: String) -> MetadataEntry {
    MetadataEntry(table: .owedCallbacks, key: key(scope), value: Array(reason.utf8))
  }

  static func item(_ scope: IndexScope, _ identifier: String) -> MetadataEntry {
    MetadataEntry(table: .owedCallbacks, key: key(scope, item: identifier), value: [])
  }

  static func removal(_ scope: IndexScope, item: String? = nil) -> MetadataEntry {
    MetadataEntry(table: .owedCallbacks, key: key(scope, item: item), value: nil)
  }
}

extension ClassStore {
  /// Notes durably that the app is to be asked for all of an index.
  ///
  /// - Parameters:
  ///   - scope: The index.
  ///   - reason: Why the app is asked.
  /// - Throws: ``ServiceError`` where the metadata log cannot be opened or written.
  func oweAll(_ scope: IndexScope, _ reason: String) throws(ServiceError) {
    try metadataLog.open(key: try key.get())
    try record([OwedCallback.all(scope, reason, in: metadataLog.state)])
  }
}

extension MetadataState {
  /// Whether an app has not indexed again what its own store had lost, or what of it was left out.
  func lacksItemsOfOwnStore(of app: String) -> Bool {
    self[.owedCallbacks].contains { key, reason in
      !reason.isEmpty && OwedCallback.scope(ofKey: key)?.app == app
        && OwedCallback.lacksItems(reason)
    }
  }

  /// The items of an index that have to be asked for, in order.
  func owedItems(of scope: IndexScope) -> [String] {
    let prefix = scope.metadataKey + "\0"
    return self[.owedCallbacks].keys.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }.sorted()
  }
}
