/// One of the tables of a metadata log. The numbers are part of the format.
enum MetadataTable: UInt8, CaseIterable, Sendable {
  /// What apps were asked and have not done yet: a key for each index, and for each item of it.
  case owedCallbacks = 1
  /// What has to be done, or to be doubted, since part of the metadata log was lost; see ``MetadataLoss``.
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
  /// The losses that the person was told of, see ``MetadataState/isTold(_:of:)``.
  case toldLosses = 12
  /// The key of the hashes of texts in records of choices, see ``ChosenTextKey``; the one key is empty.
  case texts = 13
  /// The indexes that were first opened after a loss of the store, see ``MetadataState/isNew(_:since:)``.
  case newIndexes = 14
  /// What the person decided about things, see ``MarkTable``.
  case marks = 15
}

/// What a metadata log is told: a key has a value from now on, or none.
struct MetadataEntry: Hashable, Sendable {
  var table: MetadataTable
  var key: String
  /// `nil` when the key goes.
  var value: [UInt8]?
}

/// What a metadata log holds.
struct MetadataState: Equatable, Sendable {
  private var tables: [MetadataTable: [String: [UInt8]]] = [:]
  /// How many notes of the table of take-overs each index has.
  private(set) var takeOverCounts = TakeOverCounts()
  /// What the person decided about things; `nil` where that is nothing, as mostly.
  private(set) var marks: MarkTable?

  subscript(table: MetadataTable) -> [String: [UInt8]] { tables[table] ?? [:] }

  subscript(table: MetadataTable, key: String) -> [UInt8]? { tables[table]?[key] }

  mutating func apply(_ entry: MetadataEntry) {
    if entry.table == .takeOvers {
      takeOverCounts.replace(self[entry.table, entry.key], with: entry.value, at: entry.key)
    }
    if entry.table == .marks {
      // In place: a copy of all would be felt when a log is read.
      var table = marks.take() ?? MarkTable()
      table.replace(self[entry.table, entry.key], with: entry.value, at: entry.key)
      marks = table.isEmpty ? nil : table
    }
    tables[entry.table, default: [:]][entry.key] = entry.value
    if tables[entry.table]?.isEmpty == true { tables[entry.table] = nil }
  }

  /// Whether an entry would change nothing.
  func contains(_ entry: MetadataEntry) -> Bool { self[entry.table, entry.key] == entry.value }

  /// Entries that lead to the state from nothing, in an order that is always the same.
  var entries: [MetadataEntry] {
    MetadataTable.allCases.flatMap { table in
      self[table].sorted { $0.key < $1.key }.map {
        MetadataEntry(table: table, key: $0.key, value: $0.value)
      }
    }
  }
}
