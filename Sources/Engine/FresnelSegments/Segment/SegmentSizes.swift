/// How many bytes each part of a segment takes.
public struct SegmentSizes: Hashable, Sendable {
  /// Rows and items.
  public var documents: UInt64 = 0
  /// The posting lists of terms.
  public var postings: UInt64 = 0
  /// The posting lists of prefixes.
  public var prefixPostings: UInt64 = 0
  /// The dictionary of terms, with its index for infixes, and that of prefixes.
  public var dictionaries: UInt64 = 0
  /// The lists of keys and their dictionary.
  public var keys: UInt64 = 0
  /// The values for filters and sorting.
  public var columns: UInt64 = 0
  /// The index of identifiers.
  public var identifiers: UInt64 = 0
  /// Which words stand side by side.
  public var positions: UInt64 = 0

  /// The sizes in the order in which the footer has them.
  var all: [UInt64] {
    [documents, postings, prefixPostings, dictionaries, keys, columns, identifiers, positions]
  }

  static let count = 8

  init() {}

  /// Takes sizes in the order of ``all``.
  init(_ sizes: InlineArray<8, UInt64>) {
    documents = sizes[0]
    postings = sizes[1]
    prefixPostings = sizes[2]
    dictionaries = sizes[3]
    keys = sizes[4]
    columns = sizes[5]
    identifiers = sizes[6]
    positions = sizes[7]
  }
}
