/// One of the tables of a ledger. The numbers are part of the format.
enum LedgerTable: UInt8, CaseIterable, Sendable {
  /// What apps were asked and have not done yet: a key for each index, and for each item of it.
  case owedCallbacks = 1
  /// What has to be done, or to be doubted, since part of the ledger was lost; see ``LedgerLoss``.
  case losses = 2
  /// The class of each index, and whether it is private to its app.
  case indexes = 3
  /// The apps whose items are being removed.
  case appRemovals = 4
  /// The stores of apps that are still to be taken over, see ``PendingTakeOver``.
  case takeOvers = 5
  /// How far sealed changes were carried out; the one key is empty.
  case intakePosition = 6
  /// What tells the store from all others; the one key is empty.
  case identity = 9
  /// The apps whose items are being given to others, see ``PendingAdoption``.
  case adoptions = 10
  /// What those others have deleted meanwhile.
  case adoptionDeletions = 11
  /// The losses that the person was told of, see ``LedgerState/isTold(_:of:)``.
  case toldLosses = 12
}

/// What a ledger is told: a key has a value from now on, or none.
struct LedgerEntry: Hashable, Sendable {
  var table: LedgerTable
  var key: String
  /// `nil` when the key goes.
  var value: [UInt8]?
}

/// What a ledger holds.
struct LedgerState: Equatable, Sendable {
  private var tables: [LedgerTable: [String: [UInt8]]] = [:]

  subscript(table: LedgerTable) -> [String: [UInt8]] { tables[table] ?? [:] }

  subscript(table: LedgerTable, key: String) -> [UInt8]? { tables[table]?[key] }

  mutating func apply(_ entry: LedgerEntry) {
    tables[entry.table, default: [:]][entry.key] = entry.value
    if tables[entry.table]?.isEmpty == true { tables[entry.table] = nil }
  }

  /// Whether an entry would change nothing.
  func contains(_ entry: LedgerEntry) -> Bool { self[entry.table, entry.key] == entry.value }

  /// Entries that lead to the state from nothing, in an order that is always the same.
  var entries: [LedgerEntry] {
    LedgerTable.allCases.flatMap { table in
      self[table].sorted { $0.key < $1.key }.map {
        LedgerEntry(table: table, key: $0.key, value: $0.value)
      }
    }
  }
}
