internal import FresnelModel
internal import SpotlightWire

/// What a ledger knows of an index.
struct IndexRecord: Hashable, Sendable {
  var protection: ProtectionClass
  /// Whether only the app itself finds its items.
  var isPrivate: Bool
  /// Whether that cannot be relied on, since part of the ledger was lost.
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
  /// The key of an index in a ledger. Neither part contains U+0000, apart from a first one in names of the
  /// core's own.
  var ledgerKey: String { "\(app)\0\(index)" }

  /// Reads a key.
  init?(ledgerKey: String) {
    guard let separator = ledgerKey.firstIndex(of: "\0") else { return nil }
    self.init(
      app: String(ledgerKey[..<separator]),
      index: String(ledgerKey[ledgerKey.index(after: separator)...]))
  }
}

extension LedgerState {
  /// What is known of an index.
  func index(_ scope: IndexScope) -> IndexRecord? {
    self[.indexes, scope.ledgerKey].flatMap { IndexRecord($0) }
  }

  /// The indexes that only their apps find.
  var privateIndexes: Set<IndexScope> { indexes(where: \.isPrivate) }

  /// The indexes that are taken for private until their apps open them, as records about them are lost. Commands have
  /// no private ones.
  ///
  /// - Parameter known: The indexes of the store.
  /// - Returns: Those of them, and others that the ledger alone knows.
  func doubtfulIndexes(among known: [IndexScope]) -> Set<IndexScope> {
    var scopes = indexes { $0.isDoubtful && !$0.isPrivate }
    if self[.losses, LedgerLoss.indexes] != nil {
      scopes.formUnion(known.filter { !ScopeName.isInternal($0) && index($0) == nil })
    }
    return scopes.filter { !StoreExamination.isFilledByCommands($0.app) }
  }

  private func indexes(where isWanted: (IndexRecord) -> Bool) -> Set<IndexScope> {
    Set(
      self[.indexes].compactMap { key, value in
        guard let record = IndexRecord(value), isWanted(record) else { return nil }
        return IndexScope(ledgerKey: key)
      })
  }
}

extension LedgerEntry {
  /// Notes what is known of an index.
  static func index(_ scope: IndexScope, _ record: IndexRecord?) -> LedgerEntry {
    LedgerEntry(table: .indexes, key: scope.ledgerKey, value: record?.value)
  }
}
