/// What follows from the loss of part of a metadata log: what was written there is not known any more, and its absence
/// means nothing.
enum MetadataLoss {
  /// A key in the table of losses: which indexes are private is known only of those with a record.
  static let indexes = "indexes"
  /// A key in the table of losses: the owners of all indexes have yet to be asked for their items. They may
  /// have been asked for some, which is forgotten; and whether the store was set back cannot be told.
  static let items = "items"
  /// A key in the table of losses: the store was removed with its metadata log, so that nobody knows whose items are
  /// lost. It goes when the person was told.
  static let unnamed = "unnamed"
  /// A key in the table of losses: up to the store's loss of this number nothing is known to be lost, and the store may
  /// just be an older copy of itself.
  static let doubt = "doubt"
  /// A key in the table of losses: the number of a loss of the store by which indexes may have lost items that nobody
  /// knows the names of, as records are lost or were set back, too.
  static let names = "names"
}

extension MetadataState {
  /// What is written down when part of the metadata log was lost. What is left may be older than what is gone, so
  /// indexes are private until their apps say what they are.
  var entriesAfterLoss: [MetadataEntry] {
    var entries = [MetadataLoss.indexes, MetadataLoss.items].map {
      MetadataEntry(table: .losses, key: $0, value: [])
    }
    for (key, value) in self[.indexes] {
      guard var record = IndexRecord(value), !record.isPrivate else { continue }
      record.isDoubtful = true
      entries.append(MetadataEntry(table: .indexes, key: key, value: record.value))
    }
    return entries
  }
}
