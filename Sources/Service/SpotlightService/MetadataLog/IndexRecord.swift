internal import FresnelModel
internal import SpotlightWire

/// What a metadata log knows of an index.
struct IndexRecord: Hashable, Sendable {
  var protection: ProtectionClass
  /// Whether only the app itself finds its items.
  var isPrivate: Bool
  /// Whether that cannot be relied on, since part of the metadata log was lost.
  var isDoubtful = false

  init(protection: ProtectionClass, isPrivate: Bool) {
    self.protection = protection
    self.isPrivate = isPrivate
  }

  /// Reads a value; `nil` when it is none.
  init?(_ value: [UInt8]) {
    guard value.count == 2, let protection = ProtectionClass(rawValue: value[0]) else { return nil }
    self.protection = protection
    isPrivate = value[1] & 1 != 0
    isDoubtful = value[1] & 2 != 0
  }

  var value: [UInt8] { [protection.rawValue, (isPrivate ? 1 : 0) | (isDoubtful ? 2 : 0)] }
}

extension IndexScope {
  /// The key of an index in a metadata log. Neither part contains U+0000, apart from a first one in names of the
  /// core's own.
  var metadataKey: String { "\(app)\0\(index)" }

  /// Reads a key.
  init?(metadataKey: String) {
    guard let separator = metadataKey.firstIndex(of: "\0") else { return nil }
    self.init(
      app: String(metadataKey[..<separator]),
      index: String(metadataKey[metadataKey.index(after: separator)...]))
  }
}

extension MetadataState {
  /// What is known of an index.
  func index(_ scope: IndexScope) -> IndexRecord? {
    self[.indexes, scope.metadataKey].flatMap { IndexRecord($0) }
  }

  /// The indexes that only their apps find.
  var privateIndexes: Set<IndexScope> { indexes(where: \.isPrivate) }

  /// The indexes that are taken for private until their apps open them, as records about them are lost. Commands have
  /// no private ones.
  ///
  /// - Parameter known: The indexes of the store.
  /// - Returns: Those of them, and others that the metadata log alone knows.
  func doubtfulIndexes(among known: [IndexScope]) -> Set<IndexScope> {
    var scopes = indexes { $0.isDoubtful && !$0.isPrivate }
    if self[.losses, MetadataLoss.indexes] != nil {
      scopes.formUnion(known.filter { !ScopeName.isInternal($0) && index($0) == nil })
    }
    return scopes.filter { !StoreExamination.isFilledByCommands($0.app) }
  }

  private func indexes(where isWanted: (IndexRecord) -> Bool) -> Set<IndexScope> {
    Set(
      self[.indexes].compactMap { key, value in
        guard let record = IndexRecord(value), isWanted(record) else { return nil }
        return IndexScope(metadataKey: key)
      })
  }
}

extension MetadataEntry {
  /// Records what is known of an index.
  static func index(_ scope: IndexScope, _ record: IndexRecord?) -> MetadataEntry {
    MetadataEntry(table: .indexes, key: scope.metadataKey, value: record?.value)
  }
}
