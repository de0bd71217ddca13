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

  /// The indexes that only their apps find, or that may be such; `known` are those of the store.
  func privateIndexes(among known: [IndexScope]) -> Set<IndexScope> {
    var scopes: Set<IndexScope> = []
    for (key, value) in self[.indexes] {
      guard let record = IndexRecord(value), record.isPrivate || record.isDoubtful else { continue }
      if let scope = IndexScope(ledgerKey: key) { scopes.insert(scope) }
    }
    if self[.losses, LedgerLoss.indexes] != nil {
      scopes.formUnion(known.filter { index($0) == nil })
    }
    return scopes
  }
}

extension LedgerEntry {
  /// Notes what is known of an index.
  static func index(_ scope: IndexScope, _ record: IndexRecord?) -> LedgerEntry {
    LedgerEntry(table: .indexes, key: scope.ledgerKey, value: record?.value)
  }
}
